"""The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional

if TYPE_CHECKING:
    from typing import Unpack

    from . import protocol
    from .analysis import Analysis


class Requests:
    """A method for each request; its named arguments are the members of its parameters."""

    def request(self, method: str, params: Any = None) -> Any:
        """Sends a request, and answers its result."""
        raise NotImplementedError

    def start(
        self, method: str, params: Any, on_progress: Optional[Callable[[protocol.Progress], None]] = None
    ) -> Analysis:
        """Sends a request that starts an analysis."""
        raise NotImplementedError

    def analysis_cancel(self, **params: Unpack[protocol.Cancel]) -> None:
        """Ends an analysis early."""
        self.request("analysis/cancel", params)

    def analysis_standard(
        self, on_progress: Optional[Callable[[protocol.Progress], None]] = None, **params: Unpack[protocol.Standard]
    ) -> Analysis:
        """Starts the analysis of the standard properties of a net."""
        return self.start("analysis/standard", params, on_progress)

    def analysis_start(
        self, on_progress: Optional[Callable[[protocol.Progress], None]] = None, **params: Unpack[protocol.Start]
    ) -> Analysis:
        """Starts an analysis: `explore`, `deadlock` or `check`."""
        return self.start("analysis/start", params, on_progress)

    def graph_states(self, **params: Unpack[protocol.States]) -> protocol.DrawnStates:
        """Returns a small state space with positions for its states, explored within 64 MiB and 5 seconds."""
        result: protocol.DrawnStates = self.request("graph/states", params)
        return result

    def initialize(self, **params: Unpack[protocol.Initialize]) -> protocol.Capabilities:
        """Returns versions, methods, formats and the memory for analyses."""
        result: protocol.Capabilities = self.request("initialize", params)
        return result

    def net_convert(self, **params: Unpack[protocol.Convert]) -> protocol.Converted:
        """Returns the text of a net in another format, and the parts that the format loses (`lost`), as `convert` does."""
        result: protocol.Converted = self.request("net/convert", params)
        return result

    def net_drawing(self, **params: Unpack[protocol.Draw]) -> protocol.Drawing:
        """Returns the net with positions for its nodes."""
        result: protocol.Drawing = self.request("net/drawing", params)
        return result

    def net_edit(self, **params: Unpack[protocol.Edits]) -> protocol.Loaded:
        """Changes a place/transition net by a list of edits, all of them or none."""
        result: protocol.Loaded = self.request("net/edit", params)
        return result

    def net_groups(self, **params: Unpack[protocol.Draw]) -> protocol.Groups:
        """Returns the nodes of a large net in groups with positions."""
        result: protocol.Groups = self.request("net/groups", params)
        return result

    def net_info(self, **params: Unpack[protocol.Describe]) -> protocol.StructureReport:
        """Describes a net without exploring it, as `info` does."""
        result: protocol.StructureReport = self.request("net/info", params)
        return result

    def net_load(self, **params: Unpack[protocol.Load]) -> protocol.Loaded:
        """Loads a net and gives it a name for the other requests."""
        result: protocol.Loaded = self.request("net/load", params)
        return result

    def net_unfold(self, **params: Unpack[protocol.OfNet]) -> protocol.Unfolded:
        """Loads the unfolding of a coloured net as a new net."""
        result: protocol.Unfolded = self.request("net/unfold", params)
        return result

    def net_unload(self, **params: Unpack[protocol.OfNet]) -> None:
        """Unloads a net and ends its token game."""
        self.request("net/unload", params)

    def shutdown(self) -> None:
        """Cancels all requests and analyses."""
        self.request("shutdown")

    def simulation_enabled(self, **params: Unpack[protocol.OfNet]) -> protocol.Standing:
        """Returns the state of the token game: the marking and the enabled steps."""
        result: protocol.Standing = self.request("simulation/enabled", params)
        return result

    def simulation_fire(self, **params: Unpack[protocol.Fire]) -> protocol.Standing:
        """Fires a transition."""
        result: protocol.Standing = self.request("simulation/fire", params)
        return result

    def simulation_reset(self, **params: Unpack[protocol.Reset]) -> protocol.Standing:
        """Restarts the token game in the initial marking, or in a `marking`, as for `analysis/start`."""
        result: protocol.Standing = self.request("simulation/reset", params)
        return result

    def simulation_undo(self, **params: Unpack[protocol.OfNet]) -> protocol.Standing:
        """Undoes the last firing."""
        result: protocol.Standing = self.request("simulation/undo", params)
        return result

    def trace_replay(self, **params: Unpack[protocol.Replay]) -> protocol.ReplayReport:
        """Checks whether a trace is a run of the net, as `replay` does."""
        result: protocol.ReplayReport = self.request("trace/replay", params)
        return result

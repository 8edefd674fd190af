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
        """Makes an analysis end with what it has."""
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
        """A small state space with positions for its states."""
        result: protocol.DrawnStates = self.request("graph/states", params)
        return result

    def initialize(self, **params: Unpack[protocol.Initialize]) -> protocol.Capabilities:
        """Versions, methods, formats and the memory for analyses."""
        result: protocol.Capabilities = self.request("initialize", params)
        return result

    def net_convert(self, **params: Unpack[protocol.Convert]) -> protocol.Converted:
        """The text of a net in another format, and what that does not keep (`lost`), as `convert` tells it."""
        result: protocol.Converted = self.request("net/convert", params)
        return result

    def net_drawing(self, **params: Unpack[protocol.Draw]) -> protocol.Drawing:
        """The net with positions for its nodes."""
        result: protocol.Drawing = self.request("net/drawing", params)
        return result

    def net_edit(self, **params: Unpack[protocol.Edits]) -> protocol.Loaded:
        """Changes a place/transition net in place, by edits of elements in their order: all of them, or none."""
        result: protocol.Loaded = self.request("net/edit", params)
        return result

    def net_groups(self, **params: Unpack[protocol.Draw]) -> protocol.Groups:
        """The nodes of a large net in groups, which have positions."""
        result: protocol.Groups = self.request("net/groups", params)
        return result

    def net_info(self, **params: Unpack[protocol.Describe]) -> protocol.StructureReport:
        """What `info` says of a net without exploring it."""
        result: protocol.StructureReport = self.request("net/info", params)
        return result

    def net_load(self, **params: Unpack[protocol.Load]) -> protocol.Loaded:
        """Reads a net, and gives it a name for the other requests."""
        result: protocol.Loaded = self.request("net/load", params)
        return result

    def net_unfold(self, **params: Unpack[protocol.OfNet]) -> protocol.Unfolded:
        """Loads the unfolding of a coloured net as a new net."""
        result: protocol.Unfolded = self.request("net/unfold", params)
        return result

    def net_unload(self, **params: Unpack[protocol.OfNet]) -> None:
        """Forgets a net and its token game."""
        self.request("net/unload", params)

    def shutdown(self) -> None:
        """Cancels all requests and analyses."""
        self.request("shutdown")

    def simulation_enabled(self, **params: Unpack[protocol.OfNet]) -> protocol.Standing:
        """Where the token game stands: the marking and what can fire."""
        result: protocol.Standing = self.request("simulation/enabled", params)
        return result

    def simulation_fire(self, **params: Unpack[protocol.Fire]) -> protocol.Standing:
        """Fires a transition."""
        result: protocol.Standing = self.request("simulation/fire", params)
        return result

    def simulation_reset(self, **params: Unpack[protocol.Reset]) -> protocol.Standing:
        """Begins the token game anew, at the initial marking or at a `marking`, as for `analysis/start`."""
        result: protocol.Standing = self.request("simulation/reset", params)
        return result

    def simulation_undo(self, **params: Unpack[protocol.OfNet]) -> protocol.Standing:
        """Takes one firing back."""
        result: protocol.Standing = self.request("simulation/undo", params)
        return result

    def trace_replay(self, **params: Unpack[protocol.Replay]) -> protocol.ReplayReport:
        """Whether a trace is a run of the net, as `replay` says it."""
        result: protocol.ReplayReport = self.request("trace/replay", params)
        return result

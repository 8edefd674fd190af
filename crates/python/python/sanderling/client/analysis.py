"""An analysis that runs in the server."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, cast

from .errors import RequestFailed, ServerGone

if TYPE_CHECKING:
    from . import protocol
    from .client import Sanderling


class Analysis:
    """A started analysis. `name` is its name in the server.

    Any thread may use its members.
    """

    def __init__(
        self,
        server: Sanderling,
        started: protocol.Started,
        on_progress: Optional[Callable[[protocol.Progress], None]] = None,
    ) -> None:
        self.name = started["analysis"]
        #: The reply to the request that started it.
        self.started = started
        #: Receives the progress, in the thread that waits for the result.
        self.on_progress = on_progress
        self._server = server
        self._changed = threading.Condition()
        self._latest: Optional[protocol.Progress] = None
        self._finished: Optional[protocol.Finished] = None
        self._has_gone = False

    def result(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Waits at most `timeout` seconds for the report, an object of docs/json.md.

        Raises `TimeoutError` if the analysis still runs: then the method may be called again. Raises `RequestFailed` if the analysis ends
        without a report, and `ServerGone` if the program ends first.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._changed:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._changed.wait_for(self._is_changed, left):
                    raise TimeoutError(f"{self.name} has not ended within {timeout} s")
                latest, self._latest = self._latest, None
                finished, has_gone = self._finished, self._has_gone
            if latest is not None and self.on_progress is not None:
                self.on_progress(latest)
            if finished is not None:
                return self._report(finished)
            if has_gone:
                raise ServerGone(f"the server ended before {self.name} did")

    @property
    def is_done(self) -> bool:
        """Whether the analysis or the server has ended."""
        with self._changed:
            return self._finished is not None or self._has_gone

    def cancel(self) -> None:
        """Ends the analysis; `result` returns its partial report. If it has ended, this has no effect."""
        try:
            self._server.request("analysis/cancel", {"analysis": self.name})
        except RequestFailed as error:
            if error.code != NO_ANALYSIS:
                raise

    def _is_changed(self) -> bool:
        return self._latest is not None or self._finished is not None or self._has_gone

    def _report(self, finished: protocol.Finished) -> Dict[str, Any]:
        error = finished.get("error")
        if error is not None:
            raise RequestFailed.of(self.name, error)
        # The type depends on the request: `protocol.Report` or `protocol.AnalysisReport`.
        return cast("Dict[str, Any]", finished["report"])

    # The thread that reads messages calls these methods.

    def _progress(self, progress: protocol.Progress) -> None:
        with self._changed:
            self._latest = progress
            self._changed.notify_all()

    def _finish(self, finished: protocol.Finished) -> None:
        with self._changed:
            self._finished = finished
            self._changed.notify_all()

    def _lose(self) -> None:
        with self._changed:
            self._has_gone = True
            self._changed.notify_all()


#: The code of a request about an analysis that has ended.
NO_ANALYSIS = 3

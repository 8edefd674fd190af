"""An analysis, which goes on in the server."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, cast

from .errors import RequestFailed, ServerGone

if TYPE_CHECKING:
    from . import protocol
    from .client import Sanderling


class Analysis:
    """An analysis that was started: `name` is what the server calls it.

    Its members may be used from any thread.
    """

    def __init__(
        self,
        server: Sanderling,
        started: protocol.Started,
        on_progress: Optional[Callable[[protocol.Progress], None]] = None,
    ) -> None:
        self.name = started["analysis"]
        #: What the server answered when it was started.
        self.started = started
        #: Is given each progress, in the thread that waits for the result.
        self.on_progress = on_progress
        self._server = server
        self._changed = threading.Condition()
        self._news: Optional[protocol.Progress] = None
        self._finished: Optional[protocol.Finished] = None
        self._has_gone = False

    def result(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Waits for the report, `timeout` seconds at most: an object of docs/json.md.

        Raises `TimeoutError` while there is none, after which it may be waited for again; `RequestFailed` if there is none in the end;
        `ServerGone` if the program ends before.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._changed:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._changed.wait_for(self._is_changed, left):
                    raise TimeoutError(f"{self.name} has not ended within {timeout} s")
                news, self._news = self._news, None
                finished, has_gone = self._finished, self._has_gone
            if news is not None and self.on_progress is not None:
                self.on_progress(news)
            if finished is not None:
                return self._report(finished)
            if has_gone:
                raise ServerGone(f"the server ended before {self.name} did")

    @property
    def is_done(self) -> bool:
        """Whether there is a result, or none will come."""
        with self._changed:
            return self._finished is not None or self._has_gone

    def cancel(self) -> None:
        """Makes the analysis end with what it has; the result comes all the same. Nothing happens if it has ended."""
        try:
            self._server.request("analysis/cancel", {"analysis": self.name})
        except RequestFailed as error:
            if error.code != NO_ANALYSIS:
                raise

    def _is_changed(self) -> bool:
        return self._news is not None or self._finished is not None or self._has_gone

    def _report(self, finished: protocol.Finished) -> Dict[str, Any]:
        error = finished.get("error")
        if error is not None:
            raise RequestFailed.of(self.name, error)
        # Which type it has depends on the request: `protocol.Report` or `protocol.AnalysisReport`.
        return cast("Dict[str, Any]", finished["report"])

    # What the thread that reads tells.

    def _progress(self, progress: protocol.Progress) -> None:
        with self._changed:
            self._news = progress
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

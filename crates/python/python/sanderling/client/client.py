"""The server as a child process.

A thread reads the server's messages. It passes replies to the pending requests, and progress and results to the analyses. So any thread
may send requests, and so may a function that receives progress.
"""

from __future__ import annotations

import json
import subprocess
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Optional, Sequence

from .analysis import Analysis
from .errors import RequestFailed, ServerGone
from .requests import Requests

if TYPE_CHECKING:
    from . import protocol


class Sanderling(Requests):
    """The server, with a method for each request (`net_load` for `net/load`). The end of a `with` statement ends it.

    `program` is the executable, and `arguments` are its arguments after `serve --stdio`, such as `["--memory", "4G"]`. A request that takes
    longer than `timeout` seconds is cancelled and raises `TimeoutError`. Analyses have their own time limits.
    """

    def __init__(
        self, program: str = "sanderling", arguments: Sequence[str] = (), timeout: Optional[float] = None
    ) -> None:
        self.timeout = timeout
        self._pending: Dict[int, _Pending] = {}
        # Running analyses. Only the thread that reads messages uses them.
        self._analyses: Dict[str, Analysis] = {}
        self._last_id = 0
        self._has_gone = False
        # A lock for the requests, and one for the pipe, so that messages are not mixed.
        self._lock, self._writing = threading.Lock(), threading.Lock()
        command = [program, "serve", "--stdio", *arguments]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ServerGone(f"{program} cannot be started: {error}") from error
        self._reader = threading.Thread(target=self._read, name="sanderling", daemon=True)
        self._reader.start()

    def __enter__(self) -> Sanderling:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(self, method: str, params: Any = None) -> Any:
        """Sends a request and returns its result.

        Raises `RequestFailed` if the server refuses it, `TimeoutError` and `ServerGone`.
        """
        return self._send_request(method, params, lambda result: result)

    def start(
        self, method: str, params: Any, on_progress: Optional[Callable[[protocol.Progress], None]] = None
    ) -> Analysis:
        """Sends a request that starts an analysis. `on_progress` is called while a thread waits for the result."""

        def begin(started: protocol.Started) -> Analysis:
            analysis = Analysis(self, started, on_progress)
            self._analyses[analysis.name] = analysis
            return analysis

        analysis: Analysis = self._send_request(method, params, begin)
        return analysis

    def notify(self, method: str, params: Any = None) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def close(self) -> None:
        """Ends the server and its analyses. If it has ended, this has no effect."""
        try:
            self.request("shutdown")
            self.notify("exit")
        except (ServerGone, RequestFailed, TimeoutError):
            pass
        try:
            self._process.stdin.close()  # type: ignore[union-attr]
        except OSError:
            pass
        try:
            self._process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._process.stdout.close()  # type: ignore[union-attr]

    def _send_request(self, method: str, params: Any, take: Callable[[Any], Any]) -> Any:
        """Sends a request and returns `take(result)`. The thread that reads messages calls `take` before it reads the next one."""
        pending = _Pending(method, take)
        with self._lock:
            if self._has_gone:
                raise ServerGone("the server has ended")
            self._last_id += 1
            number = self._last_id
            self._pending[number] = pending
        self._send({"id": number, "method": method, "params": params})
        try:
            return pending.reply.result(self.timeout)
        except FutureTimeout:
            with self._lock:
                self._pending.pop(number, None)
            self.notify("$/cancelRequest", {"id": number})
            raise TimeoutError(f"{method} was not answered within {self.timeout} s") from None

    def _send(self, message: Dict[str, Any]) -> None:
        message = {"jsonrpc": "2.0", **{name: value for name, value in message.items() if value is not None}}
        body = json.dumps(message).encode()
        with self._writing:
            try:
                self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))  # type: ignore[union-attr]
                self._process.stdin.flush()  # type: ignore[union-attr]
            except (OSError, ValueError) as error:
                raise ServerGone("the server has ended") from error

    def _read(self) -> None:
        try:
            while (message := _frame(self._process.stdout)) is not None:  # type: ignore[arg-type]
                self._receive(message)
        finally:
            with self._lock:
                self._has_gone = True
                lost, self._pending = self._pending, {}
            for pending in lost.values():
                pending.reply.set_exception(ServerGone("the server ended without an answer"))
            for analysis in self._analyses.values():
                analysis._lose()

    def _receive(self, message: Dict[str, Any]) -> None:
        method, params = message.get("method"), message.get("params", {})
        if method == "analysis/progress" and params["analysis"] in self._analyses:
            self._analyses[params["analysis"]]._progress(params)
        elif method == "analysis/result" and params["analysis"] in self._analyses:
            self._analyses.pop(params["analysis"])._finish(params)
        elif message.get("id") is not None:
            with self._lock:
                pending = self._pending.pop(message["id"], None)
            if pending is not None:
                pending.settle(message)


class _Pending:
    """A request without a reply."""

    def __init__(self, method: str, take: Callable[[Any], Any]) -> None:
        self.reply: Future[Any] = Future()
        self._method, self._take = method, take

    def settle(self, message: Dict[str, Any]) -> None:
        if "error" in message:
            self.reply.set_exception(RequestFailed.of(self._method, message["error"]))
        else:
            self.reply.set_result(self._take(message["result"]))


def _frame(output: BinaryIO) -> Optional[Dict[str, Any]]:
    """Reads the next message. Returns `None` at the end."""
    length = None
    while line := output.readline().strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if length is None:
        return None
    body = output.read(length)
    return json.loads(body) if len(body) == length else None

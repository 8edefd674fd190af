"""The errors of the client. A time limit raises Python's own `TimeoutError`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    from . import protocol


class RequestFailed(Exception):
    """The server refused a request, or an analysis ended without a report.

    `code` is one of the codes of docs/server.md, `message` a line for users, and `data` further data.
    """

    def __init__(self, method: str, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{method}: {message}")
        self.method = method
        self.code = code
        self.message = message
        self.data = data

    @classmethod
    def of(cls, method: str, error: protocol.Failed) -> RequestFailed:
        """The exception for an `error` of the protocol."""
        return cls(method, error["code"], error["message"], error.get("data"))

    @property
    def diagnostics(self) -> List[Dict[str, Any]]:
        """The errors in a file or a property, each with `message` and, if known, `line`, `column` and `element`."""
        return self.data if isinstance(self.data, list) else []


class ServerGone(Exception):
    """The program has ended, or cannot be started."""

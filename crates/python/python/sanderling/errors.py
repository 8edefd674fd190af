"""Exceptions, with the position of the problem."""

from __future__ import annotations

import json

from .reports import Diagnostic, Failure

__all__ = ["InputError", "InternalError", "SanderlingError", "Stopped", "UsageError"]


class SanderlingError(Exception):
    """An error: `message` describes it, `diagnostics` lists the problems of a file or a text in their order.

    `file`, `line` and `column` (from 1) are those of the first diagnostic with a position, or `None`.

    >>> import sanderling
    >>> try:
    ...     sanderling.load("<pnml><net></pnml>", name="broken.pnml")
    ... except sanderling.InputError as error:
    ...     print(error.file, error.line, error.column)
    broken.pnml 1 7
    """

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        self.message: str = failure.message
        self.file: str | None = failure.file
        self.diagnostics: list[Diagnostic] = failure.diagnostics or []
        placed = next((one for one in self.diagnostics if one.line is not None), None)
        self.line: int | None = placed.line if placed else None
        self.column: int | None = placed.column if placed else None
        super().__init__(self._text())

    def _text(self) -> str:
        lines = [self.message]
        for one in self.diagnostics:
            at = f"{self.file or ''}:{one.line}:{one.column}: " if one.line is not None else ""
            expected = f"; expected {one.expected}" if one.expected else ""
            lines.append(f"  {at}{one.message}{expected}{f' ({one.help})' if one.help else ''}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.failure,)


class UsageError(SanderlingError, ValueError):
    """The request is not possible: an unknown option, or options that cannot be combined."""


class InputError(SanderlingError, ValueError):
    """A net or a text about a net is not valid."""


class Stopped(SanderlingError):
    """A limit was reached before there was an answer."""


class InternalError(SanderlingError, RuntimeError):
    """An error of Sanderling, not of its input. Please report it."""


_KINDS = {"usage": UsageError, "input": InputError, "internal": InternalError}


def _failed(text: str, is_stopped: bool) -> SanderlingError:
    """Returns the exception for a failure, a JSON object."""
    failure = Failure(json.loads(text))
    kind = Stopped if is_stopped else _KINDS.get(failure.error, InternalError)
    return kind(failure)

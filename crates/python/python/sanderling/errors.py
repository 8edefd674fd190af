"""What goes wrong, as exceptions with the place where it does."""

from __future__ import annotations

import json

from .reports import Diagnostic, Failure

__all__ = ["InputError", "InternalError", "SanderlingError", "Stopped", "UsageError"]


class SanderlingError(Exception):
    """Something went wrong: `message` says what, `diagnostics` what is wrong with a file or a text, in its order.

    `file`, `line` and `column` (from 1) are those of the first diagnostic that has a place, and `None` where none has.

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
        super().__init__(self._told())

    def _told(self) -> str:
        lines = [self.message]
        for one in self.diagnostics:
            at = f"{self.file or ''}:{one.line}:{one.column}: " if one.line is not None else ""
            expected = f"; expected {one.expected}" if one.expected else ""
            lines.append(f"  {at}{one.message}{expected}{f' ({one.help})' if one.help else ''}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.failure,)


class UsageError(SanderlingError, ValueError):
    """What is asked for cannot be: an option that there is not, options that do not go together."""


class InputError(SanderlingError, ValueError):
    """A net, or a text about one, is not what it should be."""


class Stopped(SanderlingError):
    """A limit was reached before there was anything to answer with."""


class InternalError(SanderlingError, RuntimeError):
    """Sanderling is wrong, and not what it was given. Please report it."""


_KINDS = {"usage": UsageError, "input": InputError, "internal": InternalError}


def _failed(told: str, is_stopped: bool) -> SanderlingError:
    """The exception for a failure, an object of JSON."""
    failure = Failure(json.loads(told))
    kind = Stopped if is_stopped else _KINDS.get(failure.error, InternalError)
    return kind(failure)

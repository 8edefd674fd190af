"""Questions on their way to the engine: what all of them share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar, Union

from .record import Record
from .reports import Progress

Listener = Union[Callable[[Progress], object], bool, None]
"""Who hears of progress: a function, or `True` for a bar."""

R = TypeVar("R", bound=Record)


def told(options: Any) -> str:
    """Options as an object of JSON; what is `None` is not chosen."""
    return json.dumps({name: _value(value) for name, value in options.items() if value is not None})


def _value(value: Any) -> Any:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    # Numbers of numpy and the like are numbers.
    return value.item() if hasattr(value, "item") else value


def asked(of: type[R], ask: Callable[..., str], question: dict[str, Any], progress: Listener, options: Any) -> R:
    """Asks, and makes an object of the answer. Where somebody interrupts it, what was found goes with the exception."""
    try:
        with heard(progress) as listener:
            return of(json.loads(ask(json.dumps(question), told(options), listener)))
    except BaseException as stop:
        if isinstance(getattr(stop, "answer", None), str):
            stop.answer = of(json.loads(stop.answer))  # type: ignore[attr-defined]
        raise


@contextmanager
def heard(progress: Listener) -> Iterator[Callable[[str], object] | None]:
    """The function that the engine tells progress to."""
    if progress is None or progress is False:
        yield None
    elif callable(progress):
        yield lambda text: progress(Progress(json.loads(text)))
    else:
        with _bar() as show:
            yield lambda text: show(Progress(json.loads(text)))


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    """A bar of tqdm where it is installed, and otherwise a line on standard error."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda progress: print(_line(progress), end="\r", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return
    with tqdm(unit=" states", unit_scale=True) as bar:

        def show(progress: Progress) -> None:
            if progress.states is None:
                bar.set_postfix_str(_line(progress))
                return
            # A later search begins anew.
            bar.n = progress.states
            bar.set_postfix(open=progress.open, MiB=(progress.memory_bytes or 0) >> 20, refresh=False)
            bar.refresh()

        yield show


def _line(progress: Progress) -> str:
    if progress.unfolding is not None:
        return f"unfolding: {progress.unfolding.places} places, {progress.unfolding.bindings} bindings"
    return f"{progress.states} states, {progress.open} open, {progress.elapsed_s:.1f} s"

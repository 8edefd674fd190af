"""Code that all questions to the engine share."""

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
"""The receiver of progress: a function, or `True` for a bar."""

R = TypeVar("R", bound=Record)


def to_json(options: Any) -> str:
    """Returns options as a JSON object. Options that are `None` are omitted."""
    return json.dumps({name: _value(value) for name, value in options.items() if value is not None})


def _value(value: Any) -> Any:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    # Numbers of numpy and the like are numbers.
    return value.item() if hasattr(value, "item") else value


def answer(of: type[R], ask: Callable[..., str], question: dict[str, Any], progress: Listener, options: Any) -> R:
    """Returns the answer to a question. If the search is interrupted, the exception contains the results so far."""
    try:
        with listening(progress) as listener:
            return of(json.loads(ask(json.dumps(question), to_json(options), listener)))
    except BaseException as stop:
        if isinstance(getattr(stop, "answer", None), str):
            stop.answer = of(json.loads(stop.answer))  # type: ignore[attr-defined]
        raise


@contextmanager
def listening(progress: Listener) -> Iterator[Callable[[str], object] | None]:
    """Yields the function that the engine calls with progress."""
    if progress is None or progress is False:
        yield None
    elif callable(progress):
        yield lambda text: progress(Progress(json.loads(text)))
    else:
        with _bar() as show:
            yield lambda text: show(Progress(json.loads(text)))


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    """Yields a tqdm bar if tqdm is installed, and otherwise a line on standard error."""
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

"""Nets and results in a notebook. Nothing in it but what the net and the answer say, escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .net import Net
    from .reports import Analysis, Report, Result, Trace

#: A run of more steps shows its first and last ones.
_STEPS_SHOWN = 60
#: As wide and high a chart is, in pixels.
_WIDTH, _HEIGHT = 480, 120

_COLOURS = {"holds": "#1a7f37", "violated": "#cf222e", "unknown": "#9a6700", "computed": "#57606a"}


def net(of: Net) -> str:
    """A net: its picture where it is small enough to be read, and otherwise its numbers."""
    from .errors import SanderlingError

    title = f"<div><b>{escape(of.name or of.id or of.file)}</b>: {len(of.places)} places, {len(of.transitions)} transitions</div>"
    try:
        return f'<div>{title}<div style="overflow:auto;max-height:40em">{of.svg()}</div></div>'
    except SanderlingError as error:
        return f"<div>{title}<div>{escape(error.message)}</div></div>"


def result(of: Result) -> str:
    """A result: its verdict, its numbers, its runs and its charts."""
    from .reports import Analysis, Report

    parts = [_head(of)]
    if isinstance(of, Report):
        parts += _report(of)
    elif isinstance(of, Analysis):
        parts.append(_analysis(of))
    else:
        plain = {key: value for key, value in of.to_dict().items() if not isinstance(value, (dict, list))}
        parts.append(_table([], [(key, value) for key, value in plain.items() if value is not None]))
    return f"<div>{''.join(parts)}</div>"


def _head(of: Result) -> str:
    data = of.to_dict()
    verdict = data.get("verdict")
    reason = f" ({escape(str(data['reason']))})" if data.get("reason") else ""
    badge = f'<b style="color:{_COLOURS.get(verdict, "inherit")}">{escape(verdict)}</b>{reason}' if verdict else ""
    hints = "".join(f"<div><i>{escape(hint['message'])}</i></div>" for hint in data.get("hints", []))
    return f"<div>{escape(of.question)} {escape(of.file)}: {badge}</div>{hints}"


def _report(of: Report) -> list[str]:
    numbers = [(name, of[name]) for name in ("states", "firings", "deadlocks") if of.get(name) is not None]
    numbers.append(("time", f"{of.time_s.total:.3g} s"))
    numbers.append(("memory", f"{of.peak_memory_bytes / 2**20:.1f} MiB"))
    parts = [_table([], numbers)]
    for answer in of.answers or []:
        parts.append(_verdict_line(answer.verdict, answer.property))
        if answer.trace is not None:
            parts.append(trace(answer.trace, of.names or {}))
    if of.trace is not None and not of.answers:
        parts.append(trace(of.trace, of.names or {}))
    if of.levels:
        parts.append(_chart(of.levels))
    return parts


def _analysis(of: Analysis) -> str:
    rows = [(answer.property, _coloured(answer.verdict), answer.text) for answer in of.answers]
    rows += [(one.sum, _coloured(one.verdict), one.text) for one in of.greatest or []]
    return _table(["property", "verdict", "how that is known"], rows)


def _verdict_line(verdict: str, text: str) -> str:
    return f"<div>{_coloured(verdict).html} <code>{escape(text)}</code></div>"


class _Html:
    """A text that is HTML already."""

    def __init__(self, html: str) -> None:
        self.html = html


def _coloured(verdict: str) -> _Html:
    return _Html(f'<span style="color:{_COLOURS.get(verdict, "inherit")}">{escape(verdict)}</span>')


def trace(of: Trace, names: dict[str, str]) -> str:
    """A run as a table: its firings, and what they change."""
    steps = of.to_dict()["steps"]
    begin = ", ".join(f"{place}: {_tokens(tokens)}" for place, tokens in of.initial.items())
    rows: list[tuple[Any, ...]] = [(0, "", begin)]
    for number, step in enumerate(steps, 1):
        if len(steps) > _STEPS_SHOWN and _STEPS_SHOWN // 2 < number <= len(steps) - _STEPS_SHOWN // 2:
            if number == _STEPS_SHOWN // 2 + 1:
                rows.append(("…", f"{len(steps) - _STEPS_SHOWN} steps", ""))
            continue
        event = step.get("name") or names.get(step["event"], step["event"])
        binding = ", ".join(f"{name}={value}" for name, value in step.get("binding", {}).items())
        changed = ", ".join(
            f"{change['place']}: {_tokens(change['before'])} → {_tokens(change['after'])}"
            for change in step.get("changed", [])
        )
        rows.append((number, f"{event} ({binding})" if binding else event, step.get("error") or changed))
    lasso = ""
    if of.repeated_from is not None:
        lasso = f"<div>from step {of.repeated_from + 1} on it is repeated for ever</div>"
    return _table(["", "fired", "changed"], rows) + lasso


def _tokens(held: Any) -> str:
    if isinstance(held, dict):
        return " + ".join(f"{count}'{colour}" for colour, count in held.items()) or "0"
    return str(held)


def _table(head: list[str], rows: list[tuple[Any, ...]]) -> str:
    cell = lambda value: value.html if isinstance(value, _Html) else escape(str(value))  # noqa: E731
    left = 'style="text-align:left"'
    titles = "".join(f"<th {left}>{escape(title)}</th>" for title in head)
    body = "".join(f"<tr>{''.join(f'<td {left}>{cell(value)}</td>' for value in row)}</tr>" for row in rows)
    return f"<table>{f'<tr>{titles}</tr>' if head else ''}{body}</table>"


def _chart(levels: list[Any]) -> str:
    """The states at each distance from the initial one, as bars."""
    most, width = max(levels), _WIDTH / len(levels)
    bars = "".join(
        f'<rect x="{at * width:.2f}" y="{_HEIGHT * (1 - states / most):.2f}" width="{max(width * 0.9, 0.5):.2f}" '
        f'height="{_HEIGHT * states / most:.2f}"><title>distance {at}: {states}</title></rect>'
        for at, states in enumerate(levels)
    )
    return (
        f'<div>states by distance, {most} at most<br><svg width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" fill="#0969da" role="img">{bars}</svg></div>'
    )

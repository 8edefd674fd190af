"""The classes of `sanderling.reports` declare every key that there is."""

from __future__ import annotations

import typing
from typing import Any

from conftest import NETS

import sanderling
from sanderling import record


def undeclared(data: record.Record, where: str) -> list[str]:
    """Keys that no class declares, and what is not of the declared kind."""
    kinds = record._types(type(data))
    found = [f"{where}: {type(data).__name__}.{key}" for key in data if key not in kinds]
    for key in data:
        for inner in inside(data[key]):
            found += undeclared(inner, where)
        if isinstance(data[key], dict) and typing.get_origin(kinds.get(key)) is None and not is_marking(kinds.get(key)):
            found.append(f"{where}: {type(data).__name__}.{key} is a plain object")
    return found


def is_marking(kind: Any) -> bool:
    return kind is Any or "dict" in str(kind)


def inside(value: Any) -> list[record.Record]:
    if isinstance(value, record.Record):
        return [value]
    if isinstance(value, list):
        return [inner for one in value for inner in inside(one)]
    if isinstance(value, dict):
        return [inner for one in value.values() for inner in inside(one)]
    return []


def test_every_key_is_declared() -> None:
    found = []
    for path in NETS:
        net = sanderling.load(path)
        limits = {"time": "20s", "max_states": 5000}
        answers = [
            net.explore(bounds=True, levels=True, **limits),
            net.explore(store="bitstate", **limits),
            net.explore(retain="cache", cache_states=50, reduce="none", driver="sequential", **limits),
            net.deadlock(**limits),
            net.deadlock(depth=5, reduce="none", **limits),
            net.check("always not deadlock", "ctl AG EF deadlock", **limits),
            net.info(),
        ]
        if net.kind != "program":
            answers.append(net.analyse(time="20s"))
        for answer in answers:
            found += undeclared(answer, path)
    for path in ("formats/pnml/examples/ok/tapaal.tapn",):
        found += undeclared(sanderling.load(path).info(), path)
    found += undeclared(sanderling.load(NETS[0]).compare(sanderling.load(NETS[1])), "compare")
    assert sorted({one.split(": ", 1)[1] for one in found}) == []

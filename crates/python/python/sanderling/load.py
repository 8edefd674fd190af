"""From a file, a text, or a net of another library to a `Net`."""

from __future__ import annotations

import json
import os
from typing import Any, Literal, Mapping, Union

from . import _nets_of_others
from ._sanderling import Loaded
from ._sanderling import formats as _formats
from .net import Net
from .record import Record

Source = Union[str, bytes, "os.PathLike[str]", "tuple[Any, Any, Any]", "dict[str, Any]", Any]
"""What a net is read from: see `load`."""


def load(
    source: Source,
    *,
    format: str | None = None,
    net: str | int | None = None,
    name: str | None = None,
    untimed: bool = False,
    define: Mapping[str, int | str | None] | None = None,
    difference: Literal["defined", "truncated"] | None = None,
    dve_semantics: Literal["ltsmin", "divine2"] = "ltsmin",
    unfold_names: Literal["values", "tapaal"] = "values",
) -> Net:
    """Reads a net.

    `source` is

    * the path of a file, as a text or a path object;
    * the text of a net, as bytes, or as a text that has a line feed or begins with `<` or `{`;
    * an object of `docs/net-json.md`, as a dictionary;
    * a net of pm4py with its initial and final marking, `(net, im, fm)`;
    * a net of SNAKES whose tokens are black.

    `format`, `net`, `untimed`, `define`, `difference`, `dve_semantics` and `unfold_names` are the options of `docs/cli.md` (there `--from`
    instead of `format`); `define` is a dictionary from names of macros to their values, or to `None` for a macro without a value. `name` is
    what messages and answers call a net that comes from no file.

    >>> load("nets/copy-shop.pnml").places[:2] == load(open("nets/copy-shop.pnml", "rb").read()).places[:2]
    True

    :raises InputError: where it is no net, with the place of what is wrong.
    :raises OSError: where there is no such file.
    """
    path = None
    if isinstance(source, tuple) and _nets_of_others.is_pm4py(source):
        source, name, format = _nets_of_others.of_pm4py(source), name or "pm4py", "json"
    elif _nets_of_others.is_snakes(source):
        source, name, format = _nets_of_others.of_snakes(source), name or "snakes", "json"
    if isinstance(source, dict):
        text = json.dumps(source).encode()
    elif isinstance(source, (bytes, bytearray, memoryview)):
        text = bytes(source)
    elif isinstance(source, str) and _is_text(source):
        text = source.encode()
    elif isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            text = file.read()
    else:
        raise TypeError(f"{type(source).__name__} is no net: expected a path, a text, or a net of pm4py or SNAKES")
    reading = {
        "format": format,
        "net": None if net is None else str(net),
        "untimed": untimed,
        "define": [macro if value is None else f"{macro}={value}" for macro, value in (define or {}).items()],
        "difference": difference,
        "dve_semantics": dve_semantics,
        "unfold_names": unfold_names,
        # A converter opens the file by its name.
        "is_file": path is not None and name in (None, path),
    }
    return Net(Loaded(name or path or "text", text, json.dumps(reading)))


def _is_text(source: str) -> bool:
    return "\n" in source or source.lstrip()[:1] in ("<", "{", "[")


def formats() -> list[Record]:
    """The formats that can be read and written: of each `name`, `description`, `extensions`, `readable` and `writable`.

    >>> "pnml" in [format.name for format in formats() if format.readable]
    True
    """
    return [Record(data) for data in json.loads(_formats())]

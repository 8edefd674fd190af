"""Objects of JSON with attributes, of the types that their classes declare."""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Union

Count = Annotated[Union[int, float], "count"]
"""A number of any size; `math.inf` stands for more than any."""


class Record(Mapping[str, Any]):
    """An object of JSON. Its keys are attributes, and items: `report.verdict` is `report["verdict"]`.

    A key that is declared and left out is `None` as an attribute, and not among the items.

    >>> Record({"verdict": "holds"})["verdict"]
    'holds'
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def __getitem__(self, key: str) -> Any:
        return _read(_types(type(self)).get(key, Any), self._data[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __getattr__(self, name: str) -> Any:
        # Called for what is no attribute of its own.
        if name.startswith("_"):
            raise AttributeError(name)
        # What Python has another word for: `with_`, `from_`, and `values_` beside the method.
        key = name.rstrip("_")
        if key in self._data:
            return self[key]
        if key in _types(type(self)):
            return None
        raise AttributeError(f"{type(self).__name__} has no key {key!r}: there are {', '.join(self._data)}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data, *_types(type(self))})

    def __eq__(self, other: object) -> bool:
        return self._data == (other._data if isinstance(other, Record) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """What is a number or a text, and of everything else how much there is: `to_json` prints everything.

        >>> Record({"verdict": "violated", "reason": None, "steps": [1, 2]})
        Record(verdict='violated', steps=[2 items])
        """
        parts = (f"{key}={_short(value)}" for key, value in self._data.items() if value is not None)
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._data,)

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON data: dictionaries, lists, numbers and texts."""
        return self._data

    def to_json(self, indent: int | None = 2) -> str:
        """The object as text, which is that of `--format json`."""
        return json.dumps(self._data, indent=indent, ensure_ascii=False)


@lru_cache(maxsize=None)
def _types(of: type) -> dict[str, Any]:
    """What the keys of a class hold."""
    hints = typing.get_type_hints(of, include_extras=True)
    return {name.rstrip("_"): hint for name, hint in hints.items() if not name.startswith("_")}


def _short(data: Any) -> str:
    if isinstance(data, dict):
        return f"{{{len(data)} keys}}"
    return f"[{len(data)} items]" if isinstance(data, list) else repr(data)


def _read(of: Any, data: Any) -> Any:
    """A value of JSON as one of a type."""
    if data is None or of is Any:
        return data
    origin = typing.get_origin(of)
    if origin is Annotated:
        return _count(data) if "count" in of.__metadata__ else data
    if origin is Union or origin is types.UnionType:
        return _read(next(one for one in typing.get_args(of) if one is not type(None)), data)
    if isinstance(data, list) and origin is list:
        (each,) = typing.get_args(of)
        return [_read(each, one) for one in data]
    if isinstance(data, dict) and origin is dict:
        _, each = typing.get_args(of)
        return {key: _read(each, one) for key, one in data.items()}
    if isinstance(data, dict) and isinstance(of, type) and issubclass(of, Record):
        return of(data)
    return data


def _count(data: Any) -> Any:
    """A count, which is a text where readers of JSON would round it."""
    if isinstance(data, str):
        return math.inf if data == "+inf" else int(data)
    return data

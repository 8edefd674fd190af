"""What classes of `reports.py` have besides their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import Record

if TYPE_CHECKING:
    from .reports import Marking, PropertyAnswer


class Result(Record):
    """The common part of all results."""

    schema: int
    version: str
    file: str
    format: str
    question: str

    def _repr_html_(self) -> str:
        from ._html import result

        return result(self)


class OfTrace(Record):
    """The methods of a trace."""

    def markings(self) -> list[Marking]:
        """Returns the markings along the run: one more than steps that lead to a marking.

        >>> from sanderling import Trace
        >>> trace = Trace({"initial": {"p": 1}, "steps": [{"event": "t", "changed": [{"place": "p", "before": 1, "after": 0}]}]})
        >>> trace.markings()
        [{'p': 1}, {}]
        """
        data: dict[str, Any] = self.to_dict()
        marking = dict(data.get("initial", {}))
        markings = [dict(marking)]
        for step in data["steps"]:
            if step.get("error"):
                break
            for change in step.get("changed", []):
                # A marking omits empty places.
                if change["after"] in (0, {}):
                    marking.pop(change["place"], None)
                else:
                    marking[change["place"]] = change["after"]
            markings.append(dict(marking))
        return markings


class OfAnalysis(Result):
    """The methods of the answer of `analyse`."""

    if TYPE_CHECKING:
        answers: list[PropertyAnswer]

    def answer(self, property: str) -> PropertyAnswer:
        """Returns the answer about a standard property.

        :raises KeyError: if the property was not requested.
        """
        for answer in self.answers:
            if answer.property == property:
                return answer
        raise KeyError(property)

    def holds(self, property: str) -> bool | None:
        """Returns whether a standard property holds, or `None` if this is unknown."""
        return {"holds": True, "violated": False}.get(self.answer(property).verdict)

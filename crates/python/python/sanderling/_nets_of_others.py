"""Nets of pm4py and of SNAKES as objects of `docs/net-json.md`, and back.

Neither library is imported to read its nets: they are known by what they have. Anything that would change the meaning of a net and cannot be
expressed is an error; it is not omitted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import InputError
from .reports import Failure

JSON_VERSION = 1


def _refused(message: str, expected: str) -> InputError:
    diagnostic = {"severity": "error", "message": message, "expected": expected}
    failure = {"error": "input", "message": "the net cannot be taken over", "file": None, "diagnostics": [diagnostic]}
    return InputError(Failure(failure))


class _Ids:
    """An id for each node: its name, with a number behind it where another node has that."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def of(self, name: str) -> str:
        name = name or "unnamed"
        unique, number = name, 1
        while unique in self.taken:
            number += 1
            unique = f"{name} {number}"
        self.taken.add(unique)
        return unique


def is_pm4py(source: Any) -> bool:
    """Whether it is `(net, im, fm)`, or `(net, im)`."""
    return isinstance(source, tuple) and len(source) in (2, 3) and all(
        hasattr(source[0], name) for name in ("places", "transitions", "arcs")
    )


def of_pm4py(source: tuple[Any, ...]) -> dict[str, Any]:
    """The net of a pm4py net with its initial marking and, perhaps, its final one."""
    net, initial = source[0], source[1] or {}
    final = source[2] if len(source) > 2 else None
    ids, by_name = _Ids(), lambda node: (str(node.name), id(node))
    places = sorted(net.places, key=by_name)
    transitions = sorted(net.transitions, key=by_name)
    position = {place: at for at, place in enumerate(places)}
    position_of_transition = {transition: at for at, transition in enumerate(transitions)}
    for marking in (initial, final or {}):
        for place in marking:
            if place not in position:
                raise _refused(f"a marking of `{place}`, which is not a place of the net", "places of the net")
    data: dict[str, Any] = {
        "sanderling_net": JSON_VERSION,
        "id": str(net.name or ""),
        "places": [
            {"id": ids.of(str(place.name)), "initial": {"tokens": int(initial.get(place, 0))}} for place in places
        ],
        "transitions": [_transition(one, ids) for one in transitions],
        "arcs": [_arc(arc, position, position_of_transition) for arc in _in_order(net.arcs)],
    }
    if final:
        tokens = [{"place": position[place], "tokens": int(count)} for place, count in final.items() if count]
        data["final_markings"] = [sorted(tokens, key=lambda one: one["place"])]
    return data


def _transition(transition: Any, ids: _Ids) -> dict[str, Any]:
    properties = getattr(transition, "properties", None) or {}
    if getattr(transition, "guard", None) or properties.get("guard"):
        raise _refused(f"the transition `{transition.name}` with a guard over data", "a net without data")
    data: dict[str, Any] = {"id": ids.of(str(transition.name))}
    # What has no label is silent.
    if transition.label is not None:
        data["name"] = str(transition.label)
    return data


def _in_order(arcs: Iterable[Any]) -> list[Any]:
    return sorted(arcs, key=lambda arc: (str(arc.source.name), str(arc.target.name), id(arc)))


#: What the kinds of arcs of pm4py are called.
_KINDS = {"inhibitor": "inhibitor", "reset": "reset"}
#: Those of arcs that do not say so.
_CLASSES = {"InhibitorArc": "inhibitor", "ResetArc": "reset"}


def _arc(arc: Any, places: dict[Any, int], transitions: dict[Any, int]) -> dict[str, Any]:
    of: str | None = (getattr(arc, "properties", None) or {}).get("arctype") or _CLASSES.get(type(arc).__name__)
    if of is not None and of not in _KINDS:
        raise _refused(f"an arc of the kind `{of}`", "ordinary, inhibitor and reset arcs")
    if arc.source in places:
        kind, place, transition = of or "input", arc.source, arc.target
    elif of is None:
        kind, place, transition = "output", arc.target, arc.source
    else:
        raise _refused(f"an arc of the kind `{of}` from a transition to a place", "one from a place to a transition")
    if place not in places or transition not in transitions:
        raise _refused(f"an arc from `{arc.source}` to `{arc.target}`", "arcs between nodes of the net")
    return {
        "place": places[place],
        "transition": transitions[transition],
        "kind": kind,
        "inscription": {"tokens": int(arc.weight)},
    }


def to_pm4py(net: dict[str, Any]) -> tuple[Any, Any, Any]:
    """A place/transition net as `(net, im, fm)`."""
    from pm4py.objects.petri_net.obj import InhibitorNet, Marking, PetriNet, ResetInhibitorNet, ResetNet

    kinds = {arc["kind"] for arc in net["arcs"]}
    if "read" in kinds:
        raise _refused("a read arc", "input, output, inhibitor and reset arcs; pm4py has no others")
    if any(place.get("capacity") is not None for place in net["places"]):
        raise _refused("a place with a capacity", "places without; pm4py has no others")
    by_kinds = {(True, True): ResetInhibitorNet, (True, False): InhibitorNet, (False, True): ResetNet}
    kind = by_kinds.get(("inhibitor" in kinds, "reset" in kinds), PetriNet)
    made = kind(net.get("name") or net.get("id") or "")
    places = [kind.Place(place["id"]) for place in net["places"]]
    has_labels = any("name" in one for one in net["transitions"])
    # Where nothing has a label, nothing is silent either.
    label = (lambda one: one.get("name")) if has_labels else (lambda one: one["id"])
    transitions = [kind.Transition(one["id"], label(one)) for one in net["transitions"]]
    made.places.update(places)
    made.transitions.update(transitions)
    for arc in net["arcs"]:
        _add_arc(made, kind, arc, places[arc["place"]], transitions[arc["transition"]])
    initial = Marking({place: n for place, n in zip(places, map(_initial, net["places"])) if n})
    finals = net.get("final_markings") or [[]]
    final = Marking({places[one["place"]]: int(one["tokens"]) for one in finals[0]})
    return made, initial, final


def _initial(place: dict[str, Any]) -> int:
    return int(place.get("initial", {"tokens": 0})["tokens"])


def _add_arc(made: Any, kind: Any, arc: dict[str, Any], place: Any, transition: Any) -> None:
    weight = int(arc.get("inscription", {"tokens": 1})["tokens"])
    if arc["kind"] == "output":
        source, target, of = transition, place, kind.Arc
    else:
        source, target = place, transition
        of = {"inhibitor": "InhibitorArc", "reset": "ResetArc"}.get(arc["kind"], "Arc")
        of = getattr(kind, of)
    added = of(source, target, weight)
    if arc["kind"] in _KINDS:
        added.properties["arctype"] = arc["kind"]
    made.arcs.add(added)
    source.out_arcs.add(added)
    target.in_arcs.add(added)


def is_snakes(source: Any) -> bool:
    """Whether it is a net of SNAKES."""
    return all(callable(getattr(source, name, None)) for name in ("place", "transition", "get_marking"))


def of_snakes(net: Any) -> dict[str, Any]:
    """The net of a SNAKES net whose tokens are all black."""
    ids = _Ids()
    places = sorted(net.place(), key=lambda place: str(place.name))
    transitions = sorted(net.transition(), key=lambda one: str(one.name))
    position = {place.name: at for at, place in enumerate(places)}
    arcs = []
    for at, transition in enumerate(transitions):
        if str(transition.guard) != "True":
            raise _refused(f"the guard `{transition.guard}` of `{transition.name}`", "transitions without a guard")
        for ends, moves in ((transition.input(), "input"), (transition.output(), "output")):
            for place, label in ends:
                kind, tokens = _meaning(label, moves)
                arc = {"place": position[place.name], "transition": at, "kind": kind}
                arcs.append({**arc, "inscription": {"tokens": tokens}})
    return {
        "sanderling_net": JSON_VERSION,
        "id": str(net.name),
        "places": [{"id": ids.of(str(one.name)), "initial": {"tokens": _black(one)}} for one in places],
        "transitions": [{"id": ids.of(str(one.name))} for one in transitions],
        "arcs": arcs,
    }


def _black(place: Any) -> int:
    if any(type(token).__name__ != "BlackToken" for token in place.tokens):
        raise _refused(f"coloured tokens in `{place.name}`", "black tokens, `dot`")
    return len(place.tokens)


def _meaning(label: Any, moves: str) -> tuple[str, int]:
    """What an arc with this label does, and with how many tokens."""
    of = type(label).__name__
    if of in ("Test", "Inhibitor") and moves == "input":
        _, tokens = _meaning(label._annotation, moves)
        return ("read" if of == "Test" else "inhibitor"), tokens
    if of == "Flush" and moves == "input":
        return "reset", 1
    if of == "MultiArc":
        return moves, sum(_meaning(one, moves)[1] for one in label)
    if of == "Variable" or (of == "Value" and type(label.value).__name__ == "BlackToken"):
        return moves, 1
    raise _refused(f"the label `{label}` of an arc", "black tokens and variables for them")

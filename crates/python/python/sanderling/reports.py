"""Answers as objects, with the keys that `docs/json.md` describes: what is always there, and what is `None` where there is nothing to say."""

from __future__ import annotations

import typing
from typing import Any, Literal

from .record import Count, Record

Verdict = Literal["holds", "violated", "unknown", "computed"]
"""Whether a property holds; `computed` where statistics were asked for."""

Marking = dict[str, Any]
"""What places hold, by id: a number of tokens, numbers by colour, or the value of a program's place. A place that is not named is empty."""


class Diagnostic(Record):
    """What is wrong with a text, and where (from 1)."""

    severity: Literal["error", "warning"]
    message: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    start: int | None
    end: int | None
    element: str | None
    expected: str | None
    help: str | None


class Failure(Record):
    """Why there is no answer."""

    schema: int
    version: str
    error: Literal["usage", "input", "internal"]
    message: str
    file: str | None
    diagnostics: list[Diagnostic]


class Hint(Record):
    """What may be behind an answer; it changes no verdict."""

    kind: Literal["no_tokens", "property_process", "meant_end", "final_markings", "differences"]
    message: str
    except_: str | None


class Move(Record):
    """A process that moves."""

    process: str
    line: int
    column: int
    from_: str
    to: str


class Change(Record):
    """A place whose tokens change."""

    place: str
    before: Any
    after: Any


class Step(Record):
    """A firing."""

    event: str
    name: str | None
    binding: dict[str, str]
    moves: list[Move] | None
    communication: str | None
    changed: list[Change]
    error: str | None


class Watching(Record):
    """Where a property process is along a run."""

    name: str
    locations: list[str]
    at: list[int]


class Branch(Record):
    """What is claimed along a run."""

    after: int
    until: int | None
    formula: str
    holds: bool
    shown_by: Literal["run", "branch", "nothing"]
    trace: Trace | None


class Trace(Record):
    """A run: where it begins, and its firings, which have been replayed on the net."""

    initial: Marking
    steps: list[Step]
    repeated_from: int | None
    shortest: bool | None
    shortest_reason: str | None
    property_process: Watching | None
    branches: list[Branch] | None
    left_out_from: int | None

    def markings(self) -> list[Marking]:
        """The markings along the run, of which there is one more than steps that lead to one.

        >>> trace = Trace({"initial": {"p": 1}, "steps": [{"event": "t", "changed": [{"place": "p", "before": 1, "after": 0}]}]})
        >>> trace.markings()
        [{'p': 1}, {}]
        """
        marking, markings = dict(self.initial), [dict(self.initial)]
        for step in self.to_dict()["steps"]:
            if step.get("error"):
                break
            for change in step.get("changed", []):
                # What is empty is not named.
                if change["after"] in (0, {}):
                    marking.pop(change["place"], None)
                else:
                    marking[change["place"]] = change["after"]
            markings.append(dict(marking))
        return markings


class Decision(Record):
    """What decided a question."""

    technique: str
    with_: list[str] | None
    proof: list[str] | None


class Answer(Record):
    """The answer to one of several properties."""

    name: str | None
    property: str
    verdict: Verdict
    reason: str | None
    trace: Trace | None
    decided_by: Decision | None


class Explored(Record):
    """What was visited."""

    states: Count
    firings: Count


class Rule(Record):
    """What a structural rule has done."""

    rule: str
    applications: int
    places: int
    transitions: int


class ReducedNet(Record):
    """The smaller net that was searched."""

    places: int
    transitions: int
    rules: list[Rule]


class Reduction(Record):
    """What structural rules make of a net."""

    deadlocks: bool
    kept: list[str]
    places: int
    transitions: int
    arcs: int
    never_dead: bool
    rules: list[Rule]


class Unfolding(Record):
    """What a coloured net was unfolded to."""

    coloured_places: int
    coloured_transitions: int
    places: int
    transitions: int
    arcs: int
    all_colours: Count | None
    all_bindings: Count | None
    time_s: float


class Sweep(Record):
    """What a sweep-line did."""

    sweeps: Count
    persistent: Count
    largest_class: Count


class Retention(Record):
    """What was kept and forgotten."""

    visits: Count
    revisits: Count | None
    states_estimate: Count | None
    standard_error: float | None
    visited_firings: Count
    visited_deadlocks: Count
    forgotten: Count
    forgetting_since: Count | None
    peak_stored: Count
    peak_tree: Count
    vetoes: Count | None
    sweep: Sweep | None


class Disk(Record):
    """What a store wrote."""

    peak_bytes: int
    bytes_written: int
    bytes_read: int


class Inexact(Record):
    """What an inexact store may have left out."""

    states_at_least: Count
    firings_at_least: Count
    deadlocks_at_least: Count
    expected_omissions: float
    omission_probability: float


class Store(Record):
    """How states were remembered."""

    name: str
    why: str
    bytes: int
    bytes_per_state: float | None
    disk: Disk | None
    inexact: Inexact | None


class Checkpoint(Record):
    """Where checkpoints are."""

    directory: str
    problem: str | None


class Depth(Record):
    """What a search to a depth did."""

    bound: int
    increment: int
    complete: bool
    explored: int
    rounds: Count
    revisits: Count
    replayed: Count
    replay_s: float
    peak_frontier: Count
    peak_frontier_bytes: int


class Coverable(Record):
    """What can be covered."""

    markings: Count
    unbounded_places: list[str]


class Unbounded(Record):
    """Why a net is unbounded."""

    places: list[str]
    prefix: Trace
    pump: list[Step]
    coverable: Coverable | None


class ModelError(Record):
    """Where the model has no meaning."""

    message: str
    event: str
    moves: list[Move] | None
    trace: Trace


class NupnClaim(Record):
    """What became of a claim that nested units are safe."""

    status: Literal["none", "unchecked", "holds", "refuted"]
    places: list[str] | None
    marking: Marking | None


class SelfCheck(Record):
    """How far a search was compared with the meaning of the net."""

    mode: str
    states_checked: Count


class Timings(Record):
    """Seconds by phase."""

    parse: float
    compile: float
    search: float
    before: float | None
    fire: float | None
    hash: float | None
    look_up: float | None
    retain: float | None
    replay: float
    total: float


class Result(Record):
    """What all results have."""

    schema: int
    version: str
    file: str
    format: str
    question: str

    def _repr_html_(self) -> str:
        from ._html import result

        return result(self)


class Report(Result):
    """The answer of `explore`, `deadlock` and `check`."""

    net: str | None
    program: bool | None
    except_: str | None
    verdict: Verdict
    reason: str | None
    reason_text: str | None
    states: Count | None
    firings: Count | None
    deadlocks: Count | None
    explored: Explored | None
    reduced_net: ReducedNet | None
    unfolding: Unfolding | None
    decided_by: Decision | None
    retention: Retention | None
    store: Store | None
    checkpoint: Checkpoint | None
    depth: Depth | None
    max_tokens_in_place: Count | None
    max_tokens_in_marking: Count | None
    bits_per_state: int
    levels: list[Count] | None
    exhaustive: bool
    trace: Trace | None
    answers: list[Answer] | None
    bounds: dict[str, Count] | None
    dead_transitions: list[str] | None
    unbounded: Unbounded | None
    model_error: ModelError | None
    nupn_claim: NupnClaim
    self_check: SelfCheck | None
    time_s: Timings
    peak_memory_bytes: int
    store_bytes: int
    plan: list[Stage] | None
    options: dict[str, Any]
    names: dict[str, str] | None
    hints: list[Hint] | None
    warnings: list[Diagnostic] | None


class Stage(Record):
    """A stage of a plan: one technique, for all goals that it was tried on."""

    name: str
    tried: int
    decided: int
    states: Count
    time_s: float


class PropertyAnswer(Record):
    """Whether a standard property holds, and what shows it."""

    property: str
    verdict: Verdict
    text: str
    nodes: list[str] | None
    trace: Trace | None
    marking: Marking | None


class Greatest(Record):
    """The greatest value of a sum of tokens."""

    sum: str
    verdict: Verdict
    value: Count | None
    at_least: Count | None
    at_most: Count | None
    text: str
    trace: Trace | None
    marking: Marking | None


class Invariant(Record):
    """A weighted sum of tokens that no firing changes."""

    weights: dict[str, Count]
    value: Count


class PlaceInvariants(Record):
    """The place invariants; `complete` says whether nothing is missing."""

    complete: bool
    list: typing.List[Invariant]


class TransitionInvariants(Record):
    """The transition invariants: how often each transition fires."""

    complete: bool
    list: typing.List[dict[str, Count]]


class PlaceSet(Record):
    """A siphon or a trap."""

    places: list[str]
    marked: bool


class PlaceSets(Record):
    """Siphons or traps; `complete` says whether nothing is missing."""

    complete: bool
    list: typing.List[PlaceSet]


class Analysis(Result):
    """The answer of `analyse`."""

    net: str | None
    name: str | None
    unfolding: Unfolding | None
    places: int
    transitions: int
    arcs: int
    verdict: Verdict
    answers: list[PropertyAnswer]
    greatest: list[Greatest] | None
    states: Count | None
    firings: Count | None
    deadlocks: Count | None
    terminal_components: Count | None
    bounds: dict[str, Count] | None
    liveness: dict[str, Literal["L0", "L1", "L2", "L3", "L4"]] | None
    place_invariants: PlaceInvariants
    transition_invariants: TransitionInvariants
    siphons: PlaceSets
    traps: PlaceSets
    source: str | None
    sink: str | None
    final_condition: str | None
    names: dict[str, str] | None
    time_s: Timings
    plan: list[Stage] | None
    hints: list[Hint] | None
    warnings: list[Diagnostic] | None

    def answer(self, property: str) -> PropertyAnswer:
        """The answer to a standard property.

        :raises KeyError: where it was not asked for.
        """
        for answer in self.answers:
            if answer.property == property:
                return answer
        raise KeyError(property)

    def holds(self, property: str) -> bool | None:
        """Whether a standard property holds; `None` where that is not known."""
        return {"holds": True, "violated": False}.get(self.answer(property).verdict)


class Units(Record):
    """Nested units."""

    units: int
    depth: int
    claims_safe: bool


class Encoding(Record):
    """A way to pack markings."""

    name: str
    bits_per_state: int


class StoreEstimate(Record):
    """What a state takes in a store, about."""

    name: str
    bytes_per_state: float
    basis: str


class Slot(Record):
    """Where a place is kept."""

    place: str
    bits: int
    bound: Count | None
    range: list[int] | None
    origin: str


class Layout(Record):
    """How a marking is packed."""

    encoding: str
    encoding_why: str
    bits_per_state: int
    words_per_state: int
    encodings: list[Encoding]
    store: str
    store_why: str
    stores: list[StoreEstimate]
    slots: list[Slot]


class Variable(Record):
    """A variable of a program."""

    place: str
    type: str
    declared_range: list[int] | None
    range: list[int] | None
    bits: int
    origin: str


class Process(Record):
    """A process of a program."""

    name: str
    line: int | None
    locations: int
    committed: list[str] | None
    transitions: int
    bits: int
    variables: list[Variable] | None


class Channel(Record):
    """A channel of a program."""

    name: str
    capacity: int
    items_: list[str] | None
    bits: int


class Program(Record):
    """A model that was written as a program."""

    processes: list[Process]
    variables: list[Variable]
    channels: list[Channel]
    assertions: int
    left_out: list[str] | None
    declared_bits: int


class Sort(Record):
    """A sort of colours."""

    name: str
    text: str
    values_: Count | None


class ColouredPlace(Record):
    """A place of a coloured net."""

    id: str
    name: str | None
    sort: str
    tokens: Count | None
    initial: str


class ColouredTransition(Record):
    """A transition of a coloured net."""

    id: str
    name: str | None
    guard: str | None
    variables: list[str]


class Coloured(Record):
    """A coloured net in words."""

    sorts: list[Sort]
    variables: dict[str, str]
    places: list[ColouredPlace]
    transitions: list[ColouredTransition]
    inscriptions: dict[str, int]


class StoredQuery(Record):
    """A query that a file keeps beside its net."""

    name: str
    property: str | None
    why_not: str | None


class Structure(Result):
    """The answer of `info`."""

    net: str | None
    name: str | None
    nets_in_file: int
    coloured: Coloured | None
    unfolding: Unfolding | None
    places: int
    transitions: int
    arcs: int
    arcs_by_kind: dict[str, int]
    largest_weight: Count | None
    initial_tokens: Count | None
    marked_places: int
    places_with_capacity: int
    source_places: list[str]
    sink_places: list[str]
    source_transitions: list[str]
    sink_transitions: list[str]
    isolated_nodes: list[str]
    units: Units | None
    invariants: list[Invariant]
    bounds: dict[str, Count]
    unbounded_places: list[str] | None
    program: Program | None
    reason: str | None
    layout: Layout | None
    reduction: Reduction | None
    queries: list[StoredQuery] | None
    hints: list[Hint] | None
    warnings: list[Diagnostic] | None


class Replay(Result):
    """The answer of `replay`."""

    trace_file: str
    verdict: Verdict
    steps: int
    failed_step: int | None
    problem: str | None
    marking: Marking
    deadlock: bool
    error: str | None


class Aspect(Record):
    """In what way something is not the same."""

    aspect: str
    before: str | None
    after: str | None


class Difference(Record):
    """A declaration, a place or a transition that is not the same."""

    change: Literal["added", "removed", "changed"]
    id: str
    name: str | None
    aspects: list[Aspect] | None


class ArcDifference(Record):
    """An arc that is not the same."""

    change: Literal["added", "removed", "changed"]
    place: str
    transition: str
    kind: str
    aspects: list[Aspect] | None


class Comparison(Result):
    """The answer of `compare`."""

    other_file: str
    other_format: str
    verdict: Verdict
    declarations: list[Difference]
    places: list[Difference]
    transitions: list[Difference]
    arcs: list[ArcDifference]


class Found(Record):
    """How far an unfolding is."""

    places: Count
    bindings: Count
    made: Count


class Progress(Record):
    """How far a search, or the unfolding before it, has come."""

    states: Count | None
    stored: Count | None
    firings: Count | None
    open: Count | None
    memory_bytes: int | None
    elapsed_s: float
    states_per_s: float | None
    unfolding: Found | None

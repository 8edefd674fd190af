"""Answers as objects, written from `docs/report.schema.json` by `tests/test_report_types.py`: not to be edited."""

from __future__ import annotations

import typing
from typing import Any, Literal

from ._methods import OfAnalysis, OfTrace, Result
from .record import Count, Record

Marking = dict[str, Any]
"""The contents of places by id: a number of tokens, numbers by colour, or the value of a program's place. Places that
are left out are empty."""

ChangeKind = Literal[
    "added",
    "removed",
    "changed",
]
"""The kind of difference."""

ErrorKind = Literal[
    "usage",
    "input",
    "internal",
]
"""The kinds of failure."""

HintKind = Literal[
    "no_tokens",
    "meant_end",
    "final_markings",
    "differences",
    "property_process",
]
"""The subject of a hint."""

LivenessLevel = Literal[
    "L0",
    "L1",
    "L2",
    "L3",
    "L4",
]
"""The liveness of a transition (Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of
the IEEE, 1989). In a net with finitely many markings, L2 and L3 are equal."""

Means = Literal[
    "search",
    "stubborn_sets",
    "structural_reduction",
    "random_walk",
    "symmetries",
    "unfolding",
]
"""A means used with a technique."""

Question = Literal[
    "explore",
    "deadlock",
    "check",
]
"""The question of a search."""

Reason = Literal[
    "memory_limit",
    "time_limit",
    "state_limit",
    "store_full",
    "tree_too_large",
    "revisit_limit",
    "trace_lost",
    "disk_failed",
    "disk_full",
    "disk_limit",
    "not_exhaustive",
    "depth_limit",
    "peer_lost",
    "cancelled",
    "unbounded",
    "token_overflow",
    "token_limit",
    "no_symmetry",
    "symmetry_limit",
    "model_error",
    "unfolding_too_large",
    "unsupported",
    "not_understood",
]
"""The reason for an `unknown` verdict, or for an incomplete exploration."""

Severity = Literal[
    "warning",
    "error",
]
"""The severity of a diagnostic."""

ShownBy = Literal[
    "run",
    "branch",
    "nothing",
]
"""The evidence for a claim about a marking on a run."""

StandardProperty = Literal[
    "ordinary",
    "pure",
    "state_machine",
    "marked_graph",
    "free_choice",
    "extended_free_choice",
    "asymmetric_choice",
    "connected",
    "strongly_connected",
    "conservative",
    "structurally_bounded",
    "consistent",
    "repetitive",
    "siphon_trap",
    "workflow_net",
    "bounded",
    "safe",
    "deadlock_free",
    "quasi_live",
    "live",
    "reversible",
    "home_marking",
    "persistent",
    "terminates",
    "option_to_complete",
    "proper_completion",
    "no_dead_transition",
    "relaxed_sound",
    "weakly_sound",
    "sound",
]
"""A standard property of a net, which either holds or not."""

Technique = Literal[
    "initial_marking",
    "search",
    "pumping",
    "coverability",
    "decision_diagram",
    "reduction",
    "structure",
    "place_invariant",
    "state_equation",
    "trap",
    "siphon_trap",
    "state_equation_with_traps",
    "skeleton_structure",
    "skeleton_place_invariant",
    "skeleton_state_equation",
    "skeleton_trap",
    "skeleton_siphon_trap",
    "skeleton_state_equation_with_traps",
]
"""A technique that decides a question."""

Verdict = Literal[
    "holds",
    "violated",
    "unknown",
    "computed",
]
"""The answer to a question. For `always F`, and for freedom from deadlock, `holds` means that every reachable
state satisfies it. `violated` means that some state does not, with a trace to it. For `reach F`, `holds`
means that a state which satisfies `F` is reachable, with a trace to it. `violated` means that no such state
is reachable."""


class Analysis(OfAnalysis):
    """The answer of `analyse`: every standard property of a net."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    file: str
    """The file, as named by the user."""
    format: str
    """The file's format."""
    question: str
    """Always `analyse`."""
    places: int
    """The number of places."""
    transitions: int
    """The number of transitions."""
    arcs: int
    """The number of arcs."""
    verdict: Verdict
    """The verdict over the requested properties, or `computed` if all properties were requested."""
    answers: list[PropertyAnswer]
    """The requested properties, in their usual order. Properties of workflows are included if the net is a
    workflow."""
    states: Count | None
    """The number of reachable markings; `+inf` in an unbounded net."""
    firings: Count | None
    """The number of firings from the reachable markings."""
    deadlocks: Count | None
    """The number of reachable markings that enable no transition."""
    terminal_components: Count | None
    """The number of strongly connected components of the reachability graph that no edge leaves."""
    bounds: dict[str, Count] | None
    """The maximum number of tokens in each place."""
    liveness: dict[str, LivenessLevel] | None
    """The liveness level of each transition. It is a lower bound unless all reachable markings were
    explored."""
    place_invariants: PlaceInvariants
    """Weighted sums of tokens that no firing changes."""
    transition_invariants: TransitionInvariants
    """Firing counts that together have no effect."""
    siphons: PlaceSets
    """The minimal siphons."""
    traps: PlaceSets
    """The minimal traps."""
    time_s: Timings
    """The time used."""
    final_condition: str | None
    """The condition on the markings in which the process ends, if it does not end in a sink."""
    greatest: list[Greatest] | None
    """The greatest values of the requested sums."""
    hints: list[Hint] | None
    """What the user should know about the answers, and suggested actions."""
    name: str | None
    """The name of the net."""
    names: dict[str, str] | None
    """The names of the places and transitions whose name differs from the id."""
    net: str | None
    """The id of the net in the file."""
    plan: list[Stage] | None
    """The stages of the plan, if requested."""
    program: ProgramBehaviour | None
    """The assertions, statements and values of a program."""
    sink: str | None
    """The sink of the workflow net."""
    source: str | None
    """The source of the workflow net."""
    unfolding: Unfolding | None
    """The analysed net, if the file's own net is coloured and was unfolded."""
    warnings: list[Diagnostic] | None
    """Problems in the file that did not prevent its use."""


class Answer(Record):
    """The answer to one of the checked properties."""

    property: str
    """The property as text: `always tokens(p) <= 3`."""
    verdict: Verdict
    """Whether the property holds."""
    reason: Reason | None
    """Why the verdict is unknown."""
    trace: Trace | None
    """A run to a state that refutes an `always`, or that satisfies a `reach`."""
    decided_by: Decision | None
    """What decided the property, if it was decided."""
    name: str | None
    """The name of the property, if it comes from a file that gives it one."""


class ArcDifference(Record):
    """An arc that differs between the nets."""

    change: ChangeKind
    """The kind of difference."""
    place: str
    """The id of the arc's place."""
    transition: str
    """The id of the arc's transition."""
    kind: str
    """`input`, `output`, `inhibitor`, `read` or `reset`."""
    aspects: list[Aspect]
    """The differences in detail."""


class Aspect(Record):
    """An aspect of an element that differs, in words."""

    aspect: str
    """The aspect: `initial`, `guard`, `weight` and the like."""
    before: str | None
    """Its value in the first net, if it has one."""
    after: str | None
    """Its value in the second net, if it has one."""


class Branch(Record):
    """A claim about the marking at a position of a run."""

    after: int
    """The number of steps before the marking."""
    formula: str
    """A part of the property: an operator with its operands."""
    holds: bool
    """Whether the part holds or fails in the marking."""
    shown_by: ShownBy
    """The evidence for the claim."""
    trace: Trace | None
    """The run that branches off at the marking."""
    until: int | None
    """The number of steps before the last marking, if the claim is about several consecutive markings."""


class Change(Record):
    """A place before and after a firing."""

    place: str
    """The place's id."""
    before: Any
    """The contents of the place before the step."""
    after: Any
    """The contents of the place after the step."""


class Channel(Record):
    """A channel."""

    name: str
    """The name of the channel."""
    capacity: int
    """The number of messages that the channel holds; 0 if sender and receiver move together."""
    items_: list[str] | None
    """The types of the values in a message, if they are declared."""
    bits: int
    """The number of bits of the buffer in a state."""


class ChannelFill(Record):
    """The greatest number of messages of a channel in the explored states."""

    channel: str
    """The channel."""
    greatest: int
    """The greatest number of messages that it holds."""
    capacity: int
    """The number of messages that it can hold."""


class Checkpoint(Record):
    """The checkpoints of a search."""

    directory: str
    """The directory, as given by the user."""
    problem: str | None
    """Why the newest checkpoint is not from the end of the search, if a file could not be written."""


class Coloured(Record):
    """A coloured net in the form its file has, without unfolding it."""

    sorts: list[Sort]
    """The declared sorts that are used, in the order of the file."""
    variables: dict[str, str]
    """The variables, with the names of their sorts."""
    places: list[ColouredPlace]
    """The places."""
    transitions: list[ColouredTransition]
    """The transitions."""
    inscriptions: dict[str, int]
    """The distinct inscriptions, each with the number of arcs that bear it, the most frequent first. Reset
    arcs have none."""


class ColouredPlace(Record):
    """A place with colours."""

    id: str
    """The id of the place."""
    sort: str
    """The name of the place's sort."""
    tokens: Count | None
    """The number of initial tokens; null if it is known only after an evaluation."""
    initial: str
    """The initial tokens, in words."""
    name: str | None
    """The name, if it differs from the id."""


class ColouredTransition(Record):
    """A transition with variables."""

    id: str
    """The id of the transition."""
    guard: str | None
    """The guard in words, if there is one."""
    variables: list[str]
    """The variables of the guard, the code and the arcs, in the order of their declaration."""
    name: str | None
    """The name, if it differs from the id."""


class Comparison(Result):
    """The differences between two nets."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    file: str
    """The file of the first net, as named by the user."""
    format: str
    """The format of the first net."""
    question: str
    """Always `compare`."""
    other_file: str
    """The file of the second net."""
    other_format: str
    """The format of the second net."""
    verdict: Verdict
    """`holds` if the nets are equal, `violated` if they are not."""
    declarations: list[Difference]
    """The differences in sorts, variables, operators, partitions, assertions, units and final markings."""
    places: list[Difference]
    """The differences in places."""
    transitions: list[Difference]
    """The differences in transitions."""
    arcs: list[ArcDifference]
    """The differences in arcs. Arcs of the same kind between the same nodes count as one, with their combined
    weight."""


class Coverable(Record):
    """The minimal coverability set of an unbounded net."""

    markings: Count
    """The number of markings in the set."""
    unbounded_places: list[str]
    """All places with unboundedly many tokens in reachable markings; the others are bounded."""


class Decision(Record):
    """How a question was decided."""

    technique: Technique
    """The technique that decided the question."""
    proof: list[str] | None
    """A proof in lines for people. Places of the reduced net, if there is one, appear by their ids between
    backticks."""
    with_: list[Means] | None
    """The other means used."""


class Depth(Record):
    """The statistics of a depth-bounded search."""

    bound: int
    """The requested depth."""
    increment: int
    """The growth of the bound from round to round."""
    complete: bool
    """Whether every reachable state lies within the depth, so that the search was exhaustive."""
    explored: int
    """The number of firings within which all states were explored: the bound, unless the search was
    stopped."""
    rounds: Count
    """The number of rounds begun."""
    revisits: Count
    """The number of times a state was explored again."""
    replayed: Count
    """The number of events fired again to reach frontier states."""
    replay_s: float
    """The time for these events, in seconds."""
    peak_frontier: Count
    """The maximum number of frontier states at a time."""
    peak_frontier_bytes: int
    """The maximum memory of the frontier, in bytes."""


class Diagnostic(Record):
    """A message about a file."""

    severity: Severity
    """The severity."""
    message: str
    """The problem."""
    column: int | None
    """The column of the first character in characters, from 1."""
    element: str | None
    """The id of the element concerned."""
    end: int | None
    """The number of bytes before the end."""
    end_column: int | None
    """The column of the end in characters, from 1."""
    end_line: int | None
    """The line of the end, from 1."""
    expected: str | None
    """The expected input."""
    help: str | None
    """A suggested action."""
    line: int | None
    """The line of the first character, from 1."""
    start: int | None
    """The number of bytes before the part, in UTF-8 without a byte order mark."""


class Diagram(Record):
    """A decision diagram of all reachable markings of the net that was searched, or of some if the search
    ended early."""

    order: str
    """The order of the places, as a value of the option `diagram-order`."""
    levels: Count
    """The number of levels, one for each place."""
    nodes: Count
    """The number of nodes; if the search ended early, of all in memory."""
    created_nodes: Count
    """The number of nodes that were ever created in this order."""
    collections: Count
    """The number of times that unused nodes were removed."""
    deadlocks: Count | None
    """The number of reachable markings without an enabled transition, if they were counted."""
    firings: Count | None
    """The number of firings from all reachable markings, if they were counted."""
    states: Count | None
    """The number of reachable markings, if it was counted."""
    states_at_least: Count | None
    """A lower bound of the number of reachable markings, if the search ended early."""


class DiagramOutline(Record):
    """What is known about decision diagrams of a net before one is built."""

    levels: Count
    """The number of levels, one for each place."""
    orders: list[OrderOfPlaces]
    """The orders of the places that a search tries, the most promising first."""


class DiagramProgress(Record):
    """A decision diagram under construction."""

    nodes: Count
    """The number of nodes in memory."""
    states_at_least: Count | None
    """A lower bound of the number of reachable markings; omitted if it is not known."""


class Difference(Record):
    """An element that differs between the nets."""

    change: ChangeKind
    """The kind of difference."""
    id: str
    """The id of the element."""
    aspects: list[Aspect]
    """The differences in detail."""
    name: str | None
    """The name in the second net, or in the only net that has the element, if it differs from the id."""


class Disk(Record):
    """The disk use of a store, in bytes."""

    peak_bytes: int
    """The maximum size of the files at a time."""
    bytes_written: int
    """The number of bytes written."""
    bytes_read: int
    """The number of bytes read."""


class Encoding(Record):
    """The size of a state under an encoding."""

    name: str
    """The name of the encoding."""
    bits_per_state: int
    """The number of bits of a state."""


class Explored(Record):
    """The explored part, if it is not the whole state space."""

    states: Count
    """The number of states visited, over all searches."""
    firings: Count
    """The number of firings from the expanded states."""


class Failure(Record):
    """The result of a command without an answer."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    error: ErrorKind
    """The kind of failure."""
    message: str
    """The problem, in one line."""
    file: str | None
    """The file concerned, if there is one."""
    diagnostics: list[Diagnostic]
    """The problems in the file, in its order."""


class Found(Record):
    """The elements of an unfolding found so far."""

    places: Count
    """The number of places: colours that a coloured place can hold."""
    bindings: Count
    """The number of bindings that can be enabled."""
    made: Count
    """The number of bindings whose transitions have been built, which starts when all bindings are found."""


class Greatest(Record):
    """The greatest value of a sum, or known bounds of it."""

    sum: str
    """The sum, as given by the user."""
    verdict: Verdict
    """`computed` or `unknown`."""
    value: Count | None
    """The greatest value, if it is known."""
    at_least: Count | None
    """A value that some reachable marking is known to have."""
    at_most: Count | None
    """A value that no reachable marking exceeds, if one is known."""
    text: str
    """How the value is known, or why it is not, in one line for people."""
    marking: Marking | None
    """The marking at the end of the run."""
    trace: Trace | None
    """A run to a marking with the greatest value. If there is no greatest value, a run that can continue for
    ever and raises the sum."""


class Hint(Record):
    """A hint about an answer or a net."""

    kind: HintKind
    """The subject."""
    message: str
    """The hint, for people."""
    except_: str | None
    """The condition for `deadlock --except` that excludes the subject of the hint, if there is one."""


class Inexact(Record):
    """The statistics of a search that may have omitted states."""

    states_at_least: Count
    """The number of states discovered, a lower bound of the number of states."""
    firings_at_least: Count
    """The number of firings from the expanded states."""
    deadlocks_at_least: Count
    """The number of dead states discovered."""
    expected_omissions: float
    """The expected number of states that were mistaken for others."""
    omission_probability: float
    """An approximate upper bound of the probability that any state was."""


class Invariant(Record):
    """A place invariant with natural weights. The weighted sum of tokens is the same in every reachable
    marking, and bounds each place of the sum."""

    weights: dict[str, Count]
    """The weight of each place in the sum."""
    value: Count
    """The value of the sum."""


class Layout(Record):
    """The packed form of a marking."""

    encoding: str
    """The chosen encoding."""
    bits_per_state: int
    """The number of bits of a state in the chosen encoding."""
    words_per_state: int
    """The number of 64-bit words of a state in the chosen encoding."""
    encodings: list[Encoding]
    """The size of a state in each encoding."""
    encoding_why: str
    """Why this encoding was chosen, in words."""
    store: str
    """The default store of a search."""
    store_why: str
    """Why this store is the default, in words."""
    stores: list[StoreEstimate]
    """The approximate size of a state in each store."""
    slots: list[Slot]
    """The slots, in the order of the places."""


class ModelError(Record):
    """An undefined event, and the run to it."""

    message: str
    """The undefined operation: `a division by zero`."""
    event: str
    """The id of the transition that is undefined."""
    trace: Trace
    """The run; its last step is the undefined one."""
    moves: list[Move] | None
    """The processes that would move, with the lines of their transitions."""


class Move(Record):
    """A process that moves."""

    process: str
    """The name of the process."""
    line: int
    """The line of its transition in the file, from 1."""
    column: int
    """The column, in characters, from 1."""
    from_: str
    """The control location before."""
    to: str
    """The control location after."""


class NupnClaim(Record):
    """The status of a file's claim that its nested units are safe."""

    status: Literal["none", "unchecked", "holds", "refuted"]
    places: list[str] | None
    """Two places, or one with more than one token, that refute the claim."""
    marking: Marking | None
    """A marking that refutes the claim."""


class OrderOfPlaces(Record):
    """An order of the places."""

    order: str
    """The name, as a value of the option `diagram-order`."""
    span: float | None
    """The average number of levels from the lowest to the highest place of a transition; omitted if there was
    no time for it. Diagrams in an order with a small span are often small."""


class PlaceInvariants(Record):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not
    requested."""
    list: typing.List[Invariant]
    """The entries found."""


class PlaceSet(Record):
    """A set of places, and whether the initial marking has a token in it."""

    places: list[str]
    """The ids of the places."""
    marked: bool
    """Whether one of them is marked."""


class PlaceSets(Record):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not
    requested."""
    list: typing.List[PlaceSet]
    """The entries found."""


class Process(Record):
    """A process."""

    name: str
    """The name of the process."""
    line: int | None
    """The line of its start, from 1."""
    locations: int
    """The number of control locations."""
    committed: list[str]
    """The control locations in which no other process may move."""
    transitions: int
    """The number of transitions of the net in which the process moves, alone or with another process."""
    bits: int
    """The number of bits of the control location in a state."""
    variables: list[Variable]
    """The variables of the process."""


class Program(Record):
    """Processes, variables and channels, in the order of the file."""

    processes: list[Process]
    """The processes."""
    variables: list[Variable]
    """The variables of all processes."""
    channels: list[Channel]
    """The channels."""
    assertions: int
    """The number of assertions."""
    left_out: list[str]
    """The parts of the file that are ignored on purpose, in words."""
    declared_bits: int
    """The number of bits of a state in which every variable has the width of its type."""


class ProgramBehaviour(Record):
    """The behaviour of a program, from the states that were explored."""

    processes: int
    """The number of processes."""
    exhaustive: bool
    """Whether all reachable states were explored. Otherwise, a statement may be executed and a value may be
    taken in a state that was not explored."""
    assertions: list[Answer] | None
    """The answers to the assertions of the program, if all properties were requested."""
    channels: list[ChannelFill] | None
    """The greatest number of messages in each channel with a buffer, if all properties were requested."""
    model_error: ModelError | None
    """The model error at which the exploration ended."""
    statements: list[Statement] | None
    """The statements, by process and position in the file, if all properties or one that is about them were
    requested."""
    values_: list[ValueRange] | None
    """The values that the integer variables take, if all properties were requested. The elements of an array
    count together."""


class Progress(Record):
    """The progress of a search, or of the unfolding before it."""

    states: Count | None
    """The number of states discovered, including rediscoveries."""
    stored: Count | None
    """The number of states stored; it is lower once states have been forgotten."""
    firings: Count | None
    """The number of firings."""
    open: Count | None
    """The number of states not yet expanded."""
    memory_bytes: int | None
    """The memory currently counted, in bytes."""
    elapsed_s: float
    """Seconds since the search began."""
    states_per_s: float | None
    """The number of states discovered per second since the previous line."""
    diagram: DiagramProgress | None
    """The decision diagram under construction, if there is one. The counts of states are then 0."""
    shares: list[Count] | None
    """The number of states stored by each process of a search by several; omitted for one process."""
    unfolding: Found | None
    """The elements found so far."""


class PropertyAnswer(Record):
    """The answer about a property, with its evidence."""

    property: StandardProperty
    """The property."""
    verdict: Verdict
    """`holds`, `violated` or `unknown`."""
    text: str
    """How the verdict is known, or why it is not, in one line for people."""
    marking: Marking | None
    """The marking at the end of the run."""
    nodes: list[str] | None
    """The places and transitions that show the verdict."""
    trace: Trace | None
    """A run to a marking that shows the verdict."""


class ReducedNet(Record):
    """The net that was searched instead of the user's."""

    places: int
    """The number of places."""
    transitions: int
    """The number of transitions."""
    rules: list[Rule]
    """The effect of each rule, in the order of their application; rules without effect are left out."""


class Reduction(Record):
    """The size of a reduced net."""

    deadlocks: bool
    """Whether the reduction preserves the existence of a deadlock."""
    kept: list[str]
    """The places and transitions whose properties the reduction preserves."""
    places: int
    """The number of remaining places."""
    transitions: int
    """The number of remaining and new transitions."""
    arcs: int
    """The number of remaining and new arcs."""
    never_dead: bool
    """Whether the rules proved that no deadlock is reachable."""
    rules: list[Rule]
    """The effect of each rule, in the order of their application; rules without effect are left out."""


class Replay(Result):
    """Whether a stored trace is a run of a net."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    file: str
    """The net's file."""
    format: str
    """The net's format."""
    question: str
    """Always `replay`."""
    trace_file: str
    """The file of the trace."""
    verdict: Verdict
    """`holds` if every step is a firing of the net, `violated` if one is not."""
    steps: int
    """The number of steps of the trace."""
    failed_step: int | None
    """The number of the first step that is not a firing, from 1; 0 if the initial marking differs."""
    problem: str | None
    """The problem with this step."""
    marking: Marking
    """The marking reached."""
    deadlock: bool
    """Whether no transition is enabled in this marking."""
    error: str | None
    """What is undefined about the last step, if the trace leads to a model error."""


class Report(Result):
    """The result of a search, with its cost. `docs/json.md` describes every key."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    file: str
    """The file, as named by the user."""
    format: str
    """The file's format."""
    question: Question
    """The question."""
    verdict: Verdict
    """The verdict."""
    reason: Reason | None
    """Why the verdict is unknown, or why not everything was explored. With a model error the verdict is
    `violated`."""
    states: Count | None
    """The number of states discovered; `+inf` in an unbounded net. It is null if states were forgotten, since
    rediscoveries are then unknown (see `retention`). It is also null with an inexact store (see `store`), and
    if a reduction left out states (see `explored`)."""
    firings: Count | None
    """The number of firings from the expanded states; null as for the states."""
    deadlocks: Count | None
    """The number of deadlocks among the expanded states. It is null as for the states, unless at most one was
    visited. It is also null if an incomplete search has found none."""
    max_tokens_in_place: Count | None
    """The maximum number of tokens in one place, over the initial and all expanded states of the net that was
    searched. Null if it was not measured."""
    max_tokens_in_marking: Count | None
    """The maximum number of tokens in one marking, over the initial and all expanded states of the net that
    was searched. Null if it was not measured."""
    bits_per_state: int
    """The number of bits of a stored state."""
    levels: list[Count] | None
    """The number of states in each level of a breadth-first search, if requested."""
    exhaustive: bool
    """Whether every reachable state was expanded."""
    trace: Trace | None
    """A run to the state that decides the verdict. With several properties it belongs to the first violated
    one."""
    nupn_claim: NupnClaim
    """The status of the file's claim that its nested units are safe."""
    time_s: Timings
    """The time used."""
    peak_memory_bytes: int
    """The maximum memory counted at one time, in bytes: the store, the open states and the structures between
    them."""
    store_bytes: int
    """The memory of the store alone at the end, in bytes."""
    options: dict[str, Any]
    """The options of the search."""
    answers: list[Answer] | None
    """The answers to the properties, in the order of the request, then to the assertions of the model."""
    bounds: dict[str, Count] | None
    """The maximum number of tokens in each place, over the initial and all expanded states, if requested."""
    checkpoint: Checkpoint | None
    """The checkpoints of the search, if any were requested."""
    dead_transitions: list[str] | None
    """The transitions that no expanded state enables, if requested."""
    decided_by: Decision | None
    """How freedom from deadlock was decided."""
    depth: Depth | None
    """Statistics of a depth-bounded search, if one was requested."""
    diagram: Diagram | None
    """The decision diagram of all reachable markings, if one was built."""
    except_: str | None
    """For freedom from deadlock: the excluded dead markings, as a condition."""
    explored: Explored | None
    """The explored part, if a reduction has left out states, or a proof made a search unnecessary."""
    hints: list[Hint] | None
    """What the user should know about the answer, and suggested actions."""
    model_error: ModelError | None
    """The model error, if the search ended with one."""
    names: dict[str, str] | None
    """The names of the mentioned places and transitions by their ids, if they have a unique name."""
    net: str | None
    """The id of the net in the file."""
    plan: list[Stage] | None
    """The stages of the plan, if requested."""
    processes: list[SearchProcess] | None
    """Statistics of each process, if several searched together."""
    program: bool | None
    """Whether the model was written as a program of processes. Then each place holds one token with a value,
    and numbers of tokens are meaningless."""
    reason_text: str | None
    """A detailed reason, for people."""
    reduced_net: ReducedNet | None
    """The net that was searched instead of the user's, if structural rules have reduced it."""
    retention: Retention | None
    """Statistics of forgotten states, if states may have been forgotten."""
    self_check: SelfCheck | None
    """The extent of the comparison with the net's reference semantics."""
    store: Store | None
    """Statistics of the store."""
    symmetry: Symmetry | None
    """The search of representatives, if one marking of each class of symmetric ones was visited."""
    unbounded: Unbounded | None
    """A proof that the net is unbounded, if one was found."""
    unfolding: Unfolding | None
    """The analysed net, if the user's net is coloured and was unfolded."""
    warnings: list[Diagnostic] | None
    """Problems in the file that did not prevent its use."""


class Retention(Record):
    """The statistics of a search that may forget states."""

    visits: Count
    """The number of visits: states discovered, including rediscoveries."""
    revisits: Count | None
    """The number of rediscoveries. It is approximate if the number of states is an estimate, and null if
    there is no estimate."""
    visited_firings: Count
    """The number of firings from expanded states, counted for every visit."""
    visited_deadlocks: Count
    """The number of dead states, counted for every visit."""
    forgotten: Count
    """The number of times a state was forgotten."""
    forgetting_since: Count | None
    """The number of states discovered before the first one was forgotten."""
    peak_stored: Count
    """The maximum number of states stored at a time."""
    peak_tree: Count
    """The maximum number of states on the termination-detection tree at a time."""
    standard_error: float | None
    """The relative standard error of this estimate."""
    states_estimate: Count | None
    """The approximate number of distinct states, if the exact one is unknown and can be estimated."""
    sweep: Sweep | None
    """Statistics of the sweep-line, if it was used."""
    vetoes: Count | None
    """The number of states kept only because others were reconstructed from them, until those were forgotten.
    Present if the store reconstructs states."""


class Rule(Record):
    """The effect of a rule."""

    rule: str
    """The name of the rule."""
    applications: int
    """The number of applications."""
    places: int
    """The number of places removed."""
    transitions: int
    """The number of transitions removed, minus the number of new ones."""


class SearchProcess(Record):
    """Statistics of one process."""

    host: str
    """The address of the process."""
    states: Count
    """The number of states that the process stores."""
    firings: Count
    """The number of firings from the states that the process expanded."""
    peak_memory_bytes: int
    """The maximum memory of the process, in bytes."""
    sent_bytes: int
    """The number of bytes sent to the other processes."""
    received_bytes: int
    """The number of bytes received from the other processes."""
    waited_s: float
    """The time spent waiting for the other processes, in seconds."""


class SelfCheck(Record):
    """The extent to which a search compared its steps with the reference semantics of the net. A difference
    is not a report but a `Failure`."""

    mode: str
    """`none`, `sample` or `all`."""
    states_checked: Count
    """The number of states compared, over all searches and walks."""


class Slot(Record):
    """The part of the packed marking for one place."""

    place: str
    """The id of the place."""
    bits: int
    """The width in bits."""
    bound: Count | None
    """The proved maximum number of tokens."""
    origin: str
    """How the width was determined, in words."""
    range: list[int] | None
    """The minimum and maximum number that the token may be, or each cell of an array, if the place holds one
    token with a value."""


class Sort(Record):
    """A sort."""

    name: str
    """The name by which places and variables refer to the sort."""
    text: str
    """A description in words."""
    values_: Count | None
    """The number of values; null if there are infinitely many, or 2^64 or more."""


class Stage(Record):
    """A stage of a plan: one technique, for all goals that it was tried on."""

    name: str
    """The technique, such as `small search`."""
    tried: int
    """The number of open goals or properties that it was tried on."""
    decided: int
    """The number of these that it decided."""
    states: Count
    """The number of states that it visited, with repetitions; 0 if it visits none, or if they are not
    counted."""
    time_s: float
    """The time that it took, in seconds."""


class Statement(Record):
    """A statement of a process. It is executed by one or more transitions of the net."""

    process: str
    """The name of the process."""
    line: int
    """The line in the file, from 1."""
    column: int
    """The column in the line, from 1."""
    transitions: list[str]
    """The ids of the transitions that execute it."""
    executed: bool
    """Whether it can be executed in one of the explored states."""
    liveness: LivenessLevel | None
    """How live it is, if the graph of all states is known."""


class Step(Record):
    """A firing."""

    event: str
    """The transition's id."""
    binding: dict[str, str]
    """The values of the transition's variables; empty if the marking determines them."""
    changed: list[Change]
    """The places whose tokens changed, in the order of the net."""
    communication: str | None
    """The communication, as the file writes it: `c!x + 1, c?v`."""
    error: str | None
    """What is undefined about this step, if it is a model error. It is then the last step, and leads to no
    marking."""
    moves: list[Move] | None
    """The processes that move, the sender before the receiver, if the model has processes."""
    name: str | None
    """The transition's name, if it differs from the id."""


class Store(Record):
    """The store of a search."""

    name: str
    """The name of the store, as a value of the option `store`."""
    why: str
    """Why this store was used, in words."""
    bytes: int
    """The memory at the end, in bytes."""
    bytes_per_state: float | None
    """The average memory of a stored state, in bytes; null if no state is stored."""
    disk: Disk | None
    """The size of files, if states are on disk."""
    inexact: Inexact | None
    """Statistics of omitted states, if the store is inexact."""


class StoreEstimate(Record):
    """The approximate size of a state in a store."""

    name: str
    """The name of the store, as a value of the option `store`."""
    bytes_per_state: float
    """The number of bytes of a state, with its share of the index."""
    basis: str
    """The basis of the estimate, in words."""


class StoredQuery(Record):
    """A query stored in the file of a net."""

    name: str
    """The name of the query, which may be empty."""
    property: str | None
    """The property, in our own language."""
    why_not: str | None
    """Why the query has no property."""


class Structure(Result):
    """The answer of `info`: the structure of a net and its compiled form."""

    schema: int
    """The version of this schema."""
    version: str
    """The version of the program."""
    file: str
    """The file, as named by the user."""
    format: str
    """The file's format."""
    question: str
    """Always `info`."""
    nets_in_file: int
    """The number of nets in the file."""
    places: int
    """The number of places."""
    transitions: int
    """The number of transitions."""
    arcs: int
    """The number of arcs of all kinds, as in the file."""
    arcs_by_kind: dict[str, int]
    """The number of arcs of each kind: `input`, `output`, `inhibitor`, `read`, `reset`."""
    largest_weight: Count | None
    """The greatest weight of an arc; null if a weight depends on variables."""
    initial_tokens: Count | None
    """The number of tokens of all colours in the initial marking; null if it is known only after an
    evaluation."""
    marked_places: int
    """The number of places with tokens in the initial marking."""
    places_with_capacity: int
    """The number of places with a capacity."""
    source_places: list[str]
    """The places to which no firing adds tokens."""
    sink_places: list[str]
    """The places from which no firing removes tokens."""
    source_transitions: list[str]
    """The transitions that consume no token."""
    sink_transitions: list[str]
    """The transitions that produce no token."""
    isolated_nodes: list[str]
    """The places and transitions without any arc."""
    units: Units | None
    """The nested units, if the file has them."""
    invariants: list[Invariant]
    """Weighted sums of tokens that no firing changes."""
    bounds: dict[str, Count]
    """The places with a proved bound on their tokens, with the bound."""
    layout: Layout | None
    """The packed form of a marking; null for a coloured net that was not unfolded, and if there is a
    `reason`."""
    coloured: Coloured | None
    """Sorts, variables, guards and inscriptions, if the net is coloured and is described without unfolding
    it."""
    diagram: DiagramOutline | None
    """The levels and orders of a decision diagram of all reachable markings; omitted for other nets than
    place/transition nets."""
    hints: list[Hint] | None
    """What the user should know about the net, and suggested actions."""
    name: str | None
    """The name of the net."""
    net: str | None
    """The id of the net in the file."""
    program: Program | None
    """Processes, variables and channels, if the model was written as a program."""
    queries: list[StoredQuery] | None
    """The queries stored in the file with its nets."""
    reason: Reason | None
    """Why there is no layout: the time ran out, or the user cancelled. Invariants and bounds may have been
    found before that."""
    reduction: Reduction | None
    """The structural reduction of the net, if requested."""
    unbounded_places: list[str] | None
    """The places with unboundedly many tokens, if they were determined; `bounds` then has all other
    places."""
    unfolding: Unfolding | None
    """The described place/transition net, if the file's own net is coloured and was unfolded."""
    warnings: list[Diagnostic] | None
    """Problems in the file that did not prevent its use."""


class Sweep(Record):
    """The statistics of a sweep-line."""

    sweeps: Count
    """The number of sweeps over the states."""
    persistent: Count
    """The number of persistent states."""
    largest_class: Count
    """The maximum number of stored states with the same progress."""


class Symmetry(Record):
    """A search that visited one marking of each class of symmetric ones, its representative."""

    symmetries: Count
    """The number of symmetries of the net that were used."""
    classes: list[str]
    """Which values the symmetries permute, in words."""
    representatives: Count
    """The number of representatives that were visited."""
    deadlocks: Count | None
    """The number of reachable markings without an enabled transition, if it was computed."""
    firings: Count | None
    """The number of firings from all reachable markings, if it was computed."""
    states: Count | None
    """The number of reachable markings, if it was computed."""


class Timings(Record):
    """The time of each phase, in seconds."""

    parse: float
    """Reading the file."""
    compile: float
    """Compiling the net into the packed model."""
    search: float
    """Exploring."""
    replay: float
    """Computing the traces and replaying them on the net."""
    total: float
    """The whole run."""
    before: float | None
    """Of the search: the time before it was interrupted, if it continued from a checkpoint."""
    fire: float | None
    """Of the search: finding and firing the events of states. This and the next three are omitted if they
    were not measured or do not apply; their time then belongs to another phase or to the rest."""
    hash: float | None
    """Of the search: hashing the successors."""
    look_up: float | None
    """Of the search: looking up the successors, and storing the new ones."""
    retain: float | None
    """Of the search: managing states that may be forgotten, and forgetting them."""


class Trace(OfTrace):
    """A run from the initial marking: firings, or a lasso of firings."""

    initial: Marking
    """The initial marking. A trace written by hand may omit it."""
    steps: list[Step]
    """The firings, in order."""
    branches: list[Branch] | None
    """The claims about parts of a branching-time formula along the run, by position. Without claims, the run
    alone proves the answer."""
    left_out_from: int | None
    """The number of steps from which on claims are left out, because there were too many or it took too
    long."""
    property_process: Watching | None
    """The locations of the program's property process along the run, if it accepts the run."""
    repeated_from: int | None
    """For an infinite run: the position, from 0, of the first step that is repeated for ever. If it equals
    the number of steps, the final marking enables no transition and is itself repeated."""
    shortest: bool | None
    """Whether the run is known to be a shortest one that decides the question, if this matters."""
    shortest_reason: Reason | None
    """Why this is unknown, if a shortest run was requested."""


class TransitionInvariants(Record):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not
    requested."""
    list: typing.List[dict[str, Count]]
    """The entries found."""


class Unbounded(Record):
    """A proof that a net is unbounded. It is a run to a marking, and firings from there that can be repeated
    for ever: they lead to a marking with more tokens in some places and no fewer in any."""

    places: list[str]
    """The places whose tokens grow."""
    prefix: Trace
    """The run to the marking."""
    pump: list[Step]
    """The firings that can be repeated."""
    coverable: Coverable | None
    """The coverability set, if it was computed."""


class Unfolding(Record):
    """The size of the place/transition net to which a coloured net was unfolded."""

    coloured_places: int
    """The number of places of the coloured net."""
    coloured_transitions: int
    """The number of transitions of the coloured net."""
    places: int
    """The number of places of the unfolding: the colours that places can hold."""
    transitions: int
    """The number of transitions of the unfolding: the bindings that can be enabled."""
    arcs: int
    """The number of arcs of the unfolding."""
    all_colours: Count | None
    """The number of all colours of all places; null if there are too many to count."""
    all_bindings: Count | None
    """The number of all assignments to the variables of all transitions; null if there are too many to
    count."""
    time_s: float
    """The time of the unfolding, in seconds."""


class Units(Record):
    """The size of a unit tree."""

    units: int
    """The number of units."""
    depth: int
    """The number of units on the longest path from the root to a leaf."""
    claims_safe: bool
    """Whether the file claims that the units are safe."""


class ValueRange(Record):
    """The least and the greatest value of a variable in the explored states."""

    variable: str
    """The variable."""
    least: int
    """Its least value."""
    greatest: int
    """Its greatest value."""
    declared: list[int]
    """The least and the greatest value of its type."""


class Variable(Record):
    """A variable."""

    place: str
    """The id of the variable's place."""
    type: str
    """The declared type: `byte`, `int[4]`."""
    declared_range: list[int] | None
    """The declared minimum and maximum of the variable, or of each cell."""
    range: list[int] | None
    """The minimum and maximum that a state has room for, if they are known to be narrower."""
    bits: int
    """The number of bits in a state, over all cells."""
    origin: str
    """How the width was determined, in words."""


class Watching(Record):
    """The locations of a property process along a run."""

    name: str
    """The name of the process."""
    locations: list[str]
    """The names of its locations."""
    at: list[int]
    """The location before each step, and at the end, as positions in `locations`."""

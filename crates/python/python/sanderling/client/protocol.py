"""The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing import NotRequired

#: The version of the protocol that these types are of.
PROTOCOL = 2

Difference = Literal[
    "defined",  # It disables the binding, as in ISO/IEC 15909.
    "truncated",  # It is truncated at zero, as in TAPAAL.
]
"""The meaning of a negative difference of multisets."""

DveSemantics = Literal[
    "ltsmin",  # The semantics of models compiled for LTSmin.
    "divine2",  # The semantics of the interpreter of DiVinE 2.
]
"""The semantics of a DVE model where implementations differ."""

GroupKind = Literal[
    "units",  # Nested units of the file.
    "pages",  # Pages of the file.
    "clusters",  # Clusters of nodes with many arcs among them.
]
"""Kind of the groups of a net."""

HintKind = Literal[
    "no_tokens",  # No place has an initial token: the initial marking is probably missing in the file.
    "meant_end",  # The deadlock found is a marking in which runs of the model are meant to end.
    "final_markings",  # The effect of the file's final markings on the answer.
    "differences",  # Bindings are never enabled because differences of multisets are not cut off at zero.
    "property_process",  # The property process of a program was not checked, or accepts nothing.
]
"""The subject of a hint."""

Kind = Literal[
    "place_transition",  # Tokens have no colours.
    "coloured",  # Tokens have colours.
    "program",  # The net was written as a program of processes.
]
"""A kind of net."""

Kinds = Literal[
    "input",  # An input arc: it consumes tokens.
    "output",  # An output arc: it produces tokens.
    "inhibitor",  # An inhibitor arc: too many tokens disable the transition.
    "read",  # A read arc: the tokens are required and stay.
    "reset",  # A reset arc: the place is emptied.
]
"""Kind of an arc."""

LivenessLevel = Literal[
    "L0",  # The transition can never fire: it is dead.
    "L1",  # The transition can fire.
    "L2",  # The transition can fire any finite number of times.
    "L3",  # The transition can fire infinitely often in one run.
    "L4",  # The transition can always be enabled again: it is live.
]
"""The liveness of a transition (Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989). In a net with finitely many markings, L2 and L3 are equal."""

Means = Literal[
    "search",  # A search, used with a proof: it found a marking that reaches the proved bound.
    "stubborn_sets",  # Stubborn sets, which chose the events of the search.
    "structural_reduction",  # Structural reduction of the net that was searched, or that the proof is about.
    "random_walk",  # A random walk, either instead of the search or before it.
    "symmetries",  # Symmetries, by which one marking of each class of symmetric ones was visited.
    "unfolding",  # Unfolding of a coloured net.
]
"""A means used with a technique."""

Question = Literal[
    "explore",  # The statistics of the state space.
    "deadlock",  # Freedom from deadlock.
    "check",  # Whether one or more properties hold.
]
"""The question of a search."""

Reason = Literal[
    "memory_limit",  # The search reached its memory limit.
    "time_limit",  # The search reached its time limit.
    "state_limit",  # The search reached its limit on states.
    "store_full",  # The store has no more numbers for states.
    "tree_too_large",  # The states that must not be forgotten exceed the memory.
    "revisit_limit",  # Forgotten states were rediscovered too often.
    "trace_lost",  # The temporary file with the paths to states could not be written or read.
    "disk_failed",  # A temporary file with states could not be created, written or read.
    "disk_full",  # The disk has no room left for states.
    "disk_limit",  # The search reached its limit on disk space.
    "not_exhaustive",  # Every state found was explored, but the store may have mistaken states for others.
    "depth_limit",  # States exist beyond the requested depth.
    "peer_lost",  # One of the processes of the search was lost.
    "cancelled",  # The user stopped the search.
    "unbounded",  # The net has infinitely many states: some places grow without bound.
    "token_overflow",  # A place would hold more than 2^64 − 1 tokens.
    "token_limit",  # A place has more tokens than a decision diagram supports.
    "no_symmetry",  # No symmetries of the net that preserve the question were found.
    "symmetry_limit",  # Markings have too many symmetric forms to count the markings that they represent.
    "model_error",  # The model is undefined in a reachable marking: a division by zero, for example.
    "unfolding_too_large",  # The net is coloured, and its unfolding exceeds the limit.
    "unsupported",  # The net uses a feature that the analysis does not support.
    "not_understood",  # The property is invalid or not supported.
]
"""The reason for an `unknown` verdict, or for an incomplete exploration."""

Severity = Literal[
    "warning",  # The file can be used.
    "error",  # The file cannot be used.
]
"""The severity of a diagnostic."""

ShownBy = Literal[
    "run",  # The rest of the run itself.
    "branch",  # A run that branches off at the marking.
    "nothing",  # No run: the claim is about all runs from the marking.
]
"""The evidence for a claim about a marking on a run."""

StandardProperty = Literal[
    "ordinary",  # All weights are 1.
    "pure",  # No place is an input and an output of the same transition.
    "state_machine",  # Every transition has one input and one output.
    "marked_graph",  # Every place has one input and one output.
    "free_choice",  # Of two transitions that share an input, neither has another one.
    "extended_free_choice",  # Transitions that share an input share all of them.
    "asymmetric_choice",  # Where two places share an output, all outputs of one are outputs of the other.
    "connected",  # The net is in one piece.
    "strongly_connected",  # There is a path from every node to every other one.
    "conservative",  # A weighted sum of all places never changes, whatever the initial marking.
    "structurally_bounded",  # No initial marking makes the net unbounded.
    "consistent",  # Firing counts of all transitions have no effect together.
    "repetitive",  # Firing counts of all transitions take no token away together.
    "siphon_trap",  # Every siphon contains a marked trap.
    "workflow_net",  # One place is a source, one a sink, and everything is on a path between them.
    "bounded",  # No place can hold more than some number of tokens.
    "safe",  # No place can hold more than one token.
    "deadlock_free",  # Every reachable marking enables a transition.
    "quasi_live",  # Every transition can fire.
    "live",  # Every transition can always be made to fire again.
    "reversible",  # The initial marking can always be reached again.
    "home_marking",  # Some marking can be reached from every reachable marking.
    "persistent",  # No firing disables another transition.
    "terminates",  # No run is infinite.
    "option_to_complete",  # The workflow can always end.
    "proper_completion",  # Where the workflow ends, nothing is left behind.
    "no_dead_transition",  # Every transition of the workflow can fire.
    "relaxed_sound",  # Every transition is on a run from the beginning of the workflow to its end.
    "weakly_sound",  # The workflow can always end, and leaves nothing behind.
    "sound",  # The workflow can always end, leaves nothing behind, and every transition can fire.
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
    "holds",  # Yes.
    "violated",  # No.
    "unknown",  # There is no answer; a reason explains it.
    "computed",  # The statistics are complete, for a query without a yes or no.
]
"""The answer to a question.  For `always F`, and for freedom from deadlock, `holds` means that every reachable state satisfies it. `violated` means that some state does not, with a trace to it. For `reach F`, `holds` means that a state which satisfies `F` is reachable, with a trace to it. `violated` means that no such state is reachable."""

Amount = Union[int, str]
"""A number of tokens: a number, or a string of digits for one beyond 2^53."""


class AnalysisReport(TypedDict):
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

    answers: List[PropertyAnswer]
    """The requested properties, in their usual order. Properties of workflows are included if the net is a workflow."""

    states: Union[Count, None]
    """The number of reachable markings; `+inf` in an unbounded net."""

    firings: Union[Count, None]
    """The number of firings from the reachable markings."""

    deadlocks: Union[Count, None]
    """The number of reachable markings that enable no transition."""

    terminal_components: Union[Count, None]
    """The number of strongly connected components of the reachability graph that no edge leaves."""

    bounds: Union[Dict[str, Count], None]
    """The maximum number of tokens in each place."""

    liveness: Union[Dict[str, LivenessLevel], None]
    """The liveness level of each transition. It is a lower bound unless all reachable markings were explored."""

    place_invariants: ListedInvariant
    """Weighted sums of tokens that no firing changes."""

    transition_invariants: ListedCountById
    """Firing counts that together have no effect."""

    siphons: ListedPlaceSet
    """The minimal siphons."""

    traps: ListedPlaceSet
    """The minimal traps."""

    time_s: Timings
    """The time used."""

    final_condition: NotRequired[Union[str, None]]
    """The condition on the markings in which the process ends, if it does not end in a sink."""

    greatest: NotRequired[List[GreatestValue]]
    """The greatest values of the requested sums."""

    hints: NotRequired[List[Hint]]
    """What the user should know about the answers, and suggested actions."""

    name: NotRequired[Union[str, None]]
    """The name of the net."""

    names: NotRequired[Dict[str, str]]
    """The names of the places and transitions whose name differs from the id."""

    net: NotRequired[Union[str, None]]
    """The id of the net in the file."""

    plan: NotRequired[List[Stage]]
    """The stages of the plan, if requested."""

    program: NotRequired[Union[ProgramBehaviour, None]]
    """The assertions, statements and values of a program."""

    sink: NotRequired[Union[str, None]]
    """The sink of the workflow net."""

    source: NotRequired[Union[str, None]]
    """The source of the workflow net."""

    unfolding: NotRequired[Union[Unfolding, None]]
    """The analysed net, if the file's own net is coloured and was unfolded."""

    warnings: NotRequired[List[Diagnostic]]
    """Problems in the file that did not prevent its use."""


class Answer(TypedDict):
    """The answer to one of the checked properties."""

    property: str
    """The property as text: `always tokens(p) <= 3`."""

    verdict: Verdict
    """Whether the property holds."""

    reason: Union[Reason, None]
    """Why the verdict is unknown."""

    trace: Union[Trace, None]
    """A run to a state that refutes an `always`, or that satisfies a `reach`."""

    decided_by: NotRequired[Union[Decision, None]]
    """What decided the property, if it was decided."""

    name: NotRequired[Union[str, None]]
    """The name of the property, if it comes from a file that gives it one."""


class ArcChange(TypedDict):
    """A change of an arc. Omitted members stay, and `null` removes a member."""

    arc: ArcName
    """The arc. It must be unique."""

    bends: NotRequired[Union[List[List[float]], None]]
    """The bend points."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    kind: NotRequired[Union[Kinds, None]]
    """Its new kind."""

    weight: NotRequired[Union[Amount, None]]
    """The number of tokens that it moves or tests."""

ArcName = Union[str, "Between"]
"""A reference to an arc: its id, or its nodes and its kind."""


class Automaton(TypedDict):
    """A process as an automaton."""

    name: str
    """Name."""

    place: str
    """Id of the place that holds the location."""

    x: float
    """Horizontal position of the left edge."""

    y: float
    """Vertical position of the upper edge."""

    width: float
    """Width."""

    height: float
    """Height."""

    locations: List[Location]
    """Locations."""

    steps: List[ProcessStep]
    """Transitions."""

    variables: List[str]
    """Ids of the places that are its local variables."""


class Between(TypedDict):
    """Arcs of a kind between two nodes."""

    place: str
    """The place."""

    transition: str
    """The transition."""

    kind: Kinds
    """The kind of the arc."""


class Cancel(TypedDict):
    """`analysis/cancel`: ends an analysis early. Its partial result follows."""

    analysis: str
    """The analysis."""


class CancelRequest(TypedDict):
    """The notification `$/cancelRequest`: cancels a running request."""

    id: Any
    """The id of the request."""


class Capabilities(TypedDict):
    """The answer to `initialize`."""

    name: str
    """The name of the program."""

    version: str
    """The version of the program."""

    protocol: int
    """The version of this protocol."""

    schema: int
    """The version of the schema of reports."""

    methods: List[str]
    """The names of the supported requests."""

    formats: List[FormatName]
    """The supported input formats."""

    writable: List[str]
    """The names of the output formats of `net/convert`."""

    memory_bytes: int
    """The memory that all analyses share, in bytes."""


class Change(TypedDict):
    """A place before and after a firing."""

    place: str
    """The place's id."""

    before: Tokens
    """The contents of the place before the step."""

    after: Tokens
    """The contents of the place after the step."""


class ChannelFill(TypedDict):
    """The greatest number of messages of a channel in the explored states."""

    channel: str
    """The channel."""

    greatest: int
    """The greatest number of messages that it holds."""

    capacity: int
    """The number of messages that it can hold."""


class ChannelStructure(TypedDict):
    """A channel."""

    name: str
    """The name of the channel."""

    capacity: int
    """The number of messages that the channel holds; 0 if sender and receiver move together."""

    items: Union[List[str], None]
    """The types of the values in a message, if they are declared."""

    bits: int
    """The number of bits of the buffer in a state."""


class Checkpoint(TypedDict):
    """The checkpoints of a search."""

    directory: str
    """The directory, as given by the user."""

    problem: NotRequired[Union[str, None]]
    """Why the newest checkpoint is not from the end of the search, if a file could not be written."""


class ColouredPlace(TypedDict):
    """A place with colours."""

    id: str
    """The id of the place."""

    sort: str
    """The name of the place's sort."""

    tokens: Union[Count, None]
    """The number of initial tokens; null if it is known only after an evaluation."""

    initial: str
    """The initial tokens, in words."""

    name: NotRequired[Union[str, None]]
    """The name, if it differs from the id."""


class ColouredStructure(TypedDict):
    """A coloured net in the form its file has, without unfolding it."""

    sorts: List[SortStructure]
    """The declared sorts that are used, in the order of the file."""

    variables: Dict[str, str]
    """The variables, with the names of their sorts."""

    places: List[ColouredPlace]
    """The places."""

    transitions: List[ColouredTransition]
    """The transitions."""

    inscriptions: Dict[str, int]
    """The distinct inscriptions, each with the number of arcs that bear it, the most frequent first. Reset arcs have none."""


class ColouredTransition(TypedDict):
    """A transition with variables."""

    id: str
    """The id of the transition."""

    guard: Union[str, None]
    """The guard in words, if there is one."""

    variables: List[str]
    """The variables of the guard, the code and the arcs, in the order of their declaration."""

    name: NotRequired[Union[str, None]]
    """The name, if it differs from the id."""


class Convert(TypedDict):
    """`net/convert`: returns the text of a net in another format."""

    net: str
    """The net."""

    format: str
    """The name of the format, one of `writable` in the answer to `initialize`."""


class Converted(TypedDict):
    """The answer to `net/convert`."""

    format: str
    """The format."""

    text: str
    """The text."""

    lost: List[str]
    """The parts of the net that the format loses, in a few words each: `the positions of 5 nodes`."""

Count = Union[int, str]
"""A natural number: a string of digits beyond 2^53, and `"+inf"` for infinity."""


class Coverable(TypedDict):
    """The minimal coverability set of an unbounded net."""

    markings: Count
    """The number of markings in the set."""

    unbounded_places: List[str]
    """All places with unboundedly many tokens in reachable markings; the others are bounded."""

Decision = TypedDict(
    "Decision",
    {
        # The technique that decided the question.
        "technique": "Technique",
        # A proof in lines for people. Places of the reduced net, if there is one, appear by their ids between backticks.
        "proof": "NotRequired[List[str]]",
        # The other means used.
        "with": "NotRequired[List[Means]]",
    },
)
"""How a question was decided."""


class Depth(TypedDict):
    """The statistics of a depth-bounded search."""

    bound: int
    """The requested depth."""

    increment: int
    """The growth of the bound from round to round."""

    complete: bool
    """Whether every reachable state lies within the depth, so that the search was exhaustive."""

    explored: int
    """The number of firings within which all states were explored: the bound, unless the search was stopped."""

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


class Describe(TypedDict):
    """`net/info`: describes a net without exploring it."""

    net: str
    """The net."""

    unfold: NotRequired[bool]
    """Whether to describe the unfolding of a coloured net."""


class Diagnostic(TypedDict):
    """A message about a file."""

    severity: Severity
    """The severity."""

    message: str
    """The problem."""

    column: NotRequired[int]
    """The column of the first character in characters, from 1."""

    element: NotRequired[Union[str, None]]
    """The id of the element concerned."""

    end: NotRequired[int]
    """The number of bytes before the end."""

    end_column: NotRequired[int]
    """The column of the end in characters, from 1."""

    end_line: NotRequired[int]
    """The line of the end, from 1."""

    expected: NotRequired[Union[str, None]]
    """The expected input."""

    help: NotRequired[Union[str, None]]
    """A suggested action."""

    line: NotRequired[int]
    """The line of the first character, from 1."""

    start: NotRequired[int]
    """The number of bytes before the part, in UTF-8 without a byte order mark."""


class Diagram(TypedDict):
    """A decision diagram of all reachable markings of the net that was searched, or of some if the search ended early."""

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

    deadlocks: NotRequired[Union[Natural, None]]
    """The number of reachable markings without an enabled transition, if they were counted."""

    firings: NotRequired[Union[Natural, None]]
    """The number of firings from all reachable markings, if they were counted."""

    states: NotRequired[Union[Natural, None]]
    """The number of reachable markings, if it was counted."""

    states_at_least: NotRequired[Union[Natural, None]]
    """A lower bound of the number of reachable markings, if the search ended early."""


class DiagramOutline(TypedDict):
    """What is known about decision diagrams of a net before one is built."""

    levels: Count
    """The number of levels, one for each place."""

    orders: List[OrderOfPlaces]
    """The orders of the places that a search tries, the most promising first."""


class Draw(TypedDict):
    """`net/drawing`: returns the positions of the nodes of a net. `net/groups`: the same for groups of nodes."""

    net: str
    """The net."""

    only: NotRequired[Union[List[str], None]]
    """The ids of the nodes to draw, with the arcs between them. The default is all nodes, and a program is always drawn whole."""


class Drawing(TypedDict):
    """The answer to `net/drawing`: the nodes of a net, where the file draws them, or laid out where it does not."""

    width: float
    """Width of the drawing; its left edge is 0."""

    height: float
    """Height."""

    is_too_large: bool
    """Whether there are too many nodes to draw. Then nodes have no positions, and arcs are omitted."""

    is_from_file: bool
    """Whether all positions come from the file, apart from the scale."""

    places: List[Node]
    """The places in the order of the file, also those of a program."""

    transitions: List[Node]
    """The transitions."""

    arcs: List[Line]
    """The arcs of a net. A program has none; it has processes."""

    processes: List[Automaton]
    """The processes of a program."""

    variables: List[str]
    """Ids of the places that are global variables or channels of a program."""


class DrawnStates(TypedDict):
    """The answer to `graph/states`."""

    graph: StateGraph
    """States and edges, as `sanderling graph --to json` writes them."""

    width: float
    """Width of the drawing."""

    height: float
    """Height of the drawing."""

    positions: List[List[float]]
    """Positions of the states, as x and y."""

    bends: List[List[List[float]]]
    """For each edge, the points between its ends, as x and y."""

Edit = Union["EditAddPlace", "EditAddTransition", "EditAddArc", "EditChangePlace", "EditChangeTransition", "EditChangeArc", "EditRemovePlace", "EditRemoveTransition", "EditRemoveArc"]
"""An edit: an object with one member, which is the kind of the edit."""


class EditAddArc(TypedDict):
    """Adds an arc after the others."""

    add_arc: NewArc


class EditAddPlace(TypedDict):
    """Adds a place after the others. In a net with nested units it belongs to the root unit. It is on no page."""

    add_place: NewPlace


class EditAddTransition(TypedDict):
    """Adds a transition after the others."""

    add_transition: NewTransition


class EditChangeArc(TypedDict):
    """Changes an arc."""

    change_arc: ArcChange


class EditChangePlace(TypedDict):
    """Changes a place."""

    change_place: PlaceChange


class EditChangeTransition(TypedDict):
    """Changes a transition."""

    change_transition: TransitionChange


class EditRemoveArc(TypedDict):
    """Removes an arc. If it is given by its nodes, all arcs of this kind between them are removed."""

    remove_arc: RemovedArc


class EditRemovePlace(TypedDict):
    """Removes a place with its arcs, also from final markings."""

    remove_place: Removed


class EditRemoveTransition(TypedDict):
    """Removes a transition with its arcs."""

    remove_transition: Removed


class Edits(TypedDict):
    """`net/edit`: changes a place/transition net by all of these edits in order, or by none. Running analyses keep the net that they began with, and the token game restarts."""

    net: str
    """The net."""

    edits: List[Edit]
    """The edits. Each applies to the result of those before it."""


class Encoding(TypedDict):
    """The size of a state under an encoding."""

    name: str
    """The name of the encoding."""

    bits_per_state: int
    """The number of bits of a state."""


class Explored(TypedDict):
    """The explored part, if it is not the whole state space."""

    states: Count
    """The number of states visited, over all searches."""

    firings: Count
    """The number of firings from the expanded states."""


class Failed(TypedDict):
    """Why an analysis has no report."""

    code: int
    """The code, as for an error of a request."""

    message: str
    """A description of the problem in one line."""

    data: NotRequired[Any]
    """Details of the problem: diagnostics."""


class Finished(TypedDict):
    """The notification `analysis/result`, once for each analysis: a report, or an error."""

    analysis: str
    """The analysis."""

    net_version: int
    """The version of the analysed net."""

    error: NotRequired[Union[Failed, None]]
    """Why there is no report."""

    report: NotRequired[Union[Report, AnalysisReport]]
    """The report, as `sanderling --format json` prints it."""


class Fire(TypedDict):
    """`simulation/fire`: fires a transition."""

    net: str
    """The net."""

    transition: str
    """The id of the transition."""

    binding: NotRequired[Union[Dict[str, Any], None]]
    """The values of its variables, if it can fire in several ways."""


class FormatName(TypedDict):
    """An input format."""

    name: str
    """The name of the format."""

    description: str
    """A description of the format in one line."""

    extensions: List[str]
    """The extensions of its files."""


class GraphEdge(TypedDict):
    """A firing from one state to another."""

    source: int
    """The source state."""

    target: int
    """The target state."""

    event: str
    """The transition's id, with its binding if it has one."""


class GraphState(TypedDict):
    """A state."""

    marking: Dict[str, Tokens]
    """The marking."""

    expanded: bool
    """Whether the graph has the edges of this state. If the search ended early, some states have none."""

    error: NotRequired[bool]
    """Whether this is the error state, to which all undefined events lead, and not a marking."""

Greatest = Union[int, str]
"""An integer: a string of digits beyond 2^53, and `"+inf"` for infinity."""


class GreatestValue(TypedDict):
    """The greatest value of a sum, or known bounds of it."""

    sum: str
    """The sum, as given by the user."""

    verdict: Verdict
    """`computed` or `unknown`."""

    value: Union[Greatest, None]
    """The greatest value, if it is known."""

    at_least: Union[Greatest, None]
    """A value that some reachable marking is known to have."""

    at_most: Union[Greatest, None]
    """A value that no reachable marking exceeds, if one is known."""

    text: str
    """How the value is known, or why it is not, in one line for people."""

    marking: NotRequired[Union[Dict[str, Tokens], None]]
    """The marking at the end of the run."""

    trace: NotRequired[Union[Trace, None]]
    """A run to a marking with the greatest value. If there is no greatest value, a run that can continue for ever and raises the sum."""


class Group(TypedDict):
    """A group of nodes."""

    id: str
    """Id, which `links` use."""

    name: str
    """Label: the name of the unit or page, or names of nodes."""

    x: float
    """Horizontal position of the center."""

    y: float
    """Vertical position of the center."""

    width: float
    """Width."""

    height: float
    """Height."""

    places: List[str]
    """Ids of its places."""

    transitions: List[str]
    """Ids of its transitions."""


class Groups(TypedDict):
    """The answer to `net/groups`: the nodes of a large net in groups that have positions."""

    kind: GroupKind
    """Kind of the groups."""

    width: float
    """Width of the drawing; its left edge is 0."""

    height: float
    """Height."""

    groups: List[Group]
    """The groups. Each node belongs to one."""

    links: List[Link]
    """Arcs between groups."""

Hint = TypedDict(
    "Hint",
    {
        # The subject.
        "kind": "HintKind",
        # The hint, for people.
        "message": "str",
        # The condition for `deadlock --except` that excludes the subject of the hint, if there is one.
        "except": "NotRequired[Union[str, None]]",
    },
)
"""A hint about an answer or a net."""


class Inexact(TypedDict):
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


class Initialize(TypedDict):
    """`initialize`: requests the capabilities of the server. It is optional, and possible at any time."""

    client: NotRequired[Union[str, None]]
    """The name of the client, for logs."""


class Invariant(TypedDict):
    """A place invariant with natural weights. The weighted sum of tokens is the same in every reachable marking, and bounds each place of the sum."""

    weights: Dict[str, Count]
    """The weight of each place in the sum."""

    value: Count
    """The value of the sum."""


class Layout(TypedDict):
    """The packed form of a marking."""

    encoding: str
    """The chosen encoding."""

    bits_per_state: int
    """The number of bits of a state in the chosen encoding."""

    words_per_state: int
    """The number of 64-bit words of a state in the chosen encoding."""

    encodings: List[Encoding]
    """The size of a state in each encoding."""

    encoding_why: str
    """Why this encoding was chosen, in words."""

    store: str
    """The default store of a search."""

    store_why: str
    """Why this store is the default, in words."""

    stores: List[StoreEstimate]
    """The approximate size of a state in each store."""

    slots: List[Slot]
    """The slots, in the order of the places."""


class Line(TypedDict):
    """An arc."""

    place: str
    """Id of the place."""

    transition: str
    """Id of the transition."""

    kind: Kinds
    """Kind of the arc."""

    bends: NotRequired[List[List[float]]]
    """Points between the ends, as x and y, from the source."""

    label: NotRequired[str]
    """The weight, if it is not 1, or the inscription."""

Link = TypedDict(
    "Link",
    {
        # Id of the source group.
        "from": "str",
        # Id of the target group.
        "to": "str",
        # Number of arcs.
        "arcs": "int",
        # Points between the ends, as x and y.
        "bends": "NotRequired[List[List[float]]]",
    },
)
"""The arcs from the nodes of one group to those of another."""


class ListedCountById(TypedDict):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested."""

    list: List[Dict[str, Count]]
    """The entries found."""


class ListedInvariant(TypedDict):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested."""

    list: List[Invariant]
    """The entries found."""


class ListedPlaceSet(TypedDict):
    """A list that may be incomplete."""

    complete: bool
    """Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested."""

    list: List[PlaceSet]
    """The entries found."""


class Load(TypedDict):
    """`net/load`: loads a net from a file or a text."""

    define: NotRequired[List[str]]
    """Macros that are defined before the text of a Promela model: `NAME`, which stands for 1, or `NAME=VALUE`."""

    difference: NotRequired[Union[Difference, None]]
    """The meaning of a difference of multisets in a coloured net that would be negative. The default is `truncated` for TAPAAL's `.tapn`, and `defined` for other formats."""

    dve_semantics: NotRequired[Union[DveSemantics, None]]
    """The semantics of a DVE model. The default is `ltsmin`."""

    format: NotRequired[Union[str, None]]
    """The name of the format. By default, it is detected."""

    name: NotRequired[Union[str, None]]
    """With `text`: the name of the file. Its extension may determine the format."""

    net: NotRequired[Union[str, None]]
    """If the file has several nets: the id of one, or its position from 1."""

    text: NotRequired[Union[str, None]]
    """The text of the file, instead of a path."""

    untimed: NotRequired[bool]
    """Whether a timed net is read without its times."""

    uri: NotRequired[Union[str, None]]
    """The file, as a path or a `file:` URI."""


class Loaded(TypedDict):
    """The answer to `net/load` and `net/edit`."""

    net: str
    """The name of the net in other requests."""

    net_version: int
    """The version of the net: 1 when it is loaded, increased by each `net/edit`."""

    id: str
    """The id of the net in the file. May be empty."""

    name: Union[str, None]
    """The name of the net in the file."""

    format: str
    """The format of the file."""

    kind: Kind
    """The kind of the net."""

    places: int
    """The number of places."""

    transitions: int
    """The number of transitions."""

    arcs: int
    """The number of arcs."""

    warnings: List[Diagnostic]
    """Warnings about the file: diagnostics, with the part of the file that they refer to."""


class Location(TypedDict):
    """A location of a process."""

    name: str
    """Name."""

    x: float
    """Horizontal position, to the right."""

    y: float
    """Vertical position, downwards."""

    is_committed: bool
    """Whether the location is committed: while a process is in one, only processes in such locations may move."""


class ModelError(TypedDict):
    """An undefined event, and the run to it."""

    message: str
    """The undefined operation: `a division by zero`."""

    event: str
    """The id of the transition that is undefined."""

    trace: Trace
    """The run; its last step is the undefined one."""

    moves: NotRequired[List[Move]]
    """The processes that would move, with the lines of their transitions."""

Move = TypedDict(
    "Move",
    {
        # The name of the process.
        "process": "str",
        # The line of its transition in the file, from 1.
        "line": "int",
        # The column, in characters, from 1.
        "column": "int",
        # The control location before.
        "from": "str",
        # The control location after.
        "to": "str",
    },
)
"""A process that moves."""

Natural = Union[int, str]
"""A natural number of any size: a string of digits beyond 2^53."""


class NewArc(TypedDict):
    """A new arc."""

    place: str
    """The place that it joins."""

    transition: str
    """The transition that it joins."""

    kind: Kinds
    """Its kind."""

    bends: NotRequired[List[List[float]]]
    """The bend points, x and y, from its source to its target."""

    id: NotRequired[Union[str, None]]
    """Its id. It is optional, and need not be unique."""

    weight: NotRequired[Amount]
    """The number of tokens that it moves or tests. The default is 1. A reset arc has none."""


class NewPlace(TypedDict):
    """A new place."""

    id: str
    """Its id, which must be new."""

    capacity: NotRequired[Union[Amount, None]]
    """The capacity: the maximum number of tokens after a firing. By default, there is none."""

    name: NotRequired[Union[str, None]]
    """Its name."""

    position: NotRequired[Union[List[float], None]]
    """Its position, x and y, in the unit of the file. y increases downwards."""

    tokens: NotRequired[Amount]
    """The initial number of tokens. The default is 0."""


class NewTransition(TypedDict):
    """A new transition."""

    id: str
    """Its id, which must be new."""

    name: NotRequired[Union[str, None]]
    """Its name."""

    position: NotRequired[Union[List[float], None]]
    """Its position, x and y, in the unit of the file. y increases downwards."""


class Node(TypedDict):
    """A place or a transition."""

    id: str
    """Id in the file."""

    x: float
    """Horizontal position, to the right."""

    y: float
    """Vertical position, downwards."""

    capacity: NotRequired[Union[str, None]]
    """Capacity of a place."""

    name: NotRequired[Union[str, None]]
    """Name, if it differs from the id."""

    note: NotRequired[Union[str, None]]
    """In a coloured net: the sort of a place or the guard of a transition, as text."""

NupnClaim = Union["NupnClaimNone", "NupnClaimUnchecked", "NupnClaimHolds", "NupnClaimRefuted"]
"""The status of a file's claim that its nested units are safe."""


class NupnClaimHolds(TypedDict):
    """The claim holds in every reachable state."""

    status: Literal["holds"]


class NupnClaimNone(TypedDict):
    """The file makes no claim."""

    status: Literal["none"]


class NupnClaimRefuted(TypedDict):
    """The claim is false."""

    status: Literal["refuted"]

    places: List[str]
    """Two places, or one with more than one token, that refute the claim."""

    marking: Dict[str, Tokens]
    """A marking that refutes the claim."""


class NupnClaimUnchecked(TypedDict):
    """The file claims safe units, and the claim has not been checked in every reachable state."""

    status: Literal["unchecked"]


class OfNet(TypedDict):
    """The parameters of requests about a net: `net/unfold`, `net/unload`, `simulation/enabled` and `simulation/undo`."""

    net: str
    """The net."""


class OnDisk(TypedDict):
    """The disk use of a store, in bytes."""

    peak_bytes: int
    """The maximum size of the files at a time."""

    bytes_written: int
    """The number of bytes written."""

    bytes_read: int
    """The number of bytes read."""


class OrderOfPlaces(TypedDict):
    """An order of the places."""

    order: str
    """The name, as a value of the option `diagram-order`."""

    span: NotRequired[Union[float, None]]
    """The average number of levels from the lowest to the highest place of a transition; omitted if there was no time for it. Diagrams in an order with a small span are often small."""


class Origins(TypedDict):
    """The meaning of the nodes of an unfolding, by their ids."""

    places: Dict[str, PlaceOrigin]
    """The places."""

    transitions: Dict[str, TransitionOrigin]
    """The transitions."""


class PlaceChange(TypedDict):
    """A change of a place. Omitted members stay, and `null` removes a member."""

    place: str
    """The current id of the place."""

    capacity: NotRequired[Union[Amount, None]]
    """The capacity."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    name: NotRequired[Union[str, None]]
    """Its new name."""

    position: NotRequired[Union[List[float], None]]
    """Its position."""

    tokens: NotRequired[Union[Amount, None]]
    """The initial number of tokens."""


class PlaceOrigin(TypedDict):
    """The meaning of a place of an unfolding."""

    place: str
    """The id of the place of the coloured net."""

    colour: NotRequired[Union[str, None]]
    """The colour, in the form of markings. Absent if the place has no colours."""


class PlaceSet(TypedDict):
    """A set of places, and whether the initial marking has a token in it."""

    places: List[str]
    """The ids of the places."""

    marked: bool
    """Whether one of them is marked."""


class Process(TypedDict):
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

ProcessStep = TypedDict(
    "ProcessStep",
    {
        # Name of the source location.
        "from": "str",
        # Name of the target location.
        "to": "str",
        # Line in the file.
        "line": "int",
        # Column in the file.
        "column": "int",
        # Ids of the transitions of the net for this transition, alone or together with one of another process.
        "events": "List[str]",
        # Points between the ends, as x and y.
        "bends": "NotRequired[List[List[float]]]",
        # The communication, as written in the file, with that of the other process if both move together.
        "communication": "NotRequired[Union[str, None]]",
        # The guard as text, with that of the other process if both move together.
        "guard": "NotRequired[Union[str, None]]",
    },
)
"""A transition of a process."""


class ProcessStructure(TypedDict):
    """A process."""

    name: str
    """The name of the process."""

    line: Union[int, None]
    """The line of its start, from 1."""

    locations: int
    """The number of control locations."""

    committed: List[str]
    """The control locations in which no other process may move."""

    transitions: int
    """The number of transitions of the net in which the process moves, alone or with another process."""

    bits: int
    """The number of bits of the control location in a state."""

    variables: List[VariableStructure]
    """The variables of the process."""


class ProgramBehaviour(TypedDict):
    """The behaviour of a program, from the states that were explored."""

    processes: int
    """The number of processes."""

    exhaustive: bool
    """Whether all reachable states were explored. Otherwise, a statement may be executed and a value may be taken in a state that was not explored."""

    assertions: NotRequired[List[Answer]]
    """The answers to the assertions of the program, if all properties were requested."""

    channels: NotRequired[List[ChannelFill]]
    """The greatest number of messages in each channel with a buffer, if all properties were requested."""

    model_error: NotRequired[Union[ModelError, None]]
    """The model error at which the exploration ended."""

    statements: NotRequired[List[Statement]]
    """The statements, by process and position in the file, if all properties or one that is about them were requested."""

    values: NotRequired[List[ValueRange]]
    """The values that the integer variables take, if all properties were requested. The elements of an array count together."""


class ProgramStructure(TypedDict):
    """Processes, variables and channels, in the order of the file."""

    processes: List[ProcessStructure]
    """The processes."""

    variables: List[VariableStructure]
    """The variables of all processes."""

    channels: List[ChannelStructure]
    """The channels."""

    assertions: int
    """The number of assertions."""

    left_out: List[str]
    """The parts of the file that are ignored on purpose, in words."""

    declared_bits: int
    """The number of bits of a state in which every variable has the width of its type."""


class Progress(TypedDict):
    """The notification `analysis/progress`, a few times a second."""

    analysis: str
    """The analysis."""

    states: int
    """The number of states discovered."""

    stored: int
    """The number of stored states."""

    open: int
    """The number of stored states that are not expanded."""

    firings: int
    """The number of firings."""

    level: int
    """The breadth-first level; 0 in other orders."""

    memory_bytes: int
    """The memory in use, in bytes."""

    elapsed_s: float
    """The time since the start of the search, in seconds."""

    nodes: NotRequired[Union[int, None]]
    """The number of nodes in memory of the decision diagram under construction, if there is one. The counts of states are then 0."""

    states_at_least: NotRequired[Union[str, None]]
    """A lower bound of the number of reachable markings, in decimal digits, if a decision diagram is under construction."""


class PropertyAnswer(TypedDict):
    """The answer about a property, with its evidence."""

    property: StandardProperty
    """The property."""

    verdict: Verdict
    """`holds`, `violated` or `unknown`."""

    text: str
    """How the verdict is known, or why it is not, in one line for people."""

    marking: NotRequired[Union[Dict[str, Tokens], None]]
    """The marking at the end of the run."""

    nodes: NotRequired[List[str]]
    """The places and transitions that show the verdict."""

    trace: NotRequired[Union[Trace, None]]
    """A run to a marking that shows the verdict."""


class ReducedNet(TypedDict):
    """The net that was searched instead of the user's."""

    places: int
    """The number of places."""

    transitions: int
    """The number of transitions."""

    rules: List[RuleStatistics]
    """The effect of each rule, in the order of their application; rules without effect are left out."""


class Removed(TypedDict):
    """A node to remove."""

    id: str
    """Its id."""


class RemovedArc(TypedDict):
    """An arc to remove."""

    arc: ArcName
    """The arc."""


class Replay(TypedDict):
    """`trace/replay`: checks whether a trace is a run of a net."""

    net: str
    """The net."""

    trace: Any
    """The trace, in the form of reports. Without `initial`, it begins in the initial marking."""

    marking: NotRequired[Union[Dict[str, Any], None]]
    """The marking in which the net begins, instead of its initial one, in the form of reports: the contents of places by their ids. Other places are empty."""


class ReplayReport(TypedDict):
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

    failed_step: Union[int, None]
    """The number of the first step that is not a firing, from 1; 0 if the initial marking differs."""

    problem: Union[str, None]
    """The problem with this step."""

    marking: Dict[str, Tokens]
    """The marking reached."""

    deadlock: bool
    """Whether no transition is enabled in this marking."""

    error: NotRequired[Union[str, None]]
    """What is undefined about the last step, if the trace leads to a model error."""

Report = TypedDict(
    "Report",
    {
        # The version of this schema.
        "schema": "int",
        # The version of the program.
        "version": "str",
        # The file, as named by the user.
        "file": "str",
        # The file's format.
        "format": "str",
        # The question.
        "question": "Question",
        # The verdict.
        "verdict": "Verdict",
        # Why the verdict is unknown, or why not everything was explored. With a model error the verdict is `violated`.
        "reason": "Union[Reason, None]",
        # The number of states discovered; `+inf` in an unbounded net. It is null if states were forgotten, since rediscoveries are then unknown (see `retention`). It is also null with an inexact store (see `store`), and if a reduction left out states (see `explored`).
        "states": "Union[Count, None]",
        # The number of firings from the expanded states; null as for the states.
        "firings": "Union[Count, None]",
        # The number of deadlocks among the expanded states. It is null as for the states, unless at most one was visited. It is also null if an incomplete search has found none.
        "deadlocks": "Union[Count, None]",
        # The maximum number of tokens in one place, over the initial and all expanded states of the net that was searched. Null if it was not measured.
        "max_tokens_in_place": "Union[Count, None]",
        # The maximum number of tokens in one marking, over the initial and all expanded states of the net that was searched. Null if it was not measured.
        "max_tokens_in_marking": "Union[Count, None]",
        # The number of bits of a stored state.
        "bits_per_state": "int",
        # The number of states in each level of a breadth-first search, if requested.
        "levels": "Union[List[Count], None]",
        # Whether every reachable state was expanded.
        "exhaustive": "bool",
        # A run to the state that decides the verdict. With several properties it belongs to the first violated one.
        "trace": "Union[Trace, None]",
        # The status of the file's claim that its nested units are safe.
        "nupn_claim": "NupnClaim",
        # The time used.
        "time_s": "Timings",
        # The maximum memory counted at one time, in bytes: the store, the open states and the structures between them.
        "peak_memory_bytes": "int",
        # The memory of the store alone at the end, in bytes.
        "store_bytes": "int",
        # The options of the search.
        "options": "Dict[str, Any]",
        # The answers to the properties, in the order of the request, then to the assertions of the model.
        "answers": "NotRequired[List[Answer]]",
        # The maximum number of tokens in each place, over the initial and all expanded states, if requested.
        "bounds": "NotRequired[Union[Dict[str, Count], None]]",
        # The checkpoints of the search, if any were requested.
        "checkpoint": "NotRequired[Union[Checkpoint, None]]",
        # The transitions that no expanded state enables, if requested.
        "dead_transitions": "NotRequired[Union[List[str], None]]",
        # How freedom from deadlock was decided.
        "decided_by": "NotRequired[Union[Decision, None]]",
        # Statistics of a depth-bounded search, if one was requested.
        "depth": "NotRequired[Union[Depth, None]]",
        # The decision diagram of all reachable markings, if one was built.
        "diagram": "NotRequired[Union[Diagram, None]]",
        # For freedom from deadlock: the excluded dead markings, as a condition.
        "except": "NotRequired[Union[str, None]]",
        # The explored part, if a reduction has left out states, or a proof made a search unnecessary.
        "explored": "NotRequired[Union[Explored, None]]",
        # What the user should know about the answer, and suggested actions.
        "hints": "NotRequired[List[Hint]]",
        # The model error, if the search ended with one.
        "model_error": "NotRequired[Union[ModelError, None]]",
        # The names of the mentioned places and transitions by their ids, if they have a unique name.
        "names": "NotRequired[Dict[str, str]]",
        # The id of the net in the file.
        "net": "NotRequired[Union[str, None]]",
        # The stages of the plan, if requested.
        "plan": "NotRequired[List[Stage]]",
        # Statistics of each process, if several searched together.
        "processes": "NotRequired[List[Process]]",
        # Whether the model was written as a program of processes. Then each place holds one token with a value, and numbers of tokens are meaningless.
        "program": "NotRequired[bool]",
        # A detailed reason, for people.
        "reason_text": "NotRequired[Union[str, None]]",
        # The net that was searched instead of the user's, if structural rules have reduced it.
        "reduced_net": "NotRequired[Union[ReducedNet, None]]",
        # Statistics of forgotten states, if states may have been forgotten.
        "retention": "NotRequired[Union[Retention, None]]",
        # The extent of the comparison with the net's reference semantics.
        "self_check": "NotRequired[Union[SelfCheck, None]]",
        # Statistics of the store.
        "store": "NotRequired[Union[Store, None]]",
        # The search of representatives, if one marking of each class of symmetric ones was visited.
        "symmetry": "NotRequired[Union[Symmetry, None]]",
        # A proof that the net is unbounded, if one was found.
        "unbounded": "NotRequired[Union[UnboundedProof, None]]",
        # The analysed net, if the user's net is coloured and was unfolded.
        "unfolding": "NotRequired[Union[Unfolding, None]]",
        # Problems in the file that did not prevent its use.
        "warnings": "NotRequired[List[Diagnostic]]",
    },
)
"""The result of a search, with its cost. `docs/json.md` describes every key."""


class Reset(TypedDict):
    """`simulation/reset`: restarts the token game."""

    net: str
    """The net."""

    marking: NotRequired[Union[Dict[str, Any], None]]
    """The marking in which the game begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty."""


class Retention(TypedDict):
    """The statistics of a search that may forget states."""

    visits: Count
    """The number of visits: states discovered, including rediscoveries."""

    revisits: Union[Count, None]
    """The number of rediscoveries. It is approximate if the number of states is an estimate, and null if there is no estimate."""

    visited_firings: Count
    """The number of firings from expanded states, counted for every visit."""

    visited_deadlocks: Count
    """The number of dead states, counted for every visit."""

    forgotten: Count
    """The number of times a state was forgotten."""

    forgetting_since: Union[Count, None]
    """The number of states discovered before the first one was forgotten."""

    peak_stored: Count
    """The maximum number of states stored at a time."""

    peak_tree: Count
    """The maximum number of states on the termination-detection tree at a time."""

    standard_error: NotRequired[Union[float, None]]
    """The relative standard error of this estimate."""

    states_estimate: NotRequired[Union[Count, None]]
    """The approximate number of distinct states, if the exact one is unknown and can be estimated."""

    sweep: NotRequired[Union[Sweep, None]]
    """Statistics of the sweep-line, if it was used."""

    vetoes: NotRequired[Union[Count, None]]
    """The number of states kept only because others were reconstructed from them, until those were forgotten. Present if the store reconstructs states."""


class RuleStatistics(TypedDict):
    """The effect of a rule."""

    rule: str
    """The name of the rule."""

    applications: int
    """The number of applications."""

    places: int
    """The number of places removed."""

    transitions: int
    """The number of transitions removed, minus the number of new ones."""


class SelfCheck(TypedDict):
    """The extent to which a search compared its steps with the reference semantics of the net. A difference is not a report but a `Failure`."""

    mode: str
    """`none`, `sample` or `all`."""

    states_checked: Count
    """The number of states compared, over all searches and walks."""


class Slot(TypedDict):
    """The part of the packed marking for one place."""

    place: str
    """The id of the place."""

    bits: int
    """The width in bits."""

    bound: Union[Count, None]
    """The proved maximum number of tokens."""

    origin: str
    """How the width was determined, in words."""

    range: NotRequired[Union[List[int], None]]
    """The minimum and maximum number that the token may be, or each cell of an array, if the place holds one token with a value."""


class SortStructure(TypedDict):
    """A sort."""

    name: str
    """The name by which places and variables refer to the sort."""

    text: str
    """A description in words."""

    values: Union[Count, None]
    """The number of values; null if there are infinitely many, or 2^64 or more."""


class Stage(TypedDict):
    """A stage of a plan: one technique, for all goals that it was tried on."""

    name: str
    """The technique, such as `small search`."""

    tried: int
    """The number of open goals or properties that it was tried on."""

    decided: int
    """The number of these that it decided."""

    states: Count
    """The number of states that it visited, with repetitions; 0 if it visits none, or if they are not counted."""

    time_s: float
    """The time that it took, in seconds."""


class Standard(TypedDict):
    """`analysis/standard`: decides the standard properties of a place/transition net, or of the unfolding of a coloured net. The answer is the notification `analysis/result`."""

    net: str
    """The net."""

    bounds: NotRequired[List[str]]
    """Sums of tokens whose maximum values are requested."""

    cases: NotRequired[Union[int, None]]
    """The number of concurrent cases for soundness. The default is 1."""

    final: NotRequired[Union[str, None]]
    """The condition on final markings, for a process that begins in the initial marking. It excludes `source`, `sink` and `cases`."""

    memory_bytes: NotRequired[Union[int, None]]
    """The memory limit of the analysis, in bytes. The default is a quarter of the server's memory."""

    only: NotRequired[List[StandardProperty]]
    """The properties to decide. The default is all of them, with invariants, siphons and traps."""

    options: NotRequired[StandardOptions]
    """The options `time` (default: one minute), `threads`, `max-states`, `engine`, `diagram-order`, `self-check` and `explain-plan` of the command line."""

    sink: NotRequired[Union[str, None]]
    """The sink place of the workflow. The default is the only place without outputs."""

    source: NotRequired[Union[str, None]]
    """The source place of the workflow, by its id or unique name. The default is the only place without inputs."""

StandardOptions = TypedDict(
    "StandardOptions",
    {
        # Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force, units or invariants, each also with -mirrored at its end
        "diagram-order": "NotRequired[Union[str, float, None]]",
        # How reachable markings are found: explicit searches visit them one by one, diagram stores them as one set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all of this where `proof` allows it; `explore` is explicit by default
        "engine": "NotRequired[Union[Literal['auto', 'explicit', 'diagram', 'symmetric'], None]]",
        # Report the stages of the plan: which techniques were tried, what they decided, and their states and time
        "explain-plan": "NotRequired[Union[bool, None]]",
        # Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6
        "max-states": "NotRequired[Union[str, float, None]]",
        # Which states are compared with the plain interpreter during the search: none, sample (within half a percent of the time) or all; a difference ends the search with exit code 4
        "self-check": "NotRequired[Union[str, float, None]]",
        # Number of worker threads; verdicts do not depend on it [default: one for each core]
        "threads": "NotRequired[Union[str, float, None]]",
        # Time limit for the search, such as 30s or 5m
        "time": "NotRequired[Union[str, float, None]]",
    },
)
"""The options `time` (default: one minute), `threads`, `max-states`, `engine`, `diagram-order`, `self-check` and `explain-plan` of the command line."""


class Standing(TypedDict):
    """The answer to every request `simulation/…`: the state of the token game."""

    steps: int
    """The number of firings since the game began."""

    marking: Dict[str, Tokens]
    """The contents of the marked places, by id."""

    enabled: List[Step]
    """The enabled steps, with `event`, the id of the transition, and `binding`. A step with `error` is undefined."""

    fired: NotRequired[Step]
    """After a firing: the step, with its changes."""

Start = TypedDict(
    "Start",
    {
        # The net.
        "net": "str",
        # The question.
        "question": "Question",
        # With `deadlock`: a condition, such as `tokens(end) == 1`. Dead markings that satisfy it are intended ends, not deadlocks.
        "except": "NotRequired[Union[str, None]]",
        # The marking in which the search begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty.
        "marking": "NotRequired[Union[Dict[str, Any], None]]",
        # The memory limit of the analysis, in bytes. The default is a quarter of the server's memory.
        "memory_bytes": "NotRequired[Union[int, None]]",
        # Options of the command line, by their names without leading dashes: `{"order": "dfs", "bounds": true}`.
        "options": "NotRequired[StartOptions]",
        # With `check`: the properties, such as `always tokens(p) <= 1`.
        "properties": "NotRequired[List[str]]",
        # With `check`: whether to check, after all properties, that the property process of a program accepts no run.
        "property_process": "NotRequired[bool]",
    },
)
"""`analysis/start`: starts the analysis of a question about a net. The answer is the notification `analysis/result`."""

StartOptions = TypedDict(
    "StartOptions",
    {
        # Report the maximum number of tokens in each place (not for a DVE model), and the transitions that are never enabled
        "bounds": "NotRequired[Union[bool, None]]",
        # Maximum number of states in a cache, besides the limit of `memory`
        "cache-states": "NotRequired[Union[str, float, None]]",
        # Directory for checkpoints; `sanderling resume` continues from the newest one
        "checkpoint": "NotRequired[Union[str, None]]",
        # Time between two checkpoints, such as 10m or 1h; one more is written at the end [default: 10m]
        "checkpoint-every": "NotRequired[Union[str, float, None]]",
        # Explore exactly the states within N firings of the initial one, depth-first with a growing bound
        "depth": "NotRequired[Union[str, float, None]]",
        # Explore a state again only if something new can follow (on), or whenever it is found at a smaller depth (off) [default: on]
        "depth-thresholds": "NotRequired[Union[Literal['on', 'off'], None]]",
        # Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force, units or invariants, each also with -mirrored at its end
        "diagram-order": "NotRequired[Union[str, float, None]]",
        # Directory for what a store writes when it does not fit in memory; states go there before any are forgotten [default: with `store disk`, the directory for temporary files, otherwise none]
        "disk": "NotRequired[Union[str, None]]",
        # Maximum size on disk, such as 20G [default: as much as there is room for]
        "disk-size": "NotRequired[Union[str, float, None]]",
        # Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time
        "driver": "NotRequired[Union[Literal['auto', 'sequential', 'batched'], None]]",
        # How markings are packed: bit fields are fast, mixed radix is smallest
        "encoding": "NotRequired[Union[Literal['auto', 'fields', 'radix'], None]]",
        # How reachable markings are found: explicit searches visit them one by one, diagram stores them as one set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all of this where `proof` allows it; `explore` is explicit by default
        "engine": "NotRequired[Union[Literal['auto', 'explicit', 'diagram', 'symmetric'], None]]",
        # Report the stages of the plan: which techniques were tried, what they decided, and their states and time
        "explain-plan": "NotRequired[Union[bool, None]]",
        # For formulas of LTL: consider only runs that are fair, weakly or strongly, to each transition or to each process [default: all runs]
        "fair": "NotRequired[Union[Literal['weak', 'strong', 'weak:process', 'strong:process'], None]]",
        # Go from one frontier state to the next along the common part of their paths (on), or from the initial state (off) [default: on]
        "frontier-tree": "NotRequired[Union[Literal['on', 'off'], None]]",
        # Number that `order best` minimizes: distance (from the goal), or a sum such as 'tokens(p) + 2*tokens(q)', for a DVE model 'x + 2*y[1]' [default: the number of enabled transitions]
        "heuristic": "NotRequired[Union[str, float, None]]",
        # Growth of the bound from round to round [default: a hundredth of N, from 10 to 50]
        "increment": "NotRequired[Union[str, float, None]]",
        # Report the number of states at each distance from the initial one
        "levels": "NotRequired[Union[bool, None]]",
        # The search ends when all visits, rediscoveries included, exceed F times the estimated number of states
        "max-revisit-factor": "NotRequired[Union[str, float, None]]",
        # Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6
        "max-states": "NotRequired[Union[str, float, None]]",
        # Meaning of a division by zero or a similar error: report stops the search and reports it, state makes it a step to the error state [default: report; with `dve-semantics divine2`: state]
        "model-errors": "NotRequired[Union[Literal['report', 'state'], None]]",
        # Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest `heuristic` first), random or random:SEED
        "order": "NotRequired[Union[str, float, None]]",
        # Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in `heuristic` with commas between them
        "progress-measure": "NotRequired[Union[str, float, None]]",
        # Whether a proof may decide a query about a place/transition net without a search [default: on if `reduce` makes nets smaller]
        "proof": "NotRequired[Union[Literal['on', 'off'], None]]",
        # Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net smaller); edge-lean (fires what is independent in one of two orders) or stubborn (skips what the query does not need); sleep (skips what has been tried in another order), but not with edge-lean; chains (states with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: for `deadlock` and `check`, `all` on place/transition nets and `stubborn` on DVE models, as far as the other options allow; otherwise `none`]
        "reduce": "NotRequired[Union[str, float, None]]",
        # What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency, event-type, stratified:N or stratified:N:K; a list with commas is in order of priority, and '-' reverses an entry
        "replace": "NotRequired[Union[str, float, None]]",
        # Continue from a checkpoint in the directory, or start the search if there is none
        "resume": "NotRequired[Union[Literal['newest', 'earlier'], None]]",
        # Which explored states are kept: all, those that fit in a cache, or those that a sweep-line has not passed [default: as `search` says]
        "retain": "NotRequired[Union[Literal['auto', 'all', 'cache', 'sweep', 'cache+sweep'], None]]",
        # What happens when memory is used up: auto forgets explored states, exhaustive ends the search
        "search": "NotRequired[Union[Literal['auto', 'exhaustive'], None]]",
        # Seed for all random choices, except the order `random:SEED`
        "seed": "NotRequired[Union[str, float, None]]",
        # Which states are compared with the plain interpreter during the search: none, sample (within half a percent of the time) or all; a difference ends the search with exit code 4
        "self-check": "NotRequired[Union[str, float, None]]",
        # After a run is found, search breadth-first for a shortest one
        "shortest": "NotRequired[Union[bool, None]]",
        # How states are stored: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or bitstate[:HASHES], which may miss states and report how likely that is [default: `packed`; when memory is used up, `tree`; then, with `disk`, `disk`]
        "store": "NotRequired[Union[str, float, None]]",
        # Number of worker threads; verdicts do not depend on it [default: one for each core]
        "threads": "NotRequired[Union[str, float, None]]",
        # Time limit for the search, such as 30s or 5m
        "time": "NotRequired[Union[str, float, None]]",
    },
)
"""Options of the command line, by their names without leading dashes: `{"order": "dfs", "bounds": true}`."""


class Started(TypedDict):
    """The answer to `analysis/start` and `analysis/standard`."""

    analysis: str
    """The name of the analysis in other messages."""

    net_version: int
    """The version of the analysed net."""

    memory_bytes: int
    """The memory limit, in bytes."""

    waits: bool
    """Whether the analysis waits until others return memory."""


class StateGraph(TypedDict):
    """States and edges. A state's number is its position; the initial state is number 0."""

    schema: int
    """The version of this schema."""

    version: str
    """The version of the program."""

    file: str
    """The net's file."""

    format: str
    """The net's format."""

    question: str
    """Always `graph`."""

    exhaustive: bool
    """Whether the graph has every reachable state with all its edges."""

    reason: Union[Reason, None]
    """Why the graph is incomplete, if it is."""

    states: List[GraphState]
    """The states in the order in which they were discovered."""

    edges: List[GraphEdge]
    """The edges, grouped by source in the order of the states."""


class Statement(TypedDict):
    """A statement of a process. It is executed by one or more transitions of the net."""

    process: str
    """The name of the process."""

    line: int
    """The line in the file, from 1."""

    column: int
    """The column in the line, from 1."""

    transitions: List[str]
    """The ids of the transitions that execute it."""

    executed: bool
    """Whether it can be executed in one of the explored states."""

    liveness: NotRequired[Union[LivenessLevel, None]]
    """How live it is, if the graph of all states is known."""


class States(TypedDict):
    """`graph/states`: a drawing of a small state space."""

    net: str
    """The net."""

    coverability: NotRequired[bool]
    """Whether to draw the minimal coverability set of a place/transition net instead. It is finite, even if there are infinitely many states."""

    max_states: NotRequired[Union[int, None]]
    """Maximum number of states. The default is 300; larger numbers than 2000 count as 2000."""


class Step(TypedDict):
    """A firing."""

    event: str
    """The transition's id."""

    binding: Dict[str, str]
    """The values of the transition's variables; empty if the marking determines them."""

    changed: List[Change]
    """The places whose tokens changed, in the order of the net."""

    communication: NotRequired[Union[str, None]]
    """The communication, as the file writes it: `c!x + 1, c?v`."""

    error: NotRequired[Union[str, None]]
    """What is undefined about this step, if it is a model error. It is then the last step, and leads to no marking."""

    moves: NotRequired[List[Move]]
    """The processes that move, the sender before the receiver, if the model has processes."""

    name: NotRequired[Union[str, None]]
    """The transition's name, if it differs from the id."""


class Store(TypedDict):
    """The store of a search."""

    name: str
    """The name of the store, as a value of the option `store`."""

    why: str
    """Why this store was used, in words."""

    bytes: int
    """The memory at the end, in bytes."""

    bytes_per_state: Union[float, None]
    """The average memory of a stored state, in bytes; null if no state is stored."""

    disk: NotRequired[Union[OnDisk, None]]
    """The size of files, if states are on disk."""

    inexact: NotRequired[Union[Inexact, None]]
    """Statistics of omitted states, if the store is inexact."""


class StoreEstimate(TypedDict):
    """The approximate size of a state in a store."""

    name: str
    """The name of the store, as a value of the option `store`."""

    bytes_per_state: float
    """The number of bytes of a state, with its share of the index."""

    basis: str
    """The basis of the estimate, in words."""


class StoredQuery(TypedDict):
    """A query stored in the file of a net."""

    name: str
    """The name of the query, which may be empty."""

    property: NotRequired[Union[str, None]]
    """The property, in our own language."""

    why_not: NotRequired[Union[str, None]]
    """Why the query has no property."""


class StructuralReduction(TypedDict):
    """The size of a reduced net."""

    deadlocks: bool
    """Whether the reduction preserves the existence of a deadlock."""

    kept: List[str]
    """The places and transitions whose properties the reduction preserves."""

    places: int
    """The number of remaining places."""

    transitions: int
    """The number of remaining and new transitions."""

    arcs: int
    """The number of remaining and new arcs."""

    never_dead: bool
    """Whether the rules proved that no deadlock is reachable."""

    rules: List[RuleStatistics]
    """The effect of each rule, in the order of their application; rules without effect are left out."""


class StructureReport(TypedDict):
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

    arcs_by_kind: Dict[str, int]
    """The number of arcs of each kind: `input`, `output`, `inhibitor`, `read`, `reset`."""

    largest_weight: Union[Count, None]
    """The greatest weight of an arc; null if a weight depends on variables."""

    initial_tokens: Union[Count, None]
    """The number of tokens of all colours in the initial marking; null if it is known only after an evaluation."""

    marked_places: int
    """The number of places with tokens in the initial marking."""

    places_with_capacity: int
    """The number of places with a capacity."""

    source_places: List[str]
    """The places to which no firing adds tokens."""

    sink_places: List[str]
    """The places from which no firing removes tokens."""

    source_transitions: List[str]
    """The transitions that consume no token."""

    sink_transitions: List[str]
    """The transitions that produce no token."""

    isolated_nodes: List[str]
    """The places and transitions without any arc."""

    units: Union[UnitTree, None]
    """The nested units, if the file has them."""

    invariants: List[Invariant]
    """Weighted sums of tokens that no firing changes."""

    bounds: Dict[str, Count]
    """The places with a proved bound on their tokens, with the bound."""

    layout: Union[Layout, None]
    """The packed form of a marking; null for a coloured net that was not unfolded, and if there is a `reason`."""

    coloured: NotRequired[Union[ColouredStructure, None]]
    """Sorts, variables, guards and inscriptions, if the net is coloured and is described without unfolding it."""

    diagram: NotRequired[Union[DiagramOutline, None]]
    """The levels and orders of a decision diagram of all reachable markings; omitted for other nets than place/transition nets."""

    hints: NotRequired[List[Hint]]
    """What the user should know about the net, and suggested actions."""

    name: NotRequired[Union[str, None]]
    """The name of the net."""

    net: NotRequired[Union[str, None]]
    """The id of the net in the file."""

    program: NotRequired[Union[ProgramStructure, None]]
    """Processes, variables and channels, if the model was written as a program."""

    queries: NotRequired[List[StoredQuery]]
    """The queries stored in the file with its nets."""

    reason: NotRequired[Union[Reason, None]]
    """Why there is no layout: the time ran out, or the user cancelled. Invariants and bounds may have been found before that."""

    reduction: NotRequired[Union[StructuralReduction, None]]
    """The structural reduction of the net, if requested."""

    unbounded_places: NotRequired[List[str]]
    """The places with unboundedly many tokens, if they were determined; `bounds` then has all other places."""

    unfolding: NotRequired[Union[Unfolding, None]]
    """The described place/transition net, if the file's own net is coloured and was unfolded."""

    warnings: NotRequired[List[Diagnostic]]
    """Problems in the file that did not prevent its use."""


class Sweep(TypedDict):
    """The statistics of a sweep-line."""

    sweeps: Count
    """The number of sweeps over the states."""

    persistent: Count
    """The number of persistent states."""

    largest_class: Count
    """The maximum number of stored states with the same progress."""


class Symmetry(TypedDict):
    """A search that visited one marking of each class of symmetric ones, its representative."""

    symmetries: Natural
    """The number of symmetries of the net that were used."""

    classes: List[str]
    """Which values the symmetries permute, in words."""

    representatives: Count
    """The number of representatives that were visited."""

    deadlocks: NotRequired[Union[Natural, None]]
    """The number of reachable markings without an enabled transition, if it was computed."""

    firings: NotRequired[Union[Natural, None]]
    """The number of firings from all reachable markings, if it was computed."""

    states: NotRequired[Union[Natural, None]]
    """The number of reachable markings, if it was computed."""


class Timings(TypedDict):
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

    before: NotRequired[Union[float, None]]
    """Of the search: the time before it was interrupted, if it continued from a checkpoint."""

    fire: NotRequired[Union[float, None]]
    """Of the search: finding and firing the events of states. This and the next three are omitted if they were not measured or do not apply; their time then belongs to another phase or to the rest."""

    hash: NotRequired[Union[float, None]]
    """Of the search: hashing the successors."""

    look_up: NotRequired[Union[float, None]]
    """Of the search: looking up the successors, and storing the new ones."""

    retain: NotRequired[Union[float, None]]
    """Of the search: managing states that may be forgotten, and forgetting them."""

TokenValue = Union[int, str, List["TokenValue"]]
"""The value of a token."""

Tokens = Union["Count", "TokenValue", Dict[str, "Count"]]
"""The contents of a place."""


class Trace(TypedDict):
    """A run from the initial marking: firings, or a lasso of firings."""

    initial: Dict[str, Tokens]
    """The initial marking. A trace written by hand may omit it."""

    steps: List[Step]
    """The firings, in order."""

    branches: NotRequired[List[TraceBranch]]
    """The claims about parts of a branching-time formula along the run, by position. Without claims, the run alone proves the answer."""

    left_out_from: NotRequired[Union[int, None]]
    """The number of steps from which on claims are left out, because there were too many or it took too long."""

    property_process: NotRequired[Union[Watching, None]]
    """The locations of the program's property process along the run, if it accepts the run."""

    repeated_from: NotRequired[Union[int, None]]
    """For an infinite run: the position, from 0, of the first step that is repeated for ever. If it equals the number of steps, the final marking enables no transition and is itself repeated."""

    shortest: NotRequired[Union[bool, None]]
    """Whether the run is known to be a shortest one that decides the question, if this matters."""

    shortest_reason: NotRequired[Union[Reason, None]]
    """Why this is unknown, if a shortest run was requested."""


class TraceBranch(TypedDict):
    """A claim about the marking at a position of a run."""

    after: int
    """The number of steps before the marking."""

    formula: str
    """A part of the property: an operator with its operands."""

    holds: bool
    """Whether the part holds or fails in the marking."""

    shown_by: ShownBy
    """The evidence for the claim."""

    trace: NotRequired[Union[Trace, None]]
    """The run that branches off at the marking."""

    until: NotRequired[Union[int, None]]
    """The number of steps before the last marking, if the claim is about several consecutive markings."""


class TransitionChange(TypedDict):
    """A change of a transition. Omitted members stay, and `null` removes a member."""

    transition: str
    """The current id of the transition."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    name: NotRequired[Union[str, None]]
    """Its new name."""

    position: NotRequired[Union[List[float], None]]
    """Its position."""


class TransitionOrigin(TypedDict):
    """The meaning of a transition of an unfolding."""

    transition: str
    """The id of the transition of the coloured net."""

    binding: Dict[str, str]
    """The values of its variables, in the form of steps."""


class UnboundedProof(TypedDict):
    """A proof that a net is unbounded. It is a run to a marking, and firings from there that can be repeated for ever: they lead to a marking with more tokens in some places and no fewer in any."""

    places: List[str]
    """The places whose tokens grow."""

    prefix: Trace
    """The run to the marking."""

    pump: List[Step]
    """The firings that can be repeated."""

    coverable: NotRequired[Union[Coverable, None]]
    """The coverability set, if it was computed."""


class Unfolded(TypedDict):
    """The answer to `net/unfold`: a new net without colours, and the meaning of its nodes."""

    net: str
    """The name of the net in other requests."""

    net_version: int
    """The version of the net: 1 when it is loaded, increased by each `net/edit`."""

    id: str
    """The id of the net in the file. May be empty."""

    name: Union[str, None]
    """The name of the net in the file."""

    format: str
    """The format of the file."""

    kind: Kind
    """The kind of the net."""

    places: int
    """The number of places."""

    transitions: int
    """The number of transitions."""

    arcs: int
    """The number of arcs."""

    warnings: List[Diagnostic]
    """Warnings about the file: diagnostics, with the part of the file that they refer to."""

    origins: Origins
    """The meaning of its nodes in the coloured net."""


class Unfolding(TypedDict):
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

    all_colours: Union[Count, None]
    """The number of all colours of all places; null if there are too many to count."""

    all_bindings: Union[Count, None]
    """The number of all assignments to the variables of all transitions; null if there are too many to count."""

    time_s: float
    """The time of the unfolding, in seconds."""


class UnitTree(TypedDict):
    """The size of a unit tree."""

    units: int
    """The number of units."""

    depth: int
    """The number of units on the longest path from the root to a leaf."""

    claims_safe: bool
    """Whether the file claims that the units are safe."""


class ValueRange(TypedDict):
    """The least and the greatest value of a variable in the explored states."""

    variable: str
    """The variable."""

    least: int
    """Its least value."""

    greatest: int
    """Its greatest value."""

    declared: List[int]
    """The least and the greatest value of its type."""


class VariableStructure(TypedDict):
    """A variable."""

    place: str
    """The id of the variable's place."""

    type: str
    """The declared type: `byte`, `int[4]`."""

    declared_range: Union[List[int], None]
    """The declared minimum and maximum of the variable, or of each cell."""

    range: Union[List[int], None]
    """The minimum and maximum that a state has room for, if they are known to be narrower."""

    bits: int
    """The number of bits in a state, over all cells."""

    origin: str
    """How the width was determined, in words."""


class Watching(TypedDict):
    """The locations of a property process along a run."""

    name: str
    """The name of the process."""

    locations: List[str]
    """The names of its locations."""

    at: List[int]
    """The location before each step, and at the end, as positions in `locations`."""

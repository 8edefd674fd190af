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
    "units",  # The nested units of the file.
    "pages",  # The pages of the file.
    "clusters",  # Nodes with many arcs among them.
]
"""What the groups of a net are."""

Kind = Literal[
    "place_transition",  # Tokens have no colours.
    "coloured",  # Tokens have colours.
    "program",  # The net was written as a program of processes.
]
"""A kind of net."""

Kinds = Literal[
    "input",  # An arc that takes tokens.
    "output",  # An arc that puts tokens.
    "inhibitor",  # An arc that forbids tokens.
    "read",  # An arc that needs tokens and leaves them.
    "reset",  # An arc that empties the place.
]
"""What an arc does."""

Question = Literal[
    "explore",  # The statistics of the state space.
    "deadlock",  # Whether there is a deadlock.
    "check",  # Whether properties hold.
]
"""The kind of a question."""

StandardOnly = Literal[
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
    "option_to_complete",
    "proper_completion",
    "no_dead_transition",
    "relaxed_sound",
    "weakly_sound",
    "sound",
]

Amount = Union[int, str]
"""A number of tokens: a number, or a string of digits for one beyond 2^53."""


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
    """Its name."""

    place: str
    """The place that holds its location, by id."""

    x: float
    """Its left side."""

    y: float
    """Its upper side."""

    width: float
    """How wide it is."""

    height: float
    """How high it is."""

    locations: List[Location]
    """Its locations."""

    steps: List[ProcessStep]
    """Its transitions."""

    variables: List[str]
    """The places that are its own variables, by id."""


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


class Describe(TypedDict):
    """`net/info`: describes a net without exploring it."""

    net: str
    """The net."""

    unfold: NotRequired[bool]
    """Whether to describe the unfolding of a coloured net."""


class Draw(TypedDict):
    """`net/drawing`: returns the positions of the nodes of a net. `net/groups`: the same for groups of nodes."""

    net: str
    """The net."""

    only: NotRequired[Union[List[str], None]]
    """The ids of the nodes to draw, with the arcs between them. The default is all nodes, and a program is always drawn whole."""


class Drawing(TypedDict):
    """The answer to `net/drawing`: the nodes of a net, where the file draws them, or laid out where it does not."""

    width: float
    """How wide the drawing is, from 0."""

    height: float
    """How high it is."""

    is_too_large: bool
    """Whether there are too many nodes to be drawn. Then they have no positions, and there are no arcs."""

    is_from_file: bool
    """Whether all positions are those of the file, but for scale."""

    places: List[Node]
    """The places. Those of a program are there, too, in the order of the file."""

    transitions: List[Node]
    """The transitions."""

    arcs: List[Line]
    """The arcs of a net. Of a program there are none: it has processes."""

    processes: List[Automaton]
    """The processes of a program."""

    variables: List[str]
    """The places that are variables of all processes of a program, and its channels, by id."""


class DrawnStates(TypedDict):
    """The answer to `graph/states`."""

    graph: Any
    """States and edges, as `sanderling graph --to json` writes them."""

    width: float
    """How wide the drawing is."""

    height: float
    """How high it is."""

    positions: List[List[float]]
    """Where the states are, x and y."""

    bends: List[List[List[float]]]
    """For each edge, the points between its ends."""

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

    report: NotRequired[Any]
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


class Group(TypedDict):
    """Some nodes of a net."""

    id: str
    """What it is called in `links`."""

    name: str
    """What it is called for people: as the unit, or by its nodes."""

    x: float
    """Its middle, to the right."""

    y: float
    """Its middle, downwards."""

    width: float
    """How wide it is."""

    height: float
    """How high it is."""

    places: List[str]
    """Its places, by id."""

    transitions: List[str]
    """Its transitions, by id."""


class Groups(TypedDict):
    """The answer to `net/groups`: the nodes of a large net in groups, which are laid out."""

    kind: GroupKind
    """What the groups are."""

    width: float
    """How wide the drawing is, from 0."""

    height: float
    """How high it is."""

    groups: List[Group]
    """The groups. Each node is in one of them."""

    links: List[Link]
    """What leads from one to another."""


class Initialize(TypedDict):
    """`initialize`: requests the capabilities of the server. It is optional, and possible at any time."""

    client: NotRequired[Union[str, None]]
    """The name of the client, for logs."""


class Line(TypedDict):
    """An arc."""

    place: str
    """Its place, by id."""

    transition: str
    """Its transition, by id."""

    kind: Kinds
    """What it does."""

    bends: NotRequired[List[List[float]]]
    """The points between its ends, x and y, from its source."""

    label: NotRequired[str]
    """The weight where it is not 1, or the inscription."""

Link = TypedDict(
    "Link",
    {
        # The group that they leave, by id.
        "from": "str",
        # The one that they enter, by id.
        "to": "str",
        # How many there are.
        "arcs": "int",
        # The points between its ends, x and y.
        "bends": "NotRequired[List[List[float]]]",
    },
)
"""The arcs from the nodes of one group to those of another."""


class Load(TypedDict):
    """`net/load`: loads a net from a file or a text."""

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

    warnings: List[Any]
    """Warnings about the file: diagnostics, with the part of the file that they refer to."""


class Location(TypedDict):
    """A location of a process."""

    name: str
    """Its name."""

    x: float
    """To the right."""

    y: float
    """Downwards."""

    is_committed: bool
    """Whether no other process may move there."""


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
    """Its id in the file."""

    x: float
    """To the right."""

    y: float
    """Downwards."""

    capacity: NotRequired[Union[str, None]]
    """The most tokens that a place may hold."""

    name: NotRequired[Union[str, None]]
    """Its name, where it has one that differs from its id."""

    note: NotRequired[Union[str, None]]
    """A place's sort or a transition's guard, in words, in a coloured net."""


class OfNet(TypedDict):
    """The parameters of requests about a net: `net/unfold`, `net/unload`, `simulation/enabled` and `simulation/undo`."""

    net: str
    """The net."""


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

ProcessStep = TypedDict(
    "ProcessStep",
    {
        # The location that it leaves, by name.
        "from": "str",
        # The one that it enters, by name.
        "to": "str",
        # Its line in the file.
        "line": "int",
        # Its column.
        "column": "int",
        # The transitions of the net that are this one, alone or with another process, by id.
        "events": "List[str]",
        # The points between its ends, x and y.
        "bends": "NotRequired[List[List[float]]]",
        # The communication, as written in the file, with that of the other process if both move together.
        "communication": "NotRequired[Union[str, None]]",
        # What has to hold for it, in words; with what the other side asks for, where both move together.
        "guard": "NotRequired[Union[str, None]]",
    },
)
"""A transition of a process."""


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


class Reset(TypedDict):
    """`simulation/reset`: restarts the token game."""

    net: str
    """The net."""

    marking: NotRequired[Union[Dict[str, Any], None]]
    """The marking in which the game begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty."""


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

    only: NotRequired[List[StandardOnly]]
    """The properties to decide. The default is all of them, with invariants, siphons and traps."""

    options: NotRequired[StandardOptions]
    """The options `time` (default: one minute), `threads`, `max-states`, `self-check` and `explain-plan` of the command line."""

    sink: NotRequired[Union[str, None]]
    """The sink place of the workflow. The default is the only place without outputs."""

    source: NotRequired[Union[str, None]]
    """The source place of the workflow, by its id or unique name. The default is the only place without inputs."""

StandardOptions = TypedDict(
    "StandardOptions",
    {
        # Report the stages of the plan: which techniques were tried, what they decided, and their states and time
        "explain-plan": "NotRequired[Union[bool, None]]",
        # Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6
        "max-states": "NotRequired[Union[str, float, None]]",
        # Which states are compared with the plain interpreter during the search: none, sample (within one percent of the time) or all; a difference ends the search with exit code 4
        "self-check": "NotRequired[Union[str, float, None]]",
        # Number of worker threads; verdicts do not depend on it [default: one for each core]
        "threads": "NotRequired[Union[str, float, None]]",
        # Time limit for the search, such as 30s or 5m
        "time": "NotRequired[Union[str, float, None]]",
    },
)
"""The options `time` (default: one minute), `threads`, `max-states`, `self-check` and `explain-plan` of the command line."""


class Standing(TypedDict):
    """The answer to every request `simulation/…`: the state of the token game."""

    steps: int
    """The number of firings since the game began."""

    marking: Dict[str, Any]
    """The contents of the marked places, by id."""

    enabled: List[Any]
    """The enabled steps, with `event`, the id of the transition, and `binding`. A step with `error` is undefined."""

    fired: NotRequired[Any]
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
        # Directory for what a store writes when it does not fit in memory; states go there before any are forgotten [default: that of temporary files, and only by `store disk`]
        "disk": "NotRequired[Union[str, None]]",
        # Maximum size on disk, such as 20G [default: as much as there is room for]
        "disk-size": "NotRequired[Union[str, float, None]]",
        # Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time
        "driver": "NotRequired[Union[Literal['auto', 'sequential', 'batched'], None]]",
        # How markings are packed: bit fields are fast, mixed radix is smallest
        "encoding": "NotRequired[Union[Literal['auto', 'fields', 'radix'], None]]",
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
        # The search ends when it has visited each state F times on average
        "max-revisit-factor": "NotRequired[Union[str, float, None]]",
        # Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6
        "max-states": "NotRequired[Union[str, float, None]]",
        # Meaning of a division by zero or a similar error: report stops the search and reports it, state makes it a step to the error state [default: report; with `dve-semantics divine2`: state]
        "model-errors": "NotRequired[Union[Literal['report', 'state'], None]]",
        # Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest `heuristic` first), random or random:SEED
        "order": "NotRequired[Union[str, float, None]]",
        # Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in `heuristic` with commas between them
        "progress-measure": "NotRequired[Union[str, float, None]]",
        # Whether a proof may decide a query about a place/transition net without a search [default: on where `reduce` makes nets smaller]
        "proof": "NotRequired[Union[Literal['on', 'off'], None]]",
        # Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net smaller); stubborn (skips transitions that the query does not need), or edge-lean in its place; sleep (skips transitions whose order does not matter), with or without stubborn; chains (states with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: all for deadlock and check on place/transition nets, as far as it goes with the other options, otherwise none]
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
        # Which states are compared with the plain interpreter during the search: none, sample (within one percent of the time) or all; a difference ends the search with exit code 4
        "self-check": "NotRequired[Union[str, float, None]]",
        # After a run is found, search breadth-first for a shortest one
        "shortest": "NotRequired[Union[bool, None]]",
        # How states are stored: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or bitstate[:HASHES], which may miss states and report how likely that is [default: auto, which is packed, and the tree once memory is used up; with `disk`, then the disk]
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


class States(TypedDict):
    """`graph/states`: a small state space, drawn out."""

    net: str
    """The net."""

    coverability: NotRequired[bool]
    """Whether the markings that can be covered are drawn instead, of a place/transition net: the minimal coverability set, finite also where there are infinitely many states."""

    max_states: NotRequired[Union[int, None]]
    """How many states at most: 300 if nothing is said, and never more than 2000."""


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

    warnings: List[Any]
    """Warnings about the file: diagnostics, with the part of the file that they refer to."""

    origins: Origins
    """The meaning of its nodes in the coloured net."""

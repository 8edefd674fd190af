"""The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing import NotRequired

#: The version of the protocol that these types are of.
PROTOCOL = 2

Difference = Literal[
    "defined",  # It disables the binding, as in ISO/IEC 15909.
    "truncated",  # It is cut off at zero, as in TAPAAL.
]
"""A reading of differences of multisets."""

DveSemantics = Literal[
    "ltsmin",  # That of models compiled for LTSmin.
    "divine2",  # That of the interpreter of DiVinE 2.
]
"""Whose meaning a DVE model has where implementations differ."""

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
"""What is asked."""

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
    """A change of an arc. What is left out stays; what is `null` goes."""

    arc: ArcName
    """The arc: one alone."""

    bends: NotRequired[Union[List[List[float]], None]]
    """The points between its ends."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    kind: NotRequired[Union[Kinds, None]]
    """What it does from now on."""

    weight: NotRequired[Union[Amount, None]]
    """How many tokens it moves or tests."""

ArcName = Union[str, "Between"]
"""How an arc is called: by its id, or by what it joins and does."""


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
    """What the arc does."""


class Cancel(TypedDict):
    """`analysis/cancel`: an analysis is to end with what it has. Its result comes all the same."""

    analysis: str
    """The analysis."""


class CancelRequest(TypedDict):
    """The notification `$/cancelRequest`: a request that takes its time is not waited for any more."""

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
    """The requests that are understood."""

    formats: List[FormatName]
    """The formats that can be read."""

    writable: List[str]
    """The names of the formats that `net/convert` writes."""

    memory_bytes: int
    """The memory that all analyses share."""


class Convert(TypedDict):
    """`net/convert`: the text of a net in another format."""

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
    """What the format does not keep of the net, each as a few words: `the positions of 5 nodes`."""


class Describe(TypedDict):
    """`net/info`: what can be said of a net without exploring it."""

    net: str
    """The net."""

    unfold: NotRequired[bool]
    """Whether a coloured net is unfolded, and what comes of it described."""


class Draw(TypedDict):
    """`net/drawing`: where the nodes of a net are; `net/groups`: the same for groups of them."""

    net: str
    """The net."""

    only: NotRequired[Union[List[str], None]]
    """The nodes that are drawn, by id, with the arcs between them; all if it is left out. Of a program, all are."""


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
"""An edit: an object with one member, which says what is done."""


class EditAddArc(TypedDict):
    """A new arc, behind the others."""

    add_arc: NewArc


class EditAddPlace(TypedDict):
    """A new place, behind the others. In a net of nested units it belongs to the unit above all others, and it is on no page."""

    add_place: NewPlace


class EditAddTransition(TypedDict):
    """A new transition, behind the others."""

    add_transition: NewTransition


class EditChangeArc(TypedDict):
    """What is named of an arc becomes another."""

    change_arc: ArcChange


class EditChangePlace(TypedDict):
    """What is named of a place becomes another."""

    change_place: PlaceChange


class EditChangeTransition(TypedDict):
    """What is named of a transition becomes another."""

    change_transition: TransitionChange


class EditRemoveArc(TypedDict):
    """An arc goes; all those of this kind between these nodes, where it is called by them."""

    remove_arc: RemovedArc


class EditRemovePlace(TypedDict):
    """A place goes, with its arcs; final markings are then without it."""

    remove_place: Removed


class EditRemoveTransition(TypedDict):
    """A transition goes, with its arcs."""

    remove_transition: Removed


class Edits(TypedDict):
    """`net/edit`: a place/transition net is changed in place, by all of these edits in their order, or by none of them. Analyses that are under way keep the net that they began with; the token game begins anew."""

    net: str
    """The net."""

    edits: List[Edit]
    """The edits. Each sees what those before it have done."""


class Failed(TypedDict):
    """Why an analysis has no report."""

    code: int
    """The code, as that of an error of a request."""

    message: str
    """What went wrong, in a line."""

    data: NotRequired[Any]
    """What else is known of the error: diagnostics."""


class Finished(TypedDict):
    """The notification `analysis/result`, once for each analysis: a report, or an error."""

    analysis: str
    """The analysis."""

    net_version: int
    """The version of the net that it was of."""

    error: NotRequired[Union[Failed, None]]
    """Why there is none."""

    report: NotRequired[Any]
    """The report, as `sanderling --format json` prints it."""


class Fire(TypedDict):
    """`simulation/fire`: a transition is to fire."""

    net: str
    """The net."""

    transition: str
    """The id of the transition."""

    binding: NotRequired[Union[Dict[str, Any], None]]
    """The values of its variables, where it can fire in several ways."""


class FormatName(TypedDict):
    """A format that can be read."""

    name: str
    """The name of the format."""

    description: str
    """What the format is, in a line."""

    extensions: List[str]
    """How names of its files end."""


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
    """`initialize`: what the server can do. It may be asked at any time, and need not be."""

    client: NotRequired[Union[str, None]]
    """Who asks, for nobody but a reader of logs."""


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
    """`net/load`: a net, from a file or as text."""

    difference: NotRequired[Union[Difference, None]]
    """What a difference of multisets in a coloured net means that takes away what is not there; `truncated` for TAPAAL's `.tapn` and `defined` for others, if nothing is said."""

    dve_semantics: NotRequired[Union[DveSemantics, None]]
    """Whose meaning a DVE model has: `ltsmin`, if nothing is said, or `divine2`."""

    format: NotRequired[Union[str, None]]
    """The format, where it is not to be told by what the file looks like."""

    name: NotRequired[Union[str, None]]
    """What the file is called, where there is a text; its end may tell the format."""

    net: NotRequired[Union[str, None]]
    """Which net of a file with several: its id, or its position from 1."""

    text: NotRequired[Union[str, None]]
    """The text of the file, instead."""

    untimed: NotRequired[bool]
    """Whether a timed net is read without its times."""

    uri: NotRequired[Union[str, None]]
    """The file, as a path or a `file:` URI."""


class Loaded(TypedDict):
    """The answer to `net/load` and `net/edit`."""

    net: str
    """What the net is called in other requests."""

    net_version: int
    """1 for a net that was loaded, and one more for each `net/edit`."""

    id: str
    """The net's own id in the file; may be empty."""

    name: Union[str, None]
    """The net's own name."""

    format: str
    """The file's format."""

    kind: Kind
    """What kind of net it is."""

    places: int
    """The number of places."""

    transitions: int
    """The number of transitions."""

    arcs: int
    """The number of arcs."""

    warnings: List[Any]
    """What the user should know of the net although it can be used: diagnostics, with their part of the file."""


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
    """The place at its one end."""

    transition: str
    """The transition at its other end."""

    kind: Kinds
    """What it does."""

    bends: NotRequired[List[List[float]]]
    """The points between its ends, x and y, from its source."""

    id: NotRequired[Union[str, None]]
    """Its id. Arcs may have none, and may share one."""

    weight: NotRequired[Amount]
    """How many tokens it moves or tests: 1 if nothing is said, and of no meaning for a reset arc."""


class NewPlace(TypedDict):
    """A new place."""

    id: str
    """Its id, which no other node has."""

    capacity: NotRequired[Union[Amount, None]]
    """The most tokens that a firing may leave there; as many as there are if nothing is said."""

    name: NotRequired[Union[str, None]]
    """Its name."""

    position: NotRequired[Union[List[float], None]]
    """Where it is drawn, x and y, in the unit of the file; y grows downwards."""

    tokens: NotRequired[Amount]
    """The tokens at the start; none if nothing is said."""


class NewTransition(TypedDict):
    """A new transition."""

    id: str
    """Its id, which no other node has."""

    name: NotRequired[Union[str, None]]
    """Its name."""

    position: NotRequired[Union[List[float], None]]
    """Where it is drawn, x and y, in the unit of the file; y grows downwards."""


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
    """What the nodes of an unfolding stand for, by their ids."""

    places: Dict[str, PlaceOrigin]
    """The places."""

    transitions: Dict[str, TransitionOrigin]
    """The transitions."""


class PlaceChange(TypedDict):
    """A change of a place. What is left out stays; what is `null` goes."""

    place: str
    """The place, by the id that it has."""

    capacity: NotRequired[Union[Amount, None]]
    """The most tokens that a firing may leave there."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    name: NotRequired[Union[str, None]]
    """Its new name."""

    position: NotRequired[Union[List[float], None]]
    """Where it is drawn."""

    tokens: NotRequired[Union[Amount, None]]
    """The tokens at the start."""


class PlaceOrigin(TypedDict):
    """What a place of an unfolding stands for."""

    place: str
    """The place of the coloured net, by id."""

    colour: NotRequired[Union[str, None]]
    """The colour, as markings have it; left out where the place has no colours."""

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
        # What it says or hears, as the file writes it; with what the other side does, where both move together.
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
    """States that have been discovered."""

    stored: int
    """States that are stored."""

    open: int
    """Stored states that are not expanded."""

    firings: int
    """Firings."""

    level: int
    """The breadth-first level; 0 in other orders."""

    memory_bytes: int
    """The memory that is counted."""

    elapsed_s: float
    """Seconds since the search began."""


class Removed(TypedDict):
    """A node that goes."""

    id: str
    """Its id."""


class RemovedArc(TypedDict):
    """An arc that goes."""

    arc: ArcName
    """The arc."""


class Replay(TypedDict):
    """`trace/replay`: whether a trace is a run of a net."""

    net: str
    """The net."""

    trace: Any
    """The trace, as reports have it. Without `initial`, it begins where the net does."""

    marking: NotRequired[Union[Dict[str, Any], None]]
    """The marking where the net begins instead of at its initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing."""


class Reset(TypedDict):
    """`simulation/reset`: the token game begins anew."""

    net: str
    """The net."""

    marking: NotRequired[Union[Dict[str, Any], None]]
    """The marking where it begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing."""


class Standard(TypedDict):
    """`analysis/standard`: the standard properties of a place/transition net, or of the unfolding of a coloured one. The answer comes as `analysis/result`."""

    net: str
    """The net."""

    bounds: NotRequired[List[str]]
    """Sums of tokens of which the greatest values are asked for."""

    cases: NotRequired[Union[int, None]]
    """With how many cases at the same time soundness is asked for; one if nothing is said."""

    final: NotRequired[Union[str, None]]
    """What holds where the process ends, which begins with the initial marking then, for nets that are no workflow nets; not beside `source`, `sink` and `cases`."""

    memory_bytes: NotRequired[Union[int, None]]
    """The memory that it may take; a quarter of what the server has if nothing is said."""

    only: NotRequired[List[StandardOnly]]
    """The properties that are asked for; all of them, with invariants, siphons and traps, where none is named."""

    options: NotRequired[StandardOptions]
    """The options `time` (a minute if nothing is said), `threads`, `max-states` and `self-check` of the command line."""

    sink: NotRequired[Union[str, None]]
    """The place where they end; the only one without outputs if nothing is said."""

    source: NotRequired[Union[str, None]]
    """The place where workflows begin, by its id or by a name that no other has; the only one without inputs if nothing is said."""

StandardOptions = TypedDict(
    "StandardOptions",
    {
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
"""The options `time` (a minute if nothing is said), `threads`, `max-states` and `self-check` of the command line."""


class Standing(TypedDict):
    """The answer to every request `simulation/…`: where the token game stands."""

    steps: int
    """How many firings have led here from where the game began."""

    marking: Dict[str, Any]
    """The places that hold something, by id."""

    enabled: List[Any]
    """What can fire: steps with `event`, the id of the transition, and `binding`; one with `error` has no meaning there."""

    fired: NotRequired[Any]
    """The step that led here with what it changed, after a firing."""

Start = TypedDict(
    "Start",
    {
        # The net.
        "net": "str",
        # What is asked.
        "question": "Question",
        # With `deadlock`: dead markings that satisfy this condition are meant, and are no deadlocks, such as `tokens(end) == 1`.
        "except": "NotRequired[Union[str, None]]",
        # The marking where the search begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing.
        "marking": "NotRequired[Union[Dict[str, Any], None]]",
        # The memory that it may take; a quarter of what the server has if nothing is said.
        "memory_bytes": "NotRequired[Union[int, None]]",
        # Options of the command line under their own names without dashes: `{"order": "dfs", "bounds": true}`.
        "options": "NotRequired[StartOptions]",
        # With `check`: the properties, such as `always tokens(p) <= 1`.
        "properties": "NotRequired[List[str]]",
        # With `check`: whether it is asked, behind all properties, if the property process of a program accepts no run.
        "property_process": "NotRequired[bool]",
    },
)
"""`analysis/start`: a question about a net. The answer comes as `analysis/result`."""

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
"""Options of the command line under their own names without dashes: `{"order": "dfs", "bounds": true}`."""


class Started(TypedDict):
    """The answer to `analysis/start` and `analysis/standard`."""

    analysis: str
    """What the analysis is called from now on."""

    net_version: int
    """The version of the net that it is of."""

    memory_bytes: int
    """The memory that it may take."""

    waits: bool
    """Whether it waits for others to give memory back before it begins."""


class States(TypedDict):
    """`graph/states`: a small state space, drawn out."""

    net: str
    """The net."""

    coverability: NotRequired[bool]
    """Whether the markings that can be covered are drawn instead, of a place/transition net: the minimal coverability set, finite also where there are infinitely many states."""

    max_states: NotRequired[Union[int, None]]
    """How many states at most: 300 if nothing is said, and never more than 2000."""


class TransitionChange(TypedDict):
    """A change of a transition. What is left out stays; what is `null` goes."""

    transition: str
    """The transition, by the id that it has."""

    id: NotRequired[Union[str, None]]
    """Its new id."""

    name: NotRequired[Union[str, None]]
    """Its new name."""

    position: NotRequired[Union[List[float], None]]
    """Where it is drawn."""


class TransitionOrigin(TypedDict):
    """What a transition of an unfolding stands for."""

    transition: str
    """The transition of the coloured net, by id."""

    binding: Dict[str, str]
    """The values of its variables, as steps have them."""


class Unfolded(TypedDict):
    """The answer to `net/unfold`: a new net without colours, and what its nodes stand for."""

    net: str
    """What the net is called in other requests."""

    net_version: int
    """1 for a net that was loaded, and one more for each `net/edit`."""

    id: str
    """The net's own id in the file; may be empty."""

    name: Union[str, None]
    """The net's own name."""

    format: str
    """The file's format."""

    kind: Kind
    """What kind of net it is."""

    places: int
    """The number of places."""

    transitions: int
    """The number of transitions."""

    arcs: int
    """The number of arcs."""

    warnings: List[Any]
    """What the user should know of the net although it can be used: diagnostics, with their part of the file."""

    origins: Origins
    """What its nodes stand for in the coloured net."""

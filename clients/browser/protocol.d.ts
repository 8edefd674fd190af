// The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited.

/** A number of tokens: a number, or a string of digits for one beyond 2^53. */
export type Amount = number | string;

/** A change of an arc. Omitted members stay, and `null` removes a member. */
export interface ArcChange {
  /** The arc. It must be unique. */
  arc: ArcName;
  /** The bend points. */
  bends?: Array<[number, number]> | null;
  /** Its new id. */
  id?: string | null;
  /** Its new kind. */
  kind?: Kinds | null;
  /** The number of tokens that it moves or tests. */
  weight?: Amount | null;
}

/** A reference to an arc: its id, or its nodes and its kind. */
export type ArcName = string | Between;

/** A process as an automaton. */
export interface Automaton {
  /** Its name. */
  name: string;
  /** The place that holds its location, by id. */
  place: string;
  /** Its left side. */
  x: number;
  /** Its upper side. */
  y: number;
  /** How wide it is. */
  width: number;
  /** How high it is. */
  height: number;
  /** Its locations. */
  locations: Array<Location>;
  /** Its transitions. */
  steps: Array<ProcessStep>;
  /** The places that are its own variables, by id. */
  variables: Array<string>;
}

/** Arcs of a kind between two nodes. */
export interface Between {
  /** The place. */
  place: string;
  /** The transition. */
  transition: string;
  /** The kind of the arc. */
  kind: Kinds;
}

/** `analysis/cancel`: ends an analysis early. Its partial result follows. */
export interface Cancel {
  /** The analysis. */
  analysis: string;
}

/** The notification `$/cancelRequest`: cancels a running request. */
export interface CancelRequest {
  /** The id of the request. */
  id: any;
}

/** The answer to `initialize`. */
export interface Capabilities {
  /** The name of the program. */
  name: string;
  /** The version of the program. */
  version: string;
  /** The version of this protocol. */
  protocol: number;
  /** The version of the schema of reports. */
  schema: number;
  /** The names of the supported requests. */
  methods: Array<string>;
  /** The supported input formats. */
  formats: Array<FormatName>;
  /** The names of the output formats of `net/convert`. */
  writable: Array<string>;
  /** The memory that all analyses share, in bytes. */
  memory_bytes: number;
}

/** `net/convert`: returns the text of a net in another format. */
export interface Convert {
  /** The net. */
  net: string;
  /** The name of the format, one of `writable` in the answer to `initialize`. */
  format: string;
}

/** The answer to `net/convert`. */
export interface Converted {
  /** The format. */
  format: string;
  /** The text. */
  text: string;
  /** The parts of the net that the format loses, in a few words each: `the positions of 5 nodes`. */
  lost: Array<string>;
}

/** `net/info`: describes a net without exploring it. */
export interface Describe {
  /** The net. */
  net: string;
  /** Whether to describe the unfolding of a coloured net. */
  unfold?: boolean;
}

/** The meaning of a negative difference of multisets. */
export type Difference =
  /** It disables the binding, as in ISO/IEC 15909. */
  | "defined"
  /** It is truncated at zero, as in TAPAAL. */
  | "truncated";

/** `net/drawing`: returns the positions of the nodes of a net. `net/groups`: the same for groups of nodes. */
export interface Draw {
  /** The net. */
  net: string;
  /** The ids of the nodes to draw, with the arcs between them. The default is all nodes, and a program is always drawn whole. */
  only?: Array<string> | null;
}

/** The answer to `net/drawing`: the nodes of a net, where the file draws them, or laid out where it does not. */
export interface Drawing {
  /** How wide the drawing is, from 0. */
  width: number;
  /** How high it is. */
  height: number;
  /** Whether there are too many nodes to be drawn. Then they have no positions, and there are no arcs. */
  is_too_large: boolean;
  /** Whether all positions are those of the file, but for scale. */
  is_from_file: boolean;
  /** The places. Those of a program are there, too, in the order of the file. */
  places: Array<Node>;
  /** The transitions. */
  transitions: Array<Node>;
  /** The arcs of a net. Of a program there are none: it has processes. */
  arcs: Array<Line>;
  /** The processes of a program. */
  processes: Array<Automaton>;
  /** The places that are variables of all processes of a program, and its channels, by id. */
  variables: Array<string>;
}

/** The answer to `graph/states`. */
export interface DrawnStates {
  /** States and edges, as `sanderling graph --to json` writes them. */
  graph: any;
  /** How wide the drawing is. */
  width: number;
  /** How high it is. */
  height: number;
  /** Where the states are, x and y. */
  positions: Array<[number, number]>;
  /** For each edge, the points between its ends. */
  bends: Array<Array<[number, number]>>;
}

/** The semantics of a DVE model where implementations differ. */
export type DveSemantics =
  /** The semantics of models compiled for LTSmin. */
  | "ltsmin"
  /** The semantics of the interpreter of DiVinE 2. */
  | "divine2";

/** An edit: an object with one member, which is the kind of the edit. */
export type Edit = EditAddPlace | EditAddTransition | EditAddArc | EditChangePlace | EditChangeTransition | EditChangeArc | EditRemovePlace | EditRemoveTransition | EditRemoveArc;

/** Adds an arc after the others. */
export interface EditAddArc {
  add_arc: NewArc;
}

/** Adds a place after the others. In a net with nested units it belongs to the root unit. It is on no page. */
export interface EditAddPlace {
  add_place: NewPlace;
}

/** Adds a transition after the others. */
export interface EditAddTransition {
  add_transition: NewTransition;
}

/** Changes an arc. */
export interface EditChangeArc {
  change_arc: ArcChange;
}

/** Changes a place. */
export interface EditChangePlace {
  change_place: PlaceChange;
}

/** Changes a transition. */
export interface EditChangeTransition {
  change_transition: TransitionChange;
}

/** Removes an arc. If it is given by its nodes, all arcs of this kind between them are removed. */
export interface EditRemoveArc {
  remove_arc: RemovedArc;
}

/** Removes a place with its arcs, also from final markings. */
export interface EditRemovePlace {
  remove_place: Removed;
}

/** Removes a transition with its arcs. */
export interface EditRemoveTransition {
  remove_transition: Removed;
}

/** `net/edit`: changes a place/transition net by all of these edits in order, or by none. Running analyses keep the net that they began with, and the token game restarts. */
export interface Edits {
  /** The net. */
  net: string;
  /** The edits. Each applies to the result of those before it. */
  edits: Array<Edit>;
}

/** Why an analysis has no report. */
export interface Failed {
  /** The code, as for an error of a request. */
  code: number;
  /** A description of the problem in one line. */
  message: string;
  /** Details of the problem: diagnostics. */
  data?: any;
}

/** The notification `analysis/result`, once for each analysis: a report, or an error. */
export interface Finished {
  /** The analysis. */
  analysis: string;
  /** The version of the analysed net. */
  net_version: number;
  /** Why there is no report. */
  error?: Failed | null;
  /** The report, as `sanderling --format json` prints it. */
  report?: any;
}

/** `simulation/fire`: fires a transition. */
export interface Fire {
  /** The net. */
  net: string;
  /** The id of the transition. */
  transition: string;
  /** The values of its variables, if it can fire in several ways. */
  binding?: Record<string, any> | null;
}

/** An input format. */
export interface FormatName {
  /** The name of the format. */
  name: string;
  /** A description of the format in one line. */
  description: string;
  /** The extensions of its files. */
  extensions: Array<string>;
}

/** Some nodes of a net. */
export interface Group {
  /** What it is called in `links`. */
  id: string;
  /** What it is called for people: as the unit, or by its nodes. */
  name: string;
  /** Its middle, to the right. */
  x: number;
  /** Its middle, downwards. */
  y: number;
  /** How wide it is. */
  width: number;
  /** How high it is. */
  height: number;
  /** Its places, by id. */
  places: Array<string>;
  /** Its transitions, by id. */
  transitions: Array<string>;
}

/** What the groups of a net are. */
export type GroupKind =
  /** The nested units of the file. */
  | "units"
  /** The pages of the file. */
  | "pages"
  /** Nodes with many arcs among them. */
  | "clusters";

/** The answer to `net/groups`: the nodes of a large net in groups, which are laid out. */
export interface Groups {
  /** What the groups are. */
  kind: GroupKind;
  /** How wide the drawing is, from 0. */
  width: number;
  /** How high it is. */
  height: number;
  /** The groups. Each node is in one of them. */
  groups: Array<Group>;
  /** What leads from one to another. */
  links: Array<Link>;
}

/** `initialize`: requests the capabilities of the server. It is optional, and possible at any time. */
export interface Initialize {
  /** The name of the client, for logs. */
  client?: string | null;
}

/** A kind of net. */
export type Kind =
  /** Tokens have no colours. */
  | "place_transition"
  /** Tokens have colours. */
  | "coloured"
  /** The net was written as a program of processes. */
  | "program";

/** What an arc does. */
export type Kinds =
  /** An arc that takes tokens. */
  | "input"
  /** An arc that puts tokens. */
  | "output"
  /** An arc that forbids tokens. */
  | "inhibitor"
  /** An arc that needs tokens and leaves them. */
  | "read"
  /** An arc that empties the place. */
  | "reset";

/** An arc. */
export interface Line {
  /** Its place, by id. */
  place: string;
  /** Its transition, by id. */
  transition: string;
  /** What it does. */
  kind: Kinds;
  /** The points between its ends, x and y, from its source. */
  bends?: Array<[number, number]>;
  /** The weight where it is not 1, or the inscription. */
  label?: string;
}

/** The arcs from the nodes of one group to those of another. */
export interface Link {
  /** The group that they leave, by id. */
  from: string;
  /** The one that they enter, by id. */
  to: string;
  /** How many there are. */
  arcs: number;
  /** The points between its ends, x and y. */
  bends?: Array<[number, number]>;
}

/** `net/load`: loads a net from a file or a text. */
export interface Load {
  /** The meaning of a difference of multisets in a coloured net that would be negative. The default is `truncated` for TAPAAL's `.tapn`, and `defined` for other formats. */
  difference?: Difference | null;
  /** The semantics of a DVE model. The default is `ltsmin`. */
  dve_semantics?: DveSemantics | null;
  /** The name of the format. By default, it is detected. */
  format?: string | null;
  /** With `text`: the name of the file. Its extension may determine the format. */
  name?: string | null;
  /** If the file has several nets: the id of one, or its position from 1. */
  net?: string | null;
  /** The text of the file, instead of a path. */
  text?: string | null;
  /** Whether a timed net is read without its times. */
  untimed?: boolean;
  /** The file, as a path or a `file:` URI. */
  uri?: string | null;
}

/** The answer to `net/load` and `net/edit`. */
export interface Loaded {
  /** The name of the net in other requests. */
  net: string;
  /** The version of the net: 1 when it is loaded, increased by each `net/edit`. */
  net_version: number;
  /** The id of the net in the file. May be empty. */
  id: string;
  /** The name of the net in the file. */
  name: string | null;
  /** The format of the file. */
  format: string;
  /** The kind of the net. */
  kind: Kind;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs. */
  arcs: number;
  /** Warnings about the file: diagnostics, with the part of the file that they refer to. */
  warnings: Array<any>;
}

/** A location of a process. */
export interface Location {
  /** Its name. */
  name: string;
  /** To the right. */
  x: number;
  /** Downwards. */
  y: number;
  /** Whether no other process may move there. */
  is_committed: boolean;
}

/** A new arc. */
export interface NewArc {
  /** The place that it joins. */
  place: string;
  /** The transition that it joins. */
  transition: string;
  /** Its kind. */
  kind: Kinds;
  /** The bend points, x and y, from its source to its target. */
  bends?: Array<[number, number]>;
  /** Its id. It is optional, and need not be unique. */
  id?: string | null;
  /** The number of tokens that it moves or tests. The default is 1. A reset arc has none. */
  weight?: Amount;
}

/** A new place. */
export interface NewPlace {
  /** Its id, which must be new. */
  id: string;
  /** The capacity: the maximum number of tokens after a firing. By default, there is none. */
  capacity?: Amount | null;
  /** Its name. */
  name?: string | null;
  /** Its position, x and y, in the unit of the file. y increases downwards. */
  position?: [number, number] | null;
  /** The initial number of tokens. The default is 0. */
  tokens?: Amount;
}

/** A new transition. */
export interface NewTransition {
  /** Its id, which must be new. */
  id: string;
  /** Its name. */
  name?: string | null;
  /** Its position, x and y, in the unit of the file. y increases downwards. */
  position?: [number, number] | null;
}

/** A place or a transition. */
export interface Node {
  /** Its id in the file. */
  id: string;
  /** To the right. */
  x: number;
  /** Downwards. */
  y: number;
  /** The most tokens that a place may hold. */
  capacity?: string | null;
  /** Its name, where it has one that differs from its id. */
  name?: string | null;
  /** A place's sort or a transition's guard, in words, in a coloured net. */
  note?: string | null;
}

/** The parameters of requests about a net: `net/unfold`, `net/unload`, `simulation/enabled` and `simulation/undo`. */
export interface OfNet {
  /** The net. */
  net: string;
}

/** The meaning of the nodes of an unfolding, by their ids. */
export interface Origins {
  /** The places. */
  places: Record<string, PlaceOrigin>;
  /** The transitions. */
  transitions: Record<string, TransitionOrigin>;
}

/** A change of a place. Omitted members stay, and `null` removes a member. */
export interface PlaceChange {
  /** The current id of the place. */
  place: string;
  /** The capacity. */
  capacity?: Amount | null;
  /** Its new id. */
  id?: string | null;
  /** Its new name. */
  name?: string | null;
  /** Its position. */
  position?: [number, number] | null;
  /** The initial number of tokens. */
  tokens?: Amount | null;
}

/** The meaning of a place of an unfolding. */
export interface PlaceOrigin {
  /** The id of the place of the coloured net. */
  place: string;
  /** The colour, in the form of markings. Absent if the place has no colours. */
  colour?: string | null;
}

/** A transition of a process. */
export interface ProcessStep {
  /** The location that it leaves, by name. */
  from: string;
  /** The one that it enters, by name. */
  to: string;
  /** Its line in the file. */
  line: number;
  /** Its column. */
  column: number;
  /** The transitions of the net that are this one, alone or with another process, by id. */
  events: Array<string>;
  /** The points between its ends, x and y. */
  bends?: Array<[number, number]>;
  /** The communication, as written in the file, with that of the other process if both move together. */
  communication?: string | null;
  /** What has to hold for it, in words; with what the other side asks for, where both move together. */
  guard?: string | null;
}

/** The notification `analysis/progress`, a few times a second. */
export interface Progress {
  /** The analysis. */
  analysis: string;
  /** The number of states discovered. */
  states: number;
  /** The number of stored states. */
  stored: number;
  /** The number of stored states that are not expanded. */
  open: number;
  /** The number of firings. */
  firings: number;
  /** The breadth-first level; 0 in other orders. */
  level: number;
  /** The memory in use, in bytes. */
  memory_bytes: number;
  /** The time since the start of the search, in seconds. */
  elapsed_s: number;
}

/** The kind of a question. */
export type Question =
  /** The statistics of the state space. */
  | "explore"
  /** Whether there is a deadlock. */
  | "deadlock"
  /** Whether properties hold. */
  | "check";

/** A node to remove. */
export interface Removed {
  /** Its id. */
  id: string;
}

/** An arc to remove. */
export interface RemovedArc {
  /** The arc. */
  arc: ArcName;
}

/** `trace/replay`: checks whether a trace is a run of a net. */
export interface Replay {
  /** The net. */
  net: string;
  /** The trace, in the form of reports. Without `initial`, it begins in the initial marking. */
  trace: any;
  /** The marking in which the net begins, instead of its initial one, in the form of reports: the contents of places by their ids. Other places are empty. */
  marking?: Record<string, any> | null;
}

/** `simulation/reset`: restarts the token game. */
export interface Reset {
  /** The net. */
  net: string;
  /** The marking in which the game begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty. */
  marking?: Record<string, any> | null;
}

/** `analysis/standard`: decides the standard properties of a place/transition net, or of the unfolding of a coloured net. The answer is the notification `analysis/result`. */
export interface Standard {
  /** The net. */
  net: string;
  /** Sums of tokens whose maximum values are requested. */
  bounds?: Array<string>;
  /** The number of concurrent cases for soundness. The default is 1. */
  cases?: number | null;
  /** The condition on final markings, for a process that begins in the initial marking. It excludes `source`, `sink` and `cases`. */
  final?: string | null;
  /** The memory limit of the analysis, in bytes. The default is a quarter of the server's memory. */
  memory_bytes?: number | null;
  /** The properties to decide. The default is all of them, with invariants, siphons and traps. */
  only?: Array<StandardOnly>;
  /** The options `time` (default: one minute), `threads`, `max-states`, `self-check` and `explain-plan` of the command line. */
  options?: StandardOptions;
  /** The sink place of the workflow. The default is the only place without outputs. */
  sink?: string | null;
  /** The source place of the workflow, by its id or unique name. The default is the only place without inputs. */
  source?: string | null;
}

export type StandardOnly =
  | "ordinary"
  | "pure"
  | "state_machine"
  | "marked_graph"
  | "free_choice"
  | "extended_free_choice"
  | "asymmetric_choice"
  | "connected"
  | "strongly_connected"
  | "conservative"
  | "structurally_bounded"
  | "consistent"
  | "repetitive"
  | "siphon_trap"
  | "workflow_net"
  | "bounded"
  | "safe"
  | "deadlock_free"
  | "quasi_live"
  | "live"
  | "reversible"
  | "home_marking"
  | "persistent"
  | "option_to_complete"
  | "proper_completion"
  | "no_dead_transition"
  | "relaxed_sound"
  | "weakly_sound"
  | "sound";

/** The options `time` (default: one minute), `threads`, `max-states`, `self-check` and `explain-plan` of the command line. */
export interface StandardOptions {
  /** Report the stages of the plan: which techniques were tried, what they decided, and their states and time */
  "explain-plan"?: boolean | null;
  /** Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6 */
  "max-states"?: string | number | null;
  /** Which states are compared with the plain interpreter during the search: none, sample (within one percent of the time) or all; a difference ends the search with exit code 4 */
  "self-check"?: string | number | null;
  /** Number of worker threads; verdicts do not depend on it [default: one for each core] */
  threads?: string | number | null;
  /** Time limit for the search, such as 30s or 5m */
  time?: string | number | null;
}

/** The answer to every request `simulation/…`: the state of the token game. */
export interface Standing {
  /** The number of firings since the game began. */
  steps: number;
  /** The contents of the marked places, by id. */
  marking: Record<string, any>;
  /** The enabled steps, with `event`, the id of the transition, and `binding`. A step with `error` is undefined. */
  enabled: Array<any>;
  /** After a firing: the step, with its changes. */
  fired?: any;
}

/** `analysis/start`: starts the analysis of a question about a net. The answer is the notification `analysis/result`. */
export interface Start {
  /** The net. */
  net: string;
  /** The question. */
  question: Question;
  /** With `deadlock`: a condition, such as `tokens(end) == 1`. Dead markings that satisfy it are intended ends, not deadlocks. */
  except?: string | null;
  /** The marking in which the search begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty. */
  marking?: Record<string, any> | null;
  /** The memory limit of the analysis, in bytes. The default is a quarter of the server's memory. */
  memory_bytes?: number | null;
  /** Options of the command line, by their names without leading dashes: `{"order": "dfs", "bounds": true}`. */
  options?: StartOptions;
  /** With `check`: the properties, such as `always tokens(p) <= 1`. */
  properties?: Array<string>;
  /** With `check`: whether to check, after all properties, that the property process of a program accepts no run. */
  property_process?: boolean;
}

/** Options of the command line, by their names without leading dashes: `{"order": "dfs", "bounds": true}`. */
export interface StartOptions {
  /** Report the maximum number of tokens in each place (not for a DVE model), and the transitions that are never enabled */
  bounds?: boolean | null;
  /** Maximum number of states in a cache, besides the limit of `memory` */
  "cache-states"?: string | number | null;
  /** Directory for checkpoints; `sanderling resume` continues from the newest one */
  checkpoint?: string | null;
  /** Time between two checkpoints, such as 10m or 1h; one more is written at the end [default: 10m] */
  "checkpoint-every"?: string | number | null;
  /** Explore exactly the states within N firings of the initial one, depth-first with a growing bound */
  depth?: string | number | null;
  /** Explore a state again only if something new can follow (on), or whenever it is found at a smaller depth (off) [default: on] */
  "depth-thresholds"?: "on" | "off" | null;
  /** Directory for what a store writes when it does not fit in memory; states go there before any are forgotten [default: that of temporary files, and only by `store disk`] */
  disk?: string | null;
  /** Maximum size on disk, such as 20G [default: as much as there is room for] */
  "disk-size"?: string | number | null;
  /** Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time */
  driver?: "auto" | "sequential" | "batched" | null;
  /** How markings are packed: bit fields are fast, mixed radix is smallest */
  encoding?: "auto" | "fields" | "radix" | null;
  /** Report the stages of the plan: which techniques were tried, what they decided, and their states and time */
  "explain-plan"?: boolean | null;
  /** For formulas of LTL: consider only runs that are fair, weakly or strongly, to each transition or to each process [default: all runs] */
  fair?: "weak" | "strong" | "weak:process" | "strong:process" | null;
  /** Go from one frontier state to the next along the common part of their paths (on), or from the initial state (off) [default: on] */
  "frontier-tree"?: "on" | "off" | null;
  /** Number that `order best` minimizes: distance (from the goal), or a sum such as 'tokens(p) + 2*tokens(q)', for a DVE model 'x + 2*y[1]' [default: the number of enabled transitions] */
  heuristic?: string | number | null;
  /** Growth of the bound from round to round [default: a hundredth of N, from 10 to 50] */
  increment?: string | number | null;
  /** Report the number of states at each distance from the initial one */
  levels?: boolean | null;
  /** The search ends when it has visited each state F times on average */
  "max-revisit-factor"?: string | number | null;
  /** Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6 */
  "max-states"?: string | number | null;
  /** Meaning of a division by zero or a similar error: report stops the search and reports it, state makes it a step to the error state [default: report; with `dve-semantics divine2`: state] */
  "model-errors"?: "report" | "state" | null;
  /** Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest `heuristic` first), random or random:SEED */
  order?: string | number | null;
  /** Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in `heuristic` with commas between them */
  "progress-measure"?: string | number | null;
  /** Whether a proof may decide a query about a place/transition net without a search [default: on where `reduce` makes nets smaller] */
  proof?: "on" | "off" | null;
  /** Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net smaller); stubborn (skips transitions that the query does not need), or edge-lean in its place; sleep (skips transitions whose order does not matter), with or without stubborn; chains (states with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: all for deadlock and check on place/transition nets, as far as it goes with the other options, otherwise none] */
  reduce?: string | number | null;
  /** What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency, event-type, stratified:N or stratified:N:K; a list with commas is in order of priority, and '-' reverses an entry */
  replace?: string | number | null;
  /** Continue from a checkpoint in the directory, or start the search if there is none */
  resume?: "newest" | "earlier" | null;
  /** Which explored states are kept: all, those that fit in a cache, or those that a sweep-line has not passed [default: as `search` says] */
  retain?: "auto" | "all" | "cache" | "sweep" | "cache+sweep" | null;
  /** What happens when memory is used up: auto forgets explored states, exhaustive ends the search */
  search?: "auto" | "exhaustive" | null;
  /** Seed for all random choices, except the order `random:SEED` */
  seed?: string | number | null;
  /** Which states are compared with the plain interpreter during the search: none, sample (within one percent of the time) or all; a difference ends the search with exit code 4 */
  "self-check"?: string | number | null;
  /** After a run is found, search breadth-first for a shortest one */
  shortest?: boolean | null;
  /** How states are stored: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or bitstate[:HASHES], which may miss states and report how likely that is [default: auto, which is packed, and the tree once memory is used up; with `disk`, then the disk] */
  store?: string | number | null;
  /** Number of worker threads; verdicts do not depend on it [default: one for each core] */
  threads?: string | number | null;
  /** Time limit for the search, such as 30s or 5m */
  time?: string | number | null;
}

/** The answer to `analysis/start` and `analysis/standard`. */
export interface Started {
  /** The name of the analysis in other messages. */
  analysis: string;
  /** The version of the analysed net. */
  net_version: number;
  /** The memory limit, in bytes. */
  memory_bytes: number;
  /** Whether the analysis waits until others return memory. */
  waits: boolean;
}

/** `graph/states`: a small state space, drawn out. */
export interface States {
  /** The net. */
  net: string;
  /** Whether the markings that can be covered are drawn instead, of a place/transition net: the minimal coverability set, finite also where there are infinitely many states. */
  coverability?: boolean;
  /** How many states at most: 300 if nothing is said, and never more than 2000. */
  max_states?: number | null;
}

/** A change of a transition. Omitted members stay, and `null` removes a member. */
export interface TransitionChange {
  /** The current id of the transition. */
  transition: string;
  /** Its new id. */
  id?: string | null;
  /** Its new name. */
  name?: string | null;
  /** Its position. */
  position?: [number, number] | null;
}

/** The meaning of a transition of an unfolding. */
export interface TransitionOrigin {
  /** The id of the transition of the coloured net. */
  transition: string;
  /** The values of its variables, in the form of steps. */
  binding: Record<string, string>;
}

/** The answer to `net/unfold`: a new net without colours, and the meaning of its nodes. */
export interface Unfolded {
  /** The name of the net in other requests. */
  net: string;
  /** The version of the net: 1 when it is loaded, increased by each `net/edit`. */
  net_version: number;
  /** The id of the net in the file. May be empty. */
  id: string;
  /** The name of the net in the file. */
  name: string | null;
  /** The format of the file. */
  format: string;
  /** The kind of the net. */
  kind: Kind;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs. */
  arcs: number;
  /** Warnings about the file: diagnostics, with the part of the file that they refer to. */
  warnings: Array<any>;
  /** The meaning of its nodes in the coloured net. */
  origins: Origins;
}

/** Requests, with their parameters and results. */
export interface Requests {
  /** Makes an analysis end with what it has. */
  "analysis/cancel": { params: Cancel; result: null };
  /** Starts the analysis of the standard properties of a net. */
  "analysis/standard": { params: Standard; result: Started };
  /** Starts an analysis: `explore`, `deadlock` or `check`. */
  "analysis/start": { params: Start; result: Started };
  /** A small state space with positions for its states. */
  "graph/states": { params: States; result: DrawnStates };
  /** Versions, methods, formats and the memory for analyses. */
  "initialize": { params: Initialize; result: Capabilities };
  /** The text of a net in another format, and what that does not keep (`lost`), as `convert` tells it. */
  "net/convert": { params: Convert; result: Converted };
  /** The net with positions for its nodes. */
  "net/drawing": { params: Draw; result: Drawing };
  /** Changes a place/transition net in place, by edits of elements in their order: all of them, or none. */
  "net/edit": { params: Edits; result: Loaded };
  /** The nodes of a large net in groups, which have positions. */
  "net/groups": { params: Draw; result: Groups };
  /** What `info` says of a net without exploring it. */
  "net/info": { params: Describe; result: any };
  /** Reads a net, and gives it a name for the other requests. */
  "net/load": { params: Load; result: Loaded };
  /** Loads the unfolding of a coloured net as a new net. */
  "net/unfold": { params: OfNet; result: Unfolded };
  /** Forgets a net and its token game. */
  "net/unload": { params: OfNet; result: null };
  /** Cancels all requests and analyses. */
  "shutdown": { params: null; result: null };
  /** Where the token game stands: the marking and what can fire. */
  "simulation/enabled": { params: OfNet; result: Standing };
  /** Fires a transition. */
  "simulation/fire": { params: Fire; result: Standing };
  /** Begins the token game anew, at the initial marking or at a `marking`, as for `analysis/start`. */
  "simulation/reset": { params: Reset; result: Standing };
  /** Takes one firing back. */
  "simulation/undo": { params: OfNet; result: Standing };
  /** Whether a trace is a run of the net, as `replay` says it. */
  "trace/replay": { params: Replay; result: any };
}

/** Notifications from the server, with their parameters. */
export interface Notifications {
  /** How far an analysis has come, up to five times a second while it searches. */
  "analysis/progress": Progress;
  /** What an analysis has come to, once for each of them, in the end. */
  "analysis/result": Finished;
}

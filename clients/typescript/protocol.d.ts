// The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited.

/** A number of tokens: a number, or a string of digits for one beyond 2^53. */
export type Amount = number | string;

/** A change of an arc. What is left out stays; what is `null` goes. */
export interface ArcChange {
  /** The arc: one alone. */
  arc: ArcName;
  /** The points between its ends. */
  bends?: Array<[number, number]> | null;
  /** Its new id. */
  id?: string | null;
  /** What it does from now on. */
  kind?: Kinds | null;
  /** How many tokens it moves or tests. */
  weight?: Amount | null;
}

/** How an arc is called: by its id, or by what it joins and does. */
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
  /** What the arc does. */
  kind: Kinds;
}

/** `analysis/cancel`: an analysis is to end with what it has. Its result comes all the same. */
export interface Cancel {
  /** The analysis. */
  analysis: string;
}

/** The notification `$/cancelRequest`: a request that takes its time is not waited for any more. */
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
  /** The requests that are understood. */
  methods: Array<string>;
  /** The formats that can be read. */
  formats: Array<FormatName>;
  /** The names of the formats that `net/convert` writes. */
  writable: Array<string>;
  /** The memory that all analyses share. */
  memory_bytes: number;
}

/** `net/convert`: the text of a net in another format. */
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
  /** What the format does not keep of the net, each as a few words: `the positions of 5 nodes`. */
  lost: Array<string>;
}

/** `net/info`: what can be said of a net without exploring it. */
export interface Describe {
  /** The net. */
  net: string;
  /** Whether a coloured net is unfolded, and what comes of it described. */
  unfold?: boolean;
}

/** A reading of differences of multisets. */
export type Difference =
  /** It disables the binding, as in ISO/IEC 15909. */
  | "defined"
  /** It is cut off at zero, as in TAPAAL. */
  | "truncated";

/** `net/drawing`: where the nodes of a net are; `net/groups`: the same for groups of them. */
export interface Draw {
  /** The net. */
  net: string;
  /** The nodes that are drawn, by id, with the arcs between them; all if it is left out. Of a program, all are. */
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

/** Whose meaning a DVE model has where implementations differ. */
export type DveSemantics =
  /** That of models compiled for LTSmin. */
  | "ltsmin"
  /** That of the interpreter of DiVinE 2. */
  | "divine2";

/** An edit: an object with one member, which says what is done. */
export type Edit = EditAddPlace | EditAddTransition | EditAddArc | EditChangePlace | EditChangeTransition | EditChangeArc | EditRemovePlace | EditRemoveTransition | EditRemoveArc;

/** A new arc, behind the others. */
export interface EditAddArc {
  add_arc: NewArc;
}

/** A new place, behind the others. In a net of nested units it belongs to the unit above all others, and it is on no page. */
export interface EditAddPlace {
  add_place: NewPlace;
}

/** A new transition, behind the others. */
export interface EditAddTransition {
  add_transition: NewTransition;
}

/** What is named of an arc becomes another. */
export interface EditChangeArc {
  change_arc: ArcChange;
}

/** What is named of a place becomes another. */
export interface EditChangePlace {
  change_place: PlaceChange;
}

/** What is named of a transition becomes another. */
export interface EditChangeTransition {
  change_transition: TransitionChange;
}

/** An arc goes; all those of this kind between these nodes, where it is called by them. */
export interface EditRemoveArc {
  remove_arc: RemovedArc;
}

/** A place goes, with its arcs; final markings are then without it. */
export interface EditRemovePlace {
  remove_place: Removed;
}

/** A transition goes, with its arcs. */
export interface EditRemoveTransition {
  remove_transition: Removed;
}

/** `net/edit`: a place/transition net is changed in place, by all of these edits in their order, or by none of them. Analyses that are under way keep the net that they began with; the token game begins anew. */
export interface Edits {
  /** The net. */
  net: string;
  /** The edits. Each sees what those before it have done. */
  edits: Array<Edit>;
}

/** Why an analysis has no report. */
export interface Failed {
  /** The code, as that of an error of a request. */
  code: number;
  /** What went wrong, in a line. */
  message: string;
  /** What else is known of the error: diagnostics. */
  data?: any;
}

/** The notification `analysis/result`, once for each analysis: a report, or an error. */
export interface Finished {
  /** The analysis. */
  analysis: string;
  /** The version of the net that it was of. */
  net_version: number;
  /** Why there is none. */
  error?: Failed | null;
  /** The report, as `sanderling --format json` prints it. */
  report?: any;
}

/** `simulation/fire`: a transition is to fire. */
export interface Fire {
  /** The net. */
  net: string;
  /** The id of the transition. */
  transition: string;
  /** The values of its variables, where it can fire in several ways. */
  binding?: Record<string, any> | null;
}

/** A format that can be read. */
export interface FormatName {
  /** The name of the format. */
  name: string;
  /** What the format is, in a line. */
  description: string;
  /** How names of its files end. */
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

/** `initialize`: what the server can do. It may be asked at any time, and need not be. */
export interface Initialize {
  /** Who asks, for nobody but a reader of logs. */
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

/** `net/load`: a net, from a file or as text. */
export interface Load {
  /** What a difference of multisets in a coloured net means that takes away what is not there; `truncated` for TAPAAL's `.tapn` and `defined` for others, if nothing is said. */
  difference?: Difference | null;
  /** Whose meaning a DVE model has: `ltsmin`, if nothing is said, or `divine2`. */
  dve_semantics?: DveSemantics | null;
  /** The format, where it is not to be told by what the file looks like. */
  format?: string | null;
  /** What the file is called, where there is a text; its end may tell the format. */
  name?: string | null;
  /** Which net of a file with several: its id, or its position from 1. */
  net?: string | null;
  /** The text of the file, instead. */
  text?: string | null;
  /** Whether a timed net is read without its times. */
  untimed?: boolean;
  /** The file, as a path or a `file:` URI. */
  uri?: string | null;
}

/** The answer to `net/load` and `net/edit`. */
export interface Loaded {
  /** What the net is called in other requests. */
  net: string;
  /** 1 for a net that was loaded, and one more for each `net/edit`. */
  net_version: number;
  /** The net's own id in the file; may be empty. */
  id: string;
  /** The net's own name. */
  name: string | null;
  /** The file's format. */
  format: string;
  /** What kind of net it is. */
  kind: Kind;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs. */
  arcs: number;
  /** What the user should know of the net although it can be used: diagnostics, with their part of the file. */
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
  /** The place at its one end. */
  place: string;
  /** The transition at its other end. */
  transition: string;
  /** What it does. */
  kind: Kinds;
  /** The points between its ends, x and y, from its source. */
  bends?: Array<[number, number]>;
  /** Its id. Arcs may have none, and may share one. */
  id?: string | null;
  /** How many tokens it moves or tests: 1 if nothing is said, and of no meaning for a reset arc. */
  weight?: Amount;
}

/** A new place. */
export interface NewPlace {
  /** Its id, which no other node has. */
  id: string;
  /** The most tokens that a firing may leave there; as many as there are if nothing is said. */
  capacity?: Amount | null;
  /** Its name. */
  name?: string | null;
  /** Where it is drawn, x and y, in the unit of the file; y grows downwards. */
  position?: [number, number] | null;
  /** The tokens at the start; none if nothing is said. */
  tokens?: Amount;
}

/** A new transition. */
export interface NewTransition {
  /** Its id, which no other node has. */
  id: string;
  /** Its name. */
  name?: string | null;
  /** Where it is drawn, x and y, in the unit of the file; y grows downwards. */
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

/** What the nodes of an unfolding stand for, by their ids. */
export interface Origins {
  /** The places. */
  places: Record<string, PlaceOrigin>;
  /** The transitions. */
  transitions: Record<string, TransitionOrigin>;
}

/** A change of a place. What is left out stays; what is `null` goes. */
export interface PlaceChange {
  /** The place, by the id that it has. */
  place: string;
  /** The most tokens that a firing may leave there. */
  capacity?: Amount | null;
  /** Its new id. */
  id?: string | null;
  /** Its new name. */
  name?: string | null;
  /** Where it is drawn. */
  position?: [number, number] | null;
  /** The tokens at the start. */
  tokens?: Amount | null;
}

/** What a place of an unfolding stands for. */
export interface PlaceOrigin {
  /** The place of the coloured net, by id. */
  place: string;
  /** The colour, as markings have it; left out where the place has no colours. */
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
  /** What it says or hears, as the file writes it; with what the other side does, where both move together. */
  communication?: string | null;
  /** What has to hold for it, in words; with what the other side asks for, where both move together. */
  guard?: string | null;
}

/** The notification `analysis/progress`, a few times a second. */
export interface Progress {
  /** The analysis. */
  analysis: string;
  /** States that have been discovered. */
  states: number;
  /** States that are stored. */
  stored: number;
  /** Stored states that are not expanded. */
  open: number;
  /** Firings. */
  firings: number;
  /** The breadth-first level; 0 in other orders. */
  level: number;
  /** The memory that is counted. */
  memory_bytes: number;
  /** Seconds since the search began. */
  elapsed_s: number;
}

/** What is asked. */
export type Question =
  /** The statistics of the state space. */
  | "explore"
  /** Whether there is a deadlock. */
  | "deadlock"
  /** Whether properties hold. */
  | "check";

/** A node that goes. */
export interface Removed {
  /** Its id. */
  id: string;
}

/** An arc that goes. */
export interface RemovedArc {
  /** The arc. */
  arc: ArcName;
}

/** `trace/replay`: whether a trace is a run of a net. */
export interface Replay {
  /** The net. */
  net: string;
  /** The trace, as reports have it. Without `initial`, it begins where the net does. */
  trace: any;
  /** The marking where the net begins instead of at its initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing. */
  marking?: Record<string, any> | null;
}

/** `simulation/reset`: the token game begins anew. */
export interface Reset {
  /** The net. */
  net: string;
  /** The marking where it begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing. */
  marking?: Record<string, any> | null;
}

/** `analysis/standard`: the standard properties of a place/transition net, or of the unfolding of a coloured one. The answer comes as `analysis/result`. */
export interface Standard {
  /** The net. */
  net: string;
  /** Sums of tokens of which the greatest values are asked for. */
  bounds?: Array<string>;
  /** With how many cases at the same time soundness is asked for; one if nothing is said. */
  cases?: number | null;
  /** What holds where the process ends, which begins with the initial marking then, for nets that are no workflow nets; not beside `source`, `sink` and `cases`. */
  final?: string | null;
  /** The memory that it may take; a quarter of what the server has if nothing is said. */
  memory_bytes?: number | null;
  /** The properties that are asked for; all of them, with invariants, siphons and traps, where none is named. */
  only?: Array<StandardOnly>;
  /** The options `time` (a minute if nothing is said), `threads`, `max-states` and `self-check` of the command line. */
  options?: StandardOptions;
  /** The place where they end; the only one without outputs if nothing is said. */
  sink?: string | null;
  /** The place where workflows begin, by its id or by a name that no other has; the only one without inputs if nothing is said. */
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

/** The options `time` (a minute if nothing is said), `threads`, `max-states` and `self-check` of the command line. */
export interface StandardOptions {
  /** Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6 */
  "max-states"?: string | number | null;
  /** Which states are compared with the plain interpreter during the search: none, sample (within one percent of the time) or all; a difference ends the search with exit code 4 */
  "self-check"?: string | number | null;
  /** Number of worker threads; verdicts do not depend on it [default: one for each core] */
  threads?: string | number | null;
  /** Time limit for the search, such as 30s or 5m */
  time?: string | number | null;
}

/** The answer to every request `simulation/…`: where the token game stands. */
export interface Standing {
  /** How many firings have led here from where the game began. */
  steps: number;
  /** The places that hold something, by id. */
  marking: Record<string, any>;
  /** What can fire: steps with `event`, the id of the transition, and `binding`; one with `error` has no meaning there. */
  enabled: Array<any>;
  /** The step that led here with what it changed, after a firing. */
  fired?: any;
}

/** `analysis/start`: a question about a net. The answer comes as `analysis/result`. */
export interface Start {
  /** The net. */
  net: string;
  /** What is asked. */
  question: Question;
  /** With `deadlock`: dead markings that satisfy this condition are meant, and are no deadlocks, such as `tokens(end) == 1`. */
  except?: string | null;
  /** The marking where the search begins instead of the initial one, as reports tell markings: what places hold, by their ids; the other places hold nothing. */
  marking?: Record<string, any> | null;
  /** The memory that it may take; a quarter of what the server has if nothing is said. */
  memory_bytes?: number | null;
  /** Options of the command line under their own names without dashes: `{"order": "dfs", "bounds": true}`. */
  options?: StartOptions;
  /** With `check`: the properties, such as `always tokens(p) <= 1`. */
  properties?: Array<string>;
  /** With `check`: whether it is asked, behind all properties, if the property process of a program accepts no run. */
  property_process?: boolean;
}

/** Options of the command line under their own names without dashes: `{"order": "dfs", "bounds": true}`. */
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
  /** What the analysis is called from now on. */
  analysis: string;
  /** The version of the net that it is of. */
  net_version: number;
  /** The memory that it may take. */
  memory_bytes: number;
  /** Whether it waits for others to give memory back before it begins. */
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

/** A change of a transition. What is left out stays; what is `null` goes. */
export interface TransitionChange {
  /** The transition, by the id that it has. */
  transition: string;
  /** Its new id. */
  id?: string | null;
  /** Its new name. */
  name?: string | null;
  /** Where it is drawn. */
  position?: [number, number] | null;
}

/** What a transition of an unfolding stands for. */
export interface TransitionOrigin {
  /** The transition of the coloured net, by id. */
  transition: string;
  /** The values of its variables, as steps have them. */
  binding: Record<string, string>;
}

/** The answer to `net/unfold`: a new net without colours, and what its nodes stand for. */
export interface Unfolded {
  /** What the net is called in other requests. */
  net: string;
  /** 1 for a net that was loaded, and one more for each `net/edit`. */
  net_version: number;
  /** The net's own id in the file; may be empty. */
  id: string;
  /** The net's own name. */
  name: string | null;
  /** The file's format. */
  format: string;
  /** What kind of net it is. */
  kind: Kind;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs. */
  arcs: number;
  /** What the user should know of the net although it can be used: diagnostics, with their part of the file. */
  warnings: Array<any>;
  /** What its nodes stand for in the coloured net. */
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

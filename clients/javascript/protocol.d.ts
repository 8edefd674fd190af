// The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited.

/** A number of tokens: a number, or a string of digits for one beyond 2^53. */
export type Amount = number | string;

/** The answer of `analyse`: every standard property of a net. */
export interface AnalysisReport {
  /** The version of this schema. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The file, as named by the user. */
  file: string;
  /** The file's format. */
  format: string;
  /** Always `analyse`. */
  question: string;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs. */
  arcs: number;
  /** The verdict over the requested properties, or `computed` if all properties were requested. */
  verdict: Verdict;
  /** The requested properties, in their usual order. Properties of workflows are included if the net is a workflow. */
  answers: Array<PropertyAnswer>;
  /** The number of reachable markings; `+inf` in an unbounded net. */
  states: Count | null;
  /** The number of firings from the reachable markings. */
  firings: Count | null;
  /** The number of reachable markings that enable no transition. */
  deadlocks: Count | null;
  /** The number of strongly connected components of the reachability graph that no edge leaves. */
  terminal_components: Count | null;
  /** The maximum number of tokens in each place. */
  bounds: Record<string, Count> | null;
  /** The liveness level of each transition. It is a lower bound unless all reachable markings were explored. */
  liveness: Record<string, LivenessLevel> | null;
  /** Weighted sums of tokens that no firing changes. */
  place_invariants: ListedInvariant;
  /** Firing counts that together have no effect. */
  transition_invariants: ListedCountById;
  /** The minimal siphons. */
  siphons: ListedPlaceSet;
  /** The minimal traps. */
  traps: ListedPlaceSet;
  /** The time used. */
  time_s: Timings;
  /** The condition on the markings in which the process ends, if it does not end in a sink. */
  final_condition?: string | null;
  /** The greatest values of the requested sums. */
  greatest?: Array<GreatestValue>;
  /** What the user should know about the answers, and suggested actions. */
  hints?: Array<Hint>;
  /** The name of the net. */
  name?: string | null;
  /** The names of the places and transitions whose name differs from the id. */
  names?: Record<string, string>;
  /** The id of the net in the file. */
  net?: string | null;
  /** The stages of the plan, if requested. */
  plan?: Array<Stage>;
  /** The assertions, statements and values of a program. */
  program?: ProgramBehaviour | null;
  /** The sink of the workflow net. */
  sink?: string | null;
  /** The source of the workflow net. */
  source?: string | null;
  /** The analysed net, if the file's own net is coloured and was unfolded. */
  unfolding?: Unfolding | null;
  /** Problems in the file that did not prevent its use. */
  warnings?: Array<Diagnostic>;
}

/** The answer to one of the checked properties. */
export interface Answer {
  /** The property as text: `always tokens(p) <= 3`. */
  property: string;
  /** Whether the property holds. */
  verdict: Verdict;
  /** Why the verdict is unknown. */
  reason: Reason | null;
  /** A run to a state that refutes an `always`, or that satisfies a `reach`. */
  trace: Trace | null;
  /** What decided the property, if it was decided. */
  decided_by?: Decision | null;
  /** The name of the property, if it comes from a file that gives it one. */
  name?: string | null;
}

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
  /** Name. */
  name: string;
  /** Id of the place that holds the location. */
  place: string;
  /** Horizontal position of the left edge. */
  x: number;
  /** Vertical position of the upper edge. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
  /** Locations. */
  locations: Array<Location>;
  /** Transitions. */
  steps: Array<ProcessStep>;
  /** Ids of the places that are its local variables. */
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

/** A place before and after a firing. */
export interface Change {
  /** The place's id. */
  place: string;
  /** The contents of the place before the step. */
  before: Tokens;
  /** The contents of the place after the step. */
  after: Tokens;
}

/** The greatest number of messages of a channel in the explored states. */
export interface ChannelFill {
  /** The channel. */
  channel: string;
  /** The greatest number of messages that it holds. */
  greatest: number;
  /** The number of messages that it can hold. */
  capacity: number;
}

/** A channel. */
export interface ChannelStructure {
  /** The name of the channel. */
  name: string;
  /** The number of messages that the channel holds; 0 if sender and receiver move together. */
  capacity: number;
  /** The types of the values in a message, if they are declared. */
  items: Array<string> | null;
  /** The number of bits of the buffer in a state. */
  bits: number;
}

/** The checkpoints of a search. */
export interface Checkpoint {
  /** The directory, as given by the user. */
  directory: string;
  /** Why the newest checkpoint is not from the end of the search, if a file could not be written. */
  problem?: string | null;
}

/** A place with colours. */
export interface ColouredPlace {
  /** The id of the place. */
  id: string;
  /** The name of the place's sort. */
  sort: string;
  /** The number of initial tokens; null if it is known only after an evaluation. */
  tokens: Count | null;
  /** The initial tokens, in words. */
  initial: string;
  /** The name, if it differs from the id. */
  name?: string | null;
}

/** A coloured net in the form its file has, without unfolding it. */
export interface ColouredStructure {
  /** The declared sorts that are used, in the order of the file. */
  sorts: Array<SortStructure>;
  /** The variables, with the names of their sorts. */
  variables: Record<string, string>;
  /** The places. */
  places: Array<ColouredPlace>;
  /** The transitions. */
  transitions: Array<ColouredTransition>;
  /** The distinct inscriptions, each with the number of arcs that bear it, the most frequent first. Reset arcs have none. */
  inscriptions: Record<string, number>;
}

/** A transition with variables. */
export interface ColouredTransition {
  /** The id of the transition. */
  id: string;
  /** The guard in words, if there is one. */
  guard: string | null;
  /** The variables of the guard, the code and the arcs, in the order of their declaration. */
  variables: Array<string>;
  /** The name, if it differs from the id. */
  name?: string | null;
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

/** A natural number: a string of digits beyond 2^53, and `"+inf"` for infinity. */
export type Count = number | string;

/** The minimal coverability set of an unbounded net. */
export interface Coverable {
  /** The number of markings in the set. */
  markings: Count;
  /** All places with unboundedly many tokens in reachable markings; the others are bounded. */
  unbounded_places: Array<string>;
}

/** How a question was decided. */
export interface Decision {
  /** The technique that decided the question. */
  technique: Technique;
  /** A proof in lines for people. Places of the reduced net, if there is one, appear by their ids between backticks. */
  proof?: Array<string>;
  /** The other means used. */
  with?: Array<Means>;
}

/** The statistics of a depth-bounded search. */
export interface Depth {
  /** The requested depth. */
  bound: number;
  /** The growth of the bound from round to round. */
  increment: number;
  /** Whether every reachable state lies within the depth, so that the search was exhaustive. */
  complete: boolean;
  /** The number of firings within which all states were explored: the bound, unless the search was stopped. */
  explored: number;
  /** The number of rounds begun. */
  rounds: Count;
  /** The number of times a state was explored again. */
  revisits: Count;
  /** The number of events fired again to reach frontier states. */
  replayed: Count;
  /** The time for these events, in seconds. */
  replay_s: number;
  /** The maximum number of frontier states at a time. */
  peak_frontier: Count;
  /** The maximum memory of the frontier, in bytes. */
  peak_frontier_bytes: number;
}

/** `net/info`: describes a net without exploring it. */
export interface Describe {
  /** The net. */
  net: string;
  /** Whether to describe the unfolding of a coloured net. */
  unfold?: boolean;
}

/** A message about a file. */
export interface Diagnostic {
  /** The severity. */
  severity: Severity;
  /** The problem. */
  message: string;
  /** The column of the first character in characters, from 1. */
  column?: number;
  /** The id of the element concerned. */
  element?: string | null;
  /** The number of bytes before the end. */
  end?: number;
  /** The column of the end in characters, from 1. */
  end_column?: number;
  /** The line of the end, from 1. */
  end_line?: number;
  /** The expected input. */
  expected?: string | null;
  /** A suggested action. */
  help?: string | null;
  /** The line of the first character, from 1. */
  line?: number;
  /** The number of bytes before the part, in UTF-8 without a byte order mark. */
  start?: number;
}

/** A decision diagram of all reachable markings of the net that was searched, or of some if the search ended early. */
export interface Diagram {
  /** The order of the places, as a value of the option `diagram-order`. */
  order: string;
  /** The number of levels, one for each place. */
  levels: Count;
  /** The number of nodes; if the search ended early, of all in memory. */
  nodes: Count;
  /** The number of nodes that were ever created in this order. */
  created_nodes: Count;
  /** The number of times that unused nodes were removed. */
  collections: Count;
  /** The number of reachable markings without an enabled transition, if they were counted. */
  deadlocks?: Natural | null;
  /** The number of firings from all reachable markings, if they were counted. */
  firings?: Natural | null;
  /** The number of reachable markings, if it was counted. */
  states?: Natural | null;
  /** A lower bound of the number of reachable markings, if the search ended early. */
  states_at_least?: Natural | null;
}

/** What is known about decision diagrams of a net before one is built. */
export interface DiagramOutline {
  /** The number of levels, one for each place. */
  levels: Count;
  /** The orders of the places that a search tries, the most promising first. */
  orders: Array<OrderOfPlaces>;
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
  /** Width of the drawing; its left edge is 0. */
  width: number;
  /** Height. */
  height: number;
  /** Whether there are too many nodes to draw. Then nodes have no positions, and arcs are omitted. */
  is_too_large: boolean;
  /** Whether all positions come from the file, apart from the scale. */
  is_from_file: boolean;
  /** The places in the order of the file, also those of a program. */
  places: Array<Node>;
  /** The transitions. */
  transitions: Array<Node>;
  /** The arcs of a net. A program has none; it has processes. */
  arcs: Array<Line>;
  /** The processes of a program. */
  processes: Array<Automaton>;
  /** Ids of the places that are global variables or channels of a program. */
  variables: Array<string>;
}

/** The answer to `graph/states`. */
export interface DrawnStates {
  /** States and edges, as `sanderling graph --to json` writes them. */
  graph: StateGraph;
  /** Width of the drawing. */
  width: number;
  /** Height of the drawing. */
  height: number;
  /** Positions of the states, as x and y. */
  positions: Array<[number, number]>;
  /** For each edge, the points between its ends, as x and y. */
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

/** The size of a state under an encoding. */
export interface Encoding {
  /** The name of the encoding. */
  name: string;
  /** The number of bits of a state. */
  bits_per_state: number;
}

/** The explored part, if it is not the whole state space. */
export interface Explored {
  /** The number of states visited, over all searches. */
  states: Count;
  /** The number of firings from the expanded states. */
  firings: Count;
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
  report?: Report | AnalysisReport;
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

/** A firing from one state to another. */
export interface GraphEdge {
  /** The source state. */
  source: number;
  /** The target state. */
  target: number;
  /** The transition's id, with its binding if it has one. */
  event: string;
}

/** A state. */
export interface GraphState {
  /** The marking. */
  marking: Record<string, Tokens>;
  /** Whether the graph has the edges of this state. If the search ended early, some states have none. */
  expanded: boolean;
  /** Whether this is the error state, to which all undefined events lead, and not a marking. */
  error?: boolean;
}

/** An integer: a string of digits beyond 2^53, and `"+inf"` for infinity. */
export type Greatest = number | string;

/** The greatest value of a sum, or known bounds of it. */
export interface GreatestValue {
  /** The sum, as given by the user. */
  sum: string;
  /** `computed` or `unknown`. */
  verdict: Verdict;
  /** The greatest value, if it is known. */
  value: Greatest | null;
  /** A value that some reachable marking is known to have. */
  at_least: Greatest | null;
  /** A value that no reachable marking exceeds, if one is known. */
  at_most: Greatest | null;
  /** How the value is known, or why it is not, in one line for people. */
  text: string;
  /** The marking at the end of the run. */
  marking?: Record<string, Tokens> | null;
  /** A run to a marking with the greatest value. If there is no greatest value, a run that can continue for ever and raises the sum. */
  trace?: Trace | null;
}

/** A group of nodes. */
export interface Group {
  /** Id, which `links` use. */
  id: string;
  /** Label: the name of the unit or page, or names of nodes. */
  name: string;
  /** Horizontal position of the center. */
  x: number;
  /** Vertical position of the center. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
  /** Ids of its places. */
  places: Array<string>;
  /** Ids of its transitions. */
  transitions: Array<string>;
}

/** Kind of the groups of a net. */
export type GroupKind =
  /** Nested units of the file. */
  | "units"
  /** Pages of the file. */
  | "pages"
  /** Clusters of nodes with many arcs among them. */
  | "clusters";

/** The answer to `net/groups`: the nodes of a large net in groups that have positions. */
export interface Groups {
  /** Kind of the groups. */
  kind: GroupKind;
  /** Width of the drawing; its left edge is 0. */
  width: number;
  /** Height. */
  height: number;
  /** The groups. Each node belongs to one. */
  groups: Array<Group>;
  /** Arcs between groups. */
  links: Array<Link>;
}

/** A hint about an answer or a net. */
export interface Hint {
  /** The subject. */
  kind: HintKind;
  /** The hint, for people. */
  message: string;
  /** The condition for `deadlock --except` that excludes the subject of the hint, if there is one. */
  except?: string | null;
}

/** The subject of a hint. */
export type HintKind =
  /** No place has an initial token: the initial marking is probably missing in the file. */
  | "no_tokens"
  /** The deadlock found is a marking in which runs of the model are meant to end. */
  | "meant_end"
  /** The effect of the file's final markings on the answer. */
  | "final_markings"
  /** Bindings are never enabled because differences of multisets are not cut off at zero. */
  | "differences"
  /** The property process of a program was not checked, or accepts nothing. */
  | "property_process";

/** The statistics of a search that may have omitted states. */
export interface Inexact {
  /** The number of states discovered, a lower bound of the number of states. */
  states_at_least: Count;
  /** The number of firings from the expanded states. */
  firings_at_least: Count;
  /** The number of dead states discovered. */
  deadlocks_at_least: Count;
  /** The expected number of states that were mistaken for others. */
  expected_omissions: number;
  /** An approximate upper bound of the probability that any state was. */
  omission_probability: number;
}

/** `initialize`: requests the capabilities of the server. It is optional, and possible at any time. */
export interface Initialize {
  /** The name of the client, for logs. */
  client?: string | null;
}

/** A place invariant with natural weights. The weighted sum of tokens is the same in every reachable marking, and bounds each place of the sum. */
export interface Invariant {
  /** The weight of each place in the sum. */
  weights: Record<string, Count>;
  /** The value of the sum. */
  value: Count;
}

/** A kind of net. */
export type Kind =
  /** Tokens have no colours. */
  | "place_transition"
  /** Tokens have colours. */
  | "coloured"
  /** The net was written as a program of processes. */
  | "program";

/** Kind of an arc. */
export type Kinds =
  /** An input arc: it consumes tokens. */
  | "input"
  /** An output arc: it produces tokens. */
  | "output"
  /** An inhibitor arc: too many tokens disable the transition. */
  | "inhibitor"
  /** A read arc: the tokens are required and stay. */
  | "read"
  /** A reset arc: the place is emptied. */
  | "reset";

/** The packed form of a marking. */
export interface Layout {
  /** The chosen encoding. */
  encoding: string;
  /** The number of bits of a state in the chosen encoding. */
  bits_per_state: number;
  /** The number of 64-bit words of a state in the chosen encoding. */
  words_per_state: number;
  /** The size of a state in each encoding. */
  encodings: Array<Encoding>;
  /** Why this encoding was chosen, in words. */
  encoding_why: string;
  /** The default store of a search. */
  store: string;
  /** Why this store is the default, in words. */
  store_why: string;
  /** The approximate size of a state in each store. */
  stores: Array<StoreEstimate>;
  /** The slots, in the order of the places. */
  slots: Array<Slot>;
}

/** An arc. */
export interface Line {
  /** Id of the place. */
  place: string;
  /** Id of the transition. */
  transition: string;
  /** Kind of the arc. */
  kind: Kinds;
  /** Points between the ends, as x and y, from the source. */
  bends?: Array<[number, number]>;
  /** The weight, if it is not 1, or the inscription. */
  label?: string;
}

/** The arcs from the nodes of one group to those of another. */
export interface Link {
  /** Id of the source group. */
  from: string;
  /** Id of the target group. */
  to: string;
  /** Number of arcs. */
  arcs: number;
  /** Points between the ends, as x and y. */
  bends?: Array<[number, number]>;
}

/** A list that may be incomplete. */
export interface ListedCountById {
  /** Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested. */
  complete: boolean;
  /** The entries found. */
  list: Array<Record<string, Count>>;
}

/** A list that may be incomplete. */
export interface ListedInvariant {
  /** Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested. */
  complete: boolean;
  /** The entries found. */
  list: Array<Invariant>;
}

/** A list that may be incomplete. */
export interface ListedPlaceSet {
  /** Whether the list is complete. Otherwise there was no time or room for more, or the list was not requested. */
  complete: boolean;
  /** The entries found. */
  list: Array<PlaceSet>;
}

/** The liveness of a transition (Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989). In a net with finitely many markings, L2 and L3 are equal. */
export type LivenessLevel =
  /** The transition can never fire: it is dead. */
  | "L0"
  /** The transition can fire. */
  | "L1"
  /** The transition can fire any finite number of times. */
  | "L2"
  /** The transition can fire infinitely often in one run. */
  | "L3"
  /** The transition can always be enabled again: it is live. */
  | "L4";

/** `net/load`: loads a net from a file or a text. */
export interface Load {
  /** Macros that are defined before the text of a Promela model: `NAME`, which stands for 1, or `NAME=VALUE`. */
  define?: Array<string>;
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
  warnings: Array<Diagnostic>;
}

/** A location of a process. */
export interface Location {
  /** Name. */
  name: string;
  /** Horizontal position, to the right. */
  x: number;
  /** Vertical position, downwards. */
  y: number;
  /** Whether the location is committed: while a process is in one, only processes in such locations may move. */
  is_committed: boolean;
}

/** A means used with a technique. */
export type Means =
  /** A search, used with a proof: it found a marking that reaches the proved bound. */
  | "search"
  /** Stubborn sets, which chose the events of the search. */
  | "stubborn_sets"
  /** Structural reduction of the net that was searched, or that the proof is about. */
  | "structural_reduction"
  /** A random walk, either instead of the search or before it. */
  | "random_walk"
  /** Symmetries, by which one marking of each class of symmetric ones was visited. */
  | "symmetries"
  /** Unfolding of a coloured net. */
  | "unfolding";

/** An undefined event, and the run to it. */
export interface ModelError {
  /** The undefined operation: `a division by zero`. */
  message: string;
  /** The id of the transition that is undefined. */
  event: string;
  /** The run; its last step is the undefined one. */
  trace: Trace;
  /** The processes that would move, with the lines of their transitions. */
  moves?: Array<Move>;
}

/** A process that moves. */
export interface Move {
  /** The name of the process. */
  process: string;
  /** The line of its transition in the file, from 1. */
  line: number;
  /** The column, in characters, from 1. */
  column: number;
  /** The control location before. */
  from: string;
  /** The control location after. */
  to: string;
}

/** A natural number of any size: a string of digits beyond 2^53. */
export type Natural = number | string;

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
  /** Id in the file. */
  id: string;
  /** Horizontal position, to the right. */
  x: number;
  /** Vertical position, downwards. */
  y: number;
  /** Capacity of a place. */
  capacity?: string | null;
  /** Name, if it differs from the id. */
  name?: string | null;
  /** In a coloured net: the sort of a place or the guard of a transition, as text. */
  note?: string | null;
}

/** The status of a file's claim that its nested units are safe. */
export type NupnClaim = NupnClaimNone | NupnClaimUnchecked | NupnClaimHolds | NupnClaimRefuted;

/** The claim holds in every reachable state. */
export interface NupnClaimHolds {
  status: "holds";
}

/** The file makes no claim. */
export interface NupnClaimNone {
  status: "none";
}

/** The claim is false. */
export interface NupnClaimRefuted {
  status: "refuted";
  /** Two places, or one with more than one token, that refute the claim. */
  places: Array<string>;
  /** A marking that refutes the claim. */
  marking: Record<string, Tokens>;
}

/** The file claims safe units, and the claim has not been checked in every reachable state. */
export interface NupnClaimUnchecked {
  status: "unchecked";
}

/** The parameters of requests about a net: `net/unfold`, `net/unload`, `simulation/enabled` and `simulation/undo`. */
export interface OfNet {
  /** The net. */
  net: string;
}

/** The disk use of a store, in bytes. */
export interface OnDisk {
  /** The maximum size of the files at a time. */
  peak_bytes: number;
  /** The number of bytes written. */
  bytes_written: number;
  /** The number of bytes read. */
  bytes_read: number;
}

/** An order of the places. */
export interface OrderOfPlaces {
  /** The name, as a value of the option `diagram-order`. */
  order: string;
  /** The average number of levels from the lowest to the highest place of a transition; omitted if there was no time for it. Diagrams in an order with a small span are often small. */
  span?: number | null;
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

/** A set of places, and whether the initial marking has a token in it. */
export interface PlaceSet {
  /** The ids of the places. */
  places: Array<string>;
  /** Whether one of them is marked. */
  marked: boolean;
}

/** Statistics of one process. */
export interface Process {
  /** The address of the process. */
  host: string;
  /** The number of states that the process stores. */
  states: Count;
  /** The number of firings from the states that the process expanded. */
  firings: Count;
  /** The maximum memory of the process, in bytes. */
  peak_memory_bytes: number;
  /** The number of bytes sent to the other processes. */
  sent_bytes: number;
  /** The number of bytes received from the other processes. */
  received_bytes: number;
  /** The time spent waiting for the other processes, in seconds. */
  waited_s: number;
}

/** A transition of a process. */
export interface ProcessStep {
  /** Name of the source location. */
  from: string;
  /** Name of the target location. */
  to: string;
  /** Line in the file. */
  line: number;
  /** Column in the file. */
  column: number;
  /** Ids of the transitions of the net for this transition, alone or together with one of another process. */
  events: Array<string>;
  /** Points between the ends, as x and y. */
  bends?: Array<[number, number]>;
  /** The communication, as written in the file, with that of the other process if both move together. */
  communication?: string | null;
  /** The guard as text, with that of the other process if both move together. */
  guard?: string | null;
}

/** A process. */
export interface ProcessStructure {
  /** The name of the process. */
  name: string;
  /** The line of its start, from 1. */
  line: number | null;
  /** The number of control locations. */
  locations: number;
  /** The control locations in which no other process may move. */
  committed: Array<string>;
  /** The number of transitions of the net in which the process moves, alone or with another process. */
  transitions: number;
  /** The number of bits of the control location in a state. */
  bits: number;
  /** The variables of the process. */
  variables: Array<VariableStructure>;
}

/** The behaviour of a program, from the states that were explored. */
export interface ProgramBehaviour {
  /** The number of processes. */
  processes: number;
  /** Whether all reachable states were explored. Otherwise, a statement may be executed and a value may be taken in a state that was not explored. */
  exhaustive: boolean;
  /** The answers to the assertions of the program, if all properties were requested. */
  assertions?: Array<Answer>;
  /** The greatest number of messages in each channel with a buffer, if all properties were requested. */
  channels?: Array<ChannelFill>;
  /** The model error at which the exploration ended. */
  model_error?: ModelError | null;
  /** The statements, by process and position in the file, if all properties or one that is about them were requested. */
  statements?: Array<Statement>;
  /** The values that the integer variables take, if all properties were requested. The elements of an array count together. */
  values?: Array<ValueRange>;
}

/** Processes, variables and channels, in the order of the file. */
export interface ProgramStructure {
  /** The processes. */
  processes: Array<ProcessStructure>;
  /** The variables of all processes. */
  variables: Array<VariableStructure>;
  /** The channels. */
  channels: Array<ChannelStructure>;
  /** The number of assertions. */
  assertions: number;
  /** The parts of the file that are ignored on purpose, in words. */
  left_out: Array<string>;
  /** The number of bits of a state in which every variable has the width of its type. */
  declared_bits: number;
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
  /** The number of nodes in memory of the decision diagram under construction, if there is one. The counts of states are then 0. */
  nodes?: number | null;
  /** A lower bound of the number of reachable markings, in decimal digits, if a decision diagram is under construction. */
  states_at_least?: string | null;
}

/** The answer about a property, with its evidence. */
export interface PropertyAnswer {
  /** The property. */
  property: StandardProperty;
  /** `holds`, `violated` or `unknown`. */
  verdict: Verdict;
  /** How the verdict is known, or why it is not, in one line for people. */
  text: string;
  /** The marking at the end of the run. */
  marking?: Record<string, Tokens> | null;
  /** The places and transitions that show the verdict. */
  nodes?: Array<string>;
  /** A run to a marking that shows the verdict. */
  trace?: Trace | null;
}

/** The question of a search. */
export type Question =
  /** The statistics of the state space. */
  | "explore"
  /** Freedom from deadlock. */
  | "deadlock"
  /** Whether one or more properties hold. */
  | "check";

/** The reason for an `unknown` verdict, or for an incomplete exploration. */
export type Reason =
  /** The search reached its memory limit. */
  | "memory_limit"
  /** The search reached its time limit. */
  | "time_limit"
  /** The search reached its limit on states. */
  | "state_limit"
  /** The store has no more numbers for states. */
  | "store_full"
  /** The states that must not be forgotten exceed the memory. */
  | "tree_too_large"
  /** Forgotten states were rediscovered too often. */
  | "revisit_limit"
  /** The temporary file with the paths to states could not be written or read. */
  | "trace_lost"
  /** A temporary file with states could not be created, written or read. */
  | "disk_failed"
  /** The disk has no room left for states. */
  | "disk_full"
  /** The search reached its limit on disk space. */
  | "disk_limit"
  /** Every state found was explored, but the store may have mistaken states for others. */
  | "not_exhaustive"
  /** States exist beyond the requested depth. */
  | "depth_limit"
  /** One of the processes of the search was lost. */
  | "peer_lost"
  /** The user stopped the search. */
  | "cancelled"
  /** The net has infinitely many states: some places grow without bound. */
  | "unbounded"
  /** A place would hold more than 2^64 − 1 tokens. */
  | "token_overflow"
  /** A place has more tokens than a decision diagram supports. */
  | "token_limit"
  /** No symmetries of the net that preserve the question were found. */
  | "no_symmetry"
  /** Markings have too many symmetric forms to count the markings that they represent. */
  | "symmetry_limit"
  /** The model is undefined in a reachable marking: a division by zero, for example. */
  | "model_error"
  /** The net is coloured, and its unfolding exceeds the limit. */
  | "unfolding_too_large"
  /** The net uses a feature that the analysis does not support. */
  | "unsupported"
  /** The property is invalid or not supported. */
  | "not_understood";

/** The net that was searched instead of the user's. */
export interface ReducedNet {
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The effect of each rule, in the order of their application; rules without effect are left out. */
  rules: Array<RuleStatistics>;
}

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

/** Whether a stored trace is a run of a net. */
export interface ReplayReport {
  /** The version of this schema. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The net's file. */
  file: string;
  /** The net's format. */
  format: string;
  /** Always `replay`. */
  question: string;
  /** The file of the trace. */
  trace_file: string;
  /** `holds` if every step is a firing of the net, `violated` if one is not. */
  verdict: Verdict;
  /** The number of steps of the trace. */
  steps: number;
  /** The number of the first step that is not a firing, from 1; 0 if the initial marking differs. */
  failed_step: number | null;
  /** The problem with this step. */
  problem: string | null;
  /** The marking reached. */
  marking: Record<string, Tokens>;
  /** Whether no transition is enabled in this marking. */
  deadlock: boolean;
  /** What is undefined about the last step, if the trace leads to a model error. */
  error?: string | null;
}

/** The result of a search, with its cost. `docs/json.md` describes every key. */
export interface Report {
  /** The version of this schema. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The file, as named by the user. */
  file: string;
  /** The file's format. */
  format: string;
  /** The question. */
  question: Question;
  /** The verdict. */
  verdict: Verdict;
  /** Why the verdict is unknown, or why not everything was explored. With a model error the verdict is `violated`. */
  reason: Reason | null;
  /** The number of states discovered; `+inf` in an unbounded net. It is null if states were forgotten, since rediscoveries are then unknown (see `retention`). It is also null with an inexact store (see `store`), and if a reduction left out states (see `explored`). */
  states: Count | null;
  /** The number of firings from the expanded states; null as for the states. */
  firings: Count | null;
  /** The number of deadlocks among the expanded states. It is null as for the states, unless at most one was visited. It is also null if an incomplete search has found none. */
  deadlocks: Count | null;
  /** The maximum number of tokens in one place, over the initial and all expanded states of the net that was searched. Null if it was not measured. */
  max_tokens_in_place: Count | null;
  /** The maximum number of tokens in one marking, over the initial and all expanded states of the net that was searched. Null if it was not measured. */
  max_tokens_in_marking: Count | null;
  /** The number of bits of a stored state. */
  bits_per_state: number;
  /** The number of states in each level of a breadth-first search, if requested. */
  levels: Array<Count> | null;
  /** Whether every reachable state was expanded. */
  exhaustive: boolean;
  /** A run to the state that decides the verdict. With several properties it belongs to the first violated one. */
  trace: Trace | null;
  /** The status of the file's claim that its nested units are safe. */
  nupn_claim: NupnClaim;
  /** The time used. */
  time_s: Timings;
  /** The maximum memory counted at one time, in bytes: the store, the open states and the structures between them. */
  peak_memory_bytes: number;
  /** The memory of the store alone at the end, in bytes. */
  store_bytes: number;
  /** The options of the search. */
  options: Record<string, any>;
  /** The answers to the properties, in the order of the request, then to the assertions of the model. */
  answers?: Array<Answer>;
  /** The maximum number of tokens in each place, over the initial and all expanded states, if requested. */
  bounds?: Record<string, Count> | null;
  /** The checkpoints of the search, if any were requested. */
  checkpoint?: Checkpoint | null;
  /** The transitions that no expanded state enables, if requested. */
  dead_transitions?: Array<string> | null;
  /** How freedom from deadlock was decided. */
  decided_by?: Decision | null;
  /** Statistics of a depth-bounded search, if one was requested. */
  depth?: Depth | null;
  /** The decision diagram of all reachable markings, if one was built. */
  diagram?: Diagram | null;
  /** For freedom from deadlock: the excluded dead markings, as a condition. */
  except?: string | null;
  /** The explored part, if a reduction has left out states, or a proof made a search unnecessary. */
  explored?: Explored | null;
  /** What the user should know about the answer, and suggested actions. */
  hints?: Array<Hint>;
  /** The model error, if the search ended with one. */
  model_error?: ModelError | null;
  /** The names of the mentioned places and transitions by their ids, if they have a unique name. */
  names?: Record<string, string>;
  /** The id of the net in the file. */
  net?: string | null;
  /** The stages of the plan, if requested. */
  plan?: Array<Stage>;
  /** Statistics of each process, if several searched together. */
  processes?: Array<Process>;
  /** Whether the model was written as a program of processes. Then each place holds one token with a value, and numbers of tokens are meaningless. */
  program?: boolean;
  /** A detailed reason, for people. */
  reason_text?: string | null;
  /** The net that was searched instead of the user's, if structural rules have reduced it. */
  reduced_net?: ReducedNet | null;
  /** Statistics of forgotten states, if states may have been forgotten. */
  retention?: Retention | null;
  /** The extent of the comparison with the net's reference semantics. */
  self_check?: SelfCheck | null;
  /** Statistics of the store. */
  store?: Store | null;
  /** The search of representatives, if one marking of each class of symmetric ones was visited. */
  symmetry?: Symmetry | null;
  /** A proof that the net is unbounded, if one was found. */
  unbounded?: UnboundedProof | null;
  /** The analysed net, if the user's net is coloured and was unfolded. */
  unfolding?: Unfolding | null;
  /** Problems in the file that did not prevent its use. */
  warnings?: Array<Diagnostic>;
}

/** `simulation/reset`: restarts the token game. */
export interface Reset {
  /** The net. */
  net: string;
  /** The marking in which the game begins, instead of the initial one, in the form of reports: the contents of places by their ids. Other places are empty. */
  marking?: Record<string, any> | null;
}

/** The statistics of a search that may forget states. */
export interface Retention {
  /** The number of visits: states discovered, including rediscoveries. */
  visits: Count;
  /** The number of rediscoveries. It is approximate if the number of states is an estimate, and null if there is no estimate. */
  revisits: Count | null;
  /** The number of firings from expanded states, counted for every visit. */
  visited_firings: Count;
  /** The number of dead states, counted for every visit. */
  visited_deadlocks: Count;
  /** The number of times a state was forgotten. */
  forgotten: Count;
  /** The number of states discovered before the first one was forgotten. */
  forgetting_since: Count | null;
  /** The maximum number of states stored at a time. */
  peak_stored: Count;
  /** The maximum number of states on the termination-detection tree at a time. */
  peak_tree: Count;
  /** The relative standard error of this estimate. */
  standard_error?: number | null;
  /** The approximate number of distinct states, if the exact one is unknown and can be estimated. */
  states_estimate?: Count | null;
  /** Statistics of the sweep-line, if it was used. */
  sweep?: Sweep | null;
  /** The number of states kept only because others were reconstructed from them, until those were forgotten. Present if the store reconstructs states. */
  vetoes?: Count | null;
}

/** The effect of a rule. */
export interface RuleStatistics {
  /** The name of the rule. */
  rule: string;
  /** The number of applications. */
  applications: number;
  /** The number of places removed. */
  places: number;
  /** The number of transitions removed, minus the number of new ones. */
  transitions: number;
}

/** The extent to which a search compared its steps with the reference semantics of the net. A difference is not a report but a `Failure`. */
export interface SelfCheck {
  /** `none`, `sample` or `all`. */
  mode: string;
  /** The number of states compared, over all searches and walks. */
  states_checked: Count;
}

/** The severity of a diagnostic. */
export type Severity =
  /** The file can be used. */
  | "warning"
  /** The file cannot be used. */
  | "error";

/** The evidence for a claim about a marking on a run. */
export type ShownBy =
  /** The rest of the run itself. */
  | "run"
  /** A run that branches off at the marking. */
  | "branch"
  /** No run: the claim is about all runs from the marking. */
  | "nothing";

/** The part of the packed marking for one place. */
export interface Slot {
  /** The id of the place. */
  place: string;
  /** The width in bits. */
  bits: number;
  /** The proved maximum number of tokens. */
  bound: Count | null;
  /** How the width was determined, in words. */
  origin: string;
  /** The minimum and maximum number that the token may be, or each cell of an array, if the place holds one token with a value. */
  range?: [number, number] | null;
}

/** A sort. */
export interface SortStructure {
  /** The name by which places and variables refer to the sort. */
  name: string;
  /** A description in words. */
  text: string;
  /** The number of values; null if there are infinitely many, or 2^64 or more. */
  values: Count | null;
}

/** A stage of a plan: one technique, for all goals that it was tried on. */
export interface Stage {
  /** The technique, such as `small search`. */
  name: string;
  /** The number of open goals or properties that it was tried on. */
  tried: number;
  /** The number of these that it decided. */
  decided: number;
  /** The number of states that it visited, with repetitions; 0 if it visits none, or if they are not counted. */
  states: Count;
  /** The time that it took, in seconds. */
  time_s: number;
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
  only?: Array<StandardProperty>;
  /** The options `time` (default: one minute), `threads`, `max-states`, `engine`, `diagram-order`, `self-check` and `explain-plan` of the command line. */
  options?: StandardOptions;
  /** The sink place of the workflow. The default is the only place without outputs. */
  sink?: string | null;
  /** The source place of the workflow, by its id or unique name. The default is the only place without inputs. */
  source?: string | null;
}

/** The options `time` (default: one minute), `threads`, `max-states`, `engine`, `diagram-order`, `self-check` and `explain-plan` of the command line. */
export interface StandardOptions {
  /** Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force, units or invariants, each also with -mirrored at its end */
  "diagram-order"?: string | number | null;
  /** How reachable markings are found: explicit searches visit them one by one, diagram stores them as one set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all of this where `proof` allows it; `explore` is explicit by default */
  engine?: "auto" | "explicit" | "diagram" | "symmetric" | null;
  /** Report the stages of the plan: which techniques were tried, what they decided, and their states and time */
  "explain-plan"?: boolean | null;
  /** Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6 */
  "max-states"?: string | number | null;
  /** Which states are compared with the plain interpreter during the search: none, sample (within half a percent of the time) or all; a difference ends the search with exit code 4 */
  "self-check"?: string | number | null;
  /** Number of worker threads; verdicts do not depend on it [default: one for each core] */
  threads?: string | number | null;
  /** Time limit for the search, such as 30s or 5m */
  time?: string | number | null;
}

/** A standard property of a net, which either holds or not. */
export type StandardProperty =
  /** All weights are 1. */
  | "ordinary"
  /** No place is an input and an output of the same transition. */
  | "pure"
  /** Every transition has one input and one output. */
  | "state_machine"
  /** Every place has one input and one output. */
  | "marked_graph"
  /** Of two transitions that share an input, neither has another one. */
  | "free_choice"
  /** Transitions that share an input share all of them. */
  | "extended_free_choice"
  /** Where two places share an output, all outputs of one are outputs of the other. */
  | "asymmetric_choice"
  /** The net is in one piece. */
  | "connected"
  /** There is a path from every node to every other one. */
  | "strongly_connected"
  /** A weighted sum of all places never changes, whatever the initial marking. */
  | "conservative"
  /** No initial marking makes the net unbounded. */
  | "structurally_bounded"
  /** Firing counts of all transitions have no effect together. */
  | "consistent"
  /** Firing counts of all transitions take no token away together. */
  | "repetitive"
  /** Every siphon contains a marked trap. */
  | "siphon_trap"
  /** One place is a source, one a sink, and everything is on a path between them. */
  | "workflow_net"
  /** No place can hold more than some number of tokens. */
  | "bounded"
  /** No place can hold more than one token. */
  | "safe"
  /** Every reachable marking enables a transition. */
  | "deadlock_free"
  /** Every transition can fire. */
  | "quasi_live"
  /** Every transition can always be made to fire again. */
  | "live"
  /** The initial marking can always be reached again. */
  | "reversible"
  /** Some marking can be reached from every reachable marking. */
  | "home_marking"
  /** No firing disables another transition. */
  | "persistent"
  /** No run is infinite. */
  | "terminates"
  /** The workflow can always end. */
  | "option_to_complete"
  /** Where the workflow ends, nothing is left behind. */
  | "proper_completion"
  /** Every transition of the workflow can fire. */
  | "no_dead_transition"
  /** Every transition is on a run from the beginning of the workflow to its end. */
  | "relaxed_sound"
  /** The workflow can always end, and leaves nothing behind. */
  | "weakly_sound"
  /** The workflow can always end, leaves nothing behind, and every transition can fire. */
  | "sound";

/** The answer to every request `simulation/…`: the state of the token game. */
export interface Standing {
  /** The number of firings since the game began. */
  steps: number;
  /** The contents of the marked places, by id. */
  marking: Record<string, Tokens>;
  /** The enabled steps, with `event`, the id of the transition, and `binding`. A step with `error` is undefined. */
  enabled: Array<Step>;
  /** After a firing: the step, with its changes. */
  fired?: Step;
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
  /** Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force, units or invariants, each also with -mirrored at its end */
  "diagram-order"?: string | number | null;
  /** Directory for what a store writes when it does not fit in memory; states go there before any are forgotten [default: with `store disk`, the directory for temporary files, otherwise none] */
  disk?: string | null;
  /** Maximum size on disk, such as 20G [default: as much as there is room for] */
  "disk-size"?: string | number | null;
  /** Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time */
  driver?: "auto" | "sequential" | "batched" | null;
  /** How markings are packed: bit fields are fast, mixed radix is smallest */
  encoding?: "auto" | "fields" | "radix" | null;
  /** How reachable markings are found: explicit searches visit them one by one, diagram stores them as one set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all of this where `proof` allows it; `explore` is explicit by default */
  engine?: "auto" | "explicit" | "diagram" | "symmetric" | null;
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
  /** The search ends when all visits, rediscoveries included, exceed F times the estimated number of states */
  "max-revisit-factor"?: string | number | null;
  /** Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6 */
  "max-states"?: string | number | null;
  /** Meaning of a division by zero or a similar error: report stops the search and reports it, state makes it a step to the error state [default: report; with `dve-semantics divine2`: state] */
  "model-errors"?: "report" | "state" | null;
  /** Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest `heuristic` first), random or random:SEED */
  order?: string | number | null;
  /** Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in `heuristic` with commas between them */
  "progress-measure"?: string | number | null;
  /** Whether a proof may decide a query about a place/transition net without a search [default: on if `reduce` makes nets smaller] */
  proof?: "on" | "off" | null;
  /** Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net smaller); edge-lean (fires what is independent in one of two orders) or stubborn (skips what the query does not need); sleep (skips what has been tried in another order), but not with edge-lean; chains (states with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: for `deadlock` and `check`, `all` on place/transition nets and `stubborn` on DVE models, as far as the other options allow; otherwise `none`] */
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
  /** Which states are compared with the plain interpreter during the search: none, sample (within half a percent of the time) or all; a difference ends the search with exit code 4 */
  "self-check"?: string | number | null;
  /** After a run is found, search breadth-first for a shortest one */
  shortest?: boolean | null;
  /** How states are stored: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or bitstate[:HASHES], which may miss states and report how likely that is [default: `packed`; when memory is used up, `tree`; then, with `disk`, `disk`] */
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

/** States and edges. A state's number is its position; the initial state is number 0. */
export interface StateGraph {
  /** The version of this schema. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The net's file. */
  file: string;
  /** The net's format. */
  format: string;
  /** Always `graph`. */
  question: string;
  /** Whether the graph has every reachable state with all its edges. */
  exhaustive: boolean;
  /** Why the graph is incomplete, if it is. */
  reason: Reason | null;
  /** The states in the order in which they were discovered. */
  states: Array<GraphState>;
  /** The edges, grouped by source in the order of the states. */
  edges: Array<GraphEdge>;
}

/** A statement of a process. It is executed by one or more transitions of the net. */
export interface Statement {
  /** The name of the process. */
  process: string;
  /** The line in the file, from 1. */
  line: number;
  /** The column in the line, from 1. */
  column: number;
  /** The ids of the transitions that execute it. */
  transitions: Array<string>;
  /** Whether it can be executed in one of the explored states. */
  executed: boolean;
  /** How live it is, if the graph of all states is known. */
  liveness?: LivenessLevel | null;
}

/** `graph/states`: a drawing of a small state space. */
export interface States {
  /** The net. */
  net: string;
  /** Whether to draw the minimal coverability set of a place/transition net instead. It is finite, even if there are infinitely many states. */
  coverability?: boolean;
  /** Maximum number of states. The default is 300; larger numbers than 2000 count as 2000. */
  max_states?: number | null;
}

/** A firing. */
export interface Step {
  /** The transition's id. */
  event: string;
  /** The values of the transition's variables; empty if the marking determines them. */
  binding: Record<string, string>;
  /** The places whose tokens changed, in the order of the net. */
  changed: Array<Change>;
  /** The communication, as the file writes it: `c!x + 1, c?v`. */
  communication?: string | null;
  /** What is undefined about this step, if it is a model error. It is then the last step, and leads to no marking. */
  error?: string | null;
  /** The processes that move, the sender before the receiver, if the model has processes. */
  moves?: Array<Move>;
  /** The transition's name, if it differs from the id. */
  name?: string | null;
}

/** The store of a search. */
export interface Store {
  /** The name of the store, as a value of the option `store`. */
  name: string;
  /** Why this store was used, in words. */
  why: string;
  /** The memory at the end, in bytes. */
  bytes: number;
  /** The average memory of a stored state, in bytes; null if no state is stored. */
  bytes_per_state: number | null;
  /** The size of files, if states are on disk. */
  disk?: OnDisk | null;
  /** Statistics of omitted states, if the store is inexact. */
  inexact?: Inexact | null;
}

/** The approximate size of a state in a store. */
export interface StoreEstimate {
  /** The name of the store, as a value of the option `store`. */
  name: string;
  /** The number of bytes of a state, with its share of the index. */
  bytes_per_state: number;
  /** The basis of the estimate, in words. */
  basis: string;
}

/** A query stored in the file of a net. */
export interface StoredQuery {
  /** The name of the query, which may be empty. */
  name: string;
  /** The property, in our own language. */
  property?: string | null;
  /** Why the query has no property. */
  why_not?: string | null;
}

/** The size of a reduced net. */
export interface StructuralReduction {
  /** Whether the reduction preserves the existence of a deadlock. */
  deadlocks: boolean;
  /** The places and transitions whose properties the reduction preserves. */
  kept: Array<string>;
  /** The number of remaining places. */
  places: number;
  /** The number of remaining and new transitions. */
  transitions: number;
  /** The number of remaining and new arcs. */
  arcs: number;
  /** Whether the rules proved that no deadlock is reachable. */
  never_dead: boolean;
  /** The effect of each rule, in the order of their application; rules without effect are left out. */
  rules: Array<RuleStatistics>;
}

/** The answer of `info`: the structure of a net and its compiled form. */
export interface StructureReport {
  /** The version of this schema. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The file, as named by the user. */
  file: string;
  /** The file's format. */
  format: string;
  /** Always `info`. */
  question: string;
  /** The number of nets in the file. */
  nets_in_file: number;
  /** The number of places. */
  places: number;
  /** The number of transitions. */
  transitions: number;
  /** The number of arcs of all kinds, as in the file. */
  arcs: number;
  /** The number of arcs of each kind: `input`, `output`, `inhibitor`, `read`, `reset`. */
  arcs_by_kind: Record<string, number>;
  /** The greatest weight of an arc; null if a weight depends on variables. */
  largest_weight: Count | null;
  /** The number of tokens of all colours in the initial marking; null if it is known only after an evaluation. */
  initial_tokens: Count | null;
  /** The number of places with tokens in the initial marking. */
  marked_places: number;
  /** The number of places with a capacity. */
  places_with_capacity: number;
  /** The places to which no firing adds tokens. */
  source_places: Array<string>;
  /** The places from which no firing removes tokens. */
  sink_places: Array<string>;
  /** The transitions that consume no token. */
  source_transitions: Array<string>;
  /** The transitions that produce no token. */
  sink_transitions: Array<string>;
  /** The places and transitions without any arc. */
  isolated_nodes: Array<string>;
  /** The nested units, if the file has them. */
  units: UnitTree | null;
  /** Weighted sums of tokens that no firing changes. */
  invariants: Array<Invariant>;
  /** The places with a proved bound on their tokens, with the bound. */
  bounds: Record<string, Count>;
  /** The packed form of a marking; null for a coloured net that was not unfolded, and if there is a `reason`. */
  layout: Layout | null;
  /** Sorts, variables, guards and inscriptions, if the net is coloured and is described without unfolding it. */
  coloured?: ColouredStructure | null;
  /** The levels and orders of a decision diagram of all reachable markings; omitted for other nets than place/transition nets. */
  diagram?: DiagramOutline | null;
  /** What the user should know about the net, and suggested actions. */
  hints?: Array<Hint>;
  /** The name of the net. */
  name?: string | null;
  /** The id of the net in the file. */
  net?: string | null;
  /** Processes, variables and channels, if the model was written as a program. */
  program?: ProgramStructure | null;
  /** The queries stored in the file with its nets. */
  queries?: Array<StoredQuery>;
  /** Why there is no layout: the time ran out, or the user cancelled. Invariants and bounds may have been found before that. */
  reason?: Reason | null;
  /** The structural reduction of the net, if requested. */
  reduction?: StructuralReduction | null;
  /** The places with unboundedly many tokens, if they were determined; `bounds` then has all other places. */
  unbounded_places?: Array<string>;
  /** The described place/transition net, if the file's own net is coloured and was unfolded. */
  unfolding?: Unfolding | null;
  /** Problems in the file that did not prevent its use. */
  warnings?: Array<Diagnostic>;
}

/** The statistics of a sweep-line. */
export interface Sweep {
  /** The number of sweeps over the states. */
  sweeps: Count;
  /** The number of persistent states. */
  persistent: Count;
  /** The maximum number of stored states with the same progress. */
  largest_class: Count;
}

/** A search that visited one marking of each class of symmetric ones, its representative. */
export interface Symmetry {
  /** The number of symmetries of the net that were used. */
  symmetries: Natural;
  /** Which values the symmetries permute, in words. */
  classes: Array<string>;
  /** The number of representatives that were visited. */
  representatives: Count;
  /** The number of reachable markings without an enabled transition, if it was computed. */
  deadlocks?: Natural | null;
  /** The number of firings from all reachable markings, if it was computed. */
  firings?: Natural | null;
  /** The number of reachable markings, if it was computed. */
  states?: Natural | null;
}

/** A technique that decides a question. */
export type Technique =
  | "initial_marking"
  | "search"
  | "pumping"
  | "coverability"
  | "decision_diagram"
  | "reduction"
  | "structure"
  | "place_invariant"
  | "state_equation"
  | "trap"
  | "siphon_trap"
  | "state_equation_with_traps"
  | "skeleton_structure"
  | "skeleton_place_invariant"
  | "skeleton_state_equation"
  | "skeleton_trap"
  | "skeleton_siphon_trap"
  | "skeleton_state_equation_with_traps";

/** The time of each phase, in seconds. */
export interface Timings {
  /** Reading the file. */
  parse: number;
  /** Compiling the net into the packed model. */
  compile: number;
  /** Exploring. */
  search: number;
  /** Computing the traces and replaying them on the net. */
  replay: number;
  /** The whole run. */
  total: number;
  /** Of the search: the time before it was interrupted, if it continued from a checkpoint. */
  before?: number | null;
  /** Of the search: finding and firing the events of states. This and the next three are omitted if they were not measured or do not apply; their time then belongs to another phase or to the rest. */
  fire?: number | null;
  /** Of the search: hashing the successors. */
  hash?: number | null;
  /** Of the search: looking up the successors, and storing the new ones. */
  look_up?: number | null;
  /** Of the search: managing states that may be forgotten, and forgetting them. */
  retain?: number | null;
}

/** The value of a token. */
export type TokenValue = number | string | Array<TokenValue>;

/** The contents of a place. */
export type Tokens = Count | TokenValue | Record<string, Count>;

/** A run from the initial marking: firings, or a lasso of firings. */
export interface Trace {
  /** The initial marking. A trace written by hand may omit it. */
  initial: Record<string, Tokens>;
  /** The firings, in order. */
  steps: Array<Step>;
  /** The claims about parts of a branching-time formula along the run, by position. Without claims, the run alone proves the answer. */
  branches?: Array<TraceBranch>;
  /** The number of steps from which on claims are left out, because there were too many or it took too long. */
  left_out_from?: number | null;
  /** The locations of the program's property process along the run, if it accepts the run. */
  property_process?: Watching | null;
  /** For an infinite run: the position, from 0, of the first step that is repeated for ever. If it equals the number of steps, the final marking enables no transition and is itself repeated. */
  repeated_from?: number | null;
  /** Whether the run is known to be a shortest one that decides the question, if this matters. */
  shortest?: boolean | null;
  /** Why this is unknown, if a shortest run was requested. */
  shortest_reason?: Reason | null;
}

/** A claim about the marking at a position of a run. */
export interface TraceBranch {
  /** The number of steps before the marking. */
  after: number;
  /** A part of the property: an operator with its operands. */
  formula: string;
  /** Whether the part holds or fails in the marking. */
  holds: boolean;
  /** The evidence for the claim. */
  shown_by: ShownBy;
  /** The run that branches off at the marking. */
  trace?: Trace | null;
  /** The number of steps before the last marking, if the claim is about several consecutive markings. */
  until?: number | null;
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

/** A proof that a net is unbounded. It is a run to a marking, and firings from there that can be repeated for ever: they lead to a marking with more tokens in some places and no fewer in any. */
export interface UnboundedProof {
  /** The places whose tokens grow. */
  places: Array<string>;
  /** The run to the marking. */
  prefix: Trace;
  /** The firings that can be repeated. */
  pump: Array<Step>;
  /** The coverability set, if it was computed. */
  coverable?: Coverable | null;
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
  warnings: Array<Diagnostic>;
  /** The meaning of its nodes in the coloured net. */
  origins: Origins;
}

/** The size of the place/transition net to which a coloured net was unfolded. */
export interface Unfolding {
  /** The number of places of the coloured net. */
  coloured_places: number;
  /** The number of transitions of the coloured net. */
  coloured_transitions: number;
  /** The number of places of the unfolding: the colours that places can hold. */
  places: number;
  /** The number of transitions of the unfolding: the bindings that can be enabled. */
  transitions: number;
  /** The number of arcs of the unfolding. */
  arcs: number;
  /** The number of all colours of all places; null if there are too many to count. */
  all_colours: Count | null;
  /** The number of all assignments to the variables of all transitions; null if there are too many to count. */
  all_bindings: Count | null;
  /** The time of the unfolding, in seconds. */
  time_s: number;
}

/** The size of a unit tree. */
export interface UnitTree {
  /** The number of units. */
  units: number;
  /** The number of units on the longest path from the root to a leaf. */
  depth: number;
  /** Whether the file claims that the units are safe. */
  claims_safe: boolean;
}

/** The least and the greatest value of a variable in the explored states. */
export interface ValueRange {
  /** The variable. */
  variable: string;
  /** Its least value. */
  least: number;
  /** Its greatest value. */
  greatest: number;
  /** The least and the greatest value of its type. */
  declared: [number, number];
}

/** A variable. */
export interface VariableStructure {
  /** The id of the variable's place. */
  place: string;
  /** The declared type: `byte`, `int[4]`. */
  type: string;
  /** The declared minimum and maximum of the variable, or of each cell. */
  declared_range: [number, number] | null;
  /** The minimum and maximum that a state has room for, if they are known to be narrower. */
  range: [number, number] | null;
  /** The number of bits in a state, over all cells. */
  bits: number;
  /** How the width was determined, in words. */
  origin: string;
}

/** The answer to a question.  For `always F`, and for freedom from deadlock, `holds` means that every reachable state satisfies it. `violated` means that some state does not, with a trace to it. For `reach F`, `holds` means that a state which satisfies `F` is reachable, with a trace to it. `violated` means that no such state is reachable. */
export type Verdict =
  /** Yes. */
  | "holds"
  /** No. */
  | "violated"
  /** There is no answer; a reason explains it. */
  | "unknown"
  /** The statistics are complete, for a query without a yes or no. */
  | "computed";

/** The locations of a property process along a run. */
export interface Watching {
  /** The name of the process. */
  name: string;
  /** The names of its locations. */
  locations: Array<string>;
  /** The location before each step, and at the end, as positions in `locations`. */
  at: Array<number>;
}

/** Requests, with their parameters and results. */
export interface Requests {
  /** Ends an analysis early. */
  "analysis/cancel": { params: Cancel; result: null };
  /** Starts the analysis of the standard properties of a net. */
  "analysis/standard": { params: Standard; result: Started };
  /** Starts an analysis: `explore`, `deadlock` or `check`. */
  "analysis/start": { params: Start; result: Started };
  /** Returns a small state space with positions for its states, explored within 64 MiB and 5 seconds. */
  "graph/states": { params: States; result: DrawnStates };
  /** Returns versions, methods, formats and the memory for analyses. */
  "initialize": { params: Initialize; result: Capabilities };
  /** Returns the text of a net in another format, and the parts that the format loses (`lost`), as `convert` does. */
  "net/convert": { params: Convert; result: Converted };
  /** Returns the net with positions for its nodes. */
  "net/drawing": { params: Draw; result: Drawing };
  /** Changes a place/transition net by a list of edits, all of them or none. */
  "net/edit": { params: Edits; result: Loaded };
  /** Returns the nodes of a large net in groups with positions. */
  "net/groups": { params: Draw; result: Groups };
  /** Describes a net without exploring it, as `info` does. */
  "net/info": { params: Describe; result: StructureReport };
  /** Loads a net and gives it a name for the other requests. */
  "net/load": { params: Load; result: Loaded };
  /** Loads the unfolding of a coloured net as a new net. */
  "net/unfold": { params: OfNet; result: Unfolded };
  /** Unloads a net and ends its token game. */
  "net/unload": { params: OfNet; result: null };
  /** Cancels all requests and analyses. */
  "shutdown": { params: null; result: null };
  /** Returns the state of the token game: the marking and the enabled steps. */
  "simulation/enabled": { params: OfNet; result: Standing };
  /** Fires a transition. */
  "simulation/fire": { params: Fire; result: Standing };
  /** Restarts the token game in the initial marking, or in a `marking`, as for `analysis/start`. */
  "simulation/reset": { params: Reset; result: Standing };
  /** Undoes the last firing. */
  "simulation/undo": { params: OfNet; result: Standing };
  /** Checks whether a trace is a run of the net, as `replay` does. */
  "trace/replay": { params: Replay; result: ReplayReport };
}

/** Notifications from the server, with their parameters. */
export interface Notifications {
  /** Reports the progress of a search, up to five times a second. */
  "analysis/progress": Progress;
  /** Reports the result of an analysis, once, with a `report` or an `error`. */
  "analysis/result": Finished;
}

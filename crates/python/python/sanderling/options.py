"""The keywords of searches, written from the engine's table of options by `tests/test_options.py`: not to be edited."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Literal, Optional, TypedDict, Union

StandardProperty = Literal[
    "ordinary",  # All weights are 1
    "pure",  # No place is an input and an output of the same transition
    "state_machine",  # Every transition has one input and one output
    "marked_graph",  # Every place has one input and one output
    "free_choice",  # Of two transitions that share an input, neither has another one
    "extended_free_choice",  # Transitions that share an input share all of them
    "asymmetric_choice",  # Where two places share an output, all outputs of one are outputs of the other
    "connected",  # The net is in one piece
    "strongly_connected",  # There is a path from every node to every other one
    "conservative",  # A weighted sum of all places never changes, whatever the initial marking
    "structurally_bounded",  # No initial marking makes the net unbounded
    "consistent",  # Firing counts of all transitions have no effect together
    "repetitive",  # Firing counts of all transitions take no token away together
    "siphon_trap",  # Every siphon contains a marked trap
    "workflow_net",  # One place is a source, one a sink, and everything is on a path between them
    "bounded",  # No place can hold more than some number of tokens
    "safe",  # No place can hold more than one token
    "deadlock_free",  # Every reachable marking enables a transition
    "quasi_live",  # Every transition can fire
    "live",  # Every transition can always be made to fire again
    "reversible",  # The initial marking can always be reached again
    "home_marking",  # Some marking can be reached from every reachable marking
    "persistent",  # No firing disables another transition
    "terminates",  # No run is infinite
    "option_to_complete",  # The workflow can always end
    "proper_completion",  # Where the workflow ends, nothing is left behind
    "no_dead_transition",  # Every transition of the workflow can fire
    "relaxed_sound",  # Every transition is on a run from the beginning of the workflow to its end
    "weakly_sound",  # The workflow can always end, and leaves nothing behind
    "sound",  # The workflow can always end, leaves nothing behind, and every transition can fire
]
"""A property that `analyse` knows."""


class Options(TypedDict, total=False):
    """Keywords of `explore`, `deadlock` and `check`, as `docs/cli.md` describes them; what is `None` is not chosen."""

    # Limits.

    memory: Optional[Union[str, int, float]]
    """Memory limit, such as 512M or 4G; when it is reached, the search forgets explored states (see `retain`)
    [default: three quarters of what is free]"""

    time: Optional[Union[str, float, timedelta]]
    """Time limit for the search, such as 30s or 5m"""

    max_states: Optional[Union[str, int, float]]
    """Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6"""

    # Search.

    threads: Optional[Union[str, int, float]]
    """Number of worker threads; verdicts do not depend on it [default: one for each core]"""

    seed: Optional[Union[str, int, float]]
    """Seed for all random choices, except the order `random:SEED` [default: 0]"""

    order: Optional[Union[str, int, float]]
    """Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of
    a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest
    `heuristic` first), random or random:SEED [default: bfs]"""

    shortest: Optional[bool]
    """After a run is found, search breadth-first for a shortest one"""

    fair: Optional[Literal["weak", "strong", "weak:process", "strong:process"]]
    """For formulas of LTL: consider only runs that are fair, weakly or strongly, to each transition or to
    each process [default: all runs]"""

    heuristic: Optional[Union[str, int, float]]
    """Number that `order best` minimizes: distance (from the goal), or a sum such as 'tokens(p) +
    2*tokens(q)', for a DVE model 'x + 2*y[1]' [default: the number of enabled transitions]"""

    driver: Optional[Literal["auto", "sequential", "batched"]]
    """Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time
    [default: auto]"""

    encoding: Optional[Literal["auto", "fields", "radix"]]
    """How markings are packed: bit fields are fast, mixed radix is smallest [default: auto]"""

    store: Optional[Union[str, int, float]]
    """How states are stored: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or
    bitstate[:HASHES], which may miss states and report how likely that is [default: `packed`; when memory is
    used up, `tree`; then, with `disk`, `disk`]"""

    disk: Optional[Union[str, os.PathLike[str]]]
    """Directory for what a store writes when it does not fit in memory; states go there before any are
    forgotten [default: with `store disk`, the directory for temporary files, otherwise none]"""

    disk_size: Optional[Union[str, int, float]]
    """Maximum size on disk, such as 20G [default: as much as there is room for]"""

    # Decision diagrams.

    engine: Optional[Literal["auto", "explicit", "diagram", "symmetric"]]
    """How reachable markings are found: explicit searches visit them one by one, diagram stores them as one
    set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all
    of this where `proof` allows it; `explore` is explicit by default [default: auto]"""

    diagram_order: Optional[Union[str, int, float]]
    """Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force,
    units or invariants, each also with -mirrored at its end [default: auto]"""

    # Checkpoints.

    checkpoint: Optional[Union[str, os.PathLike[str]]]
    """Directory for checkpoints; `sanderling resume` continues from the newest one"""

    checkpoint_every: Optional[Union[str, float, timedelta]]
    """Time between two checkpoints, such as 10m or 1h; one more is written at the end [default: 10m]"""

    resume: Optional[Literal["newest", "earlier"]]
    """Continue from a checkpoint in the directory, or start the search if there is none"""

    # Depth (see docs/depth.md).

    depth: Optional[Union[str, int, float]]
    """Explore exactly the states within N firings of the initial one, depth-first with a growing bound"""

    increment: Optional[Union[str, int, float]]
    """Growth of the bound from round to round [default: a hundredth of N, from 10 to 50]"""

    depth_thresholds: Optional[Literal["on", "off"]]
    """Explore a state again only if something new can follow (on), or whenever it is found at a smaller depth
    (off) [default: on]"""

    frontier_tree: Optional[Literal["on", "off"]]
    """Go from one frontier state to the next along the common part of their paths (on), or from the initial
    state (off) [default: on]"""

    # When memory is short (see docs/memory.md).

    search: Optional[Literal["auto", "exhaustive"]]
    """What happens when memory is used up: auto forgets explored states, exhaustive ends the search [default:
    auto]"""

    retain: Optional[Literal["auto", "all", "cache", "sweep", "cache+sweep"]]
    """Which explored states are kept: all, those that fit in a cache, or those that a sweep-line has not
    passed [default: as `search` says]"""

    cache_states: Optional[Union[str, int, float]]
    """Maximum number of states in a cache, besides the limit of `memory`"""

    replace: Optional[Union[str, int, float]]
    """What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency, event-
    type, stratified:N or stratified:N:K; a list with commas is in order of priority, and '-' reverses an
    entry [default: in-degree,out-degree]"""

    max_revisit_factor: Optional[Union[str, int, float]]
    """The search ends when all visits, rediscoveries included, exceed F times the estimated number of states
    [default: 100]"""

    reduce: Optional[Union[str, int, float]]
    """Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net
    smaller); edge-lean (fires what is independent in one of two orders) or stubborn (skips what the query
    does not need); sleep (skips what has been tried in another order), but not with edge-lean; chains (states
    with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: for
    `deadlock` and `check`, `all` on place/transition nets and `stubborn` on DVE models, as far as the other
    options allow; otherwise `none`]"""

    proof: Optional[Literal["on", "off"]]
    """Whether a proof may decide a query about a place/transition net without a search [default: on if
    `reduce` makes nets smaller]"""

    progress_measure: Optional[Union[str, int, float]]
    """Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in `heuristic` with commas
    between them [default: auto]"""

    # Model errors.

    model_errors: Optional[Literal["report", "state"]]
    """Meaning of a division by zero or a similar error: report stops the search and reports it, state makes
    it a step to the error state [default: report; with `dve-semantics divine2`: state]"""

    # Self-check.

    self_check: Optional[Union[str, int, float]]
    """Which states are compared with the plain interpreter during the search: none, sample (within half a
    percent of the time) or all; a difference ends the search with exit code 4 [default: sample]"""

    # Statistics.

    levels: Optional[bool]
    """Report the number of states at each distance from the initial one"""

    bounds: Optional[bool]
    """Report the maximum number of tokens in each place (not for a DVE model), and the transitions that are
    never enabled"""

    explain_plan: Optional[bool]
    """Report the stages of the plan: which techniques were tried, what they decided, and their states and
    time"""


class CommonOptions(TypedDict, total=False):
    """Keywords of `analyse` and `graph`, which have more."""

    time: Optional[Union[str, float, timedelta]]
    """Time limit for the search, such as 30s or 5m"""

    memory: Optional[Union[str, int, float]]
    """Memory limit, such as 512M or 4G; when it is reached, the search forgets explored states (see `retain`)
    [default: three quarters of what is free]"""

    threads: Optional[Union[str, int, float]]
    """Number of worker threads; verdicts do not depend on it [default: one for each core]"""

    max_states: Optional[Union[str, int, float]]
    """Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6"""

    self_check: Optional[Union[str, int, float]]
    """Which states are compared with the plain interpreter during the search: none, sample (within half a
    percent of the time) or all; a difference ends the search with exit code 4 [default: sample]"""

    explain_plan: Optional[bool]
    """Report the stages of the plan: which techniques were tried, what they decided, and their states and
    time"""


class StandardOptions(CommonOptions, total=False):
    """Keywords of `analyse`."""

    engine: Optional[Literal["auto", "explicit", "diagram", "symmetric"]]
    """How reachable markings are found: explicit searches visit them one by one, diagram stores them as one
    set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all
    of this where `proof` allows it; `explore` is explicit by default [default: auto]"""

    diagram_order: Optional[Union[str, int, float]]
    """Order of the places in decision diagrams: auto (tries several), given, force, louvain, louvain-force,
    units or invariants, each also with -mirrored at its end [default: auto]"""


class GraphOptions(CommonOptions, total=False):
    """Keywords of `graph`."""

    model_errors: Optional[Literal["report", "state"]]
    """Meaning of a division by zero or a similar error: report stops the search and reports it, state makes
    it a step to the error state [default: report; with `dve-semantics divine2`: state]"""

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
    """Memory that the search may take, such as 512M or 4G; when it is used up, explored states are forgotten
    (see `retain`) [default: three quarters of what is free]"""

    time: Optional[Union[str, float, timedelta]]
    """Time that the search may take, such as 30s or 5m"""

    max_states: Optional[Union[str, int, float]]
    """States that the search may discover, each as often as it is, such as 1000000 or 1e6"""

    # Search.

    threads: Optional[Union[str, int, float]]
    """Worker threads; the result does not depend on it [default: one for each core]"""

    seed: Optional[Union[str, int, float]]
    """Seed of everything that is random; the order `random:SEED` has its own [default: 0]"""

    order: Optional[Union[str, int, float]]
    """Which state comes next: bfs (breadth-first), dfs, bbfs:W (breadth-first, W states of a level at once),
    alt:B:D (B levels breadth-first, D depth-first), best, random or random:SEED [default: bfs]"""

    shortest: Optional[bool]
    """Look for a run that is as short as any, breadth-first, once a longer one has been found"""

    fair: Optional[Literal["weak", "strong", "weak:process", "strong:process"]]
    """Of formulas of LTL: only runs that are fair to each transition count, weakly or strongly, or to each
    process [default: all runs]"""

    heuristic: Optional[Union[str, int, float]]
    """What `order best` goes by, the least first: distance (from the goal), or a sum such as 'tokens(p) +
    2*tokens(q)', of a DVE model 'x + 2*y[1]' [default: the number of enabled transitions]"""

    driver: Optional[Literal["auto", "sequential", "batched"]]
    """The loop: batched is fast and breadth-first, sequential takes one state at a time [default: auto]"""

    encoding: Optional[Literal["auto", "fields", "radix"]]
    """How markings are packed: bit fields are fast, mixed radix is smallest [default: auto]"""

    store: Optional[Union[str, int, float]]
    """How states are remembered: auto, packed, tree, disk or comback; or hash-compaction[:BITS] or
    bitstate[:HASHES], which may leave states out, and say how likely that is [default: auto, which is packed,
    and the tree once memory is used up; with `disk`, then the disk]"""

    disk: Optional[Union[str, os.PathLike[str]]]
    """Directory for what a store writes when it does not fit in memory; states go there, too, before any are
    forgotten [default: that of temporary files, and only by `store disk`]"""

    disk_size: Optional[Union[str, int, float]]
    """Size of what is written there at most, such as 20G [default: as much as there is room for]"""

    # Checkpoints.

    checkpoint: Optional[Union[str, os.PathLike[str]]]
    """Directory for checkpoints, from which `sanderling resume` goes on"""

    checkpoint_every: Optional[Union[str, float, timedelta]]
    """Time between two checkpoints, such as 10m or 1h; there is always one at the end [default: 10m]"""

    resume: Optional[Literal["newest", "earlier"]]
    """Go on from a checkpoint in the directory; begin where there is none"""

    # Depth (see docs/depth.md).

    depth: Optional[Union[str, int, float]]
    """Explore all states within N firings and no others, depth-first with a bound that grows"""

    increment: Optional[Union[str, int, float]]
    """By how much the bound grows from round to round [default: a hundredth of N, from 10 to 50]"""

    depth_thresholds: Optional[Literal["on", "off"]]
    """Whether states are explored again only where something new can come of it; off: whenever they are met
    nearer than before [default: on]"""

    frontier_tree: Optional[Literal["on", "off"]]
    """Whether frontier states are gone to from one another; off: from the initial state [default: on]"""

    # When memory is short (see docs/memory.md).

    search: Optional[Literal["auto", "exhaustive"]]
    """auto explores as fast as it can, and begins to forget when memory is used up; exhaustive keeps all
    states, and ends when memory is used up [default: auto]"""

    retain: Optional[Literal["auto", "all", "cache", "sweep", "cache+sweep"]]
    """Which explored states are kept: all; those that a cache has room for; those that a sweep-line has not
    left behind [default: as `search` says]"""

    cache_states: Optional[Union[str, int, float]]
    """States in the cache at most, besides what `memory` allows"""

    replace: Optional[Union[str, int, float]]
    """What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency, event-
    type, stratified:N or stratified:N:K; several with commas, reversed with '-' [default: in-degree,out-
    degree]"""

    max_revisit_factor: Optional[Union[str, int, float]]
    """The search ends when it has visited each state F times on average [default: 100]"""

    reduce: Optional[Union[str, int, float]]
    """What is left out: none; all, which is structural (rules make a net smaller) and stubborn (transitions
    that the query can do without); instead of stubborn edge-lean, or with it or instead sleep (transitions
    whose order does not matter); chains (states with one successor need not be kept) or branching:K (only
    each K-th of them is stored) [default: all for deadlock and check on place/transition nets, as far as it
    goes with the other options, otherwise none]"""

    proof: Optional[Literal["on", "off"]]
    """Whether a query about a place/transition net may be decided by a proof, without a search [default: on
    where `reduce` makes nets smaller]"""

    progress_measure: Optional[Union[str, int, float]]
    """What the sweep-line goes by: auto, learn:LEVEL (0 to 5), or sums as of `heuristic` with commas
    [default: auto]"""

    # Model errors.

    model_errors: Optional[Literal["report", "state"]]
    """What a division by zero or the like is: a reason to stop and report it, or a step to a state of its
    own, the error state [default: report; with `dve-semantics divine2`: state]"""

    # Self-check.

    self_check: Optional[Union[str, int, float]]
    """Which states are compared with the plain meaning of the net while the search goes on: none, sample
    (within a per cent of the time) or all; a difference ends the search with exit code 4 [default: sample]"""

    # Statistics.

    levels: Optional[bool]
    """Report the number of states at each distance from the initial one"""

    bounds: Optional[bool]
    """Report the most tokens of each place (not of a DVE model), and the transitions that are never
    enabled"""


class StandardOptions(TypedDict, total=False):
    """Keywords of `analyse`, and of `graph`, which has one more."""

    time: Optional[Union[str, float, timedelta]]
    """Time that the search may take, such as 30s or 5m"""

    memory: Optional[Union[str, int, float]]
    """Memory that the search may take, such as 512M or 4G; when it is used up, explored states are forgotten
    (see `retain`) [default: three quarters of what is free]"""

    threads: Optional[Union[str, int, float]]
    """Worker threads; the result does not depend on it [default: one for each core]"""

    max_states: Optional[Union[str, int, float]]
    """States that the search may discover, each as often as it is, such as 1000000 or 1e6"""

    self_check: Optional[Union[str, int, float]]
    """Which states are compared with the plain meaning of the net while the search goes on: none, sample
    (within a per cent of the time) or all; a difference ends the search with exit code 4 [default: sample]"""


class GraphOptions(StandardOptions, total=False):
    """Keywords of `graph`."""

    model_errors: Optional[Literal["report", "state"]]
    """What a division by zero or the like is: a reason to stop and report it, or a step to a state of its
    own, the error state [default: report; with `dve-semantics divine2`: state]"""

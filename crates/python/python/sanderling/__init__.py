"""Sanderling explores the state spaces of Petri nets, coloured nets and DVE programs.

>>> import sanderling
>>> net = sanderling.load("nets/copy-shop.pnml")
>>> report = net.deadlock()
>>> report.verdict
'violated'
>>> [step.event for step in report.trace.steps][:2] == [step["event"] for step in report["trace"]["steps"]][:2]
True

`load` reads a net, whose methods ask about it: `deadlock`, `check`, `explore`, `analyse`, `info`, `simulate`, `unfold`, `graph`. Answers are
objects with the keys of `docs/json.md`; what goes wrong is an exception of `sanderling.errors`. `docs/python.md` has all of it. `sanderling.client`
starts the server instead, and works without the native module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    from ._sanderling import __version__
except ModuleNotFoundError as error:
    if error.name != "sanderling._sanderling":
        raise
    if not TYPE_CHECKING:
        # `sanderling.client` is pure Python.
        def __getattr__(name: str) -> object:
            raise AttributeError(f"`sanderling.{name}` needs the native module, which is missing; `sanderling.client` does not")

else:
    from .certificates import Certified, certify
    from .errors import InputError, InternalError, SanderlingError, Stopped, UsageError
    from .graph import Graph, Table
    from .load import formats, load
    from .net import Net
    from .record import Record
    from .reports import Analysis, Comparison, Marking, Progress, Replay, Report, Step, Structure, Trace
    from .simulation import Simulation

__all__ = [
    "Analysis",
    "Certified",
    "Comparison",
    "Graph",
    "InputError",
    "InternalError",
    "Marking",
    "Net",
    "Progress",
    "Record",
    "Replay",
    "Report",
    "SanderlingError",
    "Simulation",
    "Step",
    "Stopped",
    "Structure",
    "Table",
    "Trace",
    "UsageError",
    "__version__",
    "certify",
    "formats",
    "load",
]

"""A state space as tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .reports import Marking

if TYPE_CHECKING:
    from types import CapsuleType  # type: ignore[attr-defined]

    import networkx
    import pandas
    import polars
    import pyarrow

    from ._sanderling import Space

#: So many states are taken at a time.
_AT_A_TIME = 1 << 14


class Table:
    """A table that is handed over by the Arrow C stream interface, each time anew and without a copy: `polars.DataFrame(table)`,
    `pyarrow.table(table)`, `duckdb.from_arrow(pyarrow.RecordBatchReader.from_stream(table))`, `pandas.DataFrame.from_arrow(table)`.
    """

    def __init__(self, stream: Callable[[], CapsuleType]) -> None:
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: object = None) -> CapsuleType:
        return self._stream()

    def to_polars(self) -> polars.DataFrame:
        """The table as a frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """The table as one of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a frame of pandas, by way of pyarrow."""
        return self.to_arrow().to_pandas()


class Graph:
    """A state space, kept in memory. States are numbers: 0 is the initial one, the order of the others says nothing.

    `states` is a table with a column for each place, which of a program is a variable, a channel or the location of a process; the number of a
    state is that of its row. `edges` is a table with the numbers `source` and `target`, the id of the `transition`, and its `binding` where a
    coloured net was unfolded.

    >>> import sanderling
    >>> graph = sanderling.load("nets/philosophers-3.pnml").graph(max_states=100)
    >>> graph.exhaustive, graph.marking(0) == sanderling.load("nets/philosophers-3.pnml").simulate().marking
    (True, True)
    """

    def __init__(self, space: Space) -> None:
        self._space = space

    @property
    def exhaustive(self) -> bool:
        """Whether every reachable state is here, with all its edges."""
        return self._space.exhaustive

    @property
    def reason(self) -> str | None:
        """Why not: a reason of `docs/json.md`."""
        return self._space.reason

    @property
    def error_state(self) -> int | None:
        """The number of the error state, where model errors lead to one (`model_errors="state"`): its row has no values."""
        return self._space.error_state

    @property
    def places(self) -> list[str]:
        """The ids of the places, which are the columns of `states`: of a program its variables, channels and processes."""
        return self._space.places

    @property
    def states(self) -> Table:
        """A row for each state, a column for each place.

        Tokens are integers of 16, 32 or 64 bits, so that sums of places have room. Of a program, numbers are 32-bit integers, locations are
        dictionaries of names, arrays and channels are lists, and messages of several values structures with the fields `0`, `1` and so on.
        """
        return self.states_of(*self.places)

    def states_of(self, *places: str) -> Table:
        """As `states`, with the columns of these places alone, in this order: sooner, and in less memory.

        Raises `KeyError` where there is no such place.
        """
        positions = {place: at for at, place in enumerate(self.places)}
        if unknown := [place for place in places if place not in positions]:
            raise KeyError(f"there is no place {unknown[0]!r}")
        chosen = [positions[place] for place in places]
        return Table(lambda: self._space.stream_of_states(chosen))

    @property
    def edges(self) -> Table:
        """A row for each firing."""
        return Table(self._space.stream_of_edges)

    def __len__(self) -> int:
        return len(self._space)

    def marking(self, state: int) -> Marking:
        """What the places hold in a state; those that hold nothing are left out. Of the error state nothing is known."""
        state = range(len(self))[state]
        return next(self._markings(state, state + 1))

    def markings(self) -> Iterator[Marking]:
        """The markings of all states, one after the other."""
        for first in range(0, len(self), _AT_A_TIME):
            yield from self._markings(first, min(first + _AT_A_TIME, len(self)))

    def _markings(self, first: int, end: int) -> Iterator[Marking]:
        if not self._space.counts:
            yield from json.loads(self._space.markings(first, end))
            return
        places, columns = self.places, self._space.columns(first, end)
        for row in range(end - first):
            yield {place: column[row] for place, column in zip(places, columns) if column[row]}

    def firings(self) -> Iterator[tuple[int, int, str, str | None]]:
        """All edges, one after the other: source, target, transition and binding."""
        events = self._space.events()
        for first in range(0, len(self), _AT_A_TIME):
            sources, targets, fired = self._space.edges(first, min(first + _AT_A_TIME, len(self)))
            for source, target, event in zip(sources, targets, fired):
                yield source, target, *events[event]

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The state space as a graph of networkx: nodes have a `marking`, edges a `transition` and a `binding`. For small ones."""
        import networkx

        graph = networkx.MultiDiGraph()
        graph.add_nodes_from((state, {"marking": marking}) for state, marking in enumerate(self.markings()))
        graph.add_edges_from(
            (source, target, {"transition": transition, "binding": binding})
            for source, target, transition, binding in self.firings()
        )
        return graph

    def __repr__(self) -> str:
        return f"<sanderling.Graph of {len(self)} states{'' if self.exhaustive else f', cut: {self.reason}'}>"

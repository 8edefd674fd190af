"""State spaces as tables, and what takes them."""

from __future__ import annotations

import gc

import pytest

import sanderling


def reference(net: sanderling.Net) -> tuple[set, set]:
    """Markings and firings by the token game: slow and obvious."""
    game, key = net.simulate(), lambda marking: frozenset(marking.items())
    seen, todo, edges = set(), [game.marking], set()
    while todo:
        marking = todo.pop()
        if key(marking) in seen:
            continue
        seen.add(key(marking))
        game.reset(marking)
        for step in game.enabled():
            game.reset(marking)
            game.fire(step)
            edges.add((key(marking), step.event, key(game.marking)))
            todo.append(game.marking)
    return seen, edges


@pytest.mark.parametrize("path", ["nets/copy-shop.pnml", "nets/philosophers-3.pnml", "nets/kanban-2.pnml"])
def test_a_graph_is_that_of_the_token_game(path: str) -> None:
    net = sanderling.load(path)
    graph = net.graph()
    if len(graph) > 2000:
        net = sanderling.load("nets/readers-writers-3.pnml")
        graph = net.graph()
    states, edges = reference(net)
    markings = [frozenset(marking.items()) for marking in graph.markings()]
    assert len(markings) == len(graph) == len(states) and set(markings) == states
    assert dict(markings[0]) == graph.marking(0) == net.simulate().marking
    found = {(markings[source], event, markings[target]) for source, target, event, _ in graph.firings()}
    assert found == edges and graph.exhaustive and graph.reason is None


def test_a_limit_cuts_a_graph_and_says_so() -> None:
    graph = sanderling.load("nets/chain-reaction.pnml").graph(max_states=10)
    assert len(graph) >= 10 and not graph.exhaustive and graph.reason is not None
    with pytest.raises(IndexError):
        graph.marking(len(graph))
    assert graph.marking(-1) == graph.marking(len(graph) - 1)


def test_values_are_refused() -> None:
    with pytest.raises(sanderling.InputError, match="colours or values"):
        sanderling.load("nets/jugs.dve").graph()
    with pytest.raises(sanderling.UsageError, match="`order` means nothing here"):
        sanderling.load("nets/copy-shop.pnml").graph(order="dfs")


def test_bindings_of_coloured_nets_are_columns() -> None:
    net = sanderling.load("nets/coloured/philosophers-3.pnml")
    firings = list(net.graph().firings())
    assert {event for _, _, event, _ in firings} <= set(net.transitions)
    assert all(binding and "=" in binding for *_, binding in firings)


def test_a_stream_that_nobody_reads_is_released() -> None:
    graph = sanderling.load("nets/copy-shop.pnml").graph()
    for _ in range(3):
        graph.states.__arrow_c_stream__()
        graph.edges.__arrow_c_stream__(None)
    gc.collect()


def test_polars_takes_the_tables() -> None:
    polars = pytest.importorskip("polars")
    net = sanderling.load("nets/philosophers-5.pnml")
    graph = net.graph()
    states, edges = graph.states.to_polars(), polars.DataFrame(graph.edges)
    assert states.columns == net.places and states.height == net.explore().states
    assert set(states.dtypes) == {polars.Int32}
    assert edges.columns == ["source", "target", "transition", "binding"]
    assert edges.height == net.explore().firings
    # The rows say what the graph says.
    assert {name: n for name, n in states.row(7, named=True).items() if n} == graph.marking(7)
    dead = states.with_row_index("state").join(edges, left_on="state", right_on="source", how="anti")
    assert dead.height == net.explore().deadlocks
    assert states.height * 1.0 == states.select(polars.len()).item()


def test_pyarrow_and_pandas_take_the_tables() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    graph = sanderling.load("nets/philosophers-3.pnml").graph()
    table = graph.states.to_arrow()
    table.validate(full=True)
    assert table.num_rows == len(graph)
    edges = pyarrow.table(graph.edges)
    edges.validate(full=True)
    assert edges.column("binding").null_count == edges.num_rows
    pytest.importorskip("pandas")
    assert list(graph.states.to_pandas().iloc[0]) == [graph.marking(0).get(place, 0) for place in graph.places]


def test_counts_beyond_32_bits_have_wider_columns() -> None:
    polars = pytest.importorskip("polars")
    states = sanderling.load("nets/largest-count.pnml").graph(max_states=10).states.to_polars()
    assert polars.UInt64 in states.dtypes and max(max(row) for row in states.rows()) == 2**64 - 1


def test_duckdb_takes_the_tables() -> None:
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    graph = sanderling.load("nets/philosophers-3.pnml").graph()
    edges = pyarrow.RecordBatchReader.from_stream(graph.edges)
    connection = duckdb.connect()
    connection.register("edges", edges)
    rows = connection.execute("select count(*) from edges").fetchall()
    assert rows == [(sum(1 for _ in graph.firings()),)]


def test_networkx_takes_the_graph() -> None:
    networkx = pytest.importorskip("networkx")
    net = sanderling.load("nets/philosophers-3.pnml")
    graph = net.graph().to_networkx()
    assert graph.number_of_nodes() == net.explore().states and graph.number_of_edges() == net.explore().firings
    dead = next(state for state in graph if graph.out_degree(state) == 0)
    assert networkx.shortest_path_length(graph, 0, dead) == len(net.deadlock(shortest=True).trace.steps)

"""State spaces as tables, and what takes them."""

from __future__ import annotations

import gc
import json

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


def test_a_limit_cuts_a_graph_and_is_reported() -> None:
    graph = sanderling.load("nets/chain-reaction.pnml").graph(max_states=10)
    assert len(graph) >= 10 and not graph.exhaustive and graph.reason is not None
    with pytest.raises(IndexError):
        graph.marking(len(graph))
    assert graph.marking(-1) == graph.marking(len(graph) - 1)


def test_other_options_are_refused() -> None:
    with pytest.raises(sanderling.UsageError, match="`order` means nothing here"):
        sanderling.load("nets/copy-shop.pnml").graph(order="dfs")


def key(marking: dict) -> str:
    return json.dumps(marking, sort_keys=True)


def reference_of_program(net: sanderling.Net) -> tuple[set, set]:
    """As `reference`, where places hold values; an undefined step leads to the error state, of which nothing is known."""
    game = net.simulate()
    seen, todo, edges = {}, [game.marking], set()
    while todo:
        marking = todo.pop()
        if key(marking) in seen:
            continue
        seen[key(marking)] = marking
        if not marking:
            continue
        game.reset(marking)
        for step in game.enabled():
            if step.error:
                edges.add((key(marking), step.event, key({})))
                todo.append({})
                continue
            game.reset(marking)
            game.fire(step)
            edges.add((key(marking), step.event, key(game.marking)))
            todo.append(game.marking)
    return set(seen), edges


@pytest.mark.parametrize("name", ["jugs", "alternating-bit", "peterson-3", "division-by-zero"])
def test_a_graph_of_a_program_is_that_of_the_token_game(name: str) -> None:
    net = sanderling.load(f"nets/{name}.dve")
    graph = net.graph(model_errors="state")
    states, edges = reference_of_program(net)
    markings = [key(marking) for marking in graph.markings()]
    assert len(markings) == len(graph) == len(states) and set(markings) == states
    assert graph.marking(0) == net.simulate().marking
    found = {(markings[source], event, markings[target]) for source, target, event, _ in graph.firings()}
    assert found == edges and graph.exhaustive and graph.reason is None
    assert len(graph) == net.explore(model_errors="state").states
    assert graph.error_state == (markings.index("{}") if name == "division-by-zero" else None)


def test_model_errors_are_a_reason_or_a_state() -> None:
    cut = sanderling.load("nets/division-by-zero.dve").graph()
    assert not cut.exhaustive and cut.reason == "model_error" and cut.error_state is None
    whole = sanderling.load("nets/division-by-zero.dve", dve_semantics="divine2").graph()
    assert whole.exhaustive and whole.marking(whole.error_state) == {}
    polars = pytest.importorskip("polars")
    states = whole.states.to_polars()
    assert states.null_count().row(0) == (1,) * states.width
    assert all(value is None for value in states.row(whole.error_state))


def plain(value: object) -> object:
    """A value of a frame as in JSON: a structure is the list of its parts."""
    if isinstance(value, dict):
        return [plain(one) for one in value.values()]
    return [plain(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["jugs", "sliding-window", "msi-3"])
def test_variables_and_processes_are_columns(name: str) -> None:
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    net = sanderling.load(f"nets/{name}.dve")
    graph = net.graph()
    frame, table = graph.states.to_polars(), pyarrow.table(graph.states)
    table.validate(full=True)
    assert frame.columns == net.places == table.column_names and frame.height == len(graph)
    rows = range(0, len(graph), max(1, len(graph) // 50))
    for row in rows:
        shown = {place: plain(value) for place, value in frame.row(row, named=True).items()}
        assert shown == graph.marking(row)
        assert {place: plain(table[place][row].as_py()) for place in net.places} == shown
    edges = graph.edges.to_polars()
    assert edges.columns == ["source", "target", "transition", "binding"]
    assert edges.height == net.explore().firings and edges["binding"].null_count() == edges.height


def test_types_of_columns_are_those_of_the_variables() -> None:
    polars = pytest.importorskip("polars")
    schema = sanderling.load("nets/sliding-window.dve").graph().states.to_polars().schema
    message = polars.Struct({"0": polars.Int32, "1": polars.Int32})
    assert schema["data"] == polars.List(message) and schema["Sender.window"] == polars.List(polars.Int32)
    assert schema["Sender.base"] == polars.Int32
    states = sanderling.load("nets/sliding-window.dve").graph().states.to_polars()
    assert set(states["Sender"].cast(polars.String)) == {"run", "again", "look"}


def test_colours_that_are_not_unfolded_are_refused() -> None:
    with pytest.raises(sanderling.Stopped, match="limit"):
        sanderling.load("nets/coloured/philosophers-3.pnml").graph(time="0s")


def test_bindings_of_coloured_nets_are_columns() -> None:
    net = sanderling.load("nets/coloured/philosophers-3.pnml")
    firings = list(net.graph().firings())
    assert {event for _, _, event, _ in firings} <= set(net.transitions)
    assert all(binding and "=" in binding for *_, binding in firings)


def test_an_unread_stream_is_released() -> None:
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
    assert set(states.dtypes) == {polars.Int16}
    assert edges.columns == ["source", "target", "transition", "binding"]
    assert edges.height == net.explore().firings
    # The rows agree with the graph.
    assert {name: n for name, n in states.row(7, named=True).items() if n} == graph.marking(7)
    dead = states.with_row_index("state").join(edges, left_on="state", right_on="source", how="anti")
    assert dead.height == net.explore().deadlocks
    assert states.height * 1.0 == states.select(polars.len()).item()


@pytest.mark.parametrize("name", ["philosophers-5.pnml", "sliding-window.dve"])
def test_some_places_are_a_table_of_their_own(name: str) -> None:
    pytest.importorskip("polars")
    graph = sanderling.load(f"nets/{name}").graph()
    states, places = graph.states.to_polars(), graph.places
    for some in (places[:1], [places[-1], places[0]], places[::-1]):
        assert graph.states_of(*some).to_polars().equals(states.select(some))
    assert graph.states_of().to_polars().width == 0
    with pytest.raises(KeyError, match="there is no place 'nowhere'"):
        graph.states_of(places[0], "nowhere")


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


def test_large_counts_have_wider_columns() -> None:
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

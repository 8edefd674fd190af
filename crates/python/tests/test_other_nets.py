"""Nets of SNAKES and graphs of networkx."""

from __future__ import annotations

import pytest

import sanderling


def test_a_net_is_a_graph_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    net = sanderling.load("nets/copy-shop.pnml")
    graph = net.to_networkx()
    assert isinstance(graph, networkx.MultiDiGraph)
    kinds = networkx.get_node_attributes(graph, "kind")
    assert [node for node, kind in kinds.items() if kind == "place"] == net.places
    assert graph.number_of_edges() == net.info().arcs
    assert sum(networkx.get_node_attributes(graph, "tokens").values()) == net.info().initial_tokens
    with pytest.raises(sanderling.InputError, match="for networkx"):
        sanderling.load("nets/jugs.dve").to_networkx()


def test_a_net_of_snakes_is_taken_over() -> None:
    nets = pytest.importorskip("snakes.nets")
    net = nets.PetriNet("n")
    net.add_place(nets.Place("p", [nets.dot, nets.dot]))
    net.add_place(nets.Place("q", []))
    net.add_transition(nets.Transition("t"))
    net.add_transition(nets.Transition("u"))
    net.add_input("p", "t", nets.Value(nets.dot))
    net.add_output("q", "t", nets.MultiArc([nets.Value(nets.dot), nets.Value(nets.dot)]))
    net.add_input("q", "u", nets.Variable("x"))
    graph = nets.StateGraph(net)
    graph.build()
    assert sanderling.load(net).explore().states == len(graph) == 9
    net.add_input("p", "u", nets.Inhibitor(nets.Value(nets.dot)))
    loaded = sanderling.load(net)
    assert (loaded.id, loaded.places, loaded.transitions) == ("n", ["p", "q"], ["t", "u"])
    assert {arc["kind"] for arc in loaded.to_dict()["arcs"]} == {"input", "output", "inhibitor"}
    # Two firings of t, then four of u.
    assert loaded.explore().states == 7
    net.place("p").add([1])
    with pytest.raises(sanderling.InputError, match="coloured tokens in `p`"):
        sanderling.load(net)

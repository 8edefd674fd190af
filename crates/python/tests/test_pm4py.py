"""Nets of pm4py, there and back."""

from __future__ import annotations

import time

import pytest

import sanderling

pm4py = pytest.importorskip("pm4py")

from pm4py.objects.petri_net.obj import InhibitorNet, Marking, PetriNet  # noqa: E402
from pm4py.objects.petri_net.utils import petri_utils  # noqa: E402


def sequence(length: int) -> tuple[PetriNet, Marking, Marking]:
    """One transition after the other, every third of which is silent."""
    net = PetriNet("sequence")
    places = [PetriNet.Place(f"p{at}") for at in range(length + 1)]
    net.places.update(places)
    for at in range(length):
        transition = PetriNet.Transition(f"t{at}", None if at % 3 == 2 else f"step {at}")
        net.transitions.add(transition)
        petri_utils.add_arc_from_to(places[at], transition, net)
        petri_utils.add_arc_from_to(transition, places[at + 1], net)
    return net, Marking({places[0]: 1}), Marking({places[-1]: 1})


def shape(net: PetriNet, initial: Marking, final: Marking) -> tuple:
    arcs = sorted((arc.source.name, arc.target.name, arc.weight) for arc in net.arcs)
    labels = sorted((one.name, one.label or "") for one in net.transitions)
    tokens = [sorted((place.name, count) for place, count in marking.items()) for marking in (initial, final)]
    return sorted(place.name for place in net.places), labels, arcs, tokens


def test_a_net_goes_there_and_comes_back() -> None:
    source = sequence(9)
    net = sanderling.load(source)
    assert net.explore().states == 10 and net.analyse("sound").holds("sound")
    assert shape(*net.to_pm4py()) == shape(*source)


def test_a_final_marking_is_where_the_process_is_meant_to_end() -> None:
    net = sanderling.load(sequence(3))
    report = net.deadlock()
    assert report.verdict == "holds" and report.hints[0].kind == "final_markings"
    assert net.deadlock(except_="false").verdict == "violated"


def test_a_thousand_transitions_are_taken_over_at_once() -> None:
    source, taken = sequence(1000), []
    for _ in range(5):
        began = time.process_time()
        sanderling.load(source)
        taken.append(time.process_time() - began)
    # By the processor's clock, as others may use the machine.
    assert min(taken) < 0.05


def test_weights_and_inhibitors_are_kept() -> None:
    net = InhibitorNet("n")
    p, q = InhibitorNet.Place("p"), InhibitorNet.Place("q")
    t = InhibitorNet.Transition("t", "t")
    net.places.update([p, q])
    net.transitions.add(t)
    petri_utils.add_arc_from_to(p, t, net, weight=2)
    petri_utils.add_arc_from_to(t, q, net, weight=3)
    petri_utils.add_arc_from_to(q, t, net, type="inhibitor")
    loaded = sanderling.load((net, Marking({p: 5}), Marking()))
    assert loaded.explore().states == 2
    again = loaded.to_pm4py()
    assert type(again[0]) is InhibitorNet
    assert sanderling.load(again).explore().states == 2
    assert loaded.compare(sanderling.load(again)).arcs == []


def test_nets_that_cannot_be_converted_are_refused() -> None:
    net, initial, final = sequence(2)
    next(iter(net.transitions)).properties["guard"] = "x > 1"
    with pytest.raises(sanderling.InputError, match="with a guard over data"):
        sanderling.load((net, initial, final))
    with pytest.raises(sanderling.InputError, match="for pm4py; `unfold\\(\\)`"):
        sanderling.load("nets/coloured/philosophers-3.pnml").to_pm4py()
    stranger = Marking({PetriNet.Place("elsewhere"): 1})
    with pytest.raises(sanderling.InputError, match="not a place of the net"):
        sanderling.load((sequence(2)[0], stranger, Marking()))


def test_names_that_are_not_unique_become_ids_that_are() -> None:
    net = PetriNet("n")
    p, t = PetriNet.Place("same"), PetriNet.Transition("same", "same")
    net.places.add(p)
    net.transitions.add(t)
    petri_utils.add_arc_from_to(p, t, net)
    loaded = sanderling.load((net, Marking({p: 1}), Marking()))
    assert (loaded.places, loaded.transitions) == (["same"], ["same 2"])


def test_soundness_is_that_of_pm4py() -> None:
    for path in ["nets/order.pnml", "nets/copy-shop.pnml"]:
        net = sanderling.load(path)
        analysis = net.analyse("workflow_net", "sound")
        if not analysis.holds("workflow_net"):
            continue
        loaded, initial, _ = net.to_pm4py()
        sink = next(place for place in loaded.places if not place.out_arcs)
        source = next(place for place in loaded.places if not place.in_arcs)
        expected = pm4py.check_soundness(loaded, Marking({source: 1}), Marking({sink: 1}))
        assert analysis.holds("sound") is (expected[0] if isinstance(expected, tuple) else expected)

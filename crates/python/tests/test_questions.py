"""Questions about nets, and their answers."""

from __future__ import annotations

import math
from datetime import timedelta

import pytest

import sanderling


def test_an_answer_has_keys_and_attributes() -> None:
    report = sanderling.load("nets/copy-shop.pnml").deadlock()
    assert report.verdict == report["verdict"] == "violated"
    assert report.trace.steps[0].changed[0].place == report.to_dict()["trace"]["steps"][0]["changed"][0]["place"]
    assert report.trace.markings()[0] == report.trace.initial
    assert report.answers is None and "answers" not in report
    with pytest.raises(AttributeError, match="has no key 'verdikt'"):
        report.verdikt


def test_counts_are_numbers_of_any_size() -> None:
    unbounded = sanderling.load("nets/chain-reaction.pnml").explore()
    assert unbounded.states == math.inf and unbounded.reason == "unbounded"
    assert sanderling.load("nets/largest-count.pnml").explore().max_tokens_in_place == 2**64 - 1


def test_the_last_marking_of_a_trace_is_dead() -> None:
    net = sanderling.load("nets/philosophers-3.pnml")
    trace = net.deadlock().trace
    game = net.simulate()
    for step, marking in zip(trace.steps, trace.markings()[1:]):
        game.fire(step)
        assert game.marking == marking
    assert game.enabled() == []
    assert net.replay(trace).deadlock and net.replay(trace).verdict == "holds"


def test_properties_of_every_kind_are_checked() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    place, transition = net.places[0], net.transitions[0]
    report = net.check(f"always tokens({place}) <= 1", "reach deadlock", f"ltl G ({transition} -> F {transition})", "ctl AG EF deadlock")
    assert [answer.verdict for answer in report.answers][:2] == ["holds", "holds"]
    assert len(report.answers) == 4
    with pytest.raises(sanderling.UsageError, match="no property is given"):
        net.check()
    with pytest.raises(sanderling.InputError, match="makes no assertions"):
        net.check(assertions=True)


def test_options_are_keywords() -> None:
    net = sanderling.load("nets/philosophers-5.pnml")
    report = net.explore(order="dfs", threads=1, store="packed", time=timedelta(seconds=30), memory="100M", max_states=10**6)
    options = report.options
    assert (options["order"], options["threads"], options["time_s"], options["memory_bytes"]) == ("dfs", 1, 30.0, 100 << 20)
    cut = net.explore(max_states=10, reduce="none")
    assert cut.verdict == "unknown" and cut.reason == "state_limit"
    for wrong, message in [
        ({"colour": "red"}, "unknown option `colour`"),
        ({"order": "sideways"}, "invalid value 'sideways' for `order`"),
        ({"increment": 2}, "`increment` requires `depth`"),
        ({"order": "dfs", "driver": "batched"}, "batched"),
    ]:
        with pytest.raises(sanderling.UsageError, match=message):
            net.explore(**wrong)
    with pytest.raises(sanderling.InputError, match="heuristic") as raised:
        net.deadlock(order="best", heuristic="tokens(")
    assert raised.value.column is not None


def test_exceptions_of_deadlock_are_meant() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    marking = net.deadlock().trace.markings()[-1]
    meant = " and ".join(f"tokens({place}) == {tokens}" for place, tokens in marking.items())
    report = net.deadlock(except_=meant)
    assert report.verdict == "holds" and report.except_ == meant


def test_standard_properties_are_found() -> None:
    net = sanderling.load("nets/order.pnml")
    analysis = net.analyse()
    assert {answer.property for answer in analysis.answers} >= {"live", "bounded", "sound"}
    assert net.analyse("bounded").holds("bounded") is (analysis.answer("bounded").verdict == "holds")
    assert net.analyse(bounds=f"tokens({net.places[0]})").greatest[0].value >= 1
    with pytest.raises(sanderling.UsageError, match="`order` means nothing here"):
        net.analyse(order="dfs")
    with pytest.raises(sanderling.UsageError, match="no standard property"):
        net.analyse("beautiful")
    with pytest.raises(sanderling.UsageError, match="has no place `x`"):
        net.analyse("sound", source="x")
    with pytest.raises(KeyError):
        net.analyse("live").answer("sound")


def test_coloured_nets_are_unfolded() -> None:
    net = sanderling.load("nets/coloured/philosophers-3.pnml")
    plain = net.unfold()
    assert (net.kind, plain.kind) == ("coloured", "place_transition")
    assert plain.explore().states == net.explore().states == len(net.graph())
    assert net.info().coloured is not None and net.info(unfold=True).unfolding is not None
    with pytest.raises(sanderling.Stopped):
        net.info(unfold=True, memory="1")


def test_invalid_arguments_are_refused_before_the_search() -> None:
    with pytest.raises(sanderling.UsageError, match="invalid value 'soon' for `time`"):
        sanderling.load("nets/copy-shop.pnml").info(time="soon")

"""Nets and results in a notebook."""

from __future__ import annotations

from xml.etree import ElementTree

import sanderling


def parsed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(html.replace("<br>", "<br/>"))


def test_a_net_is_its_picture() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    html = net._repr_html_()
    assert "<svg" in html and f"{len(net.places)} places" in html
    parsed(html)
    assert "<svg" in sanderling.load("nets/peterson-3.dve")._repr_html_()


def test_a_report_has_its_verdict_its_trace_and_its_charts() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    report = net.deadlock()
    html = report._repr_html_()
    parsed(html)
    assert ">violated<" in html and all(step.event in html or step.name in html for step in report.trace.steps)
    levels = net.explore(levels=True)
    assert levels._repr_html_().count("<rect") == len(levels.levels)
    checked = net.check("always tokens(p1) <= 0")._repr_html_()
    assert "tokens(p1) &lt;= 0" in checked
    for other in (net.analyse(), net.info(), net.replay(report.trace), net.compare(net)):
        parsed(other._repr_html_())


def test_ids_do_not_break_out() -> None:
    evil = "<script>alert(1)</script>"
    net = sanderling.load(
        {
            "sanderling_net": 1,
            "id": evil,
            "places": [{"id": f"p{evil}", "initial": {"tokens": 1}}],
            "transitions": [{"id": f"t{evil}", "name": evil}],
            "arcs": [{"place": 0, "transition": 0, "kind": "input"}],
        },
        name=evil,
    )
    for shown in (net, net.deadlock(), net.explore(levels=True), net.analyse(), net.info()):
        assert "<script" not in shown._repr_html_()


def test_a_long_run_shows_its_ends() -> None:
    net = sanderling.load({"sanderling_net": 1, "places": [{"id": "p", "initial": {"tokens": 500}}], "transitions": [{"id": "t"}], "arcs": [{"place": 0, "transition": 0, "kind": "input"}]})
    html = net.deadlock(reduce="none")._repr_html_()
    assert "440 steps" in html and html.count("<tr>") < 80


def test_a_large_net_has_a_reason_instead_of_a_picture() -> None:
    places = [{"id": f"p{at}"} for at in range(3000)]
    net = sanderling.load({"sanderling_net": 1, "places": places, "transitions": [], "arcs": []})
    assert "<svg" not in net._repr_html_() and "2000" in net._repr_html_()

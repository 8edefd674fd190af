"""All forms of properties, and the files that are written beside an answer: as the command line has them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_same_as_command import OPTIONS, WORDS, command, without_the_machine

import sanderling

NET = "nets/philosophers-3.pnml"
FORMS = {
    "always": ["tokens(eat_1, eat_2) <= 1", "always tokens(eat_1) <= 1"],
    "reach": ["deadlock"],
    "ltl": ["G (take_left_first_1 -> F tokens(eat_1) = 1)"],
    "ctl": ["AG EF deadlock"],
    "response": ["take_left_first_1 leads to tokens(eat_1) >= 1"],
    "livelock": ["take*"],
    "home": ["deadlock"],
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_that_of_the_command(form: str) -> None:
    words = [word for text in FORMS[form] for word in (f"--{form}", text)]
    found = sanderling.load(NET).check(**{form: FORMS[form]}, **OPTIONS).to_dict()
    assert without_the_machine(found) == without_the_machine(command("check", NET, *words, *WORDS))


def test_several_forms_are_answered_in_the_order_of_the_keywords() -> None:
    words = ["--property", "always not deadlock"]
    words += [word for form, texts in FORMS.items() for text in texts for word in (f"--{form}", text)]
    found = sanderling.load(NET).check("always not deadlock", **FORMS, **OPTIONS).to_dict()
    assert without_the_machine(found) == without_the_machine(command("check", NET, *words, *WORDS))


def test_errors_in_a_form_have_a_position() -> None:
    net = sanderling.load(NET)
    with pytest.raises(sanderling.InputError, match="invalid property in `always`") as raised:
        net.check(always="tokens(eat_1) <= ")
    assert raised.value.line == 1 and raised.value.column > 10
    with pytest.raises(sanderling.InputError, match="or `reach`"):
        net.check(always="reach deadlock")
    with pytest.raises(sanderling.InputError, match="leads to"):
        net.check(response="deadlock")


def test_files_of_properties_are_read(tmp_path: Path) -> None:
    net, file = sanderling.load(NET), tmp_path / "some.txt"
    file.write_text("property safe: always tokens(eat_1, eat_2) <= 1\nreach deadlock\n")
    report = net.check("always not deadlock", properties=file)
    assert [answer.name for answer in report.answers] == [None, "safe", None]
    assert [answer.verdict for answer in report.answers] == ["violated", "holds", "holds"]
    expected = command("check", NET, "--properties", str(file), *WORDS)
    found = net.check(properties=[str(file)], **OPTIONS).to_dict()
    assert without_the_machine(found) == without_the_machine(expected)
    with pytest.raises(OSError):
        net.check(properties=tmp_path / "none.txt")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(sanderling.InputError, match="is not UTF-8"):
        net.check(properties=file)
    file.write_text("always tokens(\n")
    with pytest.raises(sanderling.InputError) as raised:
        net.check(properties=file)
    assert raised.value.file == str(file) and raised.value.line is not None


CONTEST = """<property-set xmlns="http://mcc.lip6.fr/">
  <property><id>one</id><description>d</description><formula><all-paths><globally>
    <integer-le><tokens-count><place>eat_1</place></tokens-count><integer-constant>1</integer-constant></integer-le>
  </globally></all-paths></formula></property>
  <property><id>two</id><description>d</description><formula><place-bound><place>eat_1</place></place-bound></formula></property>
</property-set>
"""


def test_what_is_not_answered_of_a_file_of_the_contest_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "contest.xml"
    file.write_text(CONTEST)
    expected = command("check", NET, "--properties", str(file), *WORDS)
    report = sanderling.load(NET).check(properties=file, **OPTIONS)
    assert without_the_machine(report.to_dict()) == without_the_machine(expected)
    assert [answer.verdict for answer in report.answers] == ["holds", "unknown"]
    assert "is a query for a bound" in report.warnings[-1].message


STORED = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<pnml xmlns="http://www.informatik.hu-berlin.de/top/pnml/ptNetb">
  <net active="true" id="Net" type="P/T net">
    <place id="p" initialMarking="1" invariant="&lt; inf" name="p"/>
    <place id="q" initialMarking="0" invariant="&lt; inf" name="q"/>
    <transition id="t" name="t" priority="0" urgent="false"/>
    <arc id="A0" inscription="1" source="p" target="t" type="normal" weight="1"/>
    <arc id="A1" inscription="1" source="t" target="q" type="normal" weight="1"/>
  </net>
  <query active="true" name="q is reached"><formula><exists-path><finally><integer-ge><tokens-count><place>Net.q</place></tokens-count>
    <integer-constant>1</integer-constant></integer-ge></finally></exists-path></formula></query>
  <query active="true" name="never both" query="AG (Net.p = 0 or Net.q = 0)"/>
  <query active="true" name="in the end" query="AF Net.q = 1"/>
  <query active="true" name="how much" query="E PROBABILITY"/>
  <query active="true" name="" query="EF Net.q >= 2"/>
</pnml>
"""


def test_stored_queries_are_listed_and_answered(tmp_path: Path) -> None:
    path = str(tmp_path / "net.tapn")
    Path(path).write_text(STORED)
    net = sanderling.load(path)
    assert without_the_machine(net.info().to_dict()) == without_the_machine(command("info", path))
    queries = net.info().queries
    assert [query.name for query in queries] == ["q is reached", "never both", "in the end", "how much", ""]
    assert [query.property is None for query in queries] == [False, False, False, True, False]
    assert queries[3].why_not is not None
    words = ["--query", "in the end", "--query", "2"]
    found = net.check(query=["in the end", 2], **OPTIONS).to_dict()
    assert without_the_machine(found) == without_the_machine(command("check", path, *words, *WORDS))
    assert [answer.name for answer in net.check(query="q is reached").answers] == ["q is reached"]
    with pytest.raises(sanderling.InputError, match="the query `how much` .* is not supported"):
        net.check(query="how much")
    with pytest.raises(sanderling.InputError, match="has no query `nowhere`"):
        net.check(query="nowhere")
    with pytest.raises(sanderling.InputError, match="contains no queries"):
        sanderling.load(NET).check(query=1)


def test_certificates_are_those_of_the_command_and_are_accepted(tmp_path: Path) -> None:
    net, ours, theirs = sanderling.load(NET), tmp_path / "ours.json", tmp_path / "theirs.json"
    limits = {"threads": 1}
    for ask, words in [
        (lambda: net.deadlock(certificate=ours, **limits), ["deadlock", NET]),
        (lambda: net.check(always="tokens(eat_1, eat_2) <= 1", certificate=str(ours), **limits),
         ["check", NET, "--always", "tokens(eat_1, eat_2) <= 1"]),
        (lambda: net.check(ltl=FORMS["ltl"], certificate=ours, **limits), ["check", NET, "--ltl", *FORMS["ltl"]]),
        (lambda: net.explore(certificate=ours, **limits), ["explore", NET]),
    ]:
        ask()
        command(*words, "--threads", "1", "--certificate", str(theirs))
        assert json.loads(ours.read_text()) == json.loads(theirs.read_text()), words
        result = sanderling.certify(NET, ours)
        assert result and result.accepted and result.claims and all(claim.judgement == "accepted" for claim in result.claims)
        assert sanderling.certify(Path(NET).read_bytes(), ours.read_bytes()).accepted
    # Nothing else is left in the folder.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours.json", "theirs.json"]


def test_a_certificate_that_lies_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    assert sanderling.load(NET).deadlock(certificate=path).verdict == "violated"
    certificate = json.loads(path.read_text())
    certificate["claims"][0]["verdict"] = "holds"
    result = sanderling.certify(NET, json.dumps(certificate).encode())
    assert not result and result.claims[0].judgement == "refused" and result.claims[0].why
    other = sanderling.certify("nets/copy-shop.pnml", path)
    assert not other.accepted and "another file" in other.problem and other.claims == []
    assert "no certificate" in sanderling.certify(NET, b"{}").problem


def test_certificates_are_refused_before_anything_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    text = sanderling.load(Path(NET).read_bytes())
    with pytest.raises(sanderling.UsageError, match="requires a file"):
        text.deadlock(certificate=path)
    unfolded = sanderling.load("nets/coloured/philosophers-3.pnml").unfold()
    with pytest.raises(sanderling.UsageError, match="requires a file"):
        unfolded.deadlock(certificate=path)
    with pytest.raises(sanderling.UsageError, match="place/transition"):
        sanderling.load("nets/jugs.dve").deadlock(certificate=path)
    with pytest.raises(sanderling.UsageError, match="livelocks"):
        sanderling.load(NET).check(livelock="take*", certificate=path)
    with pytest.raises(OSError):
        sanderling.load(NET).deadlock(certificate=tmp_path / "no" / "folder.json")
    assert list(tmp_path.iterdir()) == []


def test_a_coloured_net_is_certified_by_its_unfolding(tmp_path: Path) -> None:
    path, file = tmp_path / "certificate.json", "nets/coloured/philosophers-3.pnml"
    sanderling.load(file).deadlock(certificate=path)
    result = sanderling.certify(file, path)
    assert result.accepted and result.derived_by == "unfolding"


@pytest.mark.parametrize("name", ["run.json", "run.xml", "run.scn", "run.csv"])
def test_traces_are_those_of_the_command(tmp_path: Path, name: str) -> None:
    ours, theirs = tmp_path / name, tmp_path / f"theirs-{name}"
    report = sanderling.load(NET).deadlock(trace=ours, threads=1)
    run = [sys.executable, "-m", "sanderling", "deadlock", NET, "--threads", "1", "--trace", str(theirs)]
    assert subprocess.run(run, capture_output=True).returncode == 1
    assert ours.read_text() == theirs.read_text()
    assert report.trace is not None


def test_formats_of_traces_are_chosen(tmp_path: Path) -> None:
    net, path = sanderling.load(NET), tmp_path / "run"
    net.deadlock(trace=path, trace_format="csv")
    assert path.read_text().count("\n") > 2
    with pytest.raises(sanderling.UsageError, match="choose a format"):
        net.deadlock(trace=path)
    with pytest.raises(sanderling.UsageError, match="invalid value 'word' for `trace_format`"):
        net.deadlock(trace=path, trace_format="word")
    with pytest.raises(sanderling.UsageError, match="requires `trace`"):
        net.deadlock(trace_format="csv")
    with pytest.raises(sanderling.UsageError, match="choose `json` or `tapaal`"):
        net.check(ltl=FORMS["ltl"], trace=path, trace_format="csv")
    # Where the answer has no run, nothing is written.
    none = tmp_path / "none.json"
    assert net.check(always="tokens(eat_1, eat_2) <= 1", trace=none).trace is None
    assert not none.exists()

"""Sources of nets, and the errors for invalid ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import sanderling

RING = {
    "sanderling_net": 1,
    "id": "ring",
    "places": [{"id": "p", "initial": {"tokens": 1}}, {"id": "q"}],
    "transitions": [{"id": "t"}, {"id": "u"}],
    "arcs": [
        {"place": 0, "transition": 0, "kind": "input"},
        {"place": 1, "transition": 0, "kind": "output"},
        {"place": 1, "transition": 1, "kind": "input"},
        {"place": 0, "transition": 1, "kind": "output"},
    ],
}


def test_a_path_a_text_and_bytes_are_the_same_net() -> None:
    path = Path("nets/copy-shop.pnml")
    nets = [sanderling.load(source) for source in (path, str(path), path.read_bytes(), path.read_text())]
    assert len({tuple(net.places) for net in nets}) == 1
    assert [net.file for net in nets] == ["nets/copy-shop.pnml", "nets/copy-shop.pnml", "text", "text"]
    assert {net.explore().states for net in nets} == {6}


def test_an_object_is_a_net_and_comes_back() -> None:
    net = sanderling.load(RING, name="ring")
    assert (net.id, net.file, net.kind, net.places, net.transitions) == ("ring", "ring", "place_transition", ["p", "q"], ["t", "u"])
    again = sanderling.load(net.to_dict())
    assert again.to_dict() == net.to_dict()
    assert net.compare(again).verdict == "holds"
    assert net.compare(sanderling.load("nets/copy-shop.pnml")).verdict == "violated"


def test_a_broken_file_is_an_exception_with_its_place() -> None:
    with pytest.raises(sanderling.InputError) as raised:
        sanderling.load("<pnml>\n  <net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'>\n    <oops\n</pnml>", name="oops.pnml")
    error = raised.value
    assert error.file == "oops.pnml" and error.line is not None and error.column is not None
    assert f"oops.pnml:{error.line}:{error.column}: " in str(error)
    assert isinstance(error, ValueError) and error.diagnostics[0].message
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_property_that_is_not_understood_has_its_column() -> None:
    net = sanderling.load(RING)
    with pytest.raises(sanderling.InputError) as raised:
        net.check("always tokens(nowhere) <= 1")
    assert (raised.value.line, raised.value.column) == (1, 15)
    assert "nowhere" in str(raised.value)


def test_macros_of_a_model_can_be_defined() -> None:
    def states(define: dict[str, int | str | None] | None) -> int:
        return sanderling.load("nets/alternating-bit.pml", define=define).explore().states

    assert states(None) == states({"COUNT": "(2 + 2)"})
    assert states({"COUNT": 8}) > states(None)
    with pytest.raises(sanderling.InputError, match="the definition `8`"):
        states({"8": None})


def test_what_is_no_net_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        sanderling.load("nets/there-is-none.pnml")
    with pytest.raises(TypeError, match="int is no net"):
        sanderling.load(7)
    with pytest.raises(sanderling.UsageError, match="dve_semantics"):
        sanderling.load("nets/jugs.dve", dve_semantics="spin")
    with pytest.raises(sanderling.InputError, match="holds no net `x`"):
        sanderling.load(RING, net="x")


def test_nets_are_written_in_other_formats(tmp_path: Path) -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    net.save(tmp_path / "net.pnml")
    assert sanderling.load(tmp_path / "net.pnml").explore().states == 6
    assert b"TRANSITION" in net.to_bytes("lola")
    with pytest.raises(sanderling.UsageError, match="expected one of"):
        net.to_bytes("nothing")

"""The token game."""

from __future__ import annotations

import pytest

import sanderling


def test_firings_are_made_and_undone() -> None:
    game = sanderling.load("nets/copy-shop.pnml").simulate()
    start = game.marking
    first = game.enabled()[0]
    step = game.fire(first.event)
    assert step.event == first.event and step.changed and game.marking != start
    assert game.trace.initial == start and [one.event for one in game.trace.steps] == [step.event]
    assert game.undo() and game.marking == start and not game.undo()
    with pytest.raises(sanderling.UsageError, match="no transition `x`"):
        game.fire("x")
    dead = next(name for name in sanderling.load("nets/copy-shop.pnml").transitions if name not in [one.event for one in game.enabled()])
    with pytest.raises(sanderling.InputError, match="is not enabled: "):
        game.fire(dead)


def test_a_coloured_transition_is_fired_with_its_binding() -> None:
    game = sanderling.load("nets/coloured/philosophers-3.pnml").simulate()
    steps = game.enabled()
    several = [step for step in steps if [one.event for one in steps].count(step.event) > 1]
    with pytest.raises(sanderling.UsageError, match="bindings: choose one"):
        game.fire(several[0].event)
    fired = game.fire(several[1])
    assert fired.binding == several[1].binding
    game.undo()
    assert game.fire(several[0].event, **several[0].binding).binding == several[0].binding


def test_a_game_begins_where_one_wants() -> None:
    net = sanderling.load("nets/copy-shop.pnml")
    game = net.simulate()
    game.run(4, seed=1)
    assert net.replay(game.trace).verdict == "holds"
    dead = net.deadlock().trace.markings()[-1]
    game.reset(dead)
    assert game.marking == dead and game.enabled() == [] and game.trace.steps == []
    game.reset()
    assert game.marking == net.simulate().marking
    with pytest.raises(sanderling.UsageError, match="not a place of the net"):
        game.reset({"nowhere": 1})


def test_programs_are_stepped_too() -> None:
    game = sanderling.load("nets/peterson-3.dve").simulate()
    step = game.fire(game.enabled()[0])
    assert step.moves and step.moves[0].from_ != step.moves[0].to

"""The token game."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from .reports import Marking, Step, Trace

if TYPE_CHECKING:
    from ._sanderling import Game


class Simulation:
    """A run through a net, one firing at a time.

    >>> import sanderling
    >>> game = sanderling.load("nets/philosophers-3.pnml").simulate()
    >>> step = game.fire(game.enabled()[0].event)
    >>> len(game.trace.steps), game.undo(), len(game.trace.steps)
    (1, True, 0)
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def marking(self) -> Marking:
        """What the places hold now."""
        return json.loads(self._game.marking())

    @property
    def trace(self) -> Trace:
        """The run so far."""
        return Trace(json.loads(self._game.trace()))

    def enabled(self) -> list[Step]:
        """The steps that can be made. One with `error` has no meaning, and cannot be fired."""
        return [Step(data) for data in json.loads(self._game.enabled())]

    def fire(self, step: str | Step, /, **binding: Any) -> Step:
        """Fires a transition, by its id, or a step that is enabled. Where it has several bindings, variables say which: `fire("t", x="a")`.

        :raises InputError: where it is not enabled, and why.
        """
        event = step.event if isinstance(step, Step) else step
        if isinstance(step, Step):
            binding = {**step.binding, **binding}
        return Step(json.loads(self._game.fire(event, json.dumps(binding) if binding else None)))

    def run(self, steps: int, seed: int | None = None) -> Trace:
        """Fires this number of transitions at random, or fewer where nothing is enabled any more, and answers the run so far."""
        choose = random.Random(seed)
        for _ in range(steps):
            enabled = [step for step in self.enabled() if step.error is None]
            if not enabled:
                break
            self.fire(choose.choice(enabled))
        return self.trace

    def undo(self) -> bool:
        """Goes back by one firing; whether there was one."""
        return self._game.undo()

    def reset(self, marking: Marking | None = None) -> None:
        """Begins anew, at the initial marking or at this one."""
        self._game.reset(None if marking is None else json.dumps(marking))

    def __repr__(self) -> str:
        return f"<sanderling.Simulation after {len(self.trace.steps)} steps: {self.marking}>"

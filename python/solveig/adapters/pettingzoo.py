"""PettingZoo: games of this package as environments of two agents (AEC).

>>> import solveig
>>> from solveig.adapters import pettingzoo
>>> env = pettingzoo.env(solveig.Game("connect-four:7x6"))
>>> env.reset(seed=1)
>>> for side in env.agent_iter():
...     seen, reward, ended, truncated, info = env.last()
...     env.step(None if ended or truncated else env.action_space(side).sample(seen["action_mask"]))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._errors import IllegalMove
from ._observation import observation, planes_shape

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from pettingzoo.utils import wrappers  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError as error:
    raise ImportError(
        "solveig.adapters.pettingzoo needs PettingZoo: pip install pettingzoo"
    ) from error

if TYPE_CHECKING:
    from .._core import Game, Position

_SIDES = ("first", "second")


def env(game: Game, *, render_mode: str | None = None) -> AECEnv:
    """The environment of a game, in PettingZoo's wrappers.

    An illegal action ends the game, with the least value of the game as its reward.
    """
    raw = Environment(game, render_mode=render_mode)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=game.value_range[0])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class Environment(AECEnv):  # type: ignore[misc, unused-ignore]
    """A game with the agents "first" and "second".

    An observation is a dictionary of `observation`, int8 of shape (rows, columns, 2) with the
    agent's own stones in plane 0, and `action_mask`, int8 of shape (moves,). Action i is
    `game.move_names[i]`; a pass is an action where the rules have passes. The reward at the end is
    the payoff in the unit of the game's values, and 0 before.

    `reset` takes options={"position": ...}, what `game.position` reads, to begin elsewhere.

    Raises IllegalMove at an illegal action, and Error for a game without a board of cells.
    """

    def __init__(self, game: Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": game.spec,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = list(_SIDES)
        moves = len(game.move_names)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, planes_shape(game), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (moves,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(_SIDES, space)
        self.action_spaces = {side: spaces.Discrete(moves) for side in _SIDES}
        self.position: Position = game.start

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What an agent sees."""
        return observation(self.position, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing is random, so the seed changes nothing."""
        self.position = self.game.position((options or {}).get("position", ""))
        over = self.position.is_over
        self.agents = list(_SIDES)
        self.agent_selection = self.position.to_move
        self.rewards = dict.fromkeys(_SIDES, 0)
        self._cumulative_rewards = dict.fromkeys(_SIDES, 0)
        self.terminations = dict.fromkeys(_SIDES, over)
        self.truncations = dict.fromkeys(_SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in _SIDES}

    def step(self, action: Any) -> None:
        """Plays the action of the agent in turn."""
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        names = self.game.move_names
        move = names[action] if 0 <= action < len(names) else str(action)
        if move not in self.position.legal_moves:
            raise IllegalMove(f"action {action}: {move} is not legal in {self.position!r}")
        self.position = self.position.play(move)
        self._cumulative_rewards[side] = 0
        self._clear_rewards()
        self.agent_selection = self.position.to_move
        payoff = self.position.payoff
        if payoff is not None:
            loser_or_winner = self.position.to_move
            self.rewards = {one: payoff if one == loser_or_winner else -payoff for one in _SIDES}
            self.terminations = dict.fromkeys(_SIDES, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: returned in the mode "ansi", printed in the mode "human"."""
        text = self.position.render()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Holds nothing that must be closed."""

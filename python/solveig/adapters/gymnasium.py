"""Gymnasium: a game against a perfect or imperfect opponent, for one agent.

>>> import solveig
>>> from solveig.adapters import gymnasium
>>> env = gymnasium.Environment(solveig.Game("connect-four:7x6"), strength=0.9)
>>> seen, info = env.reset(seed=1)
>>> seen["observation"].shape, info["side"]
((6, 7, 2), 'first')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from .._errors import IllegalMove, PositionError
from .._opponent import Opponent
from ._observation import observation, planes_shape

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(
        "solveig.adapters.gymnasium needs Gymnasium: pip install gymnasium"
    ) from error

if TYPE_CHECKING:
    from .._core import Game, Position


class Environment(gymnasium.Env[dict[str, Any], Any]):
    """A game of one agent against `solveig.Opponent`.

    An observation is a dictionary of `observation`, int8 of shape (rows, columns, 2) with the
    agent's own stones in plane 0, and `action_mask`, int8 of shape (moves,). Action i is
    `game.move_names[i]`. The opponent answers within `step`. The reward is the payoff of the agent
    at the end, in the unit of the game's values, and 0 before.

    `side` is "first", "second", or "both": drawn in each episode. `strength` and `options` are
    those of `Opponent`. An illegal action ends the episode with the least value of the game as its
    reward and `info["illegal"]`; with illegal="raise" it raises IllegalMove.

    `reset` takes options={"position": ..., "side": ...}: what `game.position` reads, and a side for
    this episode.

    Raises Error for a game without a board of cells.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        strength: float = 1.0,
        *,
        side: Literal["first", "second", "both"] = "both",
        illegal: Literal["end", "raise"] = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if side not in ("first", "second", "both"):
            raise ValueError(f"side: expected first, second or both, found {side!r}")
        if illegal not in ("end", "raise"):
            raise ValueError(f"illegal: expected end or raise, found {illegal!r}")
        moves = len(game.move_names)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, planes_shape(game), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (moves,), dtype=np.int8),
            }
        )
        self.action_space = spaces.Discrete(moves)
        self.game = game
        self.opponent = Opponent(game, strength, **options)
        self.render_mode = render_mode
        self.position: Position = game.start
        self.side = "first"
        self._sides = ("first", "second") if side == "both" else (side,)
        self._raises = illegal == "raise"

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them; bool of shape (moves,)."""
        return observation(self.position, self.side)["action_mask"].astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode. The seed is also that of the opponent's draws.

        Raises PositionError if the game is over where it begins, or ends with the opponent's move.
        """
        super().reset(seed=seed)
        if seed is not None:
            self.opponent.seed(seed)
        options = options or {}
        self.side = (
            options.get("side") or self._sides[int(self.np_random.integers(len(self._sides)))]
        )
        if self.side not in ("first", "second"):
            raise ValueError(f"side: expected first or second, found {self.side!r}")
        self.position = self.game.position(options.get("position", ""))
        if self.position.to_move != self.side:
            self._answer()
        if self.position.is_over:
            raise PositionError(
                f"{self.position!r} is over: expected a position in which the agent has a move"
            )
        return self._seen(), {"side": self.side}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays the action and the opponent's answer."""
        info: dict[str, Any] = {"side": self.side}
        names = self.game.move_names
        index = int(action)
        move = names[index] if 0 <= index < len(names) else str(index)
        if move not in self.position.legal_moves:
            if self._raises:
                raise IllegalMove(f"action {index}: {move} is not legal in {self.position!r}")
            info["illegal"] = True
            return self._seen(), float(self.game.value_range[0]), True, False, info
        self.position = self.position.play(move)
        if not self.position.is_over:
            self._answer()
        payoff = self.position.payoff
        if payoff is None:
            return self._seen(), 0.0, False, False, info
        reward = payoff if self.position.to_move == self.side else -payoff
        return self._seen(), float(reward), True, False, info

    def render(self) -> str | None:
        """The board as text in the mode "ansi"."""
        return self.position.render() if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        self.position = self.position.play(self.opponent.choose(self.position))

    def _seen(self) -> dict[str, Any]:
        return observation(self.position, self.side)

"""What environments show of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._errors import Error

if TYPE_CHECKING:
    from .._core import Game, Position


def planes_shape(game: Game) -> tuple[int, int, int]:
    """The shape (rows, columns, 2) of an observation.

    Raises Error if the game has no board of cells.
    """
    if game.shape is None:
        raise Error(f"{game.spec}: expected a game with a board of cells")
    return (*game.shape, 2)


def observation(position: Position, side: str) -> dict[str, NDArray[Any]]:
    """The planes of both sides, and the mask of moves.

    `observation` is int8 of shape (rows, columns, 2): 1 where a stone of `side` lies in plane 0,
    and of the other side in plane 1. `action_mask` is int8 of shape (moves,): 1 for each legal move
    if `side` is to move, in the order of `game.move_names`.
    """
    cells = position.array()
    own = 1 if side == "first" else -1
    names = position.game.move_names
    legal = set(position.legal_moves if position.to_move == side else ())
    return {
        "observation": np.stack([cells == own, cells == -own], axis=-1).astype(np.int8),
        "action_mask": np.fromiter((name in legal for name in names), np.int8, len(names)),
    }

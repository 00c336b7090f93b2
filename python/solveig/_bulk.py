"""What the functions about many positions answer: arrays with an entry for each position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._core import Position

    Integers = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The values of n positions, each for its side to move.

    `values` has shape (n,) and the narrowest of int8, int16 and int32 that holds the values of the
    game; it is 0 where `known`, of shape (n,) and bool, is false. The others are None unless they
    were asked for. `at_least` and `at_most`, of the type of `values`, are bounds: equal where the
    value is known, and the ends of the game's range where nothing is. `moves` has the index of a
    best move in `Game.move_names`, -1 where none is known or the game is over. `roles`, uint8, says
    why the position is stored: 1 optimal, 2 free, 3 both, 0 not at all.
    """

    values: Integers
    known: NDArray[np.bool_]
    at_least: Integers | None = None
    at_most: Integers | None = None
    moves: Integers | None = None
    roles: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Random positions: n of them.

    `positions` has them as objects, `keys` as uint64 of shape (n,), or (n, words) where a key takes
    more than 64 bits, `levels` their levels. `values`, for the side to move, are those that the
    solution has; None in a sample of a game.
    """

    positions: tuple[Position, ...]
    keys: NDArray[np.uint64]
    levels: NDArray[np.int32]
    values: Integers | None = None

    @property
    def boards(self) -> NDArray[np.int8]:
        """The boards: int8 of shape (n, rows, columns), as `Position.array` has them."""
        import numpy as np

        if not self.positions:
            return np.zeros((0, 0, 0), np.int8)
        return np.stack([position.array() for position in self.positions])

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, slots=True, eq=False)
class LevelArrays:
    """The n stored positions of a level, in ascending order of their keys.

    `keys` is uint64 of shape (n,), or (n, words) where a key takes more than 64 bits, the word of
    the low bits first. `values` are for the side to move; with scope weak, those with role 1
    (at least) or 2 (at most) are bounds. `moves` has the index of the stored move in
    `Game.move_names`, -1 where none is stored; None if it was not asked for. `roles`, uint8: 1
    optimal, 2 free, 3 both.
    """

    keys: NDArray[np.uint64]
    values: Integers
    moves: Integers | None
    roles: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.values)

"""What the functions about many positions answer: arrays with an entry for each position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._core import Position

    Integers = NDArray[np.signedinteger[Any]]

_Array = TypeVar("_Array")


def _asked(array: _Array | None, name: str) -> _Array:
    if array is None:
        raise ValueError(f"expected {name}=True where the answer was asked for")
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The values of n positions, each for its side to move.

    `values` has shape (n,) and the narrowest of int8, int16 and int32 that holds the values of the
    game; it is 0 where `known`, of shape (n,) and bool, is false. The other arrays raise ValueError
    unless they were asked for.
    """

    values: Integers
    known: NDArray[np.bool_]
    _at_least: Integers | None = field(default=None, repr=False)
    _at_most: Integers | None = field(default=None, repr=False)
    _moves: Integers | None = field(default=None, repr=False)
    _roles: NDArray[np.uint8] | None = field(default=None, repr=False)

    @property
    def at_least(self) -> Integers:
        """Lower bounds: the least value of the game where nothing is known."""
        return _asked(self._at_least, "bounds")

    @property
    def at_most(self) -> Integers:
        """Upper bounds: the greatest value of the game where nothing is known."""
        return _asked(self._at_most, "bounds")

    @property
    def moves(self) -> Integers:
        """The index of a best move in `Game.move_names`; -1 where none is known or the game is
        over."""
        return _asked(self._moves, "moves")

    @property
    def roles(self) -> NDArray[np.uint8]:
        """Why a position is stored: 1 optimal, 2 free, 3 both, 0 not at all."""
        return _asked(self._roles, "roles")

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Random positions: n of them.

    `positions` has them as objects, `keys` as uint64 of shape (n,), or (n, words) where a key takes
    more than 64 bits, and `levels` has their levels.
    """

    positions: tuple[Position, ...]
    keys: NDArray[np.uint64]
    levels: NDArray[np.int32]
    _values: Integers | None = field(default=None, repr=False)
    _shape: tuple[int, int] = field(default=(0, 0), repr=False)

    @property
    def values(self) -> Integers:
        """The values that the solution has, for the side to move. A sample of a game has none:
        `Game.values` finds them."""
        if self._values is None:
            raise ValueError("a sample of a game has no values: Game.values finds them")
        return self._values

    @property
    def boards(self) -> NDArray[np.int8]:
        """The boards: int8 of shape (n, rows, columns), as `Position.array` has them."""
        import numpy as np

        if not self.positions:
            return np.zeros((0, *self._shape), np.int8)
        return np.stack([position.array() for position in self.positions])

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, slots=True, eq=False)
class LevelArrays:
    """The n stored positions of a level, in ascending order of their keys.

    `keys` is uint64 of shape (n,), or (n, words) where a key takes more than 64 bits, the word of
    the low bits first. `values` are for the side to move; with scope weak, those with role 1
    (at least) or 2 (at most) are bounds. `roles`, uint8: 1 optimal, 2 free, 3 both.
    """

    keys: NDArray[np.uint64]
    values: Integers
    _moves: Integers | None = field(repr=False)
    roles: NDArray[np.uint8]

    @property
    def moves(self) -> Integers:
        """The index of the stored move in `Game.move_names`; -1 where none is stored."""
        return _asked(self._moves, "moves")

    def __len__(self) -> int:
        return len(self.values)

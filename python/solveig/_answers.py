"""What the functions of the package answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Position


def _text(value: int | None, at_least: int | None, at_most: int | None) -> str:
    """A value or its bounds: `+1`, `0..+3`, `?`."""
    if value is not None:
        return f"{value:+d}"
    if at_least is None and at_most is None:
        return "?"
    low = "" if at_least is None else f"{at_least:+d}"
    high = "" if at_most is None else f"{at_most:+d}"
    return f"{low}..{high}"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and what is known of it.

    `value`, `at_least` and `at_most` are for the side that plays the move; the bounds equal the
    value where it is known. `plies` is how many plies the game lasts after the move with best play,
    where that is known.
    """

    move: str
    value: int | None
    at_least: int | None
    at_most: int | None
    plies: int | None = None

    def __str__(self) -> str:
        return f"{self.move} {_text(self.value, self.at_least, self.at_most)}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The values of a position and of its moves.

    `value`, `at_least` and `at_most` are for the side to move; the bounds equal the value where it
    is known. `moves` has the best move first, then the others by value. `plies` is how many plies
    the game lasts with best play, where that is known. `is_complete` tells whether the time limit
    left nothing out.
    """

    position: Position
    value: int | None
    at_least: int | None
    at_most: int | None
    best_move: str | None
    moves: tuple[MoveValue, ...]
    plies: int | None
    nodes: int
    is_complete: bool

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The least and the greatest value that the position may have."""
        return self.at_least, self.at_most

    def __str__(self) -> str:
        lines = [f"value {_text(self.value, self.at_least, self.at_most)} for the side to move"]
        for one in self.moves:
            mark = "*" if one.move == self.best_move else " "
            plies = "" if one.plies is None else f"  ends in {one.plies} plies"
            lines.append(f"{mark} {one}{plies}")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        return self.position.svg(self)

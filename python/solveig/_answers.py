"""What the functions of the package answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from . import _core

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ._core import Position, Solution, Tree


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _text(value: int | None, at_least: int | None, at_most: int | None) -> str:
    """A value or its bounds: `+1`, `0..+3`, `?`."""
    if value is not None:
        return _signed(value)
    if at_least is None and at_most is None:
        return "?"
    low = "" if at_least is None else _signed(at_least)
    high = "" if at_most is None else _signed(at_most)
    return f"{low}..{high}"


def _table(value: str, best_move: str | None, moves: tuple[MoveValue, ...]) -> str:
    lines = [f"value {value} for the side to move"]
    for one in moves:
        mark = "*" if one.move == best_move else " "
        plies = "" if one.plies is None else f"  ends in {one.plies} plies"
        lines.append(f"{mark} {one}{plies}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and what is known of it.

    `value`, `at_least` and `at_most` are for the side that plays the move; the bounds equal the
    value where it is known. `plies` is how many plies the game lasts, this move included, with best
    play, where that is known.
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
    the game lasts with best play, where that is known; `nodes` counts the positions searched.
    `is_complete` tells whether the time limit left nothing out.
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
        text = _text(self.value, self.at_least, self.at_most)
        return _table(text, self.best_move, self.moves)

    def _repr_svg_(self) -> str:
        return self.position.svg(self)


@dataclass(frozen=True, slots=True)
class Probe:
    """What a solution states of a position.

    Values are as in `Analysis`. `role` tells why the position is stored: `optimal` if the side to
    move plays the stored moves there, `free` if it may play any, `both`; None if the position is
    not stored, but over, above the cut, or decided by its moves. A bound of a move may come from
    the certificate. `moves` are in the order that breaks ties.
    """

    position: Position
    value: int | None
    at_least: int | None
    at_most: int | None
    role: Literal["optimal", "free", "both"] | None
    best_move: str | None
    moves: tuple[MoveValue, ...]

    def __str__(self) -> str:
        text = _text(self.value, self.at_least, self.at_most)
        return _table(text, self.best_move, self.moves)

    def _repr_svg_(self) -> str:
        return self.position.svg(self)


@dataclass(frozen=True, slots=True)
class StoredLevel:
    """How many positions of a level are stored, in all and by role.

    `terminals` counts the finished games of the region, which are not stored.
    """

    level: int
    positions: int
    optimal: int
    free: int
    both: int
    terminals: int


@dataclass(frozen=True, slots=True)
class SolvedLevel:
    """How many positions of a level were solved.

    `positions` are those of the solution, finished games included; `proof` counts those that the
    certificate needs besides.
    """

    level: int
    positions: int
    proof: int


@dataclass(frozen=True, slots=True)
class Solved:
    """A game that was solved, and the files that were written.

    `value` is that of the start, for its side to move; `positions`, `bytes` and `digest` are of the
    artifact. `nodes` counts the positions searched since the call began.
    """

    path: Path
    certificate: Path | None
    value: int
    positions: int
    bytes: int
    digest: str
    levels: tuple[SolvedLevel, ...]
    nodes: int

    def open(self) -> Solution:
        """Opens the solution, as `solveig.open` does."""
        return _core.open(self.path, self.certificate)


@dataclass(frozen=True, slots=True)
class Proved:
    """Bounds that were proved, for the side to move, and the file that was written.

    `nodes` are those of the proof, `searched` the positions that searches visited.
    """

    path: Path
    at_least: int | None
    at_most: int | None
    nodes: int
    bytes: int
    digest: str
    searched: int


@dataclass(frozen=True, slots=True)
class Report:
    """A solution that the checker confirmed.

    `value` is that of the start, for its side to move. `is_independent` tells whether the rules of
    the check were written apart from the solver's: not so where the same rules in Python solved and
    checked. `positions` counts the records of both files, `claims` the claims about their moves by
    what decided them: `over`, `vacuous`, `artifact`, `certificate` and `search`. `accelerators`
    names the source files to be trusted besides the kernel of the checker.
    """

    game: str
    scope: str
    cut: int | None
    value: int
    digest: str
    certificate_digest: str | None
    is_independent: bool
    positions: int
    claims: Mapping[str, int]
    accelerators: tuple[str, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ProofReport:
    """A proof that the checker confirmed: bounds on the value for the side to move.

    `position` is where the bounds hold, as the checker writes it, and `moves` lead there. `nodes`
    counts the nodes walked, `winning_moves` the moves in the file.
    """

    game: str
    position: str
    moves: tuple[str, ...]
    at_least: int | None
    at_most: int | None
    digest: str
    is_independent: bool
    nodes: int
    winning_moves: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """The run of an algorithm on a tree.

    `value` is that of the root, for Max. `leaves` counts the terminals evaluated, `expansions` the
    nodes expanded, terminals included, `visits` all visits and `revisits` those to nodes seen
    before; `remembered` is the greatest number of nodes in memory at once.
    """

    tree: Tree
    algorithm: str
    guess: int
    value: int
    leaves: int
    expansions: int
    visits: int
    revisits: int
    remembered: int

    def _repr_svg_(self) -> str:
        return self.tree.svg(self.algorithm, guess=self.guess)

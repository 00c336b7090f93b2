"""Players that know the values of moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Literal

from ._errors import PositionError

if TYPE_CHECKING:
    from ._core import Game, Position, Solution

Style = Literal["fighting", "random"]

# Games of at most so many levels are searched from the start at once.
_SHALLOW = 30
# Positions whose values are kept.
_KEPT = 200_000


def canonical_levels(game: Game) -> int:
    """The level from which all positions of a game are searched quickly.

    It is 0 in games of at most 30 levels, and a third of the levels in larger ones: 14 in Connect
    Four 7x6, which is as far as the openings in the package reach. They have every position that
    arises while one side plays canonical moves.
    """
    return 0 if game.max_level <= _SHALLOW else game.max_level // 3


class MoveValues:
    """The values of moves, from a solution where it has them, else from the game."""

    def __init__(
        self, game: Game, solution: Solution | None = None, time_limit: float | None = None
    ) -> None:
        self.game = game
        self._solution = solution
        self.time_limit = time_limit
        self._kept: dict[Position, dict[str, int]] = {}

    def __call__(self, position: Position) -> dict[str, int]:
        """The value of each legal move for the side that plays it, in the order of the rules."""
        found = self._kept.get(position)
        if found is None:
            found = self._stored(position) or self._searched(position)
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[position] = found
        return found

    def of(self, position: Position) -> int:
        """The value of a position that is not over, without its moves where they are not known."""
        known = self._kept.get(position)
        if known is not None:
            return max(known.values())
        stored = self._solution.get(position) if self._solution is not None else None
        if stored is not None:
            return stored
        return self.game.value(position, time_limit=self.time_limit)

    def best(self, position: Position) -> list[str]:
        """The optimal moves, in the order of the rules."""
        values = self(position)
        most = max(values.values())
        return [move for move, value in values.items() if value == most]

    def _stored(self, position: Position) -> dict[str, int] | None:
        if self._solution is None:
            return None
        values = {}
        for move in position.legal_moves:
            child = position.play(move)
            value = child.payoff if child.is_over else self._solution.get(child)
            if value is None:
                return None
            values[move] = -value
        return values

    def _searched(self, position: Position) -> dict[str, int]:
        analysis = self.game.analyse(position, distances=False, time_limit=self.time_limit)
        values = {one.move: one.value for one in analysis.moves}
        known = {}
        for move in position.legal_moves:
            value = values[move]
            if value is None:
                # Says that the time is over, or searches what was left out.
                value = -self.game.value(position.play(move), time_limit=self.time_limit)
            known[move] = value
        return known


class Opponent:
    """A player of a given strength, perfect by default.

    With probability `strength` it plays an optimal move. Otherwise it draws a move, in which each
    legal move has the weight (1 - strength) ** (value that it loses / greatest value of the game):
    a move that turns a win into a draw has 1 - strength times the weight of an optimal one. So 1.0
    never errs, and 0.0 plays uniformly at random.

    `style` chooses among optimal moves. "fighting" takes one after which the smallest share of the
    replies is optimal, and draws among those that are equal in this; "random" draws among all
    optimal moves. Before the level `canonical_until` an optimal move is the canonical one, whatever
    the style, because the openings in the package and the files of semi-strong solutions have the
    positions that canonical play leads to. By default it is 0 in games of at most 30 levels, and a
    third of the levels in larger ones. Where an error at an early level of a large game leads out
    of the openings, the next moves are searched, which may take seconds.

    `solution` is an opened solution whose values are taken before anything is searched. The same
    seed and the same questions get the same moves.

    >>> import solveig
    >>> game = solveig.Game("mnk:3x3?k=3")
    >>> solveig.Opponent(game, seed=1).choose(game.position("a1 b1 b2 c1"))
    'c3'
    """

    def __init__(
        self,
        game: Game,
        strength: float = 1.0,
        *,
        seed: int | None = None,
        style: Style = "fighting",
        canonical_until: int | None = None,
        solution: Solution | None = None,
        values: MoveValues | None = None,
    ) -> None:
        if not 0.0 <= strength <= 1.0:
            raise ValueError(f"strength: expected 0 to 1, found {strength}")
        if style not in ("fighting", "random"):
            raise ValueError(f"style: expected fighting or random, found {style!r}")
        self.game = game
        self.strength = strength
        self.style = style
        self.canonical_until = (
            canonical_levels(game) if canonical_until is None else canonical_until
        )
        self._values = MoveValues(game, solution) if values is None else values
        self._random = random.Random(seed)

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"opponent of strength {self.strength:g}"

    def seed(self, seed: int | None) -> None:
        """Begins the draws anew."""
        self._random.seed(seed)

    def choose(self, position: Position) -> str:
        """A move in the position, by name.

        Raises PositionError if the game is over.
        """
        legal = position.legal_moves
        if position.is_over or not legal:
            raise PositionError("the game is over: expected a position with a legal move")
        if len(legal) == 1:
            return legal[0]
        if self._random.random() < self.strength:
            return self._optimal(position)
        if self.strength == 0.0:
            return self._random.choice(legal)
        values = self._values(position)
        most = max(values.values())
        unit = max(1, *self.game.value_range)
        weights = [(1.0 - self.strength) ** ((most - value) / unit) for value in values.values()]
        return self._random.choices(list(values), weights)[0]

    __call__ = choose

    def _optimal(self, position: Position) -> str:
        if position.level < self.canonical_until:
            limit = self._values.time_limit
            move = self.game.best_move(position, canonical=True, time_limit=limit)
            if move is not None:
                return move
        best = self._values.best(position)
        if self.style == "fighting" and len(best) > 1:
            shares = {move: self._share_of_good_replies(position.play(move)) for move in best}
            least = min(shares.values())
            best = [move for move, share in shares.items() if share == least]
        return self._random.choice(best)

    def _share_of_good_replies(self, position: Position) -> float:
        if position.is_over:
            return 0.0
        return len(self._values.best(position)) / len(position.legal_moves)

    def __repr__(self) -> str:
        return f"Opponent({self.game!r}, strength={self.strength:g})"

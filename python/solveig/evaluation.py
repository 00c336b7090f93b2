"""Scores agents by the exact values of their moves.

>>> import solveig
>>> game = solveig.Game("mnk:3x3?k=3")
>>> report = solveig.evaluate(solveig.Opponent(game), game, games=10, sample=30)
>>> report.total("games").blunders, report.total("sample").value_lost
(0, 0.0)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from ._errors import IllegalMove
from ._opponent import MoveValues, Opponent, Style, canonical_levels
from ._progress import reporter
from ._report import AgentReport, GameRecord, MoveRecord, Outcome, Row, Source, outcome

if TYPE_CHECKING:
    from ._core import Game, Position, Solution

__all__ = [
    "Agent",
    "AgentReport",
    "Chooser",
    "GameRecord",
    "MoveRecord",
    "Row",
    "evaluate",
]

# Random play seldom reaches some positions, such as drawn ones in Connect Four.
_DRAWS_A_POSITION = 30


@runtime_checkable
class Chooser(Protocol):
    """An agent with a method that chooses moves."""

    def choose(self, position: Position) -> str:
        """The name of a legal move in the position."""
        ...


Agent: TypeAlias = "Callable[[Position], str] | Chooser"


def evaluate(
    agent: Agent,
    game: Game,
    games: int = 200,
    seed: int = 1,
    solution: Solution | None = None,
    *,
    sample: int = 300,
    openings: int | None = None,
    style: Style = "fighting",
    canonical_until: int | None = None,
    illegal: Literal["raise", "count"] = "raise",
    time_limit: float | None = None,
    progress: Any = None,
) -> AgentReport:
    """Scores an agent against exact values.

    The agent is called with a position, or has a method `choose`, and returns the name of a move.
    It is asked in two settings; moves without an alternative do not count in either:

    - in `games` games against a perfect opponent (`Opponent` with `style` and `canonical_until`),
      as first and as second in turn. A game begins with up to `openings` moves of both sides that
      the agent does not choose: its side draws among the moves that keep its outcome. By default
      `openings` is a third of the levels of the game.
    - in a sample of `sample` positions, in equal parts won, drawn and lost for the side to move.
      They are drawn from uniformly random play, at a uniformly drawn level, from the level
      `canonical_until` on. Where random play finds too few of one outcome, there are fewer of it.

    A *blunder* is a move that changes the outcome: it turns a win into a draw or a loss, or a draw
    into a loss. The value that a move loses is the value of the position less that of the move, in
    the unit of the game's values.

    Values come from `solution`, an opened solution, where it has them, and from `game`. The report
    depends on the arguments and on the agent only. `time_limit` is in seconds for one search;
    `progress` shows a bar of tqdm if True, or is a class or an object like that.

    Raises IllegalMove if the agent returns anything but a legal move. With illegal="count" such a
    move counts as one of the least value, and ends its game as a loss; `AgentReport.illegal` has the
    exceptions. Raises TimeLimit if a search reaches the time limit.
    """
    for name, number in (("games", games), ("sample", sample), ("openings", openings or 0)):
        if number < 0:
            raise ValueError(f"{name}: expected 0 or more, found {number}")
    if illegal not in ("raise", "count"):
        raise ValueError(f"illegal: expected raise or count, found {illegal!r}")
    if canonical_until is None:
        canonical_until = canonical_levels(game)
    evaluation = _Evaluation(agent, game, MoveValues(game, solution, time_limit), illegal)
    opponent = Opponent(
        game, seed=seed, style=style, canonical_until=canonical_until, values=evaluation.values
    )
    most = game.max_level // 3 if openings is None else openings
    bar = reporter(progress, "scoring")
    try:
        draws = random.Random(f"games {seed}")
        for index in range(games):
            evaluation.play(index, opponent, most, draws)
            if bar is not None:
                bar.show(index + 1, games, "game", "")
        draws = random.Random(f"sample {seed}")
        for taken in evaluation.sample(sample, canonical_until, draws):
            if bar is not None:
                bar.show(taken, sample, "position", "")
    finally:
        if bar is not None:
            bar.close()
    return AgentReport(
        game=game.spec,
        agent=evaluation.name,
        seed=seed,
        games=tuple(evaluation.games),
        moves=tuple(evaluation.moves),
        illegal=tuple(evaluation.illegal),
    )


class _Evaluation:
    """An evaluation that is going on."""

    def __init__(
        self, agent: Agent, game: Game, values: MoveValues, illegal: Literal["raise", "count"]
    ) -> None:
        self.choose = agent.choose if isinstance(agent, Chooser) else agent
        name = getattr(agent, "name", None) or getattr(agent, "__name__", None)
        self.name = name if isinstance(name, str) else type(agent).__name__
        self.game = game
        self.values = values
        self.counts_illegal = illegal == "count"
        self.illegal: list[IllegalMove] = []
        self.games: list[GameRecord] = []
        self.moves: list[MoveRecord] = []

    def ask(self, position: Position) -> str | None:
        """The agent's move; None if it is illegal, and such moves are counted."""
        move = self.choose(position)
        if isinstance(move, str) and move in position.legal_moves:
            return move
        error = IllegalMove(
            f"agent {self.name}: {move!r} is not legal in {position!r}: expected one of "
            + ", ".join(position.legal_moves)
        )
        if not self.counts_illegal:
            raise error
        self.illegal.append(error)
        return None

    def asked(self, source: Source, index: int, position: Position) -> str | None:
        """The agent's move, which is recorded if there was a choice."""
        move = self.ask(position)
        values = self.values(position)
        if len(values) > 1:
            best = max(values.values())
            value = self.game.value_range[0] if move is None else values[move]
            losses = [best - one for one in values.values()]
            changes = [outcome(one) != outcome(best) for one in values.values()]
            self.moves.append(
                MoveRecord(
                    source=source,
                    game=index,
                    side=position.to_move,
                    level=position.level,
                    position=position.board or " ".join(position.moves),
                    move=move,
                    value=best,
                    move_value=value,
                    value_lost=best - value,
                    is_optimal=move is not None and value == best,
                    is_blunder=outcome(value) != outcome(best),
                    legal=len(values),
                    optimal=losses.count(0),
                    uniform_value_lost=sum(losses) / len(losses),
                    uniform_blunders=sum(changes) / len(changes),
                )
            )
        return move

    def play(self, index: int, opponent: Opponent, openings: int, draws: random.Random) -> None:
        """Plays a game against the opponent."""
        side = "second" if index % 2 else "first"
        position = self.opening(draws.randint(0, openings), side, opponent, draws)
        begin = position
        value = 0
        if not position.is_over:
            value = max(self.values(position).values())
        value = value if position.to_move == side else -value
        result = None
        while not position.is_over:
            if position.to_move == side:
                move = self.asked("games", index, position)
                if move is None:
                    result = self.game.value_range[0]
                    break
            else:
                move = opponent.choose(position)
            position = position.play(move)
        if result is None:
            payoff = position.payoff or 0
            result = payoff if position.to_move == side else -payoff
        moves = position.moves
        self.games.append(
            GameRecord(
                game=index,
                side=side,
                opening=" ".join(moves[: len(begin.moves)]),
                moves=" ".join(moves),
                value=value,
                result=result,
            )
        )

    def opening(self, plies: int, side: str, opponent: Opponent, draws: random.Random) -> Position:
        """A position after so many plies, in which the agent's side keeps its outcome."""
        position = self.game.start
        for _ in range(plies):
            if position.to_move == side:
                values = self.values(position)
                best = outcome(max(values.values()))
                move = draws.choice(
                    [move for move, value in values.items() if outcome(value) == best]
                )
            else:
                move = opponent.choose(position)
            after = position.play(move)
            if after.is_over:
                break
            position = after
        return position

    def sample(self, size: int, least_level: int, draws: random.Random) -> Iterator[int]:
        """Asks the agent in positions of all outcomes; gives how many it has asked in."""
        wanted: dict[Outcome, int] = {
            "won": (size + 2) // 3,
            "drawn": (size + 1) // 3,
            "lost": size // 3,
        }
        least = max(least_level, self.game.start.level)
        seen: set[Position] = set()
        for _ in range(_DRAWS_A_POSITION * size):
            if not any(wanted.values()):
                break
            level = draws.randint(least, max(least, self.game.max_level - 1))
            position = self.game.start
            while position.level < level and not position.is_over:
                position = position.play(draws.choice(position.legal_moves))
            if position.is_over or position in seen or len(position.legal_moves) < 2:
                continue
            seen.add(position)
            of = outcome(self.values.of(position))
            if wanted[of]:
                wanted[of] -= 1
                self.asked("sample", len(seen), position)
                yield size - sum(wanted.values())

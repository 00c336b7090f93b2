"""What `evaluate` found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ._errors import IllegalMove

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Source: TypeAlias = Literal["games", "sample"]
Outcome: TypeAlias = Literal["won", "drawn", "lost"]

# The quantile of a normal distribution for intervals of 95 %.
_QUANTILE = 1.959964
# Levels are grouped into about so many bands.
_BANDS = 7


def outcome(value: int) -> Outcome:
    """The outcome that a value means for its side."""
    if value == 0:
        return "drawn"
    return "won" if value > 0 else "lost"


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move of the agent where it had a choice.

    `position` is a text that `Game.position` reads. `value` is that of the position and
    `move_value` that of the move, both for the agent's side. `move` is None if it was illegal.
    `legal` and `optimal` are numbers of moves; the last two fields are what a uniformly random
    move loses there on average, and the share of moves that are blunders.
    """

    source: Source
    game: int
    side: str
    level: int
    position: str
    move: str | None
    value: int
    move_value: int
    value_lost: int
    is_optimal: bool
    is_blunder: bool
    legal: int
    optimal: int
    uniform_value_lost: float
    uniform_blunders: float


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game of the agent against the perfect opponent.

    `value` is that of the position after the opening, and `result` the payoff at the end, both for
    the agent's side.
    """

    game: int
    side: str
    opening: str
    moves: str
    value: int
    result: int


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a group of moves.

    `by` is "all", "side", "level" or "value", and `group` the group in it. `critical` is how many
    of the moves were made where some move loses value. Shares are between 0 and 1, and each has
    its interval of 95 %. The value lost is a mean in the unit of the game's values. The fields that
    begin with `uniform` are the same figures of uniformly random moves in the same positions.
    """

    source: Source
    by: str
    group: str
    moves: int
    critical: int
    optimal: float
    optimal_low: float
    optimal_high: float
    blunders: int
    blunder_rate: float
    blunder_low: float
    blunder_high: float
    value_lost: float
    value_lost_low: float
    value_lost_high: float
    uniform_optimal: float
    uniform_blunder_rate: float
    uniform_value_lost: float


def _variance(amounts: Sequence[float], games: Sequence[int]) -> float:
    """The variance of the mean of amounts that come in games.

    Moves of a game are alike, so the variance is that of a ratio of sums over games (Cochran 1977,
    section 6.4).
    """
    mean = sum(amounts) / len(amounts)
    sums: dict[int, float] = {}
    for amount, game in zip(amounts, games):
        sums[game] = sums.get(game, 0.0) + amount - mean
    if len(sums) < 2:
        return 0.0
    spread = sum(one * one for one in sums.values())
    return spread * len(sums) / (len(sums) - 1) / len(amounts) ** 2


def _share(marks: Sequence[bool], games: Sequence[int]) -> tuple[float, float, float]:
    """A share with its interval of 95 %.

    The interval is Wilson's (1927), at the number of independent moves that has the variance.
    """
    share = sum(marks) / len(marks)
    amounts = [float(mark) for mark in marks]
    variance, alone = _variance(amounts, games), _variance(amounts, range(len(marks)))
    size = float(len(marks))
    if variance > alone:
        size *= alone / variance
    square = _QUANTILE**2
    centre = (share + square / (2 * size)) / (1 + square / size)
    radius = (
        _QUANTILE
        * sqrt(share * (1 - share) / size + square / (4 * size * size))
        / (1 + square / size)
    )
    return share, min(share, max(0.0, centre - radius)), max(share, min(1.0, centre + radius))


def _row(by: str, group: str, moves: Sequence[MoveRecord]) -> Row:
    games = [one.game for one in moves]
    optimal, optimal_low, optimal_high = _share([one.is_optimal for one in moves], games)
    rate, rate_low, rate_high = _share([one.is_blunder for one in moves], games)
    losses = [float(one.value_lost) for one in moves]
    lost = sum(losses) / len(losses)
    radius = _QUANTILE * sqrt(_variance(losses, games))
    return Row(
        source=moves[0].source,
        by=by,
        group=group,
        moves=len(moves),
        critical=sum(one.optimal < one.legal for one in moves),
        optimal=optimal,
        optimal_low=optimal_low,
        optimal_high=optimal_high,
        blunders=sum(one.is_blunder for one in moves),
        blunder_rate=rate,
        blunder_low=rate_low,
        blunder_high=rate_high,
        value_lost=lost,
        value_lost_low=max(0.0, lost - radius),
        value_lost_high=lost + radius,
        uniform_optimal=sum(one.optimal / one.legal for one in moves) / len(moves),
        uniform_blunder_rate=sum(one.uniform_blunders for one in moves) / len(moves),
        uniform_value_lost=sum(one.uniform_value_lost for one in moves) / len(moves),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _interval(share: float, low: float, high: float) -> str:
    return f"{_percent(share):>5}% ({_percent(low)}..{_percent(high)})"


@dataclass(frozen=True)
class AgentReport:
    """The score of an agent. Printed, it is a table.

    `games` and `moves` have each game and each move that was scored, `rows` the figures by source
    and group. `pandas.DataFrame(report.rows)` and `polars.DataFrame(report.rows)` make a data
    frame.
    """

    game: str
    agent: str
    seed: int
    games: tuple[GameRecord, ...]
    moves: tuple[MoveRecord, ...]
    illegal: tuple[IllegalMove, ...] = ()

    def _grouped(self) -> list[Row]:
        levels = [one.level for one in self.moves]
        width = 1
        if levels:
            width = max(1, -(-(max(levels) - min(levels) + 1) // _BANDS))

        def band(one: MoveRecord) -> str:
            low = min(levels) + (one.level - min(levels)) // width * width
            return f"{low:3d}" if width == 1 else f"{low:3d}..{low + width - 1}"

        order = {"won": "0", "drawn": "1", "lost": "2"}
        groups: list[tuple[str, Callable[[MoveRecord], str]]] = [
            ("all", lambda one: ""),
            ("side", lambda one: one.side),
            ("level", band),
            ("value", lambda one: order[outcome(one.value)] + outcome(one.value)),
        ]
        rows = []
        sources: tuple[Source, ...] = ("games", "sample")
        for source in sources:
            moves = [one for one in self.moves if one.source == source]
            for by, group_of in groups:
                for group in sorted({group_of(one) for one in moves}):
                    chosen = [one for one in moves if group_of(one) == group]
                    name = group.strip() if by != "value" else group[1:]
                    rows.append(_row(by, name, chosen))
        return rows

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The fields of each `Row`, one dictionary a group of moves."""
        return [asdict(one) for one in self._grouped()]

    def total(self, source: Source) -> Row:
        """The figures of all moves of a source.

        Raises KeyError if it has none.
        """
        for row in self._grouped():
            if row.source == source and row.by == "all":
                return row
        raise KeyError(source)

    def to_dict(self) -> dict[str, Any]:
        """All of the report in types of JSON."""
        return {
            "game": self.game,
            "agent": self.agent,
            "seed": self.seed,
            "rows": self.rows,
            "games": [asdict(one) for one in self.games],
            "moves": [asdict(one) for one in self.moves],
            "illegal": [str(one) for one in self.illegal],
        }

    def _summary(self) -> Iterable[str]:
        yield f"{self.agent} in {self.game}, seed {self.seed}"
        if self.games:
            results = [outcome(one.result) for one in self.games]
            kept = sum(outcome(one.value) == outcome(one.result) for one in self.games)
            yield (
                f"{len(self.games)} games against perfect play: {results.count('won')} won, "
                f"{results.count('drawn')} drawn, {results.count('lost')} lost; {kept} ended as "
                "they would with perfect play"
            )
        if self.illegal:
            yield f"{len(self.illegal)} illegal moves, the first: {self.illegal[0]}"

    def __str__(self) -> str:
        lines = list(self._summary())
        lines.append("")
        lines.append(
            f"{'':24}{'moves':>6}{'critical':>10}  {'optimal (95 %)':23}{'blunders (95 %)':21}"
            f"{'value lost':>10}"
        )
        for row in self._grouped():
            title = row.source if row.by == "all" else f"  {row.by} {row.group}"
            lines.append(
                f"{title:24}{row.moves:>6}{row.critical:>10}  "
                f"{_interval(row.optimal, row.optimal_low, row.optimal_high):23}"
                f"{_interval(row.blunder_rate, row.blunder_low, row.blunder_high):21}"
                f"{row.value_lost:10.3f}"
            )
            if row.by == "all":
                lines.append(
                    f"{'  (random moves there)':42}{_percent(row.uniform_optimal):>5}%{'':17}"
                    f"{_percent(row.uniform_blunder_rate):>5}%{'':15}{row.uniform_value_lost:10.3f}"
                )
        return "\n".join(lines)

    def plot(self) -> Figure:
        """Draws the share of optimal moves and the blunder rate by level and by value.

        A notebook shows the figure. Raises ImportError if matplotlib is not installed.
        """
        try:
            from matplotlib import pyplot
        except ImportError as error:
            raise ImportError("plot needs matplotlib: pip install matplotlib") from error
        figure = pyplot.figure(figsize=(9, 5.5), layout="constrained", dpi=80)
        # A notebook that shows what a cell returns would show an open figure twice.
        pyplot.close(figure)
        axes = figure.subplots(2, 2, sharey="row", squeeze=False)
        rows = self._grouped()
        figure.suptitle(f"{self.agent} in {self.game}")
        sources: tuple[Source, ...] = ("games", "sample")
        for column, by in enumerate(("level", "value")):
            names = list(dict.fromkeys(one.group for one in rows if one.by == by))
            if by == "level":
                names.sort(key=lambda name: int(name.split("..")[0]))
            else:
                names = [name for name in ("lost", "drawn", "won") if name in names]
            for offset, source in enumerate(sources):
                chosen = [one for one in rows if one.by == by and one.source == source]
                places = [names.index(one.group) + 0.3 * offset - 0.15 for one in chosen]
                for row, figures in enumerate(
                    (
                        [(one.optimal, one.optimal_low, one.optimal_high) for one in chosen],
                        [(one.blunder_rate, one.blunder_low, one.blunder_high) for one in chosen],
                    )
                ):
                    middle = [100 * one[0] for one in figures]
                    below = [100 * (one[0] - one[1]) for one in figures]
                    above = [100 * (one[2] - one[0]) for one in figures]
                    axes[row][column].errorbar(
                        places, middle, yerr=(below, above), fmt="o", capsize=3, label=source
                    )
            axes[1][column].set_xlabel(by)
            for row in range(2):
                axes[row][column].set_xticks(range(len(names)), names, rotation=0)
        axes[0][0].set_ylabel("optimal moves (%)")
        axes[1][0].set_ylabel("blunders (%)")
        axes[0][0].legend()
        return figure

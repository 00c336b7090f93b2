"""`evaluate` and `Opponent`."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import solveig
from solveig._opponent import MoveValues
from solveig._report import _share, _variance

TIC_TAC_TOE = solveig.Game("mnk:3x3?k=3")
DROP = solveig.Game("connect-four:5x4")


def first_legal(position: solveig.Position) -> str:
    """The first move in the order of the rules."""
    return position.legal_moves[0]


def test_a_perfect_agent_loses_nothing() -> None:
    for game in (TIC_TAC_TOE, DROP, solveig.Game("othello:4x4"), solveig.Game("hex:4x4")):
        agent = solveig.Opponent(game, style="random", seed=3)
        report = solveig.evaluate(agent, game, games=20, sample=60)
        assert all(one.is_optimal and one.value_lost == 0 for one in report.moves)
        assert all(one.value == one.result for one in report.games)
        assert report.total("games").optimal == report.total("sample").optimal == 1.0


def test_a_random_agent_does_as_the_report_says_of_random_moves() -> None:
    agent = solveig.Opponent(TIC_TAC_TOE, 0.0, seed=5)
    report = solveig.evaluate(agent, TIC_TAC_TOE, games=0, sample=1500)
    total = report.total("sample")
    assert total.moves > 800
    assert total.optimal == pytest.approx(total.uniform_optimal, abs=0.03)
    assert total.blunder_rate == pytest.approx(total.uniform_blunder_rate, abs=0.03)
    assert total.value_lost == pytest.approx(total.uniform_value_lost, abs=0.05)


def test_stronger_opponents_score_better() -> None:
    lost = []
    for strength in (0.0, 0.5, 0.9, 1.0):
        agent = solveig.Opponent(DROP, strength, seed=1)
        report = solveig.evaluate(agent, DROP, games=60, sample=150)
        lost.append(report.total("games").value_lost + report.total("sample").value_lost)
    assert lost == sorted(lost, reverse=True)
    assert lost[-1] == 0.0


def test_figures_are_those_of_the_game() -> None:
    report = solveig.evaluate(first_legal, DROP, games=10, sample=30)
    assert report.agent == "first_legal"
    for one in report.moves:
        position = DROP.position(one.position)
        assert DROP.value(position) == one.value
        assert one.move == first_legal(position)
        after = position.play(one.move)
        value = after.payoff if after.is_over else DROP.value(after)
        assert value is not None
        assert one.move_value == -value
        assert one.value_lost == one.value - one.move_value >= 0
        assert one.is_optimal == (one.value_lost == 0)
        assert one.is_blunder == ((one.value > 0) - (one.value < 0) > (-value > 0) - (-value < 0))
    for game in report.games:
        end = DROP.position(game.moves)
        assert end.is_over
        assert end.payoff == (game.result if end.to_move == game.side else -game.result)
        assert game.moves.startswith(game.opening)
    assert Counter(one.side for one in report.games) == {"first": 5, "second": 5}


def test_the_sample_is_balanced_by_outcome() -> None:
    report = solveig.evaluate(first_legal, DROP, games=0, sample=90)
    assert Counter(one.value for one in report.moves) == {1: 30, 0: 30, -1: 30}
    assert len({one.position for one in report.moves}) == 90


def test_the_same_seed_gives_the_same_report() -> None:
    def report(seed: int) -> dict[str, object]:
        return solveig.evaluate(first_legal, DROP, games=12, seed=seed, sample=30).to_dict()

    assert report(1) == report(1)
    assert report(1)["moves"] != report(2)["moves"]


def test_a_report_has_rows_text_and_json() -> None:
    report = solveig.evaluate(first_legal, DROP, games=10, sample=30)
    rows = report.rows
    assert {row["source"] for row in rows} == {"games", "sample"}
    assert {row["by"] for row in rows} == {"all", "side", "level", "value"}
    for by in ("side", "level", "value"):
        for source in ("games", "sample"):
            total = report.total("games" if source == "games" else "sample")
            group = [row for row in rows if row["by"] == by and row["source"] == source]
            assert sum(row["moves"] for row in group) == total.moves
            assert sum(row["blunders"] for row in group) == total.blunders
    for row in rows:
        assert 0.0 <= row["optimal_low"] <= row["optimal"] <= row["optimal_high"] <= 1.0
        assert 0.0 <= row["blunder_low"] <= row["blunder_rate"] <= row["blunder_high"] <= 1.0
        assert row["value_lost_low"] <= row["value_lost"] <= row["value_lost_high"]
    assert "first_legal in connect-four:5x4" in str(report)
    json.dumps(report.to_dict())


def test_a_report_becomes_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    report = solveig.evaluate(first_legal, TIC_TAC_TOE, games=4, sample=12)
    frame = pandas.DataFrame(report.rows)
    assert len(frame) == len(report.rows)
    assert frame[frame["by"] == "all"]["moves"].sum() == len(report.moves)


def test_a_report_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    report = solveig.evaluate(first_legal, TIC_TAC_TOE, games=4, sample=12)
    assert len(report.plot().axes) == 4


def test_an_empty_evaluation_has_no_rows() -> None:
    report = solveig.evaluate(first_legal, TIC_TAC_TOE, games=0, sample=0)
    assert report.rows == []
    assert "first_legal" in str(report)
    with pytest.raises(KeyError):
        report.total("games")


def test_an_illegal_move_names_agent_position_and_move() -> None:
    def cheat(position: solveig.Position) -> str:
        return "z9"

    with pytest.raises(solveig.IllegalMove, match=r"agent cheat: 'z9' is not legal in Position"):
        solveig.evaluate(cheat, TIC_TAC_TOE, games=2)
    report = solveig.evaluate(cheat, TIC_TAC_TOE, games=6, sample=9, illegal="count")
    assert all(one.result == -1 for one in report.games)
    assert len(report.illegal) == 15
    assert all(one.move is None and not one.is_optimal for one in report.moves)
    assert all(one.is_blunder == (one.value > -1) for one in report.moves)


def test_wrong_arguments_are_refused() -> None:
    for error in (
        lambda: solveig.evaluate(first_legal, TIC_TAC_TOE, games=-1),
        lambda: solveig.evaluate(first_legal, TIC_TAC_TOE, openings=-1),
        lambda: solveig.evaluate(first_legal, TIC_TAC_TOE, illegal="ignore"),  # type: ignore[arg-type]
        lambda: solveig.Opponent(TIC_TAC_TOE, 1.5),
        lambda: solveig.Opponent(TIC_TAC_TOE, style="nice"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="expected"):
            error()
    with pytest.raises(solveig.PositionError, match="over"):
        solveig.Opponent(TIC_TAC_TOE).choose(TIC_TAC_TOE.position("a1 b1 a2 b2 a3"))


def test_errors_have_the_weights_that_the_opponent_states() -> None:
    # The moves of this position keep a win, or turn it into a draw, or into a loss.
    position = TIC_TAC_TOE.position("a1 b1")
    values = {one.move: one.value for one in TIC_TAC_TOE.analyse(position).moves}
    strength = 0.6
    weights = {move: (1 - strength) ** (1 - (value or 0)) for move, value in values.items()}
    best = [move for move, value in values.items() if value == 1]
    opponent = solveig.Opponent(TIC_TAC_TOE, strength, seed=11, style="random")
    draws = 20_000
    counts = Counter(opponent.choose(position) for _ in range(draws))
    for move, weight in weights.items():
        expected = (1 - strength) * weight / sum(weights.values())
        expected += strength * (move in best) / len(best)
        assert counts[move] / draws == pytest.approx(expected, abs=0.015)


def test_the_fighting_style_leaves_the_fewest_good_replies() -> None:
    opponent = solveig.Opponent(TIC_TAC_TOE, seed=1)
    values = MoveValues(TIC_TAC_TOE)
    draws = random.Random(1)
    for _ in range(50):
        position = TIC_TAC_TOE.start
        for _ in range(draws.randint(0, 5)):
            if not position.is_over:
                position = position.play(draws.choice(position.legal_moves))
        if position.is_over:
            continue
        shares = {}
        for move in values.best(position):
            after = position.play(move)
            replies = len(after.legal_moves)
            shares[move] = 0.0 if after.is_over else len(values.best(after)) / replies
        assert shares[opponent.choose(position)] == min(shares.values())


def test_canonical_play_follows_the_openings() -> None:
    game = solveig.Game("connect-four:7x6")
    opponent = solveig.Opponent(game)
    assert opponent.canonical_until == 14
    position = game.position("4 1")
    assert opponent.choose(position) == game.best_move(position, canonical=True)


def test_values_of_a_solution_are_those_of_the_game(tmp_path: Path) -> None:
    plain = solveig.evaluate(first_legal, DROP, games=10, sample=30)
    for solved in (
        DROP.solve(tmp_path / "semi-strong.sol"),
        DROP.solve(tmp_path / "strong.sol", scope="strong", cut=8),
    ):
        with solved.open() as solution:
            stored = solveig.evaluate(first_legal, DROP, 10, 1, solution, sample=30)
        assert stored.to_dict() == plain.to_dict()


class Nim(solveig.Rules[int]):
    """One heap of ten; a move takes one, two or three; whoever takes the last one wins."""

    spec = "nim:10"
    max_level = 10

    def start(self) -> int:
        return 10

    def moves(self, state: int) -> range:
        return range(1, min(3, state) + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def payoff(self, state: int) -> int | None:
        return -1 if state == 0 else None

    def level(self, state: int) -> int:
        return 10 - state


def test_an_agent_is_scored_in_a_game_of_ones_own() -> None:
    game = solveig.Game(rules=Nim())
    report = solveig.evaluate(first_legal, game, games=10, sample=6)
    for one in report.moves:
        left = 10 - one.level
        assert one.value == (-1 if left % 4 == 0 else 1)
        assert one.is_optimal == (left % 4 in (0, 1))
    assert report.moves


def test_progress_is_shown() -> None:
    class Bar:
        def __init__(self, **named: object) -> None:
            self.done = 0
            bars.append(self)

        def update(self, more: int) -> None:
            self.done += more

        def reset(self, total: int | None = None) -> None:
            self.done = 0

        def close(self) -> None:
            self.done = -self.done

    bars: list[Bar] = []
    solveig.evaluate(first_legal, TIC_TAC_TOE, games=4, sample=9, progress=Bar)
    assert [bar.done for bar in bars] == [-9]


def test_the_variance_is_that_of_games() -> None:
    # Two games of alike moves count as two observations, not as twenty.
    alike = _variance([0.0] * 10 + [1.0] * 10, [0] * 10 + [1] * 10)
    apart = _variance([0.0] * 10 + [1.0] * 10, list(range(20)))
    assert alike == pytest.approx(0.25)
    assert apart == pytest.approx(0.25 / 19)
    # Wilson's interval of 8 in 10, as printed in tables.
    share, low, high = _share([True] * 8 + [False] * 2, list(range(10)))
    assert (share, round(low, 3), round(high, 3)) == (0.8, 0.49, 0.943)

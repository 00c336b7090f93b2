"""Games whose rules are written in Python."""

import contextlib
import itertools
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import solveig


class Nim(solveig.Rules[int]):
    """One heap; a move takes one, two or three. Whoever takes the last one wins."""

    spec = "nim:9"
    max_level = 9

    def start(self) -> int:
        return 9

    def moves(self, left: int) -> range:
        return range(1, min(3, left) + 1)

    def play(self, left: int, taken: int) -> int:
        return left - taken

    def payoff(self, left: int) -> int | None:
        return -1 if left == 0 else None

    def level(self, left: int) -> int:
        return 9 - left


class Row(solveig.Rules[str]):
    """Two in a row of five cells win; states are no integers."""

    spec = "row:5"
    max_level = 5
    key_bits = 10

    def start(self) -> str:
        return "-" * 5

    def moves(self, cells: str) -> list[str]:
        return [f"c{place}" for place, cell in enumerate(cells) if cell == "-"]

    def play(self, cells: str, move: str) -> str:
        place = int(move[1:])
        played = cells[:place] + "m" + cells[place + 1 :]
        return played.translate(str.maketrans("mo", "om"))

    def payoff(self, cells: str) -> int | None:
        if "oo" in cells:
            return -1
        return None if "-" in cells else 0

    def level(self, cells: str) -> int:
        return 5 - cells.count("-")

    def key(self, cells: str) -> int:
        return sum("-mo".index(cell) << 2 * place for place, cell in enumerate(cells))

    def state(self, key: int) -> str:
        digits = [key >> 2 * place & 3 for place in range(5)]
        if 3 in digits:
            raise ValueError(key)
        cells = "".join("-mo"[digit] for digit in digits)
        mine, theirs = cells.count("m"), cells.count("o")
        if theirs - mine not in (0, 1) or "mm" in cells:
            raise ValueError(key)
        return cells


@pytest.mark.parametrize("rules", [Nim(), Row()])
def test_rules_are_played_solved_and_checked(rules: solveig.Rules[Any], tmp_path: Path) -> None:
    solveig.conforms(rules)
    game, path = solveig.Game(rules=rules), tmp_path / "own.sol"
    analysis = game.analyse("-")
    assert analysis.is_complete and {one.move for one in analysis.moves} == set(
        game.start.legal_moves
    )
    certificate = tmp_path / "own.cert"
    solved = game.solve(path, certificate=certificate)
    assert solved.value == analysis.value == game.value("-")
    report = solveig.verify(path, certificate, rules=rules)
    assert not report.is_independent and report.value == solved.value
    with solveig.open(path, rules=rules) as solution:
        for level in solution.levels:
            for position, value in solution.level(level.level):
                assert game.value(position) == value
                assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(solveig.SpecError, match="there is no game"):
        solveig.open(path)
    with pytest.raises(solveig.Error, match="the checker has no rules"):
        solveig.verify(path)


def test_nim_has_the_values_of_its_closed_form() -> None:
    game = solveig.Game(rules=Nim())
    for taken in ("-", "1", "2", "3", "3 1", "3 3"):
        left = 9 - sum(int(one) for one in taken.split() if one != "-")
        assert game.value(taken) == (-1 if left % 4 == 0 else 1)
    with pytest.raises(solveig.IllegalMove, match="7 is not legal here; legal: 1 2 3"):
        game.position("7")
    assert str(game.start) == "9" and game.start.board == "#9 X"
    assert game.position("#4 O").to_move == "second"
    with pytest.raises(solveig.PositionError):
        game.position("#99 X")


@pytest.mark.parametrize("method", ["moves", "play", "payoff", "level", "key"])
def test_what_methods_raise_comes_out(method: str, tmp_path: Path) -> None:
    class Broken(Nim):
        armed = False

        def state(self, key: int) -> int:
            return key

    def fail(self: Broken, left: int, *rest: int) -> Any:
        if self.armed and left <= 5:
            raise ZeroDivisionError(f"in {method}")
        return getattr(Nim, method)(self, left, *rest)

    setattr(Broken, method, fail)
    path = tmp_path / "nim.sol"
    solveig.Game(rules=Nim()).solve(path)
    rules = Broken()
    game = solveig.Game(rules=rules)
    rules.armed = True
    with pytest.raises(ZeroDivisionError, match=f"in {method}"):
        game.solve(tmp_path / "broken.sol")
    with pytest.raises(ZeroDivisionError, match=f"in {method}"):
        solveig.verify(path, rules=rules)
    with pytest.raises(ZeroDivisionError, match=f"in {method}"):
        solveig.conforms(rules)
    if method != "level":
        for call in (game.value, game.analyse):
            with pytest.raises(ZeroDivisionError, match=f"in {method}"):
                call("-")
    rules.armed = False
    assert game.value("-") == 1


def test_rules_that_break_a_law_are_refused() -> None:
    class Level(Nim):
        def level(self, left: int) -> int:
            return 0

    with pytest.raises(ValueError, match="level 0 after .*: expected more than 0"):
        solveig.conforms(Level())

    class Endless(Nim):
        def moves(self, left: int) -> range:
            return range(0)

    with pytest.raises(ValueError, match="no moves, but payoff returns None"):
        solveig.Game(rules=Endless()).value("-")

    class Wide(Nim):
        key_bits = 2

    with pytest.raises(ValueError, match="expected less than"):
        solveig.Game(rules=Wide())

    class Much(Nim):
        def payoff(self, left: int) -> int | None:
            return -7 if left == 0 else None

    with pytest.raises(ValueError, match="payoff -7: expected one from -1 to 1"):
        solveig.Game(rules=Much()).value("-")


RANGES = [(-1, 0), (0, 10), (-1, 100), (-1, -1), (1, 5), (0, 0)]


@pytest.mark.parametrize(
    ("payoffs", "last"), [(both, one) for both in RANGES for one in sorted(set(both))]
)
def test_payoffs_of_one_sign_count_for_both_sides(payoffs: tuple[int, int], last: int) -> None:
    class Lopsided(Nim):
        value_range = payoffs

        def payoff(self, state: int) -> int | None:
            return last if state == 0 else None

    def value(state: int) -> int:
        return last if state == 0 else max(-value(state - n) for n in (1, 2, 3) if n <= state)

    game = solveig.Game(rules=Lopsided())
    assert game.value("-") == value(9)
    found = {one.move: one.value for one in game.analyse("-").moves}
    assert found == {str(n): -value(9 - n) for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("method", "answer", "says"),
    [
        ("play", lambda state, move: state, "level 0 after 1: expected more than 0"),
        ("moves", lambda state: itertools.repeat(1), "move 1 twice in a state"),
        ("moves", lambda state: ["-"], "expected one word, and not -"),
        ("payoff", lambda state: state == 0, "payoff False: expected an int"),
    ],
)
def test_rules_that_lead_nowhere_are_refused(method: str, answer: Any, says: str) -> None:
    wrong = type("Wrong", (Nim,), {method: lambda self, *given: answer(*given)})()
    with pytest.raises((ValueError, TypeError), match=says):
        solveig.Game(rules=wrong).value("-")


def test_games_too_deep_for_a_search_are_refused() -> None:
    deep = type("Deep", (Nim,), {"max_level": 30_000})()
    with pytest.raises(ValueError, match="max_level 30000: expected at most 4096"):
        solveig.Game(rules=deep)


def test_threads_may_ask_rules_that_raise() -> None:
    script = """
import threading
from test_rules import Nim
import solveig

class Raising(Nim):
    def payoff(self, state):
        if state == 1:
            raise RuntimeError
        return super().payoff(state)

game = solveig.Game(rules=Raising())
def ask():
    for _ in range(40):
        try:
            game.value("1 1 1")
        except RuntimeError:
            pass
threads = [threading.Thread(target=ask) for _ in range(6)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print("all ended")
"""
    folder = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert "all ended" in done.stdout, done.stderr


def test_no_solve_goes_on_from_work_by_other_rules(tmp_path: Path) -> None:
    class Failing(Nim):
        left = 0

        def payoff(self, state: int) -> int | None:
            self.left -= 1
            if self.left == 0:
                raise RuntimeError("enough")
            return 1 if state == 0 else None

    for asked in range(1, 40):
        path = tmp_path / f"nim{asked}.sol"
        rules = Failing()
        game = solveig.Game(rules=rules)
        rules.left = asked
        with contextlib.suppress(RuntimeError):
            game.solve(path)
        assert solveig.Game(rules=Nim()).solve(path).value == 1
    again = tmp_path / "again.sol"
    (tmp_path / "again.sol.work").mkdir()
    with pytest.raises(solveig.FileError, match="perhaps by other rules"):
        solveig.Game(rules=Nim()).solve(again)


@pytest.mark.parametrize("threads", [0, 1025, 10**9])
def test_a_number_of_threads_is_one_that_a_machine_has(threads: int) -> None:
    with pytest.raises(ValueError, match="threads: expected 1 to 1024"):
        solveig.Game("mnk:3x3?k=3", threads=threads)

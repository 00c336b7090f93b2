"""Games whose rules are written in Python."""

import contextlib
import itertools
import pickle
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solveig


class Nim(solveig.Rules[int]):
    """One heap; a move takes one, two or three. Whoever takes the last one wins."""

    spec = "nim:9"
    max_level = 9

    def start(self) -> int:
        return 9

    def moves(self, left: int) -> Iterable[Any]:
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


class Modular(Nim):
    """Two states of this heap have one key."""

    divisor = 4

    def key(self, left: int) -> int:
        return left % self.divisor

    def state(self, key: int) -> int:
        return key


class Twins(Nim):
    """The heap has two colours: an odd number, or an even one."""

    spec = "twins:9"

    def start(self) -> int:
        return 18

    def moves(self, twin: int) -> list[Any]:
        left = twin // 2
        return [*range(1, min(3, left) + 1), *(["paint"] if left == 9 and twin % 2 == 0 else [])]

    def play(self, twin: int, taken: Any) -> int:
        return 19 - 2 if taken == "paint" else twin - 2 * taken

    def payoff(self, twin: int) -> int | None:
        return -1 if twin // 2 == 0 else None

    def level(self, twin: int) -> int:
        return 9 - twin // 2

    def key(self, twin: int) -> int:
        return twin // 2

    def state(self, key: int) -> int:
        return 2 * key


class Coloured(Twins):
    """What the colour allows is not in the key."""

    def payoff(self, twin: int) -> int | None:
        return (1 if twin % 2 else -1) if twin // 2 == 0 else None


class Marked(Twins):
    """The colour forbids a move."""

    def moves(self, twin: int) -> list[Any]:
        moves = super().moves(twin)
        return moves[:1] if twin % 2 else moves


class Repainted(Twins):
    """The colour changes what a move leads to."""

    def play(self, twin: int, taken: Any) -> int:
        after = super().play(twin, taken)
        return after - 2 if twin % 2 and after >= 6 and taken == 1 else after


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (Modular(), r'key [0-3], but level \d after "[\d ]+", and level \d after "[\d ]+"'),
        (Coloured(), r'key 0, but payoff -?1 after ".+", and payoff -?1 after ".+"'),
        (Marked(), r'key \d, but moves 1.* after ".+", and moves 1.* after ".+"'),
        (Repainted(), r'key \d, but key \d after 1 after ".+", and key \d after 1 after ".+"'),
    ],
)
def test_states_that_share_a_key_are_named(rules: solveig.Rules[Any], says: str) -> None:
    with pytest.raises(AssertionError, match=f"{rules.spec}: two states have {says}"):
        solveig.conforms(rules)


def test_states_that_differ_in_nothing_may_share_a_key() -> None:
    solveig.conforms(Twins())


def test_other_laws_are_asserted_too() -> None:
    class Lost(Nim):
        def key(self, left: int) -> int:
            return left + 1

        def state(self, key: int) -> int:
            return key

    with pytest.raises(AssertionError, match="nim:9"):
        solveig.conforms(Lost())


def test_states_for_keys_of_none_are_named() -> None:
    class Eager(Nim):
        def payoff(self, left: int) -> int | None:
            return -64 if left > 9 else super().payoff(left)

        def level(self, left: int) -> int:
            return max(9 - left, 0)

    says = (
        r"nim:9, key \d+: ValueError: payoff -64: .*: `state` must raise ValueError for a key of no"
    )
    with pytest.raises(AssertionError, match=says):
        solveig.conforms(Eager())


class Takes(Nim):
    """Moves take up to so many."""

    def __init__(self, most: int) -> None:
        self.most = most

    def moves(self, left: int) -> Iterable[Any]:
        return range(1, min(self.most, left) + 1)


def test_games_by_other_rules_differ_though_they_have_one_spec() -> None:
    game, other, same = (solveig.Game(rules=Takes(most)) for most in (3, 2, 3))
    position = game.position("1 2")
    assert game != other and position != other.position("1 2")
    assert game == same and position == same.position("1 2") and hash(game) == hash(same)
    assert hash(position) == hash(same.position("1 2"))
    with pytest.raises(solveig.PositionError, match="nim:9 by other rules: expected equal rules"):
        other.value(position)
    assert same.value(pickle.loads(pickle.dumps(position))) == game.value(position)

    class Lines(Takes):
        spec = "mnk:3x3?k=3"

    built_in = solveig.Game("mnk:3x3?k=3")
    assert solveig.Game(rules=Lines(3)) != built_in
    with pytest.raises(solveig.PositionError, match="by other rules"):
        built_in.value(solveig.Game(rules=Lines(3)).start)


def test_what_methods_return_is_named() -> None:
    wrong: list[tuple[str, Any, type[Exception]]] = [
        ("payoff", -1.0, TypeError),
        ("key", -1, ValueError),
        ("key", "1", TypeError),
        ("level", -1, ValueError),
        ("max_level", -1, ValueError),
        ("key_bits", "8", TypeError),
        ("value_range", (0, 2**40), ValueError),
    ]
    for name, answer, kind in wrong:
        rules = Nim()
        is_method = callable(getattr(rules, name))
        setattr(rules, name, (lambda _, answer=answer: answer) if is_method else answer)
        with pytest.raises(kind, match=f"{name}: expected .*found"):
            solveig.Game(rules=rules).value("-")
    rules = Nim()
    rules.start = lambda: np.int64(9)  # type: ignore[assignment, method-assign, return-value]
    assert solveig.Game(rules=rules).value("-") == 1


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
        ("moves", lambda state: [1, 1], "move 1 twice in a state"),
        ("moves", lambda state: itertools.count(), "more than 32768 moves with different names"),
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


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Runs a program beside these tests, which may hang or die."""
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        capture_output=True,
        check=False,
        text=True,
        timeout=30,
    )


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("game.value('1')", "searched by these rules"),
        ("game.solve(folder + '/nim.sol')", "searched by these rules"),
        ("game.position('1').legal_moves", "without end"),
        ("solveig.Game(rules=self).value('1')", "searched by these rules"),
        ("solveig.Game(rules=type(self)()).value('1')", "without end"),
        ("solveig.conforms(type(self)())", "without end"),
    ],
)
def test_rules_that_ask_about_their_own_game_are_refused(question: str, says: str) -> None:
    script = f"""
import tempfile
from test_rules import Nim
import solveig

folder = tempfile.mkdtemp()
armed = False
class Circular(Nim):
    def moves(self, state):
        if armed:
            {question}
        return super().moves(state)

game = solveig.Game(rules=Circular())
armed = True
for call in (lambda: game.value("-"), lambda: game.position("2")):
    try:
        call()
    except RecursionError as error:
        print(error)
"""
    done = run(script)
    assert done.stdout.count(says) == 2 and done.stderr == "", (done.stdout, done.stderr)


def test_rules_may_ask_other_games() -> None:
    class Wrapped(Nim):
        spec = "wrapped:9"
        inner = solveig.Game(rules=Nim())

        def payoff(self, left: int) -> int | None:
            assert self.inner.value("1 1") in (-1, 1)
            return super().payoff(left)

    assert solveig.Game(rules=Wrapped()).value("-") == 1


def test_solving_by_bad_rules_writes_nothing_on_standard_error() -> None:
    script = """
import tempfile
from test_rules import Nim
import solveig

for broken in ("play", "payoff", "moves", "state"):
    class Bad(Nim):
        armed = False
    def fail(self, left, *rest):
        if self.armed:
            raise ZeroDivisionError
        return left if broken == "state" else getattr(Nim, broken)(self, left, *rest)
    setattr(Bad, broken, fail)
    rules = Bad()
    game = solveig.Game(rules=rules)
    rules.armed = True
    for scope in ("weak", "semi-strong", "strong"):
        folder = tempfile.mkdtemp()
        try:
            game.solve(folder + "/nim.sol", certificate=folder + "/nim.cert", scope=scope)
        except ZeroDivisionError:
            print("raised")
"""
    done = run(script)
    assert done.stdout.count("raised") == 12 and done.stderr == "", (done.stdout, done.stderr)


def test_exceptions_of_rules_keep_their_class_and_arguments() -> None:
    class Two(Exception):
        def __init__(self, one: int, other: int) -> None:
            super().__init__(one, other)

    class Raising(Nim):
        def play(self, left: int, taken: int) -> int:
            if taken == 2:
                raise Two(left, taken)
            return super().play(left, taken)

    with pytest.raises(Two) as raised:
        solveig.Game(rules=Raising()).values(["1", "2"])
    assert raised.value.args == (9, 2)
    with pytest.raises(solveig.IllegalMove, match="position 1: .*7 is not legal"):
        solveig.Game(rules=Nim()).values(["1", "7"])


def test_threads_may_ask_the_same_position() -> None:
    script = """
import threading, time
from test_rules import Nim
import solveig

class Sleepy(Nim):
    def moves(self, state):
        time.sleep(0.2)
        return super().moves(state)

start = solveig.Game(rules=Sleepy()).start
found = []
threads = [threading.Thread(target=lambda: found.append(start.legal_moves)) for _ in range(3)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(*found)
"""
    done = run(script)
    assert done.stdout.count("('1', '2', '3')") == 3, done.stderr


def test_threads_may_ask_rules_that_raise() -> None:
    script = """
import threading, time
from test_rules import Nim
import solveig

class Raising(Nim):
    def start(self):
        time.sleep(0.001)
        return super().start()
    def key(self, state):
        time.sleep(0.001)
        return super().key(state)
    def payoff(self, state):
        if state == 1:
            raise ZeroDivisionError
        return super().payoff(state)

game = solveig.Game(rules=Raising())
def ask():
    for _ in range(10):
        try:
            game.value("1 1 1")
        except ZeroDivisionError:
            raised.append(1)
raised = []
threads = [threading.Thread(target=ask) for _ in range(6)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(len(raised), "raised")
"""
    done = run(script)
    assert done.stdout == "60 raised\n" and done.stderr == "", (done.stdout, done.stderr)


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

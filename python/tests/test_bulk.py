"""Many positions at once: answers agree with those about single ones, and bad input is named."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import solveig

Scope = Literal["weak", "semi-strong", "strong"]
Division = Literal["positions", "level", "value"]
Array = np.ndarray[Any, np.dtype[Any]]

GAMES = [
    "connect-four:5x4",
    "connect-four:4x4?utility=score",
    "othello:4x4",
    "othello:6x4",
    "mnk:3x3?k=3",
    "mnk:4x3?k=3",
    "hex:3x3",
    "hex:4x3",
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk")


def solved(folder: Path, spec: str, scope: Scope = "semi-strong") -> solveig.Solution:
    """The solution of a game, solved once."""
    path = folder / f"{scope}-{spec.translate(str.maketrans(':?=', '___'))}.sol"
    if not path.exists():
        solveig.Game(spec).solve(path, scope=scope)
    return solveig.open(path)


def plays(game: solveig.Game, count: int, seed: int = 1) -> list[solveig.Position]:
    """Positions of random plays, passes and ends of games among them."""
    rng = random.Random(seed)
    positions: list[solveig.Position] = []
    while len(positions) < count:
        position = game.start
        positions.append(position)
        while position.legal_moves:
            position = position.play(rng.choice(position.legal_moves))
            positions.append(position)
    return positions[:count]


def arrays(positions: list[solveig.Position]) -> tuple[Array, Array, Array]:
    """The same as boards, as sides to move, and as keys."""
    boards = np.stack([position.array() for position in positions])
    turns = np.array([1 if position.to_move == "first" else -1 for position in positions])
    keys = np.array([position.key for position in positions], np.uint64)
    return boards, turns, keys


@pytest.mark.parametrize("spec", GAMES)
def test_probe_many_agrees_with_get_and_probe(folder: Path, spec: str) -> None:
    solution = solved(folder, spec)
    positions = plays(solution.game, 400)
    boards, turns, keys = arrays(positions)
    found = solution.probe_many(keys, moves=True, roles=True, bounds=True)
    names = solution.game.move_names
    roles = [None, "optimal", "free", "both"]
    for index, position in enumerate(positions):
        value = solution.get(position)
        assert (value is not None) == found.known[index]
        assert found.values[index] == (value or 0)
        try:
            probe = solution.probe(position)
        except solveig.Outside:
            # A forced pass is the best move, whatever it is worth.
            passes = position.legal_moves == ("pass",)
            assert (found.moves[index] >= 0) == passes and found.roles[index] == 0
            continue
        least, greatest = solution.game.value_range
        assert found.at_least[index] == (least if probe.at_least is None else probe.at_least)
        assert found.at_most[index] == (greatest if probe.at_most is None else probe.at_most)
        code = found.moves[index]
        assert (None if code < 0 else names[code]) == probe.best_move
    again = [
        solution.probe_many(boards, to_move=turns, moves=True),
        solution.probe_many(np.asfortranarray(boards), to_move=turns, moves=True, threads=3),
        solution.probe_many(positions, moves=True),
        solution.probe_many(keys[::-1], moves=True),
    ]
    for other in again:
        order = slice(None, None, -1) if other is again[-1] else slice(None)
        assert (other.values[order] == found.values).all()
        assert (other.known[order] == found.known).all()
        assert (other.moves[order] == found.moves).all()
    assert {roles[role] for role in found.roles} >= {"optimal", "free"}


def test_without_what_follows_from_moves_stored_positions_alone_are_known(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    positions = plays(solution.game, 400)
    stored = solution.probe_many(positions, derived=False, roles=True)
    derived = solution.probe_many(positions)
    over = np.array([position.is_over for position in positions])
    assert (stored.known == ((stored.roles > 0) | over)).all()
    assert stored.known.sum() < derived.known.sum()
    for name, missing in [("moves", "moves"), ("roles", "roles"), ("at_least", "bounds")]:
        with pytest.raises(ValueError, match=f"expected {missing}=True"):
            getattr(derived, name)


def test_weak_solutions_have_bounds(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3", "weak")
    positions = plays(solution.game, 300)
    found = solution.probe_many(positions, bounds=True)
    for index, position in enumerate(positions):
        value = solution.get(position)
        assert (value is not None) == found.known[index]
    narrower = (found.at_least > -1) | (found.at_most < 1)
    assert (narrower & ~found.known).any()


@pytest.mark.parametrize("spec", ["connect-four:5x4", "othello:6x4", "hex:4x4", "mnk:4x4?k=4"])
def test_symmetric_boards_have_the_same_values(folder: Path, spec: str) -> None:
    solution = solved(folder, spec)
    positions = [one for one in plays(solution.game, 200) if not one.is_over]
    found = solution.probe_many(positions)
    for index, position in enumerate(positions):
        images = solution.probe_many(list(position.symmetries()))
        assert (images.values == found.values[index]).all()


def test_wide_keys_are_rows_of_words(folder: Path) -> None:
    game = solveig.Game("mnk:8x8?k=5")
    positions = [game.position("a1 b1 h8"), game.position("h8")]
    path = folder / "wide.sol"
    solveig.Game("connect-four:2x2").solve(path)
    keys = np.array([[one.key & (2**64 - 1), one.key >> 64] for one in positions], np.uint64)
    with pytest.raises(ValueError, match=r"uint64 of shape \(n, 2\)"):
        game.values(keys[:, :1].copy())
    over = game.position("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    words = np.array([[over.key & (2**64 - 1), over.key >> 64]], np.uint64)
    assert game.values(words).values[0] == -1


def test_empty_arrays_have_empty_answers(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    empties: list[Any] = [np.zeros((0, 4, 5), np.int8), np.zeros(0, np.uint64), []]
    for empty in empties:
        found = solution.probe_many(empty, moves=True, roles=True, bounds=True)
        assert len(found) == 0 and len(found.moves) == 0
        assert len(solution.game.values(empty)) == 0
    one = solution.probe_many(np.zeros((1, 4, 5), np.int8))
    assert one.values.shape == (1,) and one.values.dtype == np.int8


def test_wrong_arrays_are_refused(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    boards = np.zeros((3, 4, 5), np.int8)
    arrays: list[tuple[Any, type[Exception]]] = [
        (boards.astype(np.int64), TypeError),
        (boards.astype(np.float32), TypeError),
        (np.zeros(3, np.int64), TypeError),
        (np.zeros((3, 5, 4), np.int8), ValueError),
        (boards[0], ValueError),
        (np.zeros((3, 2), np.uint64), ValueError),
        (7, TypeError),
        ("1 2 3", TypeError),
    ]
    for wrong, kind in arrays:
        with pytest.raises(kind, match=r"expected boards of int8 of shape \(n, 4, 5\)"):
            solution.probe_many(wrong)
    masked = np.ma.masked_array(boards, mask=True)
    keys = np.ma.masked_array(np.zeros(2, np.uint64), mask=[False, True])
    sides = np.ma.masked_array([1, 1, 1], mask=[False, True, False])
    calls: list[Callable[[], object]] = [
        lambda: solution.probe_many(masked),
        lambda: solution.probe_many(keys),
        lambda: solution.probe_many(list(masked)),
        lambda: solution.game.values(masked),
        lambda: solution.probe_many(boards, to_move=sides),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="a masked array: expected one without a mask"):
            call()
    with pytest.raises(TypeError, match="to_move"):
        solution.probe_many(np.zeros(1, np.uint64), to_move=1)
    for to_move in (2, [1, 0, 1], [1, 1], "X"):
        with pytest.raises(ValueError, match="to_move: expected 1, -1, or an array of 3"):
            solution.probe_many(boards, to_move=to_move)


def test_boards_that_are_no_positions_are_named_by_their_index(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    start = np.zeros((4, 5), np.int8)
    floating, both, strange = start.copy(), start.copy(), start.copy()
    floating[0, 0] = 1
    both[:, 0], both[:, 1] = 1, -1
    strange[3, 2] = 3
    for wrong, said in [
        (floating, "lies on an empty square"),
        (both, "four in line"),
        (strange, "found 3"),
    ]:
        boards = np.stack([start, start, wrong, floating])
        for threads in [1, 2]:
            with pytest.raises(solveig.PositionError, match=f"position 2: .*{said}"):
                solution.probe_many(boards, threads=threads)
        with pytest.raises(solveig.PositionError, match="position 2"):
            solution.game.values(boards)
    with pytest.raises(solveig.PositionError, match="position 0"):
        solution.probe_many(start[None], to_move=-1)
    with pytest.raises(solveig.PositionError, match="position 1: .*is not the key"):
        solution.probe_many(np.array([0, 2**63, 1], np.uint64))
    with pytest.raises(solveig.PositionError, match="position 1"):
        solution.probe_many([solution.game.start, solveig.Game("mnk:3x3?k=3").start])
    othello = solved(folder, "othello:4x4")
    with pytest.raises(solveig.PositionError, match="position 0: either side"):
        othello.probe_many(othello.game.start.array()[None])


def test_read_only_and_shared_arrays_are_borrowed(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    boards = np.zeros((6, 4, 5), np.int8)
    boards.setflags(write=False)
    assert (solution.probe_many(boards).values == solution.value).all()
    assert (solution.probe_many(np.broadcast_to(boards[0], (9, 4, 5))).known).all()


def test_values_agree_with_value() -> None:
    for spec in ["connect-four:5x4", "othello:6x4", "mnk:4x4?k=4", "hex:4x3", "go:2x2"]:
        game = solveig.Game(spec)
        positions = plays(game, 60, seed=3)[-30:]
        found = game.values(positions, threads=2)
        assert found.known.all()
        assert list(found.values) == [game.value(position) for position in positions]
    boards, turns, keys = arrays(positions := plays(solveig.Game("othello:6x4"), 40)[-25:])
    game = solveig.Game("othello:6x4")
    expected = game.values(positions).values
    assert (game.values(boards, to_move=turns).values == expected).all()
    assert (game.values(keys).values == expected).all()


def test_values_within_a_time_limit_leave_the_rest_unknown() -> None:
    game = solveig.Game("othello:8x8")
    began = time.monotonic()
    found = game.values([game.start, game.position("d3")], time_limit=0.3)
    assert time.monotonic() - began < 5 and not found.known.any()


def test_levels_are_arrays(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    total = 0
    for level in range(solution.game.max_level + 2):
        columns = solution.level_arrays(level)
        total += len(columns)
        stored = list(solution.level(level))
        assert [position.key for position, _ in stored] == list(columns.keys)
        assert [value for _, value in stored] == list(columns.values)
        assert (columns.keys[1:] > columns.keys[:-1]).all()
        assert ((columns.moves >= 0) == ((columns.roles & 1) == 1)).all()
        for (position, _), code in list(zip(stored, columns.moves))[:5]:
            if code >= 0:
                best = solution.game.move_names[code]
                assert solution.probe(position).best_move == best
        found = solution.probe_many(columns.keys, roles=True)
        assert (found.values == columns.values).all() and (found.roles == columns.roles).all()
    assert total == len(solution)
    with pytest.raises(ValueError, match="moves=True"):
        _ = solution.level_arrays(3, moves=False).moves


def test_the_table_is_what_arrow_libraries_read(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    table = solution.table()
    columns = solution.level_arrays(6)
    assert len(table) == len(solution)
    assert table.column_names == ["level", "key", "value", "best", "roles"]
    pa = pytest.importorskip("pyarrow")
    compute = pytest.importorskip("pyarrow.compute")
    whole = pa.table(table)
    assert whole.num_rows == len(solution)
    level = whole.filter(compute.equal(whole["level"], 6))
    assert level["key"].to_pylist() == columns.keys.tolist()
    assert level["value"].to_pylist() == columns.values.tolist()
    names = [None if code < 0 else solution.game.move_names[code] for code in columns.moves]
    assert level["best"].to_pylist() == names
    assert pa.table(solution.table([6])).num_rows == len(columns)
    assert pa.table(solution.table([])).num_rows == 0
    reader = pa.RecordBatchReader.from_stream(table)
    solution.close()
    with pytest.raises(ValueError, match="the solution is closed"):
        reader.read_all()


def test_polars_pandas_and_duckdb_take_the_table(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3")
    stored, count = solution.table(), len(solution)
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(stored).shape == (count, 5)
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("select count(*), min(value) from stored").fetchall() == [(count, -1)]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert len(pandas.DataFrame.from_arrow(stored)) == count


@pytest.mark.parametrize("by", ["positions", "level", "value"])
def test_samples_are_those_of_their_seed(folder: Path, by: Division) -> None:
    solution = solved(folder, "connect-four:5x4")
    sources: list[solveig.Solution | solveig.Game] = [solution, solution.game]
    for source in sources:
        one, same, other = (source.sample(30, seed, by=by) for seed in (1, 1, 2))
        assert len(one) == 30 and one.positions == same.positions != other.positions
        assert (one.keys == np.array([at.key for at in one.positions], np.uint64)).all()
        assert (one.levels == [at.level for at in one.positions]).all()
        assert one.boards.shape == (30, 4, 5)
    stored = solution.sample(30, 5, by=by)
    with pytest.raises(ValueError, match="has no values"):
        _ = solution.game.sample(1).values
    assert (solution.probe_many(stored.boards).values == stored.values).all()
    if by == "value":
        won = np.sign(stored.values)
        assert [(won == sign).sum() for sign in (-1, 0, 1)] == [10, 10, 10]
        drawn = solution.game.sample(30, 5, by=by)
        assert (
            sorted(np.sign(solution.game.values(drawn.keys).values))
            == [-1] * 10 + [0] * 10 + [1] * 10
        )
    within = solution.game.sample(20, 1, by=by, levels=(4, 6))
    assert ((within.levels >= 4) & (within.levels <= 6)).all()


def test_samples_that_there_are_not_are_refused(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3")
    with pytest.raises(solveig.Error, match="have an exact value; expected 100000"):
        solution.sample(100_000)
    with pytest.raises(solveig.Error, match="random plays bring no others"):
        solution.game.sample(5, levels=(0, 0))
    with pytest.raises(ValueError, match="by: expected"):
        solution.sample(5, by="colour")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="levels: expected"):
        solution.sample(5, levels=(5, 4))
    assert len(solution.sample(0)) == 0


def test_levels_have_equal_shares() -> None:
    levels = solveig.Game("connect-four:5x4").sample(404, by="level", levels=(4, 13)).levels
    counts = sorted(np.unique(levels, return_counts=True)[1])
    assert counts == [40] * 6 + [41] * 4, counts


def test_an_empty_sample_has_boards_without_rows(folder: Path) -> None:
    solution = solved(folder, "connect-four:5x4")
    for sample in (solution.sample(0), solution.game.sample(0)):
        assert sample.boards.shape == (0, 4, 5)
        assert len(solution.game.values(sample.boards)) == 0


def test_wrong_levels_are_named(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3")
    game, path = solution.game, folder / "none.sol"
    whole = f"a whole number from 0 to {2**32 - 1}"
    calls: list[tuple[str, Callable[[], object]]] = [
        ("levels: expected two whole numbers", lambda: solution.sample(1, levels=(-1, 3))),
        ("levels: expected two whole numbers", lambda: game.sample(1, levels=(0, 2**40))),
        ("levels: expected whole numbers", lambda: solution.table([-1])),
        (f"level: expected {whole}", lambda: solution.level(-1)),
        (f"level: expected {whole}", lambda: solution.level_arrays(2**40)),
        (f"cut: expected {whole}", lambda: game.solve(path, cut=-1)),
        (f"certificate_cut: expected {whole}", lambda: game.solve(path, certificate_cut=-1)),
    ]
    for says, call in calls:
        with pytest.raises(ValueError, match=f"^{says}.*, found "):
            call()


@pytest.mark.parametrize("spec", ["othello:8x8", "connect-four:5x4"])
def test_keys_lead_to_positions(spec: str) -> None:
    game = solveig.Game(spec)
    sample = game.sample(9, 1)
    for key, position in zip(sample.keys, sample.positions, strict=True):
        to_move: Literal[1, -1] = 1 if position.to_move == "first" else -1
        assert game.position(key=key, to_move=to_move) == position
        assert game.position(key=position.key, to_move=to_move) == position
    assert game.position(key=game.start.key) == game.start
    with pytest.raises(solveig.PositionError, match="is not the key of a position"):
        game.position(key=2**200)
    for wrong in (-1, 2**256, "a"):
        with pytest.raises((ValueError, TypeError), match="^key: expected .*, found"):
            game.position(key=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a position or a key"):
        game.position("-", key=5)


def test_a_solution_is_pickled_by_its_paths(tmp_path: Path) -> None:
    path, certificate = tmp_path / "ttt.sol", tmp_path / "ttt.cert"
    game = solveig.Game("mnk:3x3?k=3")
    game.solve(path, certificate=certificate)
    solution = solveig.open(path, certificate, memory="1MiB")
    content = pickle.dumps(solution)
    again = pickle.loads(content)
    line = "a1 b1"
    assert again.digest == solution.digest and again.probe(line) == solution.probe(line)
    assert any(move.at_most is not None and move.value is None for move in again.probe(line).moves)
    solveig.Game("mnk:3x3?k=2").solve(path)
    with pytest.raises(solveig.FileError):
        pickle.loads(content)
    certificate.unlink()
    pair = pickle.dumps(solveig.open(path))
    game.solve(path)
    with pytest.raises(solveig.FileError, match="digest .*: expected .*, that of the pickle"):
        pickle.loads(pair)


def test_what_is_held_by_many_has_weak_references(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3")
    for one in (solution, solution.game, solution.game.start):
        assert weakref.ref(one)() is one


def test_a_closed_solution_says_so(folder: Path) -> None:
    solution = solved(folder, "mnk:3x3?k=3")
    table = solution.table()
    solution.close()
    calls: list[Callable[[], object]] = [
        lambda: solution.probe_many([solution.game.start]),
        lambda: solution.level_arrays(3),
        lambda: solution.sample(3),
        lambda: solution.level(3),
        solution.table,
        lambda: len(table),
        table.__arrow_c_stream__,
        lambda: pickle.dumps(solution),
        solution.__enter__,
    ]
    for call in calls:
        with pytest.raises(ValueError, match="closed"):
            call()


INTERRUPTED = {
    "probe_many": """
        keys = np.resize(solution.level_arrays(9).keys, 30_000_000)
        ready(); solution.probe_many(keys, moves=True)
    """,
    "values": """
        othello = solveig.Game("othello:8x8")
        ready(); othello.values([othello.start] * 100, threads=2)
    """,
    "sample": """
        othello = solveig.Game("othello:8x8")
        ready(); othello.sample(10_000, by="value")
    """,
    "sample of plays": """
        ready(); solveig.Game("othello:8x8").sample(100_000_000)
    """,
}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("call", INTERRUPTED)
def test_ctrl_c_ends_long_calls(folder: Path, call: str) -> None:
    solved(folder, "mnk:4x3?k=3").close()
    program = textwrap.dedent(f"""
        import signal, sys, numpy as np, solveig
        signal.signal(signal.SIGINT, signal.default_int_handler)
        solution = solveig.open({str(folder / "semi-strong-mnk_4x3_k_3.sol")!r})
        def ready():
            print("ready", flush=True)
        try:
            BODY
        except KeyboardInterrupt:
            sys.exit(42)
    """)
    body = textwrap.indent(textwrap.dedent(INTERRUPTED[call]).strip(), "    ").strip()
    program = program.replace("BODY", body)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    time.sleep(0.4)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 42
    took = time.monotonic() - began
    print(f"{call}: {took:.2f} s")
    assert took < 5

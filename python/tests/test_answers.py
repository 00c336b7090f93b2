"""Values, analyses, solutions, proofs and checks."""

import contextlib
import errno
import io
import pickle
import time
from pathlib import Path

import pytest

import solveig


def test_values_are_those_of_the_command_line() -> None:
    game = solveig.Game("mnk:3x3?k=3")
    assert game.value("a1 b1") == 1 and game.value("-") == 0
    assert game.at_least("a1 b1", 1) and not game.at_least("a1", 1)
    assert game.best_move("a1 b1", canonical=True) == "a2"
    assert game.best_move("a1 b1 a2 b2 a3") is None
    assert solveig.Game("othello:6x6").value("-") == -4
    assert solveig.Game("connect-four:7x6").value("4") == -1
    assert solveig.Game("go:3x3").value("B2") == -9
    assert len(solveig.Game("othello:4x4").variation("-")) >= 10


def test_an_analysis_has_all_moves() -> None:
    game = solveig.Game("mnk:3x3?k=3")
    analysis = game.analyse("a1 b1")
    assert (analysis.value, analysis.bounds, analysis.is_complete) == (1, (1, 1), True)
    assert {one.move for one in analysis.moves} == set(game.position("a1 b1").legal_moves)
    assert analysis.moves[0].move == analysis.best_move and analysis.moves[0].value == 1
    assert analysis.plies == 5 and "value +1" in str(analysis) and "svg" in analysis._repr_svg_()
    assert pickle.loads(pickle.dumps(analysis)) == analysis


def test_a_time_limit_leaves_bounds_or_raises() -> None:
    game = solveig.Game("othello:8x8")
    analysis = game.analyse("-", time_limit=0.1)
    assert analysis.value is None and not analysis.is_complete and len(analysis.moves) == 4
    for call in (game.value, game.best_move):
        with pytest.raises(solveig.TimeLimit, match="not decided: the limit of"):
            call("-", time_limit=0.1)
    with pytest.raises(TimeoutError):
        game.at_least("-", 1, time_limit=0.1)
    with pytest.raises(ValueError, match="expected more than 0 seconds"):
        game.value("-", time_limit=0)


def test_a_solution_is_written_opened_and_checked(tmp_path: Path) -> None:
    game = solveig.Game("mnk:3x3?k=3")
    path, certificate = tmp_path / "ttt.sol", tmp_path / "ttt.cert"
    solved = game.solve(path, certificate=certificate)
    assert (solved.value, solved.path, solved.positions) == (0, path, 235)
    report = solveig.verify(path, certificate)
    assert report.is_independent and report.digest == solved.digest and report.value == 0
    assert report.claims["search"] == 0 < solveig.verify(path, plain=True).claims["search"]
    with solved.open() as solution:
        assert (solution.game, solution.scope, solution.cut) == (game, "semi-strong", None)
        assert (solution.value, solution.digest, len(solution)) == (0, solved.digest, 235)
        assert sum(level.positions for level in solution.levels) == 235
        probe = solution.probe("a1 b1")
        assert (probe.value, probe.role, probe.best_move) == (1, "optimal", "a2")
        assert solution.get("a1 b1") == 1 and solution.get("a1 b1 c1") is None
        assert solution.get("a1 b1 c1", "no") == "no"
        assert "a1" in solution and "a1 b1 c1" not in solution
        # What the certificate says of moves that the artifact leaves out.
        probes = [solution.probe(position) for position, _ in solution.level(4)]
        moves = [one for probe in probes for one in probe.moves if one.value is None]
        assert any(one.at_most is not None and one.at_least is None for one in moves)
        with pytest.raises(solveig.Outside, match="is outside"):
            solution.probe("b1 b3")
        with pytest.raises(KeyError):
            solution.probe("b1 b3")
        for level in solution.levels:
            stored = list(solution.level(level.level))
            assert len(stored) == level.positions
            for position, value in stored[:5]:
                assert solution.get(position) == value == game.value(position)
        assert list(solution.level(77)) == []
        with pytest.raises(solveig.PositionError):
            solution.probe("zz")
    with pytest.raises(ValueError, match="closed"):
        solution.get("a1")


def test_a_check_goes_on_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path, work = tmp_path / "drop.sol", tmp_path / "work"
    solveig.Game("connect-four:5x5").solve(path, cut=12)
    whole = solveig.verify(path, threads=2)
    limit = 0.001
    with pytest.raises(solveig.TimeLimit):
        solveig.verify(path, work=work, time_limit=limit)
    while not (work / "found").exists():
        limit = max(0.1, 1.5 * limit)
        with contextlib.suppress(solveig.TimeLimit):
            solveig.verify(path, work=work, time_limit=limit)
    rest = solveig.verify(path, work=work, threads=2)
    assert (rest.digest, rest.claims) == (whole.digest, whole.claims)
    done = (work / "found").read_bytes()
    (work / "found").write_bytes(done[:-1] + bytes([done[-1] ^ 1]))
    with pytest.raises(solveig.FileError, match="this user's checks on this machine did not"):
        solveig.verify(path, work=work)
    with pytest.raises(ValueError, match="work: expected none with rules"):
        solveig.verify(path, rules=object(), work=work)  # type: ignore[arg-type]
    path.write_bytes(path.read_bytes()[:-40] + bytes(40))
    with pytest.raises(solveig.Refuted):
        solveig.verify(path, work=tmp_path / "another")


def test_a_tree_is_solved_though_no_text_gives_its_positions(tmp_path: Path) -> None:
    tree = tmp_path / "tree.json"
    tree.write_text("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    game = solveig.Game(f"tree:{tree}")
    assert (game.value("-"), game.value("1"), game.shape) == (3, -3, None)
    with game.solve(tmp_path / "tree.sol").open() as solution:
        stored = [position for position, _ in solution.level(1)]
        assert solution.get(stored[0]) == -3 and "<Position of tree:" in repr(stored[0])
        with pytest.raises(solveig.PositionError, match="no text gives this position"):
            game.value(stored[0])


def test_what_lies_above_a_cut_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "o.sol"
    solveig.Game("othello:4x4").solve(path, cut=8, scope="strong")
    with solveig.open(path, memory="1MiB") as solution:
        assert solution.cut == 8 and solution.probe("-").value == -10
        line = solution.game.variation("-")
        for moves in range(len(line)):
            assert solution.get(list(line[:moves])) is not None


def test_files_are_refused(tmp_path: Path) -> None:
    game = solveig.Game("mnk:3x3?k=3")
    path = tmp_path / "ttt.sol"
    game.solve(path)
    content = path.read_bytes()
    path.write_bytes(content[:600] + bytes([content[600] ^ 1]) + content[601:])
    with pytest.raises(solveig.Refuted):
        solveig.verify(path)
    path.write_bytes(b"none")
    with pytest.raises(solveig.FileError, match="not an artifact"):
        solveig.open(path)
    with pytest.raises(OSError, match="No such file"):
        solveig.open(tmp_path / "none.sol")
    with pytest.raises(solveig.FileError):
        solveig.verify(tmp_path / "none.sol")
    with pytest.raises(solveig.FileError):
        game.solve(tmp_path / "none" / "ttt.sol")
    with pytest.raises(solveig.Error, match="depends on how play came to it"):
        solveig.Game("go:3x3").solve(path)
    with pytest.raises(ValueError, match="scope"):
        game.solve(path, scope="all")  # type: ignore[arg-type]
    with pytest.raises(solveig.Error, match="cut at level"):
        solveig.Game("othello:4x4").solve(tmp_path / "o.sol", cut=0)


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    game, path = solveig.Game("go:2x3"), tmp_path / "go.proof"
    proved = game.prove(path)
    report = solveig.verify_proof(path)
    assert (proved.at_least, proved.at_most) == (report.at_least, report.at_most) == (0, 0)
    assert (report.digest, report.nodes) == (proved.digest, proved.nodes)
    assert report.is_independent and report.game == game.spec
    assert game.prove(path, game.position("A1"), at_most=6).at_most == 6
    with pytest.raises(solveig.Error, match="value"):
        game.prove(path, at_least=1)
    with pytest.raises(ValueError, match="moves"):
        game.prove(path, moves="all")  # type: ignore[arg-type]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(solveig.Refuted):
        solveig.verify_proof(path)


def test_files_of_another_kind_are_told(tmp_path: Path) -> None:
    path, certificate, proof = (tmp_path / name for name in ("c.sol", "c.cert", "p.proof"))
    game = solveig.Game("mnk:3x3?k=3")
    game.solve(path, certificate=certificate)
    game.prove(proof)
    says = "p.proof: this is a proof, expected an artifact or a certificate: verify_proof checks"
    for call in (solveig.open, solveig.verify, lambda file: solveig.verify(path, file)):
        with pytest.raises(solveig.FileError, match=says) as raised:
            call(proof)
        assert raised.value.filename == str(proof) and raised.value.errno is None
    with pytest.raises(solveig.FileError, match="expected a proof: verify checks solutions"):
        solveig.verify_proof(path)
    with pytest.raises(solveig.FileError, match="this is a certificate, expected an artifact"):
        solveig.verify(certificate)
    proof.write_text("a letter to a friend")
    with pytest.raises(solveig.FileError, match="not an artifact"):
        solveig.verify(proof)


def test_files_that_are_not_there_are_told_from_others(tmp_path: Path) -> None:
    missing = tmp_path / "none.sol"
    game = solveig.Game("mnk:3x3?k=3")
    for call in (solveig.open, solveig.verify, solveig.verify_proof):
        with pytest.raises(FileNotFoundError, match=r"^[^\[].*none.sol: cannot read: ") as raised:
            call(missing)
        assert isinstance(raised.value, solveig.FileError)
        assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))
    for write in (game.solve, game.prove):
        with pytest.raises(FileNotFoundError) as raised:
            write(missing / "c.sol")
        assert raised.value.errno == errno.ENOENT


def test_a_proof_that_the_program_carries_is_checked_once() -> None:
    seconds = []
    for _ in range(2):
        started = time.perf_counter()
        assert solveig.Game("go:4x4").value("-") == 2
        seconds.append(time.perf_counter() - started)
    assert seconds[1] < max(seconds[0] / 3, 0.05), seconds


class Bar:
    """A bar that keeps what it is told."""

    def __init__(self, **options: object) -> None:
        self.options = options
        self.n = 0
        self.resets = 0

    def update(self, more: int) -> None:
        self.n += more

    def reset(self, total: int | None = None) -> None:
        self.resets += 1

    def close(self) -> None:
        self.options["closed"] = True


def test_progress_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = solveig.Game("othello:4x4")
    bar = Bar()
    game.solve(tmp_path / "o.sol", progress=bar)
    assert bar.n > 0 and "closed" not in bar.options
    bars: list[Bar] = []

    def make(**options: object) -> Bar:
        bars.append(Bar(**options))
        return bars[0]

    solveig.verify(tmp_path / "o.sol", progress=make)
    assert bars[0].options["desc"] == "verifying" and bars[0].options["closed"]
    game.solve(tmp_path / "p.sol", progress=True)
    assert "solving" in capsys.readouterr().err

    class Broken(Bar):
        def update(self, more: int) -> None:
            raise io.UnsupportedOperation("no bar")

    with pytest.raises(io.UnsupportedOperation, match="no bar"):
        game.solve(tmp_path / "q.sol", progress=Broken)

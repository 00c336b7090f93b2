"""The program ``solveig`` in the package."""

import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from solveig import _core

PROGRAM = [sys.executable, "-m", "solveig"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False)


def test_its_answers_and_exit_statuses_are_those_of_the_program() -> None:
    found = run("value", "othello:4x4")
    assert found.returncode == 0
    assert found.stdout.startswith("value      -10\n")
    wrong = run("value", "othello:4x5")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith('error: game "othello:4x5": ')
    assert run("verify", "no-such-file.sol").returncode == 2


def test_its_help_has_its_name() -> None:
    assert "\nUsage: solveig [OPTIONS] <COMMAND>\n" in run("--help").stdout
    assert re.fullmatch(r"solveig \d+\.\d+\.\d+\S*\n", run("--version").stdout)


def test_a_second_run_in_a_process_is_an_error() -> None:
    twice = "from solveig._core import main; print([main(['solveig', 'solvers']) for _ in 'ab'])"
    ran = subprocess.run([sys.executable, "-c", twice], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("[0, 2]\n")
    assert ran.stderr == "error: a process runs the program once\n"


def test_parts_of_a_check_by_another_library_are_refused(tmp_path: Path) -> None:
    package = Path(_core.__file__).parent
    shutil.copytree(package, tmp_path / "solveig")
    with (tmp_path / "solveig" / Path(_core.__file__).name).open("ab") as library:
        library.write(b"\0")
    solution = tmp_path / "solution.sol"
    runs: list[tuple[list[str | Path], Path]] = [
        (["solve", "connect-four:4x4", "--out", solution], package.parent),
        (["verify", solution, "--part", "1/2", "--out", tmp_path / "first"], package.parent),
        (["verify", solution, "--part", "2/2", "--out", tmp_path / "second"], tmp_path),
    ]
    for arguments, folder in runs:
        subprocess.run([*PROGRAM, *arguments], cwd=folder, check=True)
    joined = run(
        "verify", str(solution), "--join", *(str(tmp_path / one) for one in ("first", "second"))
    )
    assert joined.returncode == 2
    assert joined.stderr.endswith("second: another version of the program wrote it\n")


def test_ctrl_c_ends_it_without_a_traceback() -> None:
    serve = [*PROGRAM, "serve", "mnk:3x3?k=3", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        assert server.stdout is not None
        address = re.search(rb"http://\S+/", server.stdout.readline())
        assert address is not None
        # It listens for signals before it answers.
        urllib.request.urlopen(address[0].decode() + "v1/health").close()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=600) == 0
        assert server.stdout.read() == b""

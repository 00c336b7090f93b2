"""Ctrl-C ends every long call."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Each runs for minutes, but for verify_proof.
CALLS = {
    "value": "solveig.Game('othello:8x8').value('-')",
    "at_least": "solveig.Game('othello:8x8').at_least('-', 1)",
    "best_move": "solveig.Game('othello:8x8').best_move('-')",
    "analyse": "solveig.Game('othello:8x8', threads=2).analyse('-')",
    "variation": "solveig.Game('hex:11x11').variation('-')",
    "solve": "solveig.Game('connect-four:7x6').solve('c4.sol')",
    "prove": "solveig.Game('go:5x5').prove('go.proof')",
    "verify": "solveig.verify('hidden.sol', plain=True)",
    "verify_proof": "solveig.verify_proof('hex.proof')",
    "evaluate": "solveig.evaluate(first_legal, solveig.Game('othello:8x8'))",
    "rules": "solveig.Game(rules=Long()).value('-')",
    "rules that ask rules": "solveig.Game(rules=Nested(within=solveig.Game(rules=Long()))).value('-')",
    "a sample of which nothing is left": "solveig.Game(rules=Long()).sample(9, levels=(0, 0))",
    "level_arrays": "slow.level_arrays(2)",
    "sample of a solution": "slow.sample(3600)",
    "rules in a table": "pyarrow.table(slow.table())",
    # Code in C that is called without end looks for no signals by itself.
    "tables": "run(map(pyarrow.table, repeat(solved.table())))",
    "positions of levels": "run(chain.from_iterable(map(solved.level, repeat(9))))",
}

PROGRAM = """
import sys, threading, time
from collections import deque
from itertools import chain, repeat
import solveig

class Long(solveig.Rules):
    spec, max_level = "long:60", 60
    def start(self): return 1
    def moves(self, state): return "ab"
    def play(self, state, move): return state * 2 + (move == "b")
    def payoff(self, state): return state % 3 - 1 if state >= 1 << 60 else None
    def level(self, state): return state.bit_length() - 1

class Nested(Long):
    def __init__(self, within): self.within = within
    def moves(self, state):
        for _ in range(1000): self.within.position("a b a")
        return "ab"

class Slow(solveig.Rules):
    spec, max_level, seconds = "slow:60", 3, 0
    def start(self): return 1
    def moves(self, state): return range(60 if state < 64 ** 2 else 1)
    def play(self, state, move): return state * 64 + move
    def payoff(self, state): return state % 3 - 1 if state >= 64 ** 3 else None
    def level(self, state): return (state.bit_length() - 1) // 6
    def key(self, state): return state
    def state(self, key):
        time.sleep(self.seconds)
        return key

def first_legal(position):
    return position.legal_moves[0]

def run(iterator):
    deque(iterator, maxlen=0)

call = sys.argv[1]
if "hidden" in call:
    # Nearly all is above the cut: the checker searches for long.
    solveig.Game("connect-four:7x5").solve("hidden.sol", cut=0)
if "hex" in call:
    solveig.Game("hex:5x4").prove("hex.proof", moves="found")
if "slow" in call:
    rules = Slow()
    solveig.Game(rules=rules).solve("slow.sol", scope="strong")
    slow = solveig.open("slow.sol", rules=rules)
    rules.seconds = 0.01
if "solved" in call:
    solved = solveig.Game("connect-four:5x4").solve("drop.sol").open()
if "pyarrow" in call:
    import pyarrow
print("ready", flush=True)
try:
    {call}
except BaseException as error:
    # Libraries that read a table raise errors of their own, which say why.
    assert "KeyboardInterrupt" in repr(error), error
    time.sleep(0.2)
    native = len(list(__import__("pathlib").Path("/proc/self/task").iterdir()))
    print("interrupted", native if sys.platform == "linux" else 1, flush=True)
"""


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_the_call_and_its_threads(name: str, tmp_path: Path) -> None:
    call = CALLS[name]
    if "pyarrow" in call:
        pytest.importorskip("pyarrow")
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.replace("{call}", call), call],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.6)
    assert process.poll() is None, "it ended before the interrupt"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        said, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    took = time.monotonic() - started
    assert said.startswith("interrupted") and process.returncode == 0, errors
    assert errors == ""
    print(f"{name}: {took - 0.2:.2f} s")
    assert took < 2

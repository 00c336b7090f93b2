"""Ctrl-C ends every long call."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Each runs for minutes.
CALLS = {
    "value": "solveig.Game('othello:8x8').value('-')",
    "at_least": "solveig.Game('othello:8x8').at_least('-', 1)",
    "best_move": "solveig.Game('othello:8x8').best_move('-')",
    "analyse": "solveig.Game('othello:8x8', threads=2).analyse('-')",
    "variation": "solveig.Game('hex:11x11').variation('-')",
    "solve": "solveig.Game('connect-four:7x6').solve('c4.sol')",
    "prove": "solveig.Game('go:5x5').prove('go.proof')",
    "verify": "solveig.verify('hidden.sol', plain=True)",
    "rules": "solveig.Game(rules=Long()).value('-')",
}

PROGRAM = """
import sys, threading, time
import solveig

class Long(solveig.Rules):
    spec, max_level = "long:60", 60
    def start(self): return 1
    def moves(self, state): return "ab"
    def play(self, state, move): return state * 2 + (move == "b")
    def payoff(self, state): return state % 3 - 1 if state >= 1 << 60 else None
    def level(self, state): return state.bit_length() - 1

if sys.argv[1] == "verify":
    # Nearly all is above the cut: the checker searches for long.
    solveig.Game("connect-four:7x5").solve("hidden.sol", cut=0)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    time.sleep(0.2)
    native = len(list(__import__("pathlib").Path("/proc/self/task").iterdir()))
    print("interrupted", native if sys.platform == "linux" else 1, flush=True)
"""


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_the_call_and_its_threads(name: str, tmp_path: Path) -> None:
    program = PROGRAM.replace("{call}", CALLS[name])
    process = subprocess.Popen(
        [sys.executable, "-c", program, name],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    assert process.poll() is None, "it ended before the interrupt"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    took = time.monotonic() - started
    assert said.startswith("interrupted") and process.returncode == 0
    print(f"{name}: {took - 0.2:.2f} s")
    assert took < 5

"""Positions a second of `Solution.probe_many`, on one thread, and the memory that it takes.

python benchmarks/probe_many.py FILE.sol

The file is solved first if it is not there: connect-four:6x5, 1.6 million positions.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import solveig


def boards_of(solution: solveig.Solution, keys: NDArray[np.uint64]) -> NDArray[np.int8]:
    """The boards of keys of Connect Four: a column of n stones has the number 2^n - 1 more than
    the bits of the stones of the side to move."""
    rows, columns = solution.game.shape or (0, 0)
    boards = np.zeros((len(keys), rows, columns), np.int8)
    for column in range(columns):
        number = (keys >> np.uint64(column * (rows + 1))) & np.uint64(2 ** (rows + 1) - 1)
        height = np.log2(number + 1).astype(np.uint64)
        mover = number + 1 - (np.uint64(1) << height)
        for row in range(rows):
            own = (mover >> np.uint64(row)) & np.uint64(1)
            stone = np.where(own == 1, np.int8(1), np.int8(-1))
            boards[:, rows - 1 - row, column] = np.where(height > row, stone, 0)
    odd = np.abs(boards).sum(axis=(1, 2)) % 2 == 1
    boards[odd] *= -1
    return boards


def peak() -> float:
    """The most memory that the process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(name: str, expected: NDArray[np.int8], probe: Callable[[], solveig.Values]) -> None:
    """Prints the best rate of three, by the time of the processor and by the clock."""
    times = []
    for _ in range(3):
        processor, clock = time.process_time(), time.perf_counter()
        found = probe()
        times.append((time.process_time() - processor, time.perf_counter() - clock))
        assert found.known.all() and (found.values == expected).all()
    rates = [len(expected) / min(one) / 1e6 for one in zip(*times, strict=True)]
    print(f"{name:40} {rates[0]:6.2f} {rates[1]:6.2f}")


def measure_memory(solution: solveig.Solution, count: int = 1_000_000) -> None:
    """Prints how much more memory than before the process takes to look up so many keys."""
    keys = np.zeros(count, np.uint64)
    filled = 0
    for one in solution.levels:
        level = solution.level_arrays(one.level, moves=False).keys[: count - filled]
        keys[filled : filled + len(level)] = level
        filled += len(level)
    np.random.default_rng(1).shuffle(keys)
    before = peak()
    solution.probe_many(keys)
    print(f"{count} keys: {peak() - before:.0f} MiB more than the {before:.0f} MiB before")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path("connect-four-6x5.sol"))
    path = parser.parse_args().file
    if not path.exists():
        solveig.Game("connect-four:6x5").solve(path)
    solution = solveig.open(path)
    measure_memory(solution)
    levels = [solution.level_arrays(one.level, moves=False) for one in solution.levels]
    keys = np.concatenate([level.keys for level in levels])
    values = np.concatenate([level.values for level in levels])
    order = np.random.default_rng(1).permutation(len(keys))
    print(f"{solution.game.spec}: {len(keys)} positions; million a second: processor, clock")
    measure("keys, in the order of the file", values, lambda: solution.probe_many(keys))
    shuffled, expected = keys[order], values[order]
    measure("keys, in no order", expected, lambda: solution.probe_many(shuffled))
    measure(
        "keys, in no order, with moves and roles",
        expected,
        lambda: solution.probe_many(shuffled, moves=True, roles=True),
    )
    boards = boards_of(solution, keys)
    measure("boards, in the order of the file", values, lambda: solution.probe_many(boards))
    boards = np.ascontiguousarray(boards[order])
    measure("boards, in no order", expected, lambda: solution.probe_many(boards))


if __name__ == "__main__":
    main()

"""Exact values of Connect Four 7x6 in bulk, beside bitbully on the same positions in one run.

pip install bitbully
python benchmarks/beside_bitbully.py --positions 10000 --least 12

Positions are those of random plays, one each, as `Game.sample` draws them by level. bitbully finds
scores, so it is asked beside `connect-four:7x6?utility=score`; all scores must be equal. It is asked
without its book, which holds the scores of all positions of up to 12 stones, and with it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from bitbully import BitBully, Board  # type: ignore[import-untyped]

import solveig


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--least", type=int, default=12, help="stones on the board at least")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = solveig.Game("connect-four:7x6")
    by_score = solveig.Game("connect-four:7x6?utility=score")
    levels = (arguments.least, game.max_level - 1)
    sample = game.sample(arguments.positions, arguments.seed, by="level", levels=levels)
    boards = sample.boards
    print(f"{len(sample)} positions with {levels[0]} to {levels[1]} stones; seconds of processor")

    def timed(name: str, began: float) -> float:
        took = time.process_time() - began
        print(f"{name:28} {took:8.2f}  {len(sample) / took:9.0f} positions a second", flush=True)
        return took

    began = time.process_time()
    outcomes = game.values(boards)
    ours = timed("solveig, outcomes", began)
    began = time.process_time()
    scores = by_score.values(boards)
    ours_by_score = timed("solveig, scores", began)
    assert outcomes.known.all() and (np.sign(scores.values) == outcomes.values).all()
    for name, book in [("bitbully without book", None), ("bitbully with its book", "default")]:
        agent = BitBully(opening_book=book)
        prepared = []
        for position in sample.positions:
            board = Board()
            assert board.play([int(played) - 1 for played in position.moves])
            prepared.append(board)
        began = time.process_time()
        theirs = np.array([agent.mtdf(board) for board in prepared])
        took = timed(name, began)
        different = np.flatnonzero(theirs != scores.values)
        print(f"  different scores: {len(different)} of {len(sample)}")
        print(
            f"  ratio of times to solveig: {took / ours_by_score:.2f} by score, "
            f"{took / ours:.2f} by outcome"
        )


if __name__ == "__main__":
    main()

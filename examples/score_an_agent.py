"""Scores an agent by exact values: python examples/score_an_agent.py [SPEC]."""

from __future__ import annotations

import sys

import solveig


def greedy(position: solveig.Position) -> str:
    """Wins at once if it can, else takes the first move that does not lose at once."""
    safe = None
    for move in position.legal_moves:
        after = position.play(move)
        if after.is_over:
            if after.payoff is not None and after.payoff < 0:
                return move
        elif safe is None and not any(
            (reply.payoff or 0) < 0
            for reply in (after.play(answer) for answer in after.legal_moves)
        ):
            safe = move
    return safe or position.legal_moves[0]


def main(spec: str = "connect-four:6x5") -> None:
    """Prints the report of a game."""
    game = solveig.Game(spec)
    report = solveig.evaluate(greedy, game, games=50, sample=150)
    print(report)
    worst = max(report.moves, key=lambda one: one.value_lost)
    print(f"\nfor example, {worst.move} in {worst.position} loses {worst.value_lost}")


if __name__ == "__main__":
    main(*sys.argv[1:])

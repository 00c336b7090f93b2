"""Rules and values beside programs that are not ours.

Positions come from uniformly random games. By default each test looks at a few hundred; with
SOLVEIG_REFEREE_POSITIONS=100000 all tests together look at so many. Nothing here disagrees but
what is listed:

- **Go in OpenSpiel.** There a move that repeats a board is legal and ends the game as a draw, by
  its authors' choice ("we just treat them as a draw", go.cc). Ours forbids the move, as positional
  superko says (Tromp and Farnebäck 2007). The test takes such moves out of theirs; all else agrees.
  OpenSpiel also ends a game as a draw at a greatest length, which the test sets out of reach.
- **Othello in OpenSpiel** returns the winner without the margin, so the test compares signs here,
  and the margin by the discs on its board. Empty squares go to the winner in ours.
- **Othello in boardgame2** begins with the colours of the four discs exchanged, which is the mirror
  image of the start. It passes by itself where a side has no move, and here a pass is a move.
- **bitbully** scores a win by the stones that the winner has left after it, which is our
  `?utility=score`.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import solveig

ASKED = int(os.environ.get("SOLVEIG_REFEREE_POSITIONS", "0"))


def share(part: float, least: int) -> int:
    """How many positions a test looks at: its part of all, or the least number."""
    return max(least, int(part * ASKED))


def winner(payoff: int, to_move: str) -> int:
    """1 if the first side has won, -1 if the second has."""
    sign = (payoff > 0) - (payoff < 0)
    return sign if to_move == "first" else -sign


def without_repetitions(state: Any) -> list[int]:
    """OpenSpiel's actions in Go that do not end the game by repeating a board."""
    pass_action = state.get_game().num_distinct_actions() - 1
    return [
        action
        for action in state.legal_actions()
        if action == pass_action or not state.child(action).is_terminal()
    ]


# OpenSpiel's game, and the part of all positions.
OPEN_SPIEL = [
    ("othello", 0.2),
    ("connect_four", 0.2),
    ("connect_four(rows=5,columns=6)", 0.02),
    ("connect_four(rows=4,columns=9)", 0.02),
    ("hex(board_size=5)", 0.05),
    ("hex(num_cols=5,num_rows=3)", 0.05),
    ("hex(board_size=11)", 0.1),
    ("tic_tac_toe", 0.02),
    ("go(board_size=3,komi=0.5,max_game_length=100000)", 0.04),
    ("go(board_size=5,komi=24.0,max_game_length=100000)", 0.1),
    ("go(board_size=7,komi=9.0,max_game_length=100000)", 0.1),
]


@pytest.mark.parametrize(("name", "part"), OPEN_SPIEL)
def test_rules_agree_with_open_spiel(name: str, part: float) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from solveig.adapters import open_spiel

    theirs = pyspiel.load_game(name)
    game = solveig.Game(open_spiel.spec(theirs))
    names = game.move_names
    is_go = name.startswith("go")
    draws = random.Random(f"referee {name}")
    left = share(part, 300)
    ends = 0
    while left > 0 or ends == 0:
        position, state = game.start, theirs.new_initial_state()
        while True:
            left -= 1
            where = f"{name}: {position!r}"
            assert position.is_over == state.is_terminal(), where
            if position.is_over:
                break
            assert position.to_move == ("first", "second")[state.current_player()], where
            legal = without_repetitions(state) if is_go else state.legal_actions()
            assert {names[action] for action in legal} == set(position.legal_moves), where
            # Random passes would end games of Go at once.
            if is_go and len(legal) > 1 and draws.random() < 0.9:
                legal = legal[:-1]
            action = draws.choice(legal)
            position = position.play(names[action])
            state.apply_action(action)
        ends += 1
        payoff = position.payoff
        assert payoff is not None
        assert winner(payoff, position.to_move) == state.returns()[0], where
        if name == "othello":
            board = str(state).split("\n", 1)[1]
            first, second = board.count("x"), board.count("o")
            margin = first - second
            margin += (margin > 0) * (64 - first - second) - (margin < 0) * (64 - first - second)
            assert payoff == (margin if position.to_move == "first" else -margin), where


@pytest.mark.parametrize(("rows", "columns", "part"), [(6, 6, 0.02), (4, 6, 0.01), (4, 4, 0.005)])
def test_small_othello_agrees_with_boardgame2(rows: int, columns: int, part: float) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    # boardgame2 imports gym, whose place gymnasium has taken.
    for module in ("", ".envs", ".envs.registration", ".spaces"):
        sys.modules.setdefault(f"gym{module}", sys.modules[f"gymnasium{module}"])
    assert gymnasium is sys.modules["gymnasium"]
    boardgame2 = pytest.importorskip("boardgame2")

    game = solveig.Game(f"othello:{columns}x{rows}")
    env = boardgame2.ReversiEnv(board_shape=(rows, columns))
    draws = random.Random(f"referee boardgame2 {rows} {columns}")

    def name(row: int, column: int) -> str:
        return "abcdefgh"[columns - 1 - column] + str(row + 1)

    left = share(part, 60)
    while left > 0:
        position = game.start
        (board, player), _ = env.reset()
        ended, reward = False, 0
        while not position.is_over:
            if position.legal_moves == ("pass",):
                position = position.play("pass")
                continue
            left -= 1
            where = repr(position)
            assert not ended, where
            assert player == (1 if position.to_move == "first" else -1), where
            assert np.array_equal(np.fliplr(board), position.array()), where
            legal = [
                (int(row), int(column))
                for row, column in np.argwhere(env.get_valid((board, player)))
            ]
            assert {name(*one) for one in legal} == set(position.legal_moves), where
            move = draws.choice(legal)
            position = position.play(name(*move))
            (board, player), reward, ended, _, _ = env.step(np.array(move))
        assert ended, repr(position)
        payoff = position.payoff
        assert payoff is not None
        assert winner(payoff, position.to_move) == reward, repr(position)


def connect_four_positions(
    game: solveig.Game, count: int, least: int
) -> Iterator[solveig.Position]:
    """Distinct positions of random games, from a level on, that are not over."""
    draws = random.Random("referee bitbully")
    seen: set[solveig.Position] = set()
    while len(seen) < count:
        position = game.start
        level = draws.randint(least, 41)
        while position.level < level and not position.is_over:
            position = position.play(draws.choice(position.legal_moves))
        if not position.is_over and position not in seen:
            seen.add(position)
            yield position


def test_scores_agree_with_bitbully() -> None:
    bitbully = pytest.importorskip("bitbully")
    game = solveig.Game("connect-four:7x6?utility=score")
    outcomes = solveig.Game("connect-four:7x6")
    solver = bitbully.BitBully()
    for position in connect_four_positions(game, share(0.1, 300), 12):
        board = bitbully.Board([int(move) - 1 for move in position.moves])
        score = solver.mtdf(board)
        assert game.value(position) == score, repr(position)
        sign = (score > 0) - (score < 0)
        assert outcomes.value(list(position.moves)) == sign, repr(position)

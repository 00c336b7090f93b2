"""Games and positions."""

import copy
import pickle
from typing import Literal

import numpy as np
import pytest

import solveig

SPECS = [
    "othello:6x6",
    "othello:8x8",
    "connect-four:7x6",
    "connect-four:7x6?utility=score",
    "mnk:3x3?k=3",
    "mnk:1x1?k=1",
    "hex:5x5",
    "hex:11x11",
    "go:3x3",
    "go:1x2",
    "random-tree:3x8?seed=1",
]


def plays(spec: str, count: int) -> list[solveig.Position]:
    """Positions of random plays, from a fixed seed."""
    random = np.random.default_rng(1)
    game = solveig.Game(spec)
    positions = []
    for _ in range(count):
        position = game.start
        while not position.is_over and len(position.moves) < 40:
            positions.append(position)
            position = position.play(str(random.choice(position.legal_moves)))
        positions.append(position)
    return positions


@pytest.mark.parametrize("spec", SPECS)
def test_positions_come_back_from_copies_pickles_and_their_texts(spec: str) -> None:
    for position in plays(spec, 2):
        game = position.game
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) is position and copy.deepcopy(position) is position
        assert game.position(list(position.moves)) == position
        assert hash(game.position(" ".join(position.moves))) == hash(position)
        assert position != position.game and position != solveig.Game("hex:2x2").start
        assert position.is_over == (position.payoff is not None) == (not position.legal_moves)


@pytest.mark.parametrize("spec", SPECS)
def test_boards_come_back_from_texts_and_arrays(spec: str) -> None:
    for position in plays(spec, 2):
        game = position.game
        if game.shape is None:
            assert position.cells == "" and position.array().shape == (0, 0)
            continue
        side: Literal[1, -1] = 1 if position.to_move == "first" else -1
        assert position.array().dtype == np.int8 and position.array().shape == game.shape
        from_array = game.position(position.array(), to_move=side)
        assert "go" in spec or from_array.key == position.key
        assert from_array.array().tolist() == position.array().tolist()
        if position.board is not None and "go" not in spec:
            assert game.position(position.board) == position


@pytest.mark.parametrize("spec", SPECS)
def test_images_have_one_canonical_image(spec: str) -> None:
    for position in plays(spec, 1):
        images = position.symmetries()
        assert images[0] == position and len(set(images)) == len(images)
        canonical = {image.canonical() for image in images}
        assert len({one.key for one in canonical}) == 1 and canonical <= set(images)
        assert position.canonical().level == position.level


def test_transposed_plays_lead_to_equal_positions() -> None:
    game = solveig.Game("mnk:3x3?k=3")
    one, other = game.position("a1 b2 c3"), game.position("c3 b2 a1")
    assert one == other and hash(one) == hash(other) and one.moves != other.moves
    assert len({one, other, game.position("a1 b2 a3")}) == 2


def test_history_counts_in_go() -> None:
    game = solveig.Game("go:2x2")
    one, other = game.position("A1 B2 pass A2"), game.position("A1 A2 pass B2")
    assert one.key == other.key and one != other


def test_the_side_is_inferred_from_an_array_or_asked_for() -> None:
    game = solveig.Game("connect-four:7x6")
    position = game.position("4 4 3")
    assert game.position(position.array()).to_move == "second"
    with pytest.raises(solveig.PositionError, match="the second side is to move"):
        game.position(position.array(), to_move=1)
    with pytest.raises(solveig.PositionError, match="expected to_move"):
        start = solveig.Game("othello:6x6").start
        start.game.position(start.array())


def test_what_is_no_position_is_refused_with_the_words_of_the_command_line() -> None:
    game = solveig.Game("connect-four:7x6")
    with pytest.raises(solveig.SpecError, match='there is no game "chess"'):
        solveig.Game("chess")
    with pytest.raises(solveig.IllegalMove, match="4 is not legal here"):
        game.position("4 4 4 4 4 4 4")
    with pytest.raises(solveig.PositionError, match="no column z"):
        game.position("zz")
    with pytest.raises(ValueError, match="row 1 from the top has 0 squares"):
        game.position("/")
    with pytest.raises(solveig.PositionError, match=r"expected \[6, 7\]"):
        game.position(np.zeros((7, 6), np.int8))
    with pytest.raises(solveig.PositionError, match="expected cells of 1, -1 and 0, found 3"):
        game.position(np.full((6, 7), 3, np.int8))
    with pytest.raises(solveig.PositionError, match="expected one of connect-four:7x6"):
        game.position(solveig.Game("hex:2x2").start)
    with pytest.raises(TypeError, match="a float for a position"):
        game.position(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game.position(np.zeros((6, 7)))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a spec or rules"):
        solveig.Game()
    with pytest.raises(ValueError, match="memory"):
        solveig.Game("hex:2x2", memory="much")


def test_a_game_describes_itself() -> None:
    game = solveig.Game("connect-four:7x6", threads=2, memory="16MiB")
    assert game.shape == (6, 7) and game.value_range == (-1, 1) and game.max_level == 42
    assert game.move_names == tuple("1234567") and game.start.legal_moves[0] == "4"
    assert pickle.loads(pickle.dumps(game)) == game and repr(game) == 'Game("connect-four:7x6")'
    assert len({game, solveig.Game("connect-four:7x6")}) == 1


@pytest.mark.parametrize("spec", SPECS)
def test_boards_are_drawn(spec: str) -> None:
    import xml.etree.ElementTree as tree

    game = solveig.Game(spec)
    for position in (game.start, plays(spec, 1)[-1]):
        values = dict.fromkeys(position.legal_moves, -1)
        assert tree.fromstring(position.svg(values)).tag.endswith("svg")
        assert position._repr_svg_() == position._repr_html_() == position.svg()
        assert str(position) == position.render()

"""Environments and bots of other packages."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import solveig

BOARDS = ["connect-four:5x4", "othello:4x4", "hex:4x4", "mnk:3x3?k=3"]


@pytest.mark.parametrize("spec", [*BOARDS, "go:3x3", "connect-four:7x6", "othello:6x6"])
def test_pettingzoo_accepts_the_environments(spec: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test  # type: ignore[import-untyped, unused-ignore]

    from solveig.adapters import pettingzoo

    game = solveig.Game(spec)
    for env in (pettingzoo.env(game), pettingzoo.Environment(game)):
        api_test(env, num_cycles=100)


@pytest.mark.parametrize("spec", BOARDS)
def test_rewards_in_pettingzoo_are_payoffs(spec: str) -> None:
    pytest.importorskip("pettingzoo")
    from solveig.adapters import pettingzoo

    game = solveig.Game(spec)
    draws = random.Random(1)
    for _ in range(20):
        env = pettingzoo.env(game)
        env.reset()
        position = game.start
        rewards = dict.fromkeys(env.agents, 0)
        for side in env.agent_iter():
            seen, reward, ended, _, _ = env.last()
            rewards[side] += reward
            if ended:
                env.step(None)
                continue
            assert side == position.to_move
            own = 1 if side == "first" else -1
            assert (seen["observation"][..., 0] == (position.array() == own)).all()
            marks = seen["action_mask"]
            legal = [name for action, name in enumerate(game.move_names) if marks[action]]
            assert sorted(legal) == sorted(position.legal_moves)
            move = draws.choice(position.legal_moves)
            position = position.play(move)
            env.step(game.move_names.index(move))
        assert position.payoff == rewards[position.to_move]
        assert sum(rewards.values()) == 0


def test_an_illegal_action_in_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from solveig.adapters import pettingzoo

    env = pettingzoo.Environment(solveig.Game("mnk:3x3?k=3"))
    env.reset()
    env.step(0)
    with pytest.raises(solveig.IllegalMove, match="action 0: a1 is not legal"):
        env.step(0)
    with pytest.raises(solveig.Error, match="board of cells"):
        pettingzoo.env(solveig.Game("random-tree:2x2?seed=1"))


@pytest.mark.parametrize("spec", [*BOARDS, "connect-four:7x6", "othello:6x6"])
def test_gymnasium_accepts_the_environments(spec: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from solveig.adapters import gymnasium

    check_env(gymnasium.Environment(solveig.Game(spec)), skip_render_check=True)


def test_episodes_in_gymnasium_end_with_the_payoff() -> None:
    pytest.importorskip("gymnasium")
    from solveig.adapters import gymnasium

    game = solveig.Game("mnk:3x3?k=3")
    best = solveig.Opponent(game, seed=2)
    draws = random.Random(1)
    sides = set()
    for seed in range(30):
        perfect = seed % 2 == 0
        env = gymnasium.Environment(game, strength=1.0 if seed < 20 else 0.0)
        seen, info = env.reset(seed=seed)
        sides.add(info["side"])
        ended = False
        while not ended:
            assert (seen["action_mask"].astype(bool) == env.action_masks()).all()
            legal = env.position.legal_moves
            move = best.choose(env.position) if perfect else draws.choice(legal)
            seen, reward, ended, _, _ = env.step(game.move_names.index(move))
            assert ended or reward == 0.0
        payoff = env.position.payoff
        assert payoff is not None
        assert reward == (payoff if env.position.to_move == env.side else -payoff)
        assert not perfect or reward >= 0.0
        assert seed >= 20 or reward <= 0.0
    assert sides == {"first", "second"}


def test_where_an_episode_begins() -> None:
    pytest.importorskip("gymnasium")
    from solveig.adapters import gymnasium

    game = solveig.Game("mnk:3x3?k=3")
    env = gymnasium.Environment(game, side="second", illegal="raise")
    _, info = env.reset(seed=1, options={"position": "a1", "side": "first"})
    assert info["side"] == "first"
    assert env.position.level == 2
    with pytest.raises(solveig.IllegalMove, match="action 0: a1"):
        env.step(0)
    with pytest.raises(solveig.PositionError, match="over"):
        env.reset(options={"position": "a1 a2 b1 b2 c1"})
    ending = gymnasium.Environment(game, side="first")
    ending.reset(seed=1, options={"position": "a1 b1"})
    _, reward, ended, _, info = ending.step(0)
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)


def test_a_bot_plays_in_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from solveig.adapters import open_spiel

    for name in ("tic_tac_toe", "connect_four(rows=4,columns=5)", "hex(board_size=3)"):
        theirs = pyspiel.load_game(name)
        perfect = open_spiel.Bot(theirs, seed=1)
        for seed in range(5):
            bots = [perfect, open_spiel.Bot(theirs, 0.0, game=perfect.game, seed=seed)]
            returns = pyspiel.evaluate_bots(theirs.new_initial_state(), bots, seed)
            assert returns[0] >= perfect.game.value("")
    with pytest.raises(solveig.SpecError, match="no game here has these rules"):
        open_spiel.spec(pyspiel.load_game("breakthrough"))
    with pytest.raises(solveig.SpecError, match="no game here has these rules"):
        open_spiel.spec(pyspiel.load_game("hex(swap=True)"))


def test_a_bot_of_open_spiel_is_scored() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from solveig.adapters import open_spiel

    theirs = pyspiel.load_game("tic_tac_toe")
    bots = [pyspiel.make_uniform_random_bot(player, 7) for player in (0, 1)]
    game = solveig.Game(open_spiel.spec(theirs))
    report = solveig.evaluate(open_spiel.agent(bots, theirs), game, games=20, sample=60)
    assert 0.3 < report.total("sample").optimal < 0.9
    with pytest.raises(ValueError, match="moves from the start"):
        open_spiel.state(game.position("XO------- X"), theirs)


@pytest.mark.parametrize(
    ("adapter", "package"),
    [("open_spiel", "pyspiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")],
)
def test_a_missing_package_is_named(adapter: str, package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import solveig.adapters.{adapter}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"solveig.adapters.{adapter} needs" in ran.stderr
    assert "pip install" in ran.stderr

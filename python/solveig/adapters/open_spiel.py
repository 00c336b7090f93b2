"""OpenSpiel: a `Bot` that plays by exact values, and OpenSpiel's bots as agents.

>>> import pyspiel
>>> from solveig.adapters import open_spiel
>>> theirs = pyspiel.load_game("connect_four")
>>> state = theirs.new_initial_state()
>>> open_spiel.Bot(theirs, seed=1).step(state)
3

Their actions and our moves have the same order in all games here: `game.move_names[action]` is the
move of an action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .._core import Game
from .._errors import SpecError
from .._opponent import Opponent

try:
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError as error:
    raise ImportError(
        "solveig.adapters.open_spiel needs OpenSpiel: pip install open_spiel"
    ) from error

if TYPE_CHECKING:
    from .._core import Position


def spec(theirs: pyspiel.Game) -> str:
    """The spec of OpenSpiel's game.

    Raises SpecError where the rules differ: `hex` with the swap rule, `connect_four` with another
    length of rows, `go` with a handicap, and games that this package does not have. Returns are
    signs, so the winner of `othello` is ours, but its margin is not in them. `go` differs in three
    ways that its spec cannot say: a repeated board is legal and ends the game as a draw, games end
    as draws at a greatest length, and suicide of one stone or more is forbidden as here.
    """
    kind = theirs.get_type().short_name
    options = theirs.get_parameters()
    if kind == "othello":
        return "othello:8x8"
    if kind == "tic_tac_toe":
        return "mnk:3x3?k=3"
    if kind == "connect_four" and options.get("x_in_row", 4) == 4:
        return f"connect-four:{options['columns']}x{options['rows']}"
    if kind == "hex" and not options.get("swap", False):
        return f"hex:{options['num_cols']}x{options['num_rows']}"
    if kind == "go" and options["handicap"] == 0:
        size = options["board_size"]
        return f"go:{size}x{size}?komi={options['komi']:g}"
    raise SpecError(f"{theirs}: no game here has these rules")


def position(state: pyspiel.State, game: Game) -> Position:
    """Our position for OpenSpiel's state, by its history."""
    names = game.move_names
    return game.position([names[action] for action in state.history()])


def state(position: Position, theirs: pyspiel.Game) -> pyspiel.State:
    """OpenSpiel's state for our position, by its moves.

    Raises ValueError if the position was given by a board: OpenSpiel has only states that a game
    led to.
    """
    found = theirs.new_initial_state()
    if position.level - position.game.start.level > len(position.moves):
        raise ValueError(f"{position!r}: expected a position with its moves from the start")
    actions = {move: action for action, move in enumerate(position.game.move_names)}
    for move in position.moves:
        found.apply_action(actions[move])
    return found


def agent(
    bot: pyspiel.Bot | Sequence[pyspiel.Bot], theirs: pyspiel.Game
) -> Callable[[Position], str]:
    """An OpenSpiel bot as an agent that `solveig.evaluate` scores.

    Bots that play for one player only, such as `make_uniform_random_bot(player, seed)`, must be
    given as a sequence of two.
    """
    bots = tuple(bot) if isinstance(bot, Sequence) else (bot, bot)

    def choose(at: Position) -> str:
        reached = state(at, theirs)
        action: int = bots[reached.current_player()].step(reached)
        return at.game.move_names[action]

    choose.__name__ = type(bots[0]).__name__
    return choose


class Bot(pyspiel.Bot):  # type: ignore[misc, unused-ignore]
    """An OpenSpiel bot that plays as `solveig.Opponent` does.

    `theirs` is OpenSpiel's game; `options` are those of `Opponent`. `game` is ours, and by default
    the one that `spec` finds.
    """

    def __init__(
        self,
        theirs: pyspiel.Game,
        strength: float = 1.0,
        *,
        game: Game | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = Game(spec(theirs)) if game is None else game
        self.opponent = Opponent(self.game, strength, **options)
        self._actions = {move: action for action, move in enumerate(self.game.move_names)}

    def step(self, state: pyspiel.State) -> int:
        """The action in a state."""
        return self._actions[self.opponent.choose(position(state, self.game))]

    def restart(self) -> None:
        """Nothing is kept from game to game."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing is kept from game to game."""

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Nothing is kept: a state has its history."""

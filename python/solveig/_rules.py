"""Games whose rules are written in Python."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

State = TypeVar("State")


class Rules(ABC, Generic[State]):
    """The rules of a two-player game without chance and hidden information.

    A subclass has five methods where its states are integers, six or seven elsewhere:

    >>> class Nim(Rules[int]):
    ...     '''One heap; a move takes one, two or three. Whoever takes the last one wins.'''
    ...     spec = "nim:7"
    ...     max_level = 7
    ...     def start(self): return 7
    ...     def moves(self, left): return range(1, min(3, left) + 1)
    ...     def play(self, left, taken): return left - taken
    ...     def payoff(self, left): return -1 if left == 0 else None
    ...     def level(self, left): return 7 - left
    >>> import solveig
    >>> game = solveig.Game(rules=Nim())
    >>> game.value("3"), game.best_move("-")
    (-1, '3')

    States are of any type, immutable, and hold all that the rules need. What a method raises comes
    out of the call that asked it. Two games are the same if their rules are equal: so positions
    pass from one to the other, also by pickles.
    """

    spec: str
    """Names the game with its size: `nim:7`."""

    max_level: int
    """The highest level of a state, at most 4,096. Each move leads to a higher level."""

    value_range: ClassVar[tuple[int, int]] = (-1, 1)
    """The least and the greatest payoff. The greater of the two counts for both sides."""

    key_bits: ClassVar[int] = 64
    """Keys are less than two to this, which is at most 128."""

    @abstractmethod
    def start(self) -> State:
        """The state with which every game begins."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Hashable]:
        """The legal moves, in the order that breaks ties; `str` names them, in one word each.

        It is not asked of finished games.
        """

    @abstractmethod
    def play(self, state: State, move: Any) -> State:
        """The state after a legal move, seen by the other side."""

    @abstractmethod
    def payoff(self, state: State) -> int | None:
        """What a finished game is worth to the side to move; None while it goes on."""

    @abstractmethod
    def level(self, state: State) -> int:
        """A number from 0 on that rises with every move, such as that of stones."""

    def key(self, state: State) -> int:
        """A number that only this state has. By default the state is one."""
        try:
            return operator.index(state)  # type: ignore[arg-type]
        except TypeError:
            said = f"{type(self).__name__} needs a method key: its states are no integers"
            raise TypeError(said) from None

    def state(self, key: int) -> State:
        """The state with this key; files need it. ValueError if there is none.

        By default the state is its key.
        """
        if type(self).key is Rules.key:
            return key  # type: ignore[return-value]
        raise TypeError(f"{type(self).__name__} needs a method state: files store keys")

    def render(self, state: State) -> str:
        """A drawing in lines of text."""
        return str(state)

    def __eq__(self, other: object) -> bool:
        """Whether these are the same rules, so that games by them are equal: by default if class
        and attributes are."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.spec)

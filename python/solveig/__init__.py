"""Perfect play: solve two-player games, prove the solutions, and ask them.

>>> import solveig
>>> game = solveig.Game("connect-four:7x6")
>>> position = game.position("4 4 4 4 4")
>>> position.to_move, position.level
('second', 5)
>>> solveig.Game("mnk:3x3?k=3").value("a1 b1")
1

Values are for the side to move unless a function says otherwise.
"""

from ._answers import Analysis, MoveValue
from ._core import Game, Position, __version__
from ._errors import (
    Error,
    FileError,
    IllegalMove,
    Outside,
    PositionError,
    Refuted,
    SpecError,
    TimeLimit,
)

__all__ = [
    "Analysis",
    "Error",
    "FileError",
    "Game",
    "IllegalMove",
    "MoveValue",
    "Outside",
    "Position",
    "PositionError",
    "Refuted",
    "SpecError",
    "TimeLimit",
    "__version__",
]

"""Perfect play: solve two-player games, prove the solutions, and ask them.

>>> import solveig
>>> game = solveig.Game("mnk:3x3?k=3")
>>> game.value("a1 b1")
1
>>> print(game.analyse("a1 b2 c3"))
value 0 for the side to move
* b1 0
  a2 0
  c2 0
  b3 0
  c1 -1  ends in 4 plies
  a3 -1  ends in 4 plies

Values are for the side to move unless a function says otherwise.
"""

from . import trees
from ._answers import (
    Analysis,
    MoveValue,
    Probe,
    ProofReport,
    Proved,
    Report,
    Solved,
    SolvedLevel,
    StoredLevel,
)
from ._bulk import LevelArrays, Sample, Values
from ._core import (
    Game,
    Position,
    Solution,
    Table,
    __version__,
    conforms,
    open,
    verify,
    verify_proof,
)
from ._errors import (
    Error,
    FileError,
    FileNotFound,
    IllegalMove,
    Outside,
    PositionError,
    Refuted,
    SpecError,
    TimeLimit,
)
from ._opponent import Opponent
from ._rules import Rules
from .evaluation import AgentReport, GameRecord, MoveRecord, Row, evaluate

__all__ = [
    "AgentReport",
    "Analysis",
    "Error",
    "FileError",
    "FileNotFound",
    "Game",
    "GameRecord",
    "IllegalMove",
    "LevelArrays",
    "MoveRecord",
    "MoveValue",
    "Opponent",
    "Outside",
    "Position",
    "PositionError",
    "Probe",
    "ProofReport",
    "Proved",
    "Refuted",
    "Report",
    "Row",
    "Rules",
    "Sample",
    "Solution",
    "Solved",
    "SolvedLevel",
    "SpecError",
    "StoredLevel",
    "Table",
    "TimeLimit",
    "Values",
    "__version__",
    "conforms",
    "evaluate",
    "open",
    "trees",
    "verify",
    "verify_proof",
]

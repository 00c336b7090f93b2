from collections.abc import Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from ._answers import (
    Analysis,
    Outcome,
    Probe,
    ProofReport,
    Proved,
    Report,
    Solved,
    StoredLevel,
)
from ._bulk import LevelArrays, Sample, Values
from ._rules import Rules

_Path: TypeAlias = str | PathLike[str]
_Memory: TypeAlias = int | str
_Given: TypeAlias = Position | str | Sequence[str] | NDArray[np.int8]

_Many: TypeAlias = NDArray[np.int8] | NDArray[np.uint64] | Sequence[_Given]
_Division: TypeAlias = Literal["positions", "level", "value"]

_Default = TypeVar("_Default")

__all__ = [
    "Game",
    "Position",
    "Solution",
    "StoredPositions",
    "Table",
    "Tree",
    "__version__",
    "_restore_position",
    "_restore_solution",
    "conforms",
    "main",
    "open",
    "verify",
    "verify_proof",
]
__version__: str

@final
class Game:
    def __new__(
        cls,
        spec: str | None = None,
        *,
        rules: Rules[Any] | None = None,
        threads: int = 1,
        memory: _Memory | None = None,
    ) -> Self: ...
    @property
    def spec(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def start(self) -> Position: ...
    @property
    def value_range(self) -> tuple[int, int]: ...
    @property
    def max_level(self) -> int: ...
    @property
    def move_names(self) -> tuple[str, ...]: ...
    @property
    def shape(self) -> tuple[int, int] | None: ...
    @property
    def _layout(self) -> tuple[str, list[str], list[str], list[str] | None]: ...
    def position(
        self,
        position: _Given | None = None,
        *,
        to_move: Literal[1, -1] | None = None,
        key: SupportsIndex | NDArray[np.uint64] | None = None,
    ) -> Position: ...
    def value(self, position: _Given, *, time_limit: float | None = None) -> int: ...
    def values(
        self,
        positions: _Many,
        *,
        to_move: ArrayLike | None = None,
        time_limit: float | None = None,
        threads: int | None = None,
        progress: Any = None,
    ) -> Values: ...
    def sample(
        self,
        count: int,
        seed: int = 0,
        *,
        by: _Division = ...,
        levels: tuple[int, int] | None = None,
        progress: Any = None,
    ) -> Sample: ...
    def at_least(
        self, position: _Given, bound: int, *, time_limit: float | None = None
    ) -> bool: ...
    def best_move(
        self, position: _Given, *, canonical: bool = False, time_limit: float | None = None
    ) -> str | None: ...
    def analyse(
        self, position: _Given, *, time_limit: float | None = None, distances: bool = True
    ) -> Analysis: ...
    def variation(
        self, position: _Given, *, time_limit: float | None = None
    ) -> tuple[str, ...]: ...
    def solve(
        self,
        path: _Path,
        *,
        certificate: _Path | None = None,
        scope: Literal["weak", "semi-strong", "strong"] = "semi-strong",
        symmetry: bool = True,
        cut: int | None = None,
        certificate_cut: int | None = None,
        time_limit: float | None = None,
        progress: Any = None,
    ) -> Solved: ...
    def prove(
        self,
        path: _Path,
        position: _Given | None = None,
        *,
        at_least: int | None = None,
        at_most: int | None = None,
        moves: Literal["canonical", "found", "history-free"] = "canonical",
        time_limit: float | None = None,
        progress: Any = None,
    ) -> Proved: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Any]]: ...

@final
class Position:
    @property
    def game(self) -> Game: ...
    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def legal_moves(self) -> tuple[str, ...]: ...
    @property
    def to_move(self) -> Literal["first", "second"]: ...
    @property
    def level(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def payoff(self) -> int | None: ...
    @property
    def board(self) -> str | None: ...
    @property
    def cells(self) -> str: ...
    @property
    def key(self) -> int: ...
    def play(self, move: str) -> Position: ...
    def symmetries(self) -> tuple[Position, ...]: ...
    def canonical(self) -> Position: ...
    def render(self) -> str: ...
    def array(self) -> NDArray[np.int8]: ...
    def svg(self, values: Analysis | Probe | Mapping[str, int] | None = None) -> str: ...
    def _move_cells(self) -> list[tuple[str, int | None]]: ...
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def _repr_pretty_(self, printer: Any, cycle: bool) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> tuple[Any, tuple[Game, str, str]]: ...

@final
class Solution:
    @property
    def game(self) -> Game: ...
    @property
    def path(self) -> Any: ...
    @property
    def scope(self) -> Literal["weak", "semi-strong", "strong"]: ...
    @property
    def cut(self) -> int | None: ...
    @property
    def symmetry(self) -> bool: ...
    @property
    def value(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def levels(self) -> tuple[StoredLevel, ...]: ...
    def probe(self, position: _Given, *, time_limit: float | None = None) -> Probe: ...
    @overload
    def get(
        self, position: _Given, default: None = None, *, time_limit: float | None = None
    ) -> int | None: ...
    @overload
    def get(
        self, position: _Given, default: _Default, *, time_limit: float | None = None
    ) -> int | _Default: ...
    def level(self, level: int) -> StoredPositions: ...
    def probe_many(
        self,
        positions: _Many,
        *,
        to_move: ArrayLike | None = None,
        moves: bool = False,
        roles: bool = False,
        bounds: bool = False,
        derived: bool = True,
        threads: int | None = None,
    ) -> Values: ...
    def level_arrays(self, level: int, *, moves: bool = True) -> LevelArrays: ...
    def sample(
        self,
        count: int,
        seed: int = 0,
        *,
        by: _Division = ...,
        levels: tuple[int, int] | None = None,
        progress: Any = None,
    ) -> Sample: ...
    def table(self, levels: Sequence[int] | None = None) -> Table: ...
    def close(self) -> None: ...
    def __len__(self) -> int: ...
    def __contains__(self, position: _Given, /) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None: ...
    def __reduce__(self) -> tuple[Any, tuple[tuple[str, str | None], dict[str, Any], str]]: ...

@final
class Table:
    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class StoredPositions:
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[Position, int | None]: ...

@final
class Tree:
    def __new__(cls, tree: str | Sequence[Any]) -> Self: ...
    @staticmethod
    def random(
        children: int = 3, depth: int = 4, *, greatest_payoff: int = 99, seed: int = 1
    ) -> Tree: ...
    @property
    def value(self) -> int: ...
    def run(self, algorithm: str = "alpha-beta", *, guess: int = 0) -> Outcome: ...
    def svg(
        self,
        algorithm: str = "minimax",
        *,
        guess: int = 0,
        bounds: bool = False,
        solution_trees: bool = False,
    ) -> str: ...
    def json(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

def open(
    path: _Path,
    certificate: _Path | None = None,
    *,
    rules: Rules[Any] | None = None,
    threads: int = 1,
    memory: _Memory | None = None,
) -> Solution: ...
def verify(
    path: _Path,
    certificate: _Path | None = None,
    *,
    rules: Rules[Any] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: _Memory | None = None,
    work: _Path | None = None,
    progress: Any = None,
    time_limit: float | None = None,
) -> Report: ...
def verify_proof(
    path: _Path,
    *,
    rules: Rules[Any] | None = None,
    memory: _Memory | None = None,
    progress: Any = None,
    time_limit: float | None = None,
) -> ProofReport: ...
def conforms(rules: Rules[Any]) -> None: ...
def main(arguments: Sequence[str]) -> int: ...
def _restore_position(game: Game, root: str, moves: str) -> Position: ...
def _restore_solution(
    paths: tuple[str, str | None], named: dict[str, Any], digest: str
) -> Solution: ...

"""Draws boards as SVG, in the style of the page of `solveig serve`."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from ._answers import Analysis, Probe, _signed, _text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ._core import Position

# The side of a cell, and the room for names around the board.
_CELL = 40
_ROOM = 22

# The board, the lines, and the stones of both sides.
_COLOURS = {
    "othello": ("#2f7d53", "#1d4f35", "#1f262b", "#fbfaf6"),
    "connect-four": ("#2b5fb3", "#2b5fb3", "#f2c230", "#c43d33"),
    "go": ("#e3b96b", "#6b4f1d", "#1f262b", "#fbfaf6"),
    "points": ("#e3b96b", "#6b4f1d", "#1f262b", "#fbfaf6"),
    "hex": ("#efe9db", "#8a8371", "#c43d33", "#2b5fb3"),
}
_PLAIN = ("#f3ede0", "#8a8371", "#1f262b", "#fbfaf6")


def svg(position: Position, values: Analysis | Probe | Mapping[str, int] | None = None) -> str:
    """The board of a position as an SVG document.

    `values` puts the value of each move where its stone would land, for the side that plays it.
    """
    family, columns, rows, colours = position.game._layout
    if not columns:
        return _as_text(str(position))
    board, line, first, second = _COLOURS.get(family, _PLAIN)
    if colours is not None:
        first, second = colours
    slant = _CELL / 2 if family == "hex" else 0.0
    height = _CELL * sqrt(3) / 2 if family == "hex" else _CELL

    def centre(row: int, column: int) -> tuple[float, float]:
        x = _ROOM + (column + 0.5) * _CELL + row * slant
        return x, _ROOM + (row + 0.5) * height + (_CELL - height)

    parts: list[str] = []
    size = len(columns) * _CELL, len(rows) * height
    parts.extend(_ground(family, len(columns), len(rows), board, line, centre))
    for index, cell in enumerate(position.cells):
        x, y = centre(*divmod(index, len(columns)))
        fill = {"X": first, "O": second, "#": "#b9b2a2"}.get(cell)
        if fill is not None:
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{_CELL * 0.4:g}" fill="{fill}" '
                f'stroke="#0b0f12"/>'
            )
        elif cell != "-":
            parts.append(_label(x, y, cell, 15))
    marks = _marks(values)
    for name, target in position._move_cells():
        if target is not None and name in marks:
            x, y = centre(*divmod(target, len(columns)))
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{_CELL * 0.36:g}" fill="#fdfaf2" '
                f'fill-opacity="0.85"/>'
            )
            best = isinstance(values, Analysis | Probe) and name == values.best_move
            parts.append(_label(x, y, marks[name], 13, bold=best))
    for column, name in enumerate(columns):
        parts.append(_label(centre(0, column)[0] - slant, _ROOM / 2, name, 11))
    for row, name in enumerate(rows):
        x, y = centre(row, 0)
        parts.append(_label(x - _CELL / 2 - _ROOM / 2, y, name, 11))
    width = size[0] + slant * (len(rows) - 1) + 2 * _ROOM
    return _document(width, size[1] + 2 * _ROOM + (_CELL - height), parts)


def _marks(values: Analysis | Probe | Mapping[str, int] | None) -> dict[str, str]:
    """What is written at each move."""
    if values is None:
        return {}
    if isinstance(values, Analysis | Probe):
        return {
            one.move: _text(one.value, one.at_least, one.at_most)
            for one in values.moves
            if (one.value, one.at_least, one.at_most) != (None, None, None)
        }
    return {move: _signed(value) for move, value in values.items()}


def _ground(
    family: str,
    columns: int,
    rows: int,
    board: str,
    line: str,
    centre: Callable[[int, int], tuple[float, float]],
) -> Iterator[str]:
    """The board without stones."""
    left, top = centre(0, 0)
    right, bottom = centre(rows - 1, columns - 1)
    half = _CELL / 2
    if family == "hex":
        radius = _CELL / sqrt(3)
        corners = [(pi / 3 * corner - pi / 2) for corner in range(6)]
        for row in range(rows):
            for column in range(columns):
                x, y = centre(row, column)
                points = " ".join(
                    f"{x + radius * cos(angle):.1f},{y + radius * sin(angle):.1f}"
                    for angle in corners
                )
                yield f'<polygon points="{points}" fill="{board}" stroke="{line}"/>'
        return
    yield (
        f'<rect x="{left - half:g}" y="{top - half:g}" width="{right - left + _CELL:g}" '
        f'height="{bottom - top + _CELL:g}" fill="{board}" stroke="{line}"/>'
    )
    if family == "connect-four":
        for row in range(rows):
            for column in range(columns):
                x, y = centre(row, column)
                yield f'<circle cx="{x:g}" cy="{y:g}" r="{_CELL * 0.4:g}" fill="#fdfaf2"/>'
        return
    # Stones of Go lie where lines cross, other stones between lines.
    edge = 0.0 if family in ("go", "points") else half
    shift = 0 if family in ("go", "points") else 1
    for column in range(columns + shift):
        x = left + column * _CELL - edge
        yield _line(x, top - edge, x, bottom + edge, line)
    for row in range(rows + shift):
        y = top + row * _CELL - edge
        yield _line(left - edge, y, right + edge, y, line)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{colour}"/>'


def _label(x: float, y: float, text: str, size: int, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight} text-anchor="middle" '
        f'dominant-baseline="central" font-family="sans-serif">{escape(text)}</text>'
    )


def _document(width: float, height: float, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(parts)}</svg>'
    )


def _as_text(drawing: str) -> str:
    """A drawing in lines of text."""
    lines = drawing.splitlines()
    widest = max(map(len, lines), default=0)
    parts = [
        f'<text x="4" y="{16 * (row + 1)}" font-size="13" font-family="monospace" '
        f'xml:space="preserve">{escape(text)}</text>'
        for row, text in enumerate(lines)
    ]
    return _document(8 + 8 * widest, 8 + 16 * len(lines), parts)

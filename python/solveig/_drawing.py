"""Draws boards as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._answers import Analysis
    from ._core import Position


def svg(position: Position, values: Analysis | Mapping[str, int] | None = None) -> str:
    """The board of `position` as SVG."""
    raise NotImplementedError

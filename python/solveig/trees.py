"""Explicit game trees, and the algorithms that search them.

>>> from solveig import trees
>>> tree = trees.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> run = tree.run("alpha-beta")
>>> run.value, run.leaves
(3, 7)
>>> tree.run("sss").leaves
7

Max moves at the root, and payoffs and values are for Max. The theory is that of Pijls, de Bruin and
Plaat (1996).
"""

from ._answers import Outcome
from ._core import Tree

ALGORITHMS = (
    "minimax",
    "alpha-beta",
    "pvs",
    "sss",
    "mt-sss",
    "mt-sss-heavy",
    "mt-dual",
    "mt-dual-heavy",
    "mtd-f",
    "mtd-f-heavy",
    "bisect",
    "scout",
)
"""The names that `Tree.run` takes."""

__all__ = ["ALGORITHMS", "Outcome", "Tree"]

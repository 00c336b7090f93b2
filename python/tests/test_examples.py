"""The examples: notebooks, run from their first cell to their last, and a script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = EXAMPLES / "notebooks"
NAMES = sorted(one.stem for one in NOTEBOOKS.glob("*.ipynb"))


def text(cell: Any) -> str:
    """What a cell prints and returns; the prints may come in any number of pieces."""
    return "".join(
        output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
        for output in cell["outputs"]
    )


def test_there_are_five_notebooks() -> None:
    assert len(NAMES) == 5


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_says_what_it_says_in_the_repository(name: str, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    for package in ("ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(package)
    file = NOTEBOOKS / f"{name}.ipynb"
    assert file.stat().st_size < 100_000
    committed = nbformat.read(file, as_version=4)
    ran = nbformat.read(file, as_version=4)
    for cell in ran.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(
        ran, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    for old, new in zip(committed.cells, ran.cells, strict=True):
        if old.cell_type == "code" and "varies" not in old.metadata.get("tags", []):
            assert text(old) == text(new), old.source


def test_the_script_scores_an_agent() -> None:
    script = [sys.executable, str(EXAMPLES / "score_an_agent.py"), "connect-four:5x4"]
    ran = subprocess.run(script, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("greedy in connect-four:5x4, seed 1\n")

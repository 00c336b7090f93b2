"""The examples in the documents of the repository."""

import re
from pathlib import Path

import pytest

import solveig

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("document", ["README.md", "docs/guide/index.md", "python/README.md"])
def test_examples_run_and_have_the_values_that_they_state(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    examples = [block for block in blocks if "solveig.Game" in block]
    assert examples
    for example in examples:
        names: dict[str, object] = {"solveig": solveig}
        exec(example, names)  # noqa: S102
        for line in example.splitlines():
            stated = re.fullmatch(r'(game\..*)  # (-?\d+|"\w+")', line)
            if stated:
                assert eval(stated[1], names) == eval(stated[2])

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


def test_the_page_of_the_package_defines_all_that_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def evaluate(agent: solveig.evaluation.Agent, game: solveig.Game) -> solveig.AgentReport:
        asked.append(game.spec)
        return scored(agent, game, games=0, sample=3)

    scored = solveig.evaluate
    monkeypatch.setattr(solveig, "evaluate", evaluate)
    text = (ROOT / "python/README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    exec("".join(blocks), {})  # noqa: S102
    assert asked == ["connect-four:7x6"]

"""The documentation of the native code, and trees."""

import doctest

import pytest

import solveig
from solveig import _core, trees


def test_examples_in_the_documentation_of_native_code_hold() -> None:
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    named = [(name, getattr(_core, name)) for name in dir(_core) if name[0] != "_"]
    for name, value in [*named]:
        if isinstance(value, type):
            members = vars(value).items()
            named.extend((f"{name}.{one}", member) for one, member in members if one[0] != "_")
    for name, value in named:
        text = getattr(value, "__doc__", None)
        if isinstance(value, str):
            continue
        assert text, f"{name} has no documentation"
        runner.run(parser.get_doctest(text, {}, name, None, None))
    assert runner.summarize().failed == 0 and runner.tries > 20


def test_trees_are_searched_and_drawn() -> None:
    tree = trees.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert len(tree) == 13 and tree.value == 3 and trees.Tree(tree.json()).value == 3
    for algorithm in trees.ALGORITHMS:
        run = tree.run(algorithm)
        assert run.value == 3 and run.leaves <= 9 and "<svg" in run._repr_svg_()
    uniform = trees.Tree.random(2, 6, seed=3)
    assert uniform.run("sss").leaves <= uniform.run("alpha-beta").leaves
    assert "<svg" in uniform.svg(bounds=True, solution_trees=True)
    with pytest.raises(solveig.Error):
        trees.Tree([[1], []])
    with pytest.raises(ValueError, match="there is no algorithm"):
        tree.run("best")
    with pytest.raises(ValueError, match="at most"):
        trees.Tree.random(10, 30)
    with pytest.raises(solveig.Error):
        trees.Tree("nothing")

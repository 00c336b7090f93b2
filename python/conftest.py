"""Which doctests need packages that are not installed."""

from importlib.util import find_spec

ADAPTERS = {"gymnasium": "gymnasium", "open_spiel": "pyspiel", "pettingzoo": "pettingzoo"}

collect_ignore = [
    f"solveig/adapters/{name}.py"
    for name, package in ADAPTERS.items()
    if find_spec(package) is None
]

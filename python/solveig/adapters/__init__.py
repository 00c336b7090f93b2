"""Games and players of this package in the forms of others.

`open_spiel` has players for OpenSpiel, and takes OpenSpiel's as agents; `pettingzoo` has an
environment of two agents, `gymnasium` one of one agent against an opponent. Each needs the package
that it is named after.
"""

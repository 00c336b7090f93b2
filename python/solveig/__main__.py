"""`python -m solveig`: the program `solveig`."""

import os
import signal
import sys

from ._core import main as _main


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    name = os.path.basename(sys.argv[0])
    program = "solveig" if name == "__main__.py" else name
    return _main([program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

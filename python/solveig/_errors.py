"""The exceptions of the package. Their words are those of the command line."""


class Error(Exception):
    """What every error of this package is."""


class SpecError(Error, ValueError):
    """No game has this spec."""


class PositionError(Error, ValueError):
    """A text, an array or a key is not a position of the game."""


class IllegalMove(PositionError):
    """A move is not legal in its position. Two with the same words are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IllegalMove) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)


class Outside(Error, KeyError):
    """Nothing is stored of a position, and nothing follows from what is stored."""

    __str__ = Exception.__str__


class FileError(Error, OSError):
    """A file cannot be read or written, is damaged, or is of another game or kind.

    `filename` is its path, and `errno` the system's number, where these are known.
    """

    __str__ = Exception.__str__


class FileNotFound(FileError, FileNotFoundError):
    """A file, or the folder of one to write, is not there."""


class Refuted(Error):
    """The checker found something false in a file."""


class TimeLimit(Error, TimeoutError):
    """The time limit ended a call before it had an answer."""

"""Shows how far a long call is, on a bar with the interface of tqdm."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class _Line:
    """A plain line on standard error, where there is no tqdm."""

    def __init__(self, *, desc: str, unit: str, total: int | None) -> None:
        self.desc = desc
        self.unit = unit
        self.total = total
        self.n = 0
        self.aside = ""

    def update(self, more: int) -> None:
        self.n += more
        of = "" if self.total is None else f" of {self.total}"
        text = f"{self.desc}: {self.n}{of} {self.unit}s {self.aside}"
        sys.stderr.write(f"\r{text[:99]:<99}")
        sys.stderr.flush()

    def set_postfix_str(self, aside: str, refresh: bool = True) -> None:
        self.aside = aside

    def reset(self, total: int | None = None) -> None:
        self.n = 0
        self.total = total

    def close(self) -> None:
        sys.stderr.write("\n")


class Reporter:
    """Tells a bar what the native code reports."""

    def __init__(self, make: Any, bar: Any, task: str) -> None:
        self._make = make
        self._bar = bar
        self._task = task
        self._total: int | None = None
        self._done = 0

    def show(self, done: int, total: int | None, unit: str, aside: str) -> None:
        """Moves the bar to `done` of `total` units."""
        if self._bar is None:
            self._bar = self._make(desc=self._task, unit=unit, total=total)
            self._total = total
        elif total != self._total or done < self._done:
            # Another level or phase.
            if hasattr(self._bar, "reset"):
                self._bar.reset(total)
            self._done, self._total = 0, total
        if hasattr(self._bar, "set_postfix_str"):
            self._bar.set_postfix_str(aside, refresh=False)
        self._bar.update(done - self._done)
        self._done = done

    def close(self) -> None:
        """Closes the bar, if it was made here."""
        if self._bar is not None and self._make is not None:
            self._bar.close()


def reporter(progress: Any, task: str) -> Reporter | None:
    """What shows the progress of a call.

    `progress` is True for a bar of tqdm if that is installed, else for a line on standard error; a
    class or function that makes a bar when called with `desc`, `unit` and `total`; or a bar, an
    object with a method `update`. None and False show nothing.
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        try:
            tqdm = import_module("tqdm.auto").tqdm
        except ImportError:
            return Reporter(_Line, None, task)
        return Reporter(tqdm, None, task)
    if isinstance(progress, type) or not hasattr(progress, "update"):
        return Reporter(progress, None, task)
    return Reporter(None, progress, task)

"""Attempts that have failed, and are made again."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Callable, Optional

from .errors import Problem, ProblemError, QuipuError
from .wire import words_of


@dataclass(frozen=True)
class Retry:
    """An attempt that has failed, and will be made again."""

    why: QuipuError
    pause: float
    """The seconds until the next attempt."""
    left: float
    """The seconds until no more are made."""


RetryListener = Callable[[Retry], None]


def retry_of(cause: object, pause: float, left: float) -> Retry:
    """A failure as a listener is told of it."""
    if isinstance(cause, Problem):
        return Retry(ProblemError(cause), pause, left)
    why = QuipuError(f"The attempt failed{words_of(cause)}")
    why.__cause__ = cause if isinstance(cause, BaseException) else None
    return Retry(why, pause, left)


def tell(listener: Optional[RetryListener], retry: Retry) -> None:
    if listener is not None:
        try:
            listener(retry)
        except Exception:  # its own fault, and not that of the attempt
            logging.getLogger("quipu_client").exception("on_retry has failed")

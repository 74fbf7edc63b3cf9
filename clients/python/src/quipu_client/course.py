"""The attempts of one call, until it is answered or given up. It reads no clock and makes no request."""

from __future__ import annotations

import json
from typing import Generic, List, Optional, TypeVar

from .calls import Call
from .errors import InDoubtError, ProblemError, QuipuError, RefusedError
from .verdict import End, ending_of
from .wire import Outcome, Unanswered, back_off, problem_of, words_of

T = TypeVar("T")

PASSING = (408, 429, 500, 502, 503, 504)
"""Of what may be answered otherwise soon."""


class Course(Generic[T]):
    """The attempts of one call."""

    def __init__(self, call: Call[T], deadline: float) -> None:
        self._call = call
        self.deadline = deadline
        self._failures = 0
        self.doubt: Optional[Outcome] = None
        """The outcome of an attempt that may have made the change."""
        self._answered: List[T] = []

    @property
    def answer(self) -> T:
        return self._answered[0]

    def after(self, outcome: Outcome, now: float) -> Optional[float]:
        """The seconds before the next attempt; None once there is an answer. Raises what has failed for good."""
        if not isinstance(outcome, Unanswered) and 200 <= outcome.status < 300:
            self._answered.append(self._read(outcome.body))
            return None
        if not isinstance(outcome, Unanswered) and outcome.status not in PASSING:
            raise ProblemError(problem_of(outcome)) if self.doubt is None else self.in_doubt(outcome)
        if self._call.change is not None and not _wrote_nothing(outcome):
            self.doubt = outcome
            if not self._call.repeatable:
                raise self.in_doubt(outcome)
        self._failures += 1
        wait = back_off(self._failures)
        if not isinstance(outcome, Unanswered):
            wait = max(wait, outcome.retry_after)
        if now + wait >= self.deadline:
            raise self._exhausted(outcome) if self.doubt is None else self.in_doubt(self.doubt)
        return wait

    def in_doubt(self, outcome: Outcome) -> InDoubtError:
        problem = None if isinstance(outcome, Unanswered) else problem_of(outcome)
        return InDoubtError(f"{self._maybe()}{words_of(cause_of(outcome))}", problem=problem)

    def _maybe(self) -> str:
        return f"It is not known whether this was done: {self._call.change}"

    def _read(self, body: bytes) -> T:
        try:
            return self._call.read(json.loads(body))
        except (ValueError, TypeError) as cause:
            words = f"The answer cannot be read: {cause}"
            if self._call.change is not None:
                raise InDoubtError(f"{self._maybe()} ({words})") from cause
            raise QuipuError(words) from cause

    def _exhausted(self, outcome: Outcome) -> QuipuError:
        cause = cause_of(outcome)
        if self._call.change is not None:
            error: QuipuError = RefusedError(f"This was not done: {self._call.change}{words_of(cause)}")
        elif isinstance(outcome, Unanswered):
            error = QuipuError(f"There was no answer{words_of(cause)}")
        else:
            return ProblemError(problem_of(outcome))
        error.__cause__ = cause if isinstance(cause, BaseException) else None
        return error


def _wrote_nothing(outcome: Outcome) -> bool:
    if isinstance(outcome, Unanswered):
        return outcome.unsent
    return ending_of(outcome.status, problem_of(outcome)).end is End.NOT_WRITTEN


def cause_of(outcome: Outcome) -> object:
    """The reason why an attempt has failed."""
    return outcome.cause if isinstance(outcome, Unanswered) else problem_of(outcome)

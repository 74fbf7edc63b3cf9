"""The attempts of one call, until it is answered or given up. It reads no clock and makes no request."""

from __future__ import annotations

import json
from typing import Generic, List, Optional, TypeVar

from .calls import Call
from .errors import InDoubtError, ProblemError, QuipuError
from .verdict import End, ending_of
from .wire import Outcome, Unanswered, back_off, problem_of, words_of

T = TypeVar("T")

_PASSING = (408, 429, 500, 502, 503, 504)


class Course(Generic[T]):
    """The attempts of one call."""

    def __init__(self, call: Call[T], deadline: float) -> None:
        self._call = call
        self._deadline = deadline
        self._failures = 0
        self._answered: List[T] = []

    @property
    def answer(self) -> T:
        return self._answered[0]

    def after(self, outcome: Outcome, now: float) -> Optional[float]:
        """The seconds before the next attempt; None once there is an answer. Raises what has failed for good."""
        if not isinstance(outcome, Unanswered) and 200 <= outcome.status < 300:
            self._answered.append(self._read(outcome.body))
            return None
        if not isinstance(outcome, Unanswered) and outcome.status not in _PASSING:
            raise ProblemError(problem_of(outcome))
        if not self._call.repeatable and not _wrote_nothing(outcome):
            words = "The change may or may not be made: there was no answer to rely on"
            problem = None if isinstance(outcome, Unanswered) else problem_of(outcome)
            raise InDoubtError(words + words_of(_cause(outcome)), problem=problem)
        self._failures += 1
        wait = back_off(self._failures)
        if not isinstance(outcome, Unanswered):
            wait = max(wait, outcome.retry_after)
        if now + wait >= self._deadline:
            raise _exhausted(outcome)
        return wait

    def _read(self, body: bytes) -> T:
        try:
            return self._call.read(json.loads(body))
        except (ValueError, TypeError) as cause:
            words = f"The answer cannot be read: {cause}"
            raise (QuipuError(words) if self._call.repeatable else InDoubtError(words)) from cause


def _wrote_nothing(outcome: Outcome) -> bool:
    if isinstance(outcome, Unanswered):
        return outcome.unsent
    return ending_of(outcome.status, problem_of(outcome)).end is End.NOT_WRITTEN


def _cause(outcome: Outcome) -> object:
    return outcome.cause if isinstance(outcome, Unanswered) else problem_of(outcome)


def _exhausted(outcome: Outcome) -> QuipuError:
    if isinstance(outcome, Unanswered):
        error = QuipuError(f"There was no answer{words_of(outcome.cause)}")
        error.__cause__ = outcome.cause
        return error
    return ProblemError(problem_of(outcome))

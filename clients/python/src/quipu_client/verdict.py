"""Judges attempts to record. An outcome that cannot be told is unknown: never a yes, and never a no."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from typing import List, Optional, Tuple

from .answers import Incremented, read_incremented
from .errors import Problem
from .values import elements, integer, members, string
from .wire import Answer, Outcome, Unanswered, problem_of

_OUTCOME_UNKNOWN = "/problems/outcome-unknown"


class End(Enum):
    """The end of an attempt for one event."""

    RECORDED = "recorded"
    NOT_WRITTEN = "not written"
    UNKNOWN = "unknown"
    FINAL = "final"
    SPARED = "spared"
    """Nothing was written, because of another event or of the size of the request."""


@dataclass(frozen=True)
class Ending:
    """The end of an attempt for one event, and why."""

    end: End
    cause: object = None
    value: Optional[Incremented] = None
    """The answer of kind ``linear``."""

    @property
    def problem(self) -> Problem:
        assert isinstance(self.cause, Problem)
        return self.cause


@dataclass(frozen=True)
class Verdict:
    """The end of an attempt for each of its events, and when the rest of them may be sent again."""

    endings: Tuple[Ending, ...]
    retry_after: float = 0.0
    """The seconds in which nothing is to be recorded."""
    at_once: bool = False
    halves: bool = False


def judge(outcome: Outcome, events: int, happenings: int) -> Verdict:
    """Judges an attempt of so many events, which stand for so many happenings."""
    if isinstance(outcome, Unanswered):
        return Verdict((Ending(End.NOT_WRITTEN if outcome.unsent else End.UNKNOWN, outcome.cause),) * events)
    if outcome.status == 201:
        return Verdict((_recorded(outcome, happenings),) * events, outcome.retry_after)
    if outcome.status == 207:
        return Verdict(_partly(outcome, events), outcome.retry_after)
    if outcome.status == 413 and events > 1:
        return Verdict((Ending(End.SPARED),) * events, outcome.retry_after, at_once=True, halves=True)
    return _refused(outcome, events)


def _refused(answer: Answer, events: int) -> Verdict:
    problem = problem_of(answer)
    ending = ending_of(answer.status, problem)
    index = problem.index
    if answer.status in (400, 403, 404) and index is not None and 0 <= index < events:
        endings = [Ending(End.SPARED)] * events
        endings[index] = ending
        return Verdict(tuple(endings), answer.retry_after, at_once=True)
    return Verdict((ending,) * events, answer.retry_after, halves=answer.status == 429)


def ending_of(status: int, problem: Problem) -> Ending:
    """The ending that a status means; the problem is of the service if its type says so."""
    ours = problem.type.startswith("/problems/") and problem.type != _OUTCOME_UNKNOWN
    if status in (408, 429, 503):
        return Ending(End.NOT_WRITTEN if ours else End.UNKNOWN, problem)
    # what says neither yes nor no comes from somebody in between
    if status in (500, 502, 504) or status < 300:
        return Ending(End.UNKNOWN, problem)
    return Ending(End.FINAL, problem)


def _recorded(answer: Answer, happenings: int) -> Ending:
    """Somebody in between may have answered, or the answer may be of something else."""
    try:
        found = members(json.loads(answer.body), "the answer")
        if found.get("status") != "recorded" or integer(found, "events") != happenings:
            raise TypeError("the answer speaks of other events")
        return Ending(End.RECORDED, value=read_incremented(found) if "count" in found else None)
    except (ValueError, TypeError) as cause:
        return Ending(End.UNKNOWN, cause)


def _partly(answer: Answer, events: int) -> Tuple[Ending, ...]:
    endings: List[Ending] = [Ending(End.RECORDED)] * events
    listed = set()
    try:
        found = members(json.loads(answer.body), "the answer")
        for result in elements(found.get("results"), "results"):
            each = members(result, "result")
            index, status = integer(each, "index"), integer(each, "status")
            if not 0 <= index < events or not 400 <= status <= 599:
                raise TypeError("the results do not fit the events")
            listed.add(index)
            words = {name: str(each.get(name) or "") for name in ("title", "detail")}
            problem = Problem(string(each, "type"), words["title"], status, words["detail"])
            if each.get("field"):
                problem = replace(problem, field=str(each["field"]))
            endings[index] = ending_of(status, problem)
        if integer(found, "failed") != len(listed) or integer(found, "recorded") != events - len(listed):
            raise TypeError("the results do not fit their number")
    except (ValueError, TypeError) as cause:
        return (Ending(End.UNKNOWN, cause),) * events
    return tuple(endings)

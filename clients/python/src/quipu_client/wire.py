"""Requests and their outcomes, as any transport carries them."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Mapping, Optional, Union

from .errors import Problem
from .values import members

_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 5.0
_LONGEST_RETRY_AFTER = 86_400.0


@dataclass(frozen=True)
class Request:
    """One request, to be made once."""

    method: str
    path: str
    body: Optional[bytes] = None
    least_timeout: float = 0.0
    """The seconds that its answer may take, also where other answers may not."""


@dataclass(frozen=True)
class Answer:
    """An answer of the service, or of somebody in between."""

    status: int
    body: bytes
    problem: Optional[Problem] = None
    """The problem, if the service itself has sent one."""
    retry_after: float = 0.0
    """The seconds that ``Retry-After`` asks for."""


@dataclass(frozen=True)
class Unanswered:
    """The end of an attempt without an answer."""

    unsent: bool
    """True if the service certainly has not seen the request."""
    cause: BaseException


Outcome = Union[Answer, Unanswered]


def answer_of(status: int, headers: Mapping[str, str], body: bytes) -> Answer:
    """An answer; the names of its headers are in lower case."""
    problem = None
    if headers.get("content-type", "").lower().startswith("application/problem+json"):
        problem = _problem(status, body)
    return Answer(status, body, problem, retry_after(headers.get("retry-after")))


def _problem(status: int, body: bytes) -> Optional[Problem]:
    try:
        found = members(json.loads(body), "the problem")
    except (ValueError, TypeError):
        return None
    if not str(found.get("type")).startswith("/problems/"):
        return None
    words = {name: str(found[name]) for name in ("field", "instance") if found.get(name)}
    index = found.get("index") if isinstance(found.get("index"), int) else None
    title, detail = str(found.get("title") or ""), str(found.get("detail") or "")
    return Problem(found["type"], title, status, detail, index=index, **words)


def retry_after(header: Optional[str]) -> float:
    """The seconds of a header that has seconds or a date, a day at most; of any other 0."""
    if header is None:
        return 0.0
    if header.strip().isdecimal():
        return min(float(header), _LONGEST_RETRY_AFTER)
    try:
        seconds = parsedate_to_datetime(header).timestamp() - time.time()
        return min(max(0.0, seconds), _LONGEST_RETRY_AFTER)
    except (TypeError, ValueError, OverflowError):
        return 0.0


def problem_of(answer: Answer) -> Problem:
    """The problem of an answer, also where the service has not explained it."""
    if answer.problem is not None:
        return answer.problem
    words = answer.body[:200].decode("utf-8", "replace")
    return Problem("about:blank", "An answer that is none of the service", answer.status, words)


def back_off(failures: int) -> float:
    """The pause after so many failures in a row, from 1: drawn, so that many clients do not come back together."""
    whole = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(failures - 1, 30))
    return whole / 2 + whole / 2 * random.random()


def words_of(cause: object) -> str:
    """The reason of a failure, in brackets behind a sentence."""
    found = cause.detail if isinstance(cause, Problem) else str(cause or "")
    return f" ({found})" if found else ""

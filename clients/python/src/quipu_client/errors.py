"""Errors, by what is known of the event or the read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .events import Recordable


@dataclass(frozen=True)
class Problem:
    """A problem that the service tells of (RFC 9457)."""

    type: str
    """Stable, for programs to tell problems apart; ``about:blank`` if it is none of the service."""
    title: str
    status: int
    detail: str
    """This problem in words; names the field and the limit."""
    field: Optional[str] = None
    index: Optional[int] = None
    """The place in the request of the first event at fault, from 0."""
    instance: Optional[str] = None
    """The id of the request, which is in the log of the service too."""


class QuipuError(Exception):
    """A request that has failed: a read without an answer, or one that cannot be read."""


class ProblemError(QuipuError):
    """An answer that would be the same again: nothing was recorded."""

    def __init__(self, problem: Problem, event: Optional[Recordable] = None) -> None:
        super().__init__(f"{problem.status}: {problem.detail or problem.title or 'no details'}")
        self.problem = problem
        self.event = event


class InDoubtError(QuipuError):
    """An event, or a change, that may or may not have been made; ``record`` adds the event again with its id."""

    def __init__(
        self,
        message: str,
        event: Optional[Recordable] = None,
        problem: Optional[Problem] = None,
        until: Optional[datetime] = None,
    ) -> None:
        super().__init__(message)
        self.event = event
        self.problem = problem
        self.until = until
        """The end of the time in which the event counts once if it is added again, as its namespace remembers the id.
        None where that has no end, or is not known."""


class RefusedError(QuipuError):
    """An event, or a change, of which no attempt has written anything."""

    def __init__(self, message: str, event: Optional[Recordable] = None) -> None:
        super().__init__(message)
        self.event = event


class FullError(QuipuError):
    """An event that was not taken: as many are unanswered as may be."""


class ClosedError(QuipuError):
    """The client is closed."""

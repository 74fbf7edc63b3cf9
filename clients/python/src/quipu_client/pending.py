"""An event from when it is added until it is known, or given up, what became of it."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, Optional, Union

from .answers import Incremented
from .errors import InDoubtError, Problem, ProblemError, QuipuError, RefusedError
from .events import MOST_DELTA, MOST_EVENTS, Event, Recordable, SketchValue, Statement, to_json
from .wire import words_of


class Acknowledged(NamedTuple):
    """An event that is recorded, with the answer of kind ``linear``."""

    event: Recordable
    value: Optional[Incremented]


class Pending:
    """An event that is not answered yet. It is changed by the outbox only."""

    def __init__(self, event: Recordable, deadline: float, alone: bool) -> None:
        self.event = event
        self.deadline = deadline
        """When it is given up."""
        self.alone = alone
        """True if its answer is its own, so that no other event may be in its request."""
        self.maybe_at: Optional[float] = None
        """The begin of the first attempt that may have written it."""
        self.sending = False
        self.sent_at = 0.0
        self.cause: object = None
        """Why it has to be sent again."""
        self.end: Union[None, Acknowledged, QuipuError] = None
        self.future: Future[Acknowledged] = Future()
        # nobody takes it back who stops waiting for it: it may be on its way
        self.future.set_running_or_notify_cancel()

    @property
    def unknown(self) -> bool:
        """True once an attempt may have written it."""
        return self.maybe_at is not None

    def repeatable_until(self, window: Optional[float]) -> float:
        """The time until which it counts once although it is sent again, where ids are remembered for so long."""
        since = self.maybe_at if self.maybe_at is not None else self.sent_at if self.sending else None
        if since is None or window is None or isinstance(self.event, Statement):
            return math.inf
        return since + window

    @property
    def repeatable(self) -> bool:
        """True if it counts once although it is sent again."""
        return not isinstance(self.event, SketchValue)

    @property
    def happenings(self) -> int:
        return self.event.events if isinstance(self.event, Event) else 1

    def json(self) -> str:
        return to_json(self.event, named=not self.alone)

    def joined(self, other: Event) -> bool:
        """Takes another event of its counter in, if the sums are such as the service takes."""
        mine = self.event
        assert isinstance(mine, Event)
        delta, events = mine.delta + other.delta, mine.events + other.events
        if delta == 0 or abs(delta) > MOST_DELTA or events > MOST_EVENTS:
            return False
        self.event = replace(mine, delta=delta, events=events)
        return True

    def final(self, problem: Problem, until: Optional[datetime]) -> None:
        """Ends it by an answer that holds for every attempt, unless one before may have written it."""
        if self.unknown:
            why = f"an earlier attempt may have counted it, the last was answered {problem.status}"
            self.end = self._in_doubt(why, until, problem)
        else:
            self.end = ProblemError(problem, self.event)

    def give_up(self, why: str, until: Optional[datetime]) -> None:
        if self.unknown or self.sending:
            self.end = self._in_doubt(why, until)
        else:
            words = f"The event of {self.event.counter} is not counted: {why}{words_of(self.cause)}"
            self.end = RefusedError(words, self.event)

    def _in_doubt(self, why: str, until: Optional[datetime], problem: Optional[Problem] = None) -> InDoubtError:
        event = self.event
        if isinstance(event, SketchValue):
            name, advice = "value", "It has no id: added again it may count twice."
        elif isinstance(event, Statement):
            name, advice = f"version {event.version}", "Added again it stands once."
        else:
            name, advice = f"event {event.id}", "Added again with its id it counts once"
            advice += "." if until is None else f" until {until.isoformat()}, and may count twice then."
        words = f"The {name} of {event.counter} may or may not be counted: {why}{words_of(self.cause)}. {advice}"
        return InDoubtError(words, event, problem, until)

    def resolve(self) -> None:
        """Tells those who wait; called without any lock, as they may add further events."""
        if isinstance(self.end, Acknowledged):
            self.future.set_result(self.end)
        else:
            self.future.set_exception(self.end)

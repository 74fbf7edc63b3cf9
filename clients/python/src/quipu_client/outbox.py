"""Events that wait, and what is to be sent when. It reads no clock and makes no request: who drives it does."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Callable, Dict, List, Optional, Tuple

from .errors import ClosedError, FullError, InDoubtError
from .events import Recordable
from .options import Options
from .paths import counter_path
from .pending import Acknowledged, Pending
from .queued import Queue
from .retry import Retry, retry_of
from .verdict import End, Ending, Verdict, judge
from .wire import Outcome, Request, Unanswered, back_off, problem_of

_PATH = "/v1/events"


@dataclass(frozen=True)
class Attempt:
    """Events that are sent together."""

    events: Tuple[Pending, ...]
    failures: int = 0
    """The number of attempts that have failed."""
    not_before: float = 0.0

    def request(self) -> Request:
        body = "[" + ",".join(pending.json() for pending in self.events) + "]"
        first = self.events[0]
        path = _PATH
        if first.alone and first.event.namespace is not None:
            path = counter_path(first.event.namespace, first.event.counter) + "/events"
        return Request("POST", path, body.encode())


class Outbox:
    """Takes events, says what to send, and repeats with the same ids what was not, or not certainly, recorded."""

    def __init__(self, options: Options, window: Callable[[Optional[str]], Optional[float]]) -> None:
        self._options = options
        self._window = window
        self._queue = Queue(options)
        self._retries: List[Attempt] = []
        self._unanswered: Dict[Pending, None] = {}
        """In the order in which they were added, and so of their deadlines."""
        self.in_flight = 0
        self._held_until = -math.inf
        """``Retry-After`` holds for all requests."""
        self._ended: List[Pending] = []
        self._repeated: List[Retry] = []
        self.doubts: List[Recordable] = []
        """Events that have ended in doubt since it was to close."""

    @property
    def idle(self) -> bool:
        return not self._unanswered

    def take(self, event: Recordable, now: float, alone: bool = False, joins: bool = False) -> Tuple[Pending, bool]:
        """Takes an event; also says whether there may be something to send sooner than was known."""
        if self._queue.closing:
            raise ClosedError("The client is closed; the event was not taken.")
        mate = self._queue.joined(event) if joins else None
        if mate is not None:
            return mate, False
        if len(self._unanswered) >= self._options.max_waiting:
            raise FullError(f"{self._options.max_waiting} events are not answered yet; this one was not taken.")
        pending = Pending(event, now + self._options.give_up, alone)
        self._unanswered[pending] = None
        self._queue.push(pending, now, joins)
        return pending, len(self._queue) == 1 or alone or self._queue.is_full

    def next(self, now: float) -> Optional[Attempt]:
        """The events to send now, if there are any; ``after`` is to be told how that has ended."""
        self._expire(now)
        while self.in_flight < self._options.max_in_flight and now >= self._held_until:
            found = self._due_retry(now) or self._new_attempt(now)
            if found is None:
                return None
            events = tuple(pending for pending in found.events if pending.end is None)
            if events:
                self.in_flight += 1
                for pending in events:
                    pending.sending, pending.sent_at = True, now
                return Attempt(events, found.failures)
        return None

    def wait(self, now: float) -> Optional[float]:
        """The seconds after which ``next`` is to be asked again, if nothing else happens; None for ever."""
        at = next(iter(self._unanswered)).deadline if self._unanswered else math.inf
        if self.in_flight < self._options.max_in_flight:
            due = min([self._queue.due, *(retry.not_before for retry in self._retries)])
            at = min(at, max(due, self._held_until))
        return None if at == math.inf else max(0.0, at - now)

    def _due_retry(self, now: float) -> Optional[Attempt]:
        for index, retry in enumerate(self._retries):
            if retry.not_before <= now:
                return self._retries.pop(index)
        return None

    def _new_attempt(self, now: float) -> Optional[Attempt]:
        events = self._queue.next(now)
        return None if events is None else Attempt(events)

    def after(self, attempt: Attempt, outcome: Outcome, now: float) -> None:
        """Takes in how an attempt has ended."""
        self.in_flight -= 1
        happenings = sum(pending.happenings for pending in attempt.events)
        self._conclude(attempt, judge(outcome, len(attempt.events), happenings), now)

    def postpone(self, attempt: Attempt, outcome: Outcome, now: float) -> None:
        """Takes in that nothing was sent, as something else has to be known before."""
        self.in_flight -= 1
        cause = outcome.cause if isinstance(outcome, Unanswered) else problem_of(outcome)
        pause = 0.0 if isinstance(outcome, Unanswered) else outcome.retry_after
        endings = (Ending(End.NOT_WRITTEN, cause),) * len(attempt.events)
        self._conclude(attempt, Verdict(endings, pause), now)

    def leave(self, attempt: Attempt, now: float) -> Attempt:
        """Gives those up that would count twice now, as their ids may be forgotten when the request has come."""
        stay = []
        for pending in attempt.events:
            window = self._window(pending.event.namespace)
            if pending.end is not None:
                continue
            if not pending.unknown or now + self._options.request_timeout <= pending.repeatable_until(window):
                stay.append(pending)
            else:
                long = f"{window:g} s" if window else "no time"
                words = f"it is not sent again, as its namespace remembers ids for {long}"
                pending.give_up(words, self._until(pending, now))
                self._answered(pending)
        if not stay:
            self.in_flight -= 1
        return replace(attempt, events=tuple(stay))

    def _conclude(self, attempt: Attempt, verdict: Verdict, now: float) -> None:
        self._held_until = max(self._held_until, now + verdict.retry_after)
        failures = attempt.failures if verdict.at_once else attempt.failures + 1
        pause = 0.0 if verdict.at_once else back_off(failures)
        not_before = max(now + pause, self._held_until)
        for pending, ending in zip(attempt.events, verdict.endings):
            pending.sending = False
            if ending.end is End.UNKNOWN and pending.maybe_at is None:
                pending.maybe_at = pending.sent_at
        ends = zip(attempt.events, verdict.endings)
        rest = tuple(pending for pending, ending in ends if self._goes_on(pending, ending, not_before, now))
        causes = [ending.cause for ending in verdict.endings if ending.cause is not None]
        if rest and causes:
            self._repeated.append(retry_of(causes[0], not_before - now, rest[0].deadline - now))
        for part in _parts(rest, verdict):
            if part:
                self._retries.append(Attempt(part, failures, not_before))

    def _goes_on(self, pending: Pending, ending: Ending, not_before: float, now: float) -> bool:
        """Tells whether the event is to be sent again."""
        if pending.end is not None:
            return False
        if ending.end is End.RECORDED:
            pending.end = Acknowledged(pending.event, ending.value)
        elif ending.end is End.FINAL:
            pending.final(ending.problem, self._until(pending, now))
        else:
            if ending.end is not End.SPARED:
                pending.cause = ending.cause
            if ending.end is End.UNKNOWN and not pending.repeatable:
                pending.give_up("there was no answer to rely on", None)
            elif not_before >= pending.deadline:
                pending.give_up("there was no time for another attempt", self._until(pending, now))
            else:
                return True
        self._answered(pending)
        return False

    def _until(self, pending: Pending, now: float) -> Optional[datetime]:
        """The time until which it may be added again with its id, if that is known, and ends."""
        left = pending.repeatable_until(self._window(pending.event.namespace)) - now
        return None if left == math.inf else datetime.now(timezone.utc) + timedelta(seconds=left)

    def _answered(self, pending: Pending) -> None:
        if self._queue.closing and isinstance(pending.end, InDoubtError):
            self.doubts.append(pending.event)
        self._queue.shut(pending)
        del self._unanswered[pending]
        self._ended.append(pending)

    def _expire(self, now: float) -> None:
        late = []
        for pending in self._unanswered:
            if pending.deadline > now:
                break
            late.append(pending)
        for pending in late:
            words = f"it was not acknowledged within {self._options.give_up:g} s"
            pending.give_up(words, self._until(pending, now))
            self._answered(pending)
        if late:
            self._queue.clean()

    def ended(self) -> List[Pending]:
        """Events that have ended since this was asked; those who wait for them are to be told."""
        ended, self._ended = self._ended, []
        return ended

    def repeated(self) -> List[Retry]:
        """Attempts since this was asked that are made again; who wants to know is to be told."""
        repeated, self._repeated = self._repeated, []
        return repeated

    def begin_close(self) -> None:
        """Takes no more events, and lets everything leave at once."""
        self._queue.closing = True

    def end_close(self, within: float, now: float) -> None:
        """Gives up what is not answered."""
        for pending in list(self._unanswered):
            words = f"the client was closed, and it was not acknowledged within {within:g} s"
            pending.give_up(words, self._until(pending, now))
            self._answered(pending)
        self._queue.clean()
        self._retries.clear()


def _parts(rest: Tuple[Pending, ...], verdict: Verdict) -> Tuple[Tuple[Pending, ...], ...]:
    middle = (len(rest) + 1) // 2
    return (rest[:middle], rest[middle:]) if verdict.halves else (rest,)

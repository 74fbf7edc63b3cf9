"""Events that wait, and what is to be sent when. It reads no clock and makes no request: who drives it does."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Deque, Dict, List, Optional, Tuple

from .errors import ClosedError, FullError, InDoubtError
from .events import MOST_DELTA, MOST_EVENTS, Event, Recordable
from .options import Options
from .paths import counter_path
from .pending import Acknowledged, Pending
from .verdict import End, Ending, Verdict, judge
from .wire import Outcome, Request, back_off

_PATH = "/v1/events"


@dataclass(frozen=True)
class _Queued:
    pending: Pending
    since: float
    bytes: int


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

    def __init__(self, options: Options) -> None:
        self._options = options
        self._queue: Deque[_Queued] = deque()
        self._queued_bytes = 0
        self._open: Dict[Tuple[Optional[str], str], Pending] = {}
        """In the queue, and open to further deltas."""
        self._retries: List[Attempt] = []
        self._unanswered: Dict[Pending, None] = {}
        """In the order in which they were added, and so of their deadlines."""
        self.in_flight = 0
        self._held_until = -math.inf
        """``Retry-After`` holds for all requests."""
        self._closing = False
        self._ended: List[Pending] = []
        self.doubts: List[Recordable] = []
        """Events that have ended in doubt since it was to close."""

    @property
    def idle(self) -> bool:
        return not self._unanswered

    def take(self, event: Recordable, now: float, alone: bool = False, joins: bool = False) -> Tuple[Pending, bool]:
        """Takes an event; also says whether there may be something to send sooner than was known."""
        if self._closing:
            raise ClosedError("The client is closed; the event was not taken.")
        key = (event.namespace, event.counter)
        joins = joins and isinstance(event, Event) and 0 < abs(event.delta) <= MOST_DELTA
        if joins and isinstance(event, Event) and 1 <= event.events <= MOST_EVENTS:
            mate = self._open.get(key)
            if mate is not None and mate.joined(event):
                return mate, False
        if len(self._unanswered) >= self._options.max_waiting:
            raise FullError(f"{self._options.max_waiting} events are not answered yet; this one was not taken.")
        pending = Pending(event, now + self._options.give_up, alone)
        # a sum may have more digits than its first part, and a number of events
        size = len(pending.json()) + 34
        if joins:
            self._open[key] = pending
        self._unanswered[pending] = None
        self._queue.append(_Queued(pending, now, size))
        self._queued_bytes += size
        return pending, len(self._queue) == 1 or alone or self._is_full()

    def _is_full(self) -> bool:
        full = self._queued_bytes >= self._options.max_batch_bytes
        return full or len(self._queue) >= self._options.max_batch_events

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
                    pending.sending = True
                return Attempt(events, found.failures)
        return None

    def wait(self, now: float) -> Optional[float]:
        """The seconds after which ``next`` is to be asked again, if nothing else happens; None for ever."""
        at = next(iter(self._unanswered)).deadline if self._unanswered else math.inf
        if self.in_flight < self._options.max_in_flight:
            first = self._queue[0].since + self._linger() if self._queue else math.inf
            due = min([first, *(retry.not_before for retry in self._retries)])
            at = min(at, max(due, self._held_until))
        return None if at == math.inf else max(0.0, at - now)

    def _linger(self) -> float:
        # what is sent alone waits for nobody
        return 0.0 if self._closing or self._queue[0].pending.alone else self._options.linger

    def _due_retry(self, now: float) -> Optional[Attempt]:
        for index, retry in enumerate(self._retries):
            if retry.not_before <= now:
                return self._retries.pop(index)
        return None

    def _new_attempt(self, now: float) -> Optional[Attempt]:
        if not self._queue or not (self._is_full() or now >= self._queue[0].since + self._linger()):
            return None
        taken: List[Pending] = []
        size = 2
        while self._queue and len(taken) < self._options.max_batch_events:
            queued = self._queue[0]
            size += queued.bytes + 1
            apart = queued.pending.alone or bool(taken and taken[0].alone)
            if taken and (apart or size > self._options.max_batch_bytes):
                break
            self._queue.popleft()
            self._queued_bytes -= queued.bytes
            self._shut(queued.pending)
            taken.append(queued.pending)
        return Attempt(tuple(taken))

    def _shut(self, pending: Pending) -> None:
        """Lets no further delta join it."""
        key = (pending.event.namespace, pending.event.counter)
        if self._open.get(key) is pending:
            del self._open[key]

    def after(self, attempt: Attempt, outcome: Outcome, now: float) -> None:
        """Takes in how an attempt has ended."""
        self.in_flight -= 1
        happenings = sum(pending.happenings for pending in attempt.events)
        verdict = judge(outcome, len(attempt.events), happenings)
        self._held_until = max(self._held_until, now + verdict.retry_after)
        failures = attempt.failures if verdict.at_once else attempt.failures + 1
        pause = 0.0 if verdict.at_once else back_off(failures)
        not_before = max(now + pause, self._held_until)
        for pending in attempt.events:
            pending.sending = False
        ends = zip(attempt.events, verdict.endings)
        rest = tuple(pending for pending, ending in ends if self._goes_on(pending, ending, not_before))
        for part in _parts(rest, verdict):
            if part:
                self._retries.append(Attempt(part, failures, not_before))

    def _goes_on(self, pending: Pending, ending: Ending, not_before: float) -> bool:
        """Tells whether the event is to be sent again."""
        if pending.end is not None:
            return False
        if ending.end is End.RECORDED:
            pending.end = Acknowledged(pending.event, ending.value)
        elif ending.end is End.FINAL:
            pending.final(ending.problem)
        else:
            if ending.end is not End.SPARED:
                pending.unknown = pending.unknown or ending.end is End.UNKNOWN
                pending.cause = ending.cause
            if ending.end is End.UNKNOWN and not pending.repeatable:
                pending.give_up("there was no answer to rely on")
            elif not_before >= pending.deadline:
                pending.give_up("there was no time for another attempt")
            else:
                return True
        self._answered(pending)
        return False

    def _answered(self, pending: Pending) -> None:
        if self._closing and isinstance(pending.end, InDoubtError):
            self.doubts.append(pending.event)
        self._shut(pending)
        del self._unanswered[pending]
        self._ended.append(pending)

    def _expire(self, now: float) -> None:
        late = []
        for pending in self._unanswered:
            if pending.deadline > now:
                break
            late.append(pending)
        for pending in late:
            pending.give_up(f"it was not acknowledged within {self._options.give_up:g} s")
            self._answered(pending)
        if late:
            self._queue = deque(queued for queued in self._queue if queued.pending.end is None)
            self._queued_bytes = sum(queued.bytes for queued in self._queue)

    def ended(self) -> List[Pending]:
        """Events that have ended since this was asked; those who wait for them are to be told."""
        ended, self._ended = self._ended, []
        return ended

    def begin_close(self) -> None:
        """Takes no more events, and lets everything leave at once."""
        self._closing = True

    def end_close(self, within: float) -> None:
        """Gives up what is not answered."""
        for pending in list(self._unanswered):
            pending.give_up(f"the client was closed, and it was not acknowledged within {within:g} s")
            self._answered(pending)
        self._queue.clear()
        self._retries.clear()


def _parts(rest: Tuple[Pending, ...], verdict: Verdict) -> Tuple[Tuple[Pending, ...], ...]:
    middle = (len(rest) + 1) // 2
    return (rest[:middle], rest[middle:]) if verdict.halves else (rest,)

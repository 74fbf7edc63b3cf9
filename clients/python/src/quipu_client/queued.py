"""Events that were never sent, in the order in which they came."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Deque, Dict, List, Optional, Tuple

from .events import MOST_DELTA, MOST_EVENTS, Event, Recordable
from .options import Options
from .pending import Pending


@dataclass(frozen=True)
class _Queued:
    pending: Pending
    since: float
    bytes: int


class Queue:
    """Events that wait for others; those of one counter may become one."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._queue: Deque[_Queued] = deque()
        self._bytes = 0
        self._open: Dict[Tuple[Optional[str], str], Pending] = {}
        """Events that are open to further deltas."""
        self.closing = False
        """True once nothing waits for others any more."""

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def is_full(self) -> bool:
        return self._bytes >= self._options.max_batch_bytes or len(self) >= self._options.max_batch_events

    @property
    def due(self) -> float:
        """The time at which the first one has waited for long enough."""
        if not self._queue:
            return math.inf
        # what is sent alone waits for nobody
        at_once = self.closing or self._queue[0].pending.alone
        return self._queue[0].since + (0.0 if at_once else self._options.linger)

    def joined(self, event: Recordable) -> Optional[Pending]:
        """The event that it has become a part of, if there is one."""
        mate = self._open.get((event.namespace, event.counter)) if is_summable(event) else None
        return mate if mate is not None and isinstance(event, Event) and mate.joined(event) else None

    def push(self, pending: Pending, now: float, joins: bool) -> None:
        # a sum may have more digits than its first part, and a number of events
        size = len(pending.json()) + 34
        if joins and is_summable(pending.event):
            self._open[(pending.event.namespace, pending.event.counter)] = pending
        self._queue.append(_Queued(pending, now, size))
        self._bytes += size

    def next(self, now: float) -> Optional[Tuple[Pending, ...]]:
        """The events of the next request, if they need not wait for others."""
        if not self._queue or not (self.is_full or now >= self.due):
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
            self._bytes -= queued.bytes
            self.shut(queued.pending)
            taken.append(queued.pending)
        return tuple(taken)

    def shut(self, pending: Pending) -> None:
        """Lets no further delta join it."""
        key = (pending.event.namespace, pending.event.counter)
        if self._open.get(key) is pending:
            del self._open[key]

    def clean(self) -> None:
        """Leaves those behind that have ended."""
        self._queue = deque(queued for queued in self._queue if queued.pending.end is None)
        self._bytes = sum(queued.bytes for queued in self._queue)


def is_summable(event: Recordable) -> bool:
    fits = isinstance(event, Event) and 0 < abs(event.delta) <= MOST_DELTA
    return fits and isinstance(event, Event) and 1 <= event.events <= MOST_EVENTS

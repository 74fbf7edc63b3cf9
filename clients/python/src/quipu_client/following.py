"""Live counts as they come: Server-Sent Events, and which of them are not to be believed at once."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable, Generic, List, NamedTuple, Optional, TypeVar

from .answers import Count, CounterSeries, read_count, read_counter_series
from .sketches import CounterSketch, read_whole_sketch

T = TypeVar("T")

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
_NEVER = datetime.min.replace(tzinfo=timezone.utc)


class StreamEvent(NamedTuple):
    """One event of a stream."""

    event: str
    data: str


class EventStream:
    """Cuts Server-Sent Events out of bytes that come in pieces (HTML, section 9.2)."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._event = ""
        self._data: List[str] = []

    def push(self, piece: bytes) -> List[StreamEvent]:
        """The events that are whole with this piece."""
        *lines, self._rest = _LINE_END.split(self._rest + self._decoder.decode(piece))
        return [event for event in map(self._line, lines) if event is not None]

    def _line(self, line: str) -> Optional[StreamEvent]:
        if line == "":
            event = StreamEvent(self._event or "message", "\n".join(self._data)) if self._data else None
            self._event, self._data = "", []
            return event
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        return None


@dataclass(frozen=True)
class Kept(Generic[T]):
    """The things that are told of counters: counts, sketches, or series."""

    read: Callable[[Any], T]
    is_older: Callable[[T, T], bool]
    """Tells whether a message is older than what was told before it."""
    events: Callable[[T], int]


class Told(Generic[T]):
    """The last thing that a program was told of one counter. After a reconnect a message may be older than that: it has
    fewer events, and nothing that was settled since explains it. On one connection there is an order."""

    def __init__(self, kept: Kept[T]) -> None:
        self._kept = kept
        self.last: Optional[T] = None
        self._unsure = False

    @property
    def unsure(self) -> bool:
        """True if nothing was told on the connection of now, but something before."""
        return self._unsure

    def reconnected(self) -> None:
        # nothing is older than no events
        self._unsure = self.last is not None and self._kept.events(self.last) > 0

    def holds(self, told: T) -> bool:
        """Tells whether a message is to be held back."""
        return self._unsure and self.last is not None and self._kept.is_older(told, self.last)

    def tell(self, told: T) -> None:
        self.last = told
        self._unsure = False


def _is_older(count: Count, last: Count) -> bool:
    """A reset takes events away, too, but shows: as a negative tail, or as settled."""
    settled_since = (count.settled.until or _NEVER) > (last.settled.until or _NEVER)
    return count.events < last.events and not settled_since and count.tail.events >= 0


COUNTS: Kept[Count] = Kept(read_count, _is_older, lambda count: count.events)

# a reset looks so, too, and is told when it is read
SKETCHES: Kept[CounterSketch] = Kept(
    read_whole_sketch, lambda sketch, last: sketch.events < last.events, lambda sketch: sketch.events
)


def _events(series: CounterSeries) -> int:
    return sum(one.events for one in series.series)


SERIES: Kept[CounterSeries] = Kept(read_counter_series, lambda series, last: _events(series) < _events(last), _events)

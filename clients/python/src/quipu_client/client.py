"""The client that blocks."""

from __future__ import annotations

from typing import List, Mapping, Optional, Sequence, Union

from .administration import Administration
from .answers import Count, CounterSeries, Incremented
from .base import CounterName, value_of
from .events import Event, Recordable, SketchValue, Statement
from .given import Time, seconds
from .live import Live
from .sketches import CounterSketch


class Quipu(Administration):
    """Counts events, reads counts and follows them. Safe for many threads; one is enough for a program."""

    def add(
        self,
        counter: CounterName,
        delta: Optional[int] = None,
        *,
        events: int = 1,
        id: Optional[str] = None,
        time: Optional[Time] = None,
        labels: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> Event:
        """Counts an event; it is durable on a majority when this returns. Answers it with its id."""
        event = self._event(counter, delta, events, id, time, labels, namespace)
        found = self.submit(event).result().event
        assert isinstance(found, Event)
        return found

    def increment(
        self,
        counter: CounterName,
        delta: int = 1,
        *,
        events: int = 1,
        id: Optional[str] = None,
        min: Optional[int] = None,
        max: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> Incremented:
        """Adds to a counter of kind ``linear``; answers the value after it. Past a bound: a problem of status 409."""
        ref = self._ref(counter, namespace)
        event = Event(ref.counter, delta, events, id, min=min, max=max, namespace=ref.namespace)
        return value_of(self._increment(event).result())

    def state(
        self,
        counter: CounterName,
        *,
        actor: str,
        version: int,
        value: int,
        replaces: Optional[int] = None,
        time: Optional[Time] = None,
        namespace: Optional[str] = None,
    ) -> None:
        """Has an actor state a value of a counter of kind ``latest``; it stands once, however often it is stated."""
        ref = self._ref(counter, namespace)
        self.record(Statement(ref.counter, actor, version, value, replaces, time, ref.namespace))

    def add_value(
        self, counter: CounterName, value: Union[int, float, str], *, namespace: Optional[str] = None
    ) -> None:
        """Adds a value to a counter of kind ``sketch``. After an attempt of unknown outcome it is in doubt at once."""
        ref = self._ref(counter, namespace)
        self.record(SketchValue(ref.counter, value, ref.namespace))

    def record(self, event: Recordable) -> Recordable:
        """Records an event of any kind, also one that an error or ``close`` has told of, with its id."""
        return self.submit(event).result().event

    def live(self, counters: Sequence[CounterName], *, namespace: Optional[str] = None) -> Live[Count]:
        """Follows counters, at most 100: an iterator that has the count of each at once, and again whenever it has
        changed. A connection that is lost is made again."""
        return self._live_counts(counters, namespace, lambda: None)

    def live_sketches(
        self, counters: Sequence[CounterName], *, namespace: Optional[str] = None
    ) -> Live[CounterSketch]:
        """Follows counters of kind ``sketch``, as ``live`` does the others."""
        return self._live_sketches(counters, namespace, lambda: None)

    def live_prefix(self, prefix: str, *, namespace: Optional[str] = None) -> Live[Count]:
        """Follows all counters of a namespace whose names begin with a prefix, as ``live`` does, over one connection.
        Those that appear later are told, too. A prefix with more counters than the service allows a connection (1,000)
        ends with an error."""
        return self._live_prefix(prefix, namespace, lambda: None)

    def live_series(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> Live[CounterSeries]:
        """Follows the series of a counter, as ``live`` does counters: each time all of them are told, the 1,000 largest
        at most."""
        return self._live_series(counter, by, where, namespace, lambda: None)

    def close(self, within: float = 10.0) -> List[Recordable]:
        """Takes no more events, and waits so long for those that are not acknowledged. Answers those in doubt."""
        return self._end(seconds("within", within, 0, 86_400))

    def __enter__(self) -> Quipu:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

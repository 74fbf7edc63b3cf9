"""The client for asyncio: that which blocks, on threads."""

from __future__ import annotations

import asyncio
from typing import List, Mapping, Optional, Sequence, Union

from .aio_base import AsyncBase, AsyncLive, awaited, paged
from .answers import Count, CounterSeries, Incremented
from .base import CounterName, value_of
from .client import Quipu
from .events import Event, Recordable, SketchValue, Statement
from .given import Time, seconds
from .sketches import CounterSketch


class AsyncQuipu(AsyncBase):
    """Counts events, reads counts and follows them. One is enough for a program."""

    async def add(
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
        found = (await self._recorded(self.submit(event))).event
        assert isinstance(found, Event)
        return found

    async def increment(
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
        return value_of(await self._recorded(self._increment(event)))

    async def state(
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
        await self.record(Statement(ref.counter, actor, version, value, replaces, time, ref.namespace))

    async def add_value(
        self, counter: CounterName, value: Union[int, float, str], *, namespace: Optional[str] = None
    ) -> None:
        """Adds a value to a counter of kind ``sketch``. After an attempt of unknown outcome it is in doubt at once."""
        ref = self._ref(counter, namespace)
        await self.record(SketchValue(ref.counter, value, ref.namespace))

    async def record(self, event: Recordable) -> Recordable:
        """Records an event of any kind, also one that an error or ``close`` has told of, with its id."""
        return (await self._recorded(self.submit(event))).event

    get = awaited(Quipu.get)
    get_many = awaited(Quipu.get_many)
    windows = awaited(Quipu.windows)
    total = awaited(Quipu.total)
    series = awaited(Quipu.series)
    series_page = awaited(Quipu.series_page)
    window_series = awaited(Quipu.window_series)
    total_series = awaited(Quipu.total_series)
    sketch = awaited(Quipu.sketch)
    sketch_many = awaited(Quipu.sketch_many)
    sketch_windows = awaited(Quipu.sketch_windows)
    sketch_total = awaited(Quipu.sketch_total)
    top = awaited(Quipu.top)
    query = awaited(Quipu.query)
    counters = paged(Quipu.counters)
    all_series = paged(Quipu.all_series)

    namespace = awaited(Quipu.namespace)
    put_namespace = awaited(Quipu.put_namespace)
    delete_namespace = awaited(Quipu.delete_namespace)
    deleting = awaited(Quipu.deleting)
    reset = awaited(Quipu.reset)
    purge = awaited(Quipu.purge)
    recount = awaited(Quipu.recount)
    create_key = awaited(Quipu.create_key)
    delete_key = awaited(Quipu.delete_key)
    namespaces = paged(Quipu.namespaces)
    keys = paged(Quipu.keys)

    def live(self, counters: Sequence[CounterName], *, namespace: Optional[str] = None) -> AsyncLive[Count]:
        """Follows counters, at most 100: an iterator that has the count of each at once, and again whenever it has
        changed. A connection that is lost is made again."""
        return AsyncLive(lambda news: self._live_counts(counters, namespace, news))

    def live_sketches(
        self, counters: Sequence[CounterName], *, namespace: Optional[str] = None
    ) -> AsyncLive[CounterSketch]:
        """Follows counters of kind ``sketch``, as ``live`` does the others."""
        return AsyncLive(lambda news: self._live_sketches(counters, namespace, news))

    def live_prefix(self, prefix: str, *, namespace: Optional[str] = None) -> AsyncLive[Count]:
        """Follows all counters of a namespace whose names begin with a prefix, as ``live`` does, over one connection.
        Those that appear later are told, too. A prefix with more counters than the service allows a connection (1,000)
        ends with an error."""
        return AsyncLive(lambda news: self._live_prefix(prefix, namespace, news))

    def live_series(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> AsyncLive[CounterSeries]:
        """Follows the series of a counter, as ``live`` does counters: each time all of them are told, the 1,000 largest
        at most."""
        return AsyncLive(lambda news: self._live_series(counter, by, where, namespace, news))

    async def close(self, within: float = 10.0) -> List[Recordable]:
        """Takes no more events, and waits so long for those that are not acknowledged. Answers those in doubt."""
        longest = seconds("within", within, 0, 86_400)
        # a thread of its own: all others may be waiting for answers
        in_doubt = await asyncio.to_thread(self._end, longest)
        self._threads.shutdown(wait=False)
        return in_doubt

    async def __aenter__(self) -> AsyncQuipu:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

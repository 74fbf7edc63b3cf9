"""The client for asyncio: that which blocks, on threads."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from . import calls
from .aio_base import AsyncLive
from .aio_reading import AsyncReading
from .answers import Incremented, Namespace, RankedCounter
from .base import CounterName, value_of
from .calls import Call
from .events import Event, Recordable, SketchValue, Statement
from .given import Time, seconds

T = TypeVar("T")


class AsyncQuipu(AsyncReading):
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

    def counters(
        self, *, prefix: Optional[str] = None, namespace: Optional[str] = None
    ) -> AsyncIterator[RankedCounter]:
        """All counters of a namespace by name, with their settled counts; a page is read when it is needed."""
        named = self._named(namespace)
        return self._pages(lambda after: calls.counter_page(named, prefix, after))

    def namespaces(self, *, prefix: Optional[str] = None) -> AsyncIterator[Namespace]:
        """All namespaces by name; their settings are only in ``namespace``."""
        return self._pages(lambda after: calls.namespace_page(prefix, after))

    async def _pages(self, page: Callable[[Optional[str]], Call[Tuple[List[T], Optional[str]]]]) -> AsyncIterator[T]:
        after: Optional[str] = None
        while True:
            entries, after = await self._asked(page(after))
            for entry in entries:
                yield entry
            if after is None:
                return

    async def namespace(self, namespace: str) -> Namespace:
        """A namespace with its settings."""
        return await self._asked(calls.namespace(self._named(namespace)))

    async def put_namespace(self, namespace: str, settings: Mapping[str, Any]) -> Namespace:
        """Creates a namespace, or changes the settings that are given, such as ``{"kind": "event"}``."""
        return await self._asked(calls.put_namespace(self._named(namespace), settings))

    async def delete_namespace(self, namespace: str) -> None:
        """Deletes a namespace with all that it holds. Where no answer comes it is in doubt, and not sent again."""
        await self._asked(calls.delete_namespace(self._named(namespace)))

    async def reset(self, counter: CounterName, *, namespace: Optional[str] = None) -> None:
        """Sets a counter back to zero. Where no answer comes it is in doubt, and not sent again."""
        await self._asked(calls.reset(self._ref(counter, namespace)))

    async def purge(self, counter: CounterName, *, namespace: Optional[str] = None) -> None:
        """Deletes a counter with its windows and ids; the service takes some 11 s."""
        await self._asked(calls.purge(self._ref(counter, namespace)))

    def live(self, counters: Sequence[CounterName], *, namespace: Optional[str] = None) -> AsyncLive:
        """Follows counters, at most 100: an iterator that has the count of each at once, and again whenever it has
        changed. A connection that is lost is made again."""
        return AsyncLive(lambda news: self._live(counters, namespace, news))

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

"""Waiting in the client for asyncio: requests block threads of its own, and never the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import AsyncIterator, Callable, Optional, TypeVar

from .answers import Count
from .base import Base
from .calls import Call
from .live import Live
from .pending import Acknowledged

T = TypeVar("T")

_MOST_READS = 16
"""Most reads at the same time; others wait."""


class AsyncBase(Base):
    """The client for asyncio without its methods: it turns blocking requests and futures into awaitable ones."""

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(_MOST_READS, "quipu-read")

    async def _asked(self, call: Call[T]) -> T:
        return await self._run(lambda: self._ask(call))

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _recorded(self, future: Future[Acknowledged]) -> Acknowledged:
        # who stops waiting does not take the event back
        return await asyncio.wrap_future(future)


class AsyncLive(AsyncIterator[Count]):
    """``Live`` for ``async for``, in the event loop in which it was made."""

    def __init__(self, start: Callable[[Callable[[], None]], Live]) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._live = start(self._tell)

    def _tell(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            pass  # the event loop is closed: nobody waits

    async def __anext__(self) -> Count:
        while True:
            self._news.clear()
            ended = self._live.closed.is_set()
            count: Optional[Count] = self._live.poll()
            if count is not None:
                return count
            if ended:
                raise StopAsyncIteration
            await self._news.wait()

    def close(self) -> None:
        """Ends it; nothing more is told."""
        self._live.close()

    async def __aenter__(self) -> AsyncLive:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

"""Waiting in the client for asyncio: requests block threads of its own, and never the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Coroutine, Generic, List, Optional, TypeVar

from .base import Base
from .live import Live
from .pages import Page, Pages
from .pending import Acknowledged

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

T = TypeVar("T")

_MOST_READS = 16
"""Most reads at the same time; others wait."""


class AsyncBase(Base):
    """The client for asyncio without its methods: it turns blocking requests and futures into awaitable ones."""

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(_MOST_READS, "quipu-read")

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _recorded(self, future: Future[Acknowledged]) -> Acknowledged:
        # who stops waiting does not take the event back
        return await asyncio.wrap_future(future)


def awaited(method: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """A method of the client that blocks, with the same parameters, on a thread."""

    @wraps(method)
    async def on_a_thread(self: Any, /, *args: P.args, **named: P.kwargs) -> T:
        client: AsyncBase = self
        return await client._run(lambda: method(self, *args, **named))

    return on_a_thread


def paged(method: Callable[Concatenate[Any, P], Pages[T]]) -> Callable[Concatenate[Any, P], AsyncPages[T]]:
    """A list of the client that blocks, with the same parameters, for ``async for``."""

    @wraps(method)
    def on_threads(self: Any, /, *args: P.args, **named: P.kwargs) -> AsyncPages[T]:
        return AsyncPages(self, method(self, *args, **named))

    return on_threads


class AsyncPages(Generic[T]):
    """``Pages`` for ``async for``."""

    def __init__(self, client: AsyncBase, pages: Pages[T]) -> None:
        self._client = client
        self._pages = pages

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Page by page, each with its ``next``, from where the list can be gone on with later."""
        after = self._pages.after
        while True:
            page = await self._client._run(lambda: self._pages.read(after))
            yield page
            after = page.next
            if after is None:
                return

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for entry in page.entries:
                yield entry

    async def all(self) -> List[T]:
        """All entries at once; a long list is better gone through."""
        return [entry async for entry in self]


class AsyncLive(AsyncIterator[T]):
    """``Live`` for ``async for``, in the event loop in which it was made."""

    def __init__(self, start: Callable[[Callable[[], None]], Live[T]]) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._live = start(self._tell)

    def _tell(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            pass  # the event loop is closed: nobody waits

    async def __anext__(self) -> T:
        while True:
            self._news.clear()
            ended = self._live.closed.is_set()
            count: Optional[T] = self._live.poll()
            if count is not None:
                return count
            if ended:
                raise StopAsyncIteration
            await self._news.wait()

    def close(self) -> None:
        """Ends it; nothing more is told."""
        self._live.close()

    async def __aenter__(self) -> AsyncLive[T]:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

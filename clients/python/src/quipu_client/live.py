"""Counters that are followed, as an iterator."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Callable, Dict, Iterator, Optional, Sequence, TypeVar

from .calls import Ref
from .errors import QuipuError

if TYPE_CHECKING:
    from .feeds import Feed

T = TypeVar("T")


class Live(Iterator[T]):
    """Counts, or sketches, of the counters that are followed: those of now at first, then each that has changed. One
    that has not been taken yet gives way to the next one of its counter. Ends with ``close``."""

    def __init__(self, feeds: Callable[[Live[T]], Sequence[Feed[T]]], news: Callable[[], None]) -> None:
        self._news = news
        self._changed = threading.Condition()
        self._waiting: Dict[Ref, T] = {}
        self._error: Optional[QuipuError] = None
        self.closed = threading.Event()
        self._feeds = feeds(self)
        for feed in self._feeds:
            threading.Thread(target=feed.run, name="quipu-live", daemon=True).start()

    def __next__(self) -> T:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self.closed.is_set())
            count = self.poll()
        if count is None:
            raise StopIteration
        return count

    def __enter__(self) -> Live[T]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def poll(self) -> Optional[T]:
        """The next count, if there is one already; raises why the service does not go on."""
        with self._changed:
            if self._waiting:
                return self._waiting.pop(next(iter(self._waiting)))
            if self._error is not None:
                raise self._error
            return None

    def heard(self, ref: Ref, count: T) -> None:
        with self._changed:
            if self.closed.is_set():
                return
            self._waiting[ref] = count
            self._changed.notify_all()
        self._news()

    def fail(self, error: QuipuError) -> None:
        with self._changed:
            if not self.closed.is_set():
                self._error = error
            self.closed.set()
        self._end()

    def close(self) -> None:
        """Ends it; nothing more is told."""
        with self._changed:
            self._waiting.clear()
            self.closed.set()
        self._end()

    def _end(self) -> None:
        with self._changed:
            self._changed.notify_all()
        for feed in self._feeds:
            feed.interrupt()
        self._news()

"""One counter that is followed: what is told of it, and when a read has to tell what is true."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Callable, Generic, Optional, TypeVar

from .calls import Ref
from .errors import ProblemError, QuipuError
from .following import Kept, Told

if TYPE_CHECKING:
    from .live import Live

T = TypeVar("T")

HOLD = 2.0
"""The time in which a newer message may follow one that is older than what was told."""


class Followed(Generic[T]):
    """One counter, followed over one connection after the other."""

    def __init__(self, ref: Ref, kept: Kept[T], read: Callable[[Ref], T], live: Live[T]) -> None:
        self._ref = ref
        self._read = read
        self._live = live
        self._lock = threading.Lock()
        self._told = Told(kept)
        self._held: Optional[threading.Timer] = None

    def reconnected(self) -> None:
        with self._lock:
            self._told.reconnected()

    def heard(self, count: T) -> None:
        with self._lock:
            if not self._told.holds(count):
                self._tell(count)
            elif self._held is None:
                self._hold()

    def _hold(self) -> None:
        self._held = threading.Timer(HOLD, self.look)
        self._held.daemon = True
        self._held.start()

    def look(self) -> None:
        """Tells what a read says, if nothing was told since the last reconnect: nothing newer has followed."""
        with self._lock:
            if not self._told.unsure:
                return
            last = self._told.last
        read: Optional[T] = None
        try:
            read = self._read(self._ref)
        except QuipuError as error:
            if isinstance(error, ProblemError) and error.problem.status < 500:
                self._live.fail(error)
        with self._lock:
            # a message that has come meanwhile is as new
            if self._told.last is not last or self._live.closed.is_set():
                return
            if read is None:
                self._hold()
            else:
                self._tell(read)

    def _tell(self, count: T) -> None:
        self._cancel()
        self._told.tell(count)
        self._live.heard(self._ref, count)

    def interrupt(self) -> None:
        with self._lock:
            self._cancel()

    def _cancel(self) -> None:
        if self._held is not None:
            self._held.cancel()
            self._held = None

"""Counters that are followed, each as Server-Sent Events on a connection and a thread of its own."""

from __future__ import annotations

import json
import threading
import time
from typing import Callable, Dict, Generic, Iterator, List, Optional, Sequence, TypeVar

from .calls import Ref
from .errors import ClosedError, ProblemError, QuipuError
from .following import EventStream, Kept, Told
from .options import Options
from .paths import counter_path
from .transport import Connection, Transport
from .wire import back_off, problem_of

T = TypeVar("T")

MOST_STREAMS = 100
"""Most counters that are followed at once: each takes a connection."""

_FINAL = (400, 401, 403, 404, 406)

_SILENCE = 40.0
"""Twice as long as the service is silent, unless its operator has said something else."""

_HOLD = 2.0
"""The time in which a newer message may follow one that is older than what was told."""

_STEADY = 5.0
"""After a connection that has lasted so long, the pauses begin anew."""


class Live(Iterator[T]):
    """Counts, or sketches, of the counters that are followed: those of now at first, then each that has changed. One
    that has not been taken yet gives way to the next one of its counter. Ends with ``close``."""

    def __init__(
        self,
        refs: Sequence[Ref],
        kept: Kept[T],
        options: Options,
        transport: Transport,
        read: Callable[[Ref], T],
        news: Callable[[], None] = lambda: None,
    ) -> None:
        self._news = news
        self._changed = threading.Condition()
        self._waiting: Dict[Ref, T] = {}
        self._error: Optional[QuipuError] = None
        self.closed = threading.Event()
        self._followers: List[Follower[T]] = []
        if len(refs) > MOST_STREAMS:
            raise ValueError(f"counters must be at most {MOST_STREAMS}, not {len(refs)}: each takes a connection")
        for ref in dict.fromkeys(refs):
            self._followers.append(Follower(ref, kept, options, transport, read, self))
        for follower in self._followers:
            threading.Thread(target=follower.run, name="quipu-live", daemon=True).start()

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
        for follower in self._followers:
            follower.interrupt()
        self._news()


class Follower(Generic[T]):
    """One counter, followed over one connection after the other."""

    def __init__(
        self,
        ref: Ref,
        kept: Kept[T],
        options: Options,
        transport: Transport,
        read: Callable[[Ref], T],
        live: Live[T],
    ) -> None:
        self._ref = ref
        self._path = counter_path(*ref) + "/live"
        self._options = options
        self._transport = transport
        self._read = read
        self._live = live
        self._lock = threading.Lock()
        self._kept = kept
        self._told = Told(kept)
        self._held: Optional[threading.Timer] = None
        self._connection: Optional[Connection] = None

    def run(self) -> None:
        failures = 0
        while not self._live.closed.is_set():
            begin = time.monotonic()
            try:
                wait = self._follow()
            except ClosedError:
                self._live.close()
                return
            except Exception:  # lost, or not made
                wait = 0.0
            failures = 1 if time.monotonic() - begin >= _STEADY else failures + 1
            self._live.closed.wait(max(wait, back_off(failures)))

    def _follow(self) -> float:
        """Follows until the stream ends; the seconds that the service asks to wait, if it refuses."""
        deadline = time.monotonic() + self._options.request_timeout
        connection = self._transport.stream(self._path, deadline)
        try:
            with self._lock:
                if self._live.closed.is_set():
                    return 0.0
                self._connection = connection
                self._told.reconnected()
            response = connection.response
            if response.status != 200:
                refused = connection.rest(response, deadline)
                if refused.status in _FINAL:
                    self._live.fail(ProblemError(problem_of(refused)))
                return refused.retry_after
            stream = EventStream()
            while True:
                piece = connection.piece(_SILENCE)
                if not piece:
                    return 0.0
                for event, data in stream.push(piece):
                    if event == "count":
                        self._heard(data)
        finally:
            with self._lock:
                self._connection = None
            self._transport.release(connection, keep=False)

    def _heard(self, data: str) -> None:
        try:
            count = self._kept.read(json.loads(data))
        except (ValueError, TypeError) as cause:
            self._live.fail(QuipuError(f"A live count cannot be read: {cause}"))
            return
        with self._lock:
            if not self._told.holds(count):
                self._tell(count)
            elif self._held is None:
                self._hold()

    def _hold(self) -> None:
        self._held = threading.Timer(_HOLD, self._look)
        self._held.daemon = True
        self._held.start()

    def _look(self) -> None:
        """Nothing newer has followed: a read tells what is true."""
        read: Optional[T] = None
        try:
            read = self._read(self._ref)
        except QuipuError as error:
            if isinstance(error, ProblemError) and error.problem.status < 500:
                self._live.fail(error)
        with self._lock:
            # a message that has come meanwhile is as new
            if self._held is None or self._live.closed.is_set():
                return
            if read is None:
                self._hold()
            else:
                self._tell(read)

    def _tell(self, count: T) -> None:
        if self._held is not None:
            self._held.cancel()
            self._held = None
        self._told.tell(count)
        self._live.heard(self._ref, count)

    def interrupt(self) -> None:
        with self._lock:
            if self._held is not None:
                self._held.cancel()
            if self._connection is not None:
                self._connection.interrupt()

"""Connections over which counters are followed, each on a thread of its own, and made again when they are lost."""

from __future__ import annotations

import json
import threading
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Callable, Generic, List, Mapping, Optional, Sequence, TypeVar

from .calls import Ref
from .errors import ClosedError, ProblemError, QuipuError
from .followed import Followed
from .following import EventStream, Kept
from .options import Options
from .paths import counter_path
from .transport import Connection, Transport
from .wire import back_off, problem_of

if TYPE_CHECKING:
    from .live import Live

T = TypeVar("T")

MOST_STREAMS = 100
"""Most counters that are followed by name at once: each takes a connection."""

FINAL = (400, 401, 403, 404, 406, 426)
"""The same request would be answered the same."""

_SILENCE = 40.0
"""Twice as long as the service is silent, unless its operator has said something else."""

_STEADY = 5.0
"""After a connection that has lasted so long, the pauses begin anew."""


class Feed(ABC, Generic[T]):
    """Counters that are followed over one connection after the other."""

    def __init__(self, path: str, kept: Kept[T], options: Options, transport: Transport, live: Live[T]) -> None:
        self._path = path
        self._kept = kept
        self._options = options
        self._transport = transport
        self._live = live
        self._lock = threading.Lock()
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
        """Follows until the connection ends; the seconds that the service asks to wait, if it refuses."""
        deadline = time.monotonic() + self._options.request_timeout
        connection = self._transport.stream(self._path, self._asking(), deadline)
        try:
            with self._lock:
                if self._live.closed.is_set():
                    return 0.0
                self._connection = connection
            response = connection.response
            if response.status not in (101, 200):
                refused = connection.rest(response, deadline)
                if refused.status in FINAL:
                    self._live.fail(ProblemError(problem_of(refused)))
                return refused.retry_after
            return self._listen(connection)
        finally:
            with self._lock:
                self._connection = None
            self._transport.release(connection, keep=False)

    @abstractmethod
    def _asking(self) -> Mapping[str, str]:
        """The headers of the request."""

    @abstractmethod
    def _listen(self, connection: Connection) -> float:
        """Tells what is heard until the connection ends; the seconds to wait, if the service asks for that."""

    def _read(self, message: Any) -> Optional[T]:
        try:
            return self._kept.read(message)
        except (ValueError, TypeError) as cause:
            self._live.fail(QuipuError(f"A live count cannot be read: {cause}"))
            return None

    def interrupt(self) -> None:
        """Ends what its thread waits for."""
        with self._lock:
            if self._connection is not None:
                self._connection.interrupt()


class StreamFeed(Feed[T]):
    """One counter, or its series, as Server-Sent Events."""

    def __init__(
        self,
        ref: Ref,
        kept: Kept[T],
        options: Options,
        transport: Transport,
        read: Callable[[Ref], T],
        live: Live[T],
        series: str = "",
    ) -> None:
        super().__init__(f"{counter_path(*ref)}/live{series}", kept, options, transport, live)
        self._followed = Followed(ref, kept, read, live)

    def _asking(self) -> Mapping[str, str]:
        return {"Accept": "text/event-stream", "Cache-Control": "no-store"}

    def _listen(self, connection: Connection) -> float:
        self._followed.reconnected()
        stream = EventStream()
        while True:
            piece = connection.piece(_SILENCE)
            if not piece:
                return 0.0
            for event, data in stream.push(piece):
                if event in ("count", "series"):
                    count = self._read(json.loads(data))
                    if count is not None:
                        self._followed.heard(count)

    def interrupt(self) -> None:
        super().interrupt()
        self._followed.interrupt()


def streams(
    refs: Sequence[Ref],
    kept: Kept[T],
    options: Options,
    transport: Transport,
    read: Callable[[Ref], T],
    live: Live[T],
) -> List[StreamFeed[T]]:
    """A stream for each counter."""
    if len(refs) > MOST_STREAMS:
        raise ValueError(f"counters must be at most {MOST_STREAMS}, not {len(refs)}: each takes a connection")
    return [StreamFeed(ref, kept, options, transport, read, live) for ref in dict.fromkeys(refs)]

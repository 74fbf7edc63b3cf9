"""The common part of both clients: all but the way in which they wait."""

from __future__ import annotations

import ssl
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Callable, List, Mapping, Optional, Sequence, Set, TypeVar, Union

from . import calls
from .answers import Count, CounterSeries, Incremented
from .calls import Breakdown, Call, Parts, Ref
from .course import Course, cause_of
from .errors import ClosedError, QuipuError
from .events import Event, Recordable, SketchValue, Statement
from .feeds import Feed, StreamFeed, streams
from .following import COUNTS, SERIES, SKETCHES, Kept
from .given import Time, each, optional_text, text
from .live import Live
from .options import Options, Token
from .paths import counter_path, query
from .pending import Acknowledged
from .prefixed import PrefixFeed
from .retry import RetryListener, retry_of, tell
from .sender import Sender
from .sketches import CounterSketch
from .transport import Transport

T = TypeVar("T")
Q = TypeVar("Q")


@dataclass(frozen=True)
class CounterRef:
    """A counter in a namespace of its own choice."""

    counter: str
    namespace: Optional[str] = None


CounterName = Union[str, CounterRef]
"""A counter in the namespace that it is named with; otherwise in that of the call; otherwise in that of the client."""


class Base:
    """Connects to nothing yet. Times are in seconds; every option has a check, see ``Options``."""

    def __init__(
        self,
        address: str = "http://localhost:8080",
        *,
        namespace: str = "default",
        token: Optional[Token] = None,
        linger: float = 0.005,
        max_batch_events: int = 1_000,
        max_batch_bytes: int = 1_048_576,
        max_in_flight: int = 4,
        max_waiting: int = 10_000,
        request_timeout: float = 10.0,
        give_up: float = 60.0,
        coalesce: bool = False,
        on_retry: Optional[RetryListener] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._options = Options(
            address,
            namespace,
            token,
            linger,
            max_batch_events,
            max_batch_bytes,
            max_in_flight,
            max_waiting,
            request_timeout,
            give_up,
            coalesce,
            on_retry,
            ssl_context,
        )
        self._transport = Transport(self._options)
        self._sender = Sender(self._options, self._transport)
        self._lives: Set[Live[Any]] = set()
        self._closed = threading.Event()

    def submit(self, event: Recordable) -> Future[Acknowledged]:
        """Takes an event, and does not wait: submit many before you wait for one. The future says when it is durable,
        or raises what is known of it."""
        if not isinstance(event, (Event, Statement, SketchValue)):
            raise TypeError(f"event must be an Event, a Statement or a SketchValue, not {event!r}")
        return self._sender.submit(event)

    def _event(
        self,
        counter: CounterName,
        delta: Optional[int],
        events: int,
        id: Optional[str],
        time: Optional[Time],
        labels: Optional[Mapping[str, str]],
        namespace: Optional[str],
    ) -> Event:
        ref = self._ref(counter, namespace)
        adds = events if delta is None else delta
        return Event(ref.counter, adds, events, id, time, labels, namespace=ref.namespace)

    def _increment(self, event: Event) -> Future[Acknowledged]:
        # refuses names that no path can have, before anything waits
        counter_path(event.namespace or self._options.namespace, event.counter)
        return self._sender.submit(event, alone=True)

    def _ref(self, named: CounterName, namespace: Optional[str]) -> Ref:
        optional_text("namespace", namespace)
        if isinstance(named, CounterRef):
            namespace = optional_text("namespace", named.namespace) or namespace
            named = named.counter
        return Ref(namespace or self._options.namespace, text("counter", named))

    def _refs(self, counters: Sequence[CounterName], namespace: Optional[str]) -> List[Ref]:
        return [self._ref(counter, namespace) for counter in each("counters", counters)]

    def _named(self, namespace: Optional[str]) -> str:
        return optional_text("namespace", namespace) or self._options.namespace

    def _ask(self, call: Call[T]) -> T:
        """Makes a request until it is answered, or given up; blocks."""
        course = Course(call, time.monotonic() + self._options.give_up)
        while not self._closed.is_set():
            outcome = self._transport.send(call.request)
            # what was cut off by the end of the client has no outcome of its own, unless it may have changed something
            if self._closed.is_set() and call.change is None:
                break
            wait = course.after(outcome, time.monotonic())
            if wait is None:
                return course.answer
            left = course.deadline - time.monotonic()
            tell(self._options.on_retry, retry_of(cause_of(outcome), wait, left))
            self._closed.wait(wait)
        if course.doubt is not None:
            raise course.in_doubt(course.doubt)
        raise ClosedError("The client is closed.")

    def _many(
        self,
        counters: Sequence[CounterName],
        namespace: Optional[str],
        call: Callable[[Sequence[Ref]], Call[List[T]]],
    ) -> List[T]:
        return self._parts(self._refs(counters, namespace), calls.MOST_COUNTERS, call)

    def _parts(self, asked: List[Q], most: int, call: Callable[[List[Q]], Call[List[T]]]) -> List[T]:
        """Asks for all in as many requests as it takes."""
        parts = [asked[begin : begin + most] for begin in range(0, len(asked), most)]
        return [one for part in parts for one in self._ask(call(part))]

    def _live_counts(
        self, counters: Sequence[CounterName], namespace: Optional[str], news: Callable[[], None]
    ) -> Live[Count]:
        return self._live_named(counters, namespace, COUNTS, self._count_now, news)

    def _live_sketches(
        self, counters: Sequence[CounterName], namespace: Optional[str], news: Callable[[], None]
    ) -> Live[CounterSketch]:
        return self._live_named(
            counters, namespace, SKETCHES, lambda ref: self._ask(calls.sketch(ref, Parts())), news
        )

    def _live_prefix(self, prefix: str, namespace: Optional[str], news: Callable[[], None]) -> Live[Count]:
        if not isinstance(prefix, str):
            raise TypeError(f"prefix must be a text, not {prefix!r}")
        ref = Ref(self._named(namespace), prefix)
        return self._live(
            lambda live: [PrefixFeed(ref, COUNTS, self._options, self._transport, self._count_now, live)], news
        )

    def _live_series(
        self,
        counter: CounterName,
        by: Sequence[str],
        where: Optional[Mapping[str, str]],
        namespace: Optional[str],
        news: Callable[[], None],
    ) -> Live[CounterSeries]:
        ref, asked = self._ref(counter, namespace), query(**Breakdown(by, where).parameters())

        def now(ref: Ref) -> CounterSeries:
            series = self._ask(calls.series(ref, Breakdown(by, where, calls.MOST_SERIES)))
            return CounterSeries(*ref, tuple(series))

        return self._live(
            lambda live: [StreamFeed(ref, SERIES, self._options, self._transport, now, live, asked)], news
        )

    def _count_now(self, ref: Ref) -> Count:
        return self._ask(calls.count(ref, None))

    def _live_named(
        self,
        counters: Sequence[CounterName],
        namespace: Optional[str],
        kept: Kept[T],
        read: Callable[[Ref], T],
        news: Callable[[], None],
    ) -> Live[T]:
        refs = self._refs(counters, namespace)
        return self._live(lambda live: streams(refs, kept, self._options, self._transport, read, live), news)

    def _live(self, feeds: Callable[[Live[T]], Sequence[Feed[T]]], news: Callable[[], None]) -> Live[T]:
        if self._closed.is_set():
            raise ClosedError("The client is closed.")
        self._lives = {live for live in self._lives if not live.closed.is_set()}
        live = Live(feeds, news)
        self._lives.add(live)
        return live

    def _end(self, within: float) -> List[Recordable]:
        for live in list(self._lives):
            live.close()
        in_doubt = self._sender.close(within)
        self._closed.set()
        self._transport.close()
        return in_doubt


def value_of(acknowledged: Acknowledged) -> Incremented:
    """The answer to an increment."""
    if acknowledged.value is None:
        event = acknowledged.event
        words = f"has no value after it: namespace {event.namespace} is not of kind linear"
        raise QuipuError(f"The event of {event.counter} is recorded, but {words}")
    return acknowledged.value

"""Drives the outbox with threads: one that says when, and one for each request that is under way."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from queue import SimpleQueue
from typing import List, Optional

from .events import Event, Recordable, completed
from .options import Options
from .outbox import Attempt, Outbox
from .pending import Acknowledged
from .remembered import Remembered
from .retry import tell
from .transport import Transport


class Sender:
    """Takes events and sends them. Safe for many threads; all of the outbox happens under one lock."""

    def __init__(self, options: Options, transport: Transport) -> None:
        self._options = options
        self._transport = transport
        self.remembered = Remembered(transport.send)
        self._outbox = Outbox(options, self.remembered.window)
        self._changed = threading.Condition()
        self._attempts: SimpleQueue[Optional[Attempt]] = SimpleQueue()
        self._dispatcher: Optional[threading.Thread] = None
        self._workers = 0
        self._stopped = False

    def submit(self, event: Recordable, alone: bool = False) -> Future[Acknowledged]:
        """Takes an event; its future tells what became of it."""
        joins = self._options.coalesce and not alone and _is_plain(event)
        complete = completed(event, self._options.namespace)
        with self._changed:
            pending, sooner = self._outbox.take(complete, time.monotonic(), alone, joins)
            if self._dispatcher is None:
                self._dispatcher = threading.Thread(target=self._dispatch, name="quipu-sender", daemon=True)
                self._dispatcher.start()
            if sooner:
                self._changed.notify_all()
        return pending.future

    def _dispatch(self) -> None:
        while True:
            with self._changed:
                now = time.monotonic()
                # what may be sent is marked as such under the lock, so that nothing is sent that was given up
                attempt = None if self._stopped else self._outbox.next(now)
                ended, repeated = self._outbox.ended(), self._outbox.repeated()
                if attempt is None and not ended and not repeated:
                    if self._stopped:
                        break
                    self._changed.wait(self._outbox.wait(now))
                    continue
                if attempt is not None and self._workers < self._outbox.in_flight:
                    self._workers += 1
                    threading.Thread(target=self._work, name="quipu-request", daemon=True).start()
            if attempt is not None:
                self._attempts.put(attempt)
            for retry in repeated:
                tell(self._options.on_retry, retry)
            for pending in ended:
                pending.resolve()
        for _ in range(self._workers):
            self._attempts.put(None)

    def _work(self) -> None:
        while True:
            attempt = self._attempts.get()
            if attempt is None:
                return
            # what an attempt may have written is sent again only where it is known to count once
            doubtful = {pending.event.namespace for pending in attempt.events if pending.unknown}
            hindrance = self.remembered.learn(name for name in doubtful if name is not None)
            if hindrance is None and doubtful:
                with self._changed:
                    attempt = self._outbox.leave(attempt, time.monotonic())
                    self._changed.notify_all()
            if not attempt.events:
                continue
            outcome = self._transport.send(attempt.request()) if hindrance is None else hindrance
            with self._changed:
                after = self._outbox.after if hindrance is None else self._outbox.postpone
                after(attempt, outcome, time.monotonic())
                self._changed.notify_all()

    def close(self, within: float) -> List[Recordable]:
        """Takes no more events, and waits so long for what there is; what is in doubt then."""
        with self._changed:
            self._outbox.begin_close()
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._outbox.idle, within)
            self._outbox.end_close(within, time.monotonic())
            self._stopped = True
            self._changed.notify_all()
            dispatcher = self._dispatcher
        # those who wait for an event are told before this returns, unless it is one of them who closes
        if dispatcher is not None and dispatcher is not threading.current_thread():
            dispatcher.join()
        return list(self._outbox.doubts)


def _is_plain(event: Recordable) -> bool:
    return isinstance(event, Event) and (event.id, event.time, event.labels, event.min, event.max) == (None,) * 5

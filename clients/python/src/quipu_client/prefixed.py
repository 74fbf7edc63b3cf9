"""All counters of a prefix, followed over one WebSocket."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, TypeVar

from .calls import Ref
from .errors import Problem, ProblemError
from .feeds import FINAL, Feed
from .followed import HOLD, Followed
from .following import Kept
from .options import Options
from .transport import Connection, Transport
from .values import members, string
from .websocket import Handshake, LeftError, WebSocket

if TYPE_CHECKING:
    from .live import Live

T = TypeVar("T")

_AGAIN = 1.0
"""The least time between two times that the service is asked for the prefix on one connection."""

_UNKNOWN, _NOT_ALLOWED = 4401, 4403


class PrefixFeed(Feed[T]):
    """The counters of a namespace whose names begin with a prefix, also those that appear later."""

    def __init__(
        self,
        prefix: Ref,
        kept: Kept[T],
        options: Options,
        transport: Transport,
        read: Callable[[Ref], T],
        live: Live[T],
    ) -> None:
        super().__init__("/v1/live", kept, options, transport, live)
        self._prefix = prefix
        self._read_now = read
        self._handshake = Handshake.make()
        self._counters: Dict[Ref, Followed[T]] = {}
        self._missing: Optional[threading.Timer] = None

    def _asking(self) -> Mapping[str, str]:
        self._handshake = Handshake.make()
        return self._handshake.headers

    def _listen(self, connection: Connection) -> float:
        if connection.response.getheader("Sec-WebSocket-Accept") != self._handshake.accept:
            return 0.0
        conversation = _Conversation(self._prefix, WebSocket(connection), self._options.request_timeout)
        for followed in list(self._counters.values()):
            followed.reconnected()
        try:
            while not self._live.closed.is_set():
                message = conversation.next()
                if message.get("type") == "count":
                    self._heard(message)
                elif message.get("type") == "subscribed":
                    self._look_soon()
        except _Refused as refused:
            if refused.problem.status in FINAL:
                self._live.fail(ProblemError(refused.problem))
            return refused.wait
        return 0.0

    def _heard(self, message: Dict[str, Any]) -> None:
        count = self._read(message)
        if count is None:
            return
        ref = Ref(string(message, "namespace"), string(message, "counter"))
        followed = self._counters.get(ref)
        if followed is None:
            followed = Followed(ref, self._kept, self._read_now, self._live)
            self._counters[ref] = followed
        followed.heard(count)

    def _look_soon(self) -> None:
        """A counter that was told, and is gone since, has no message of its own: a read tells it."""
        with self._lock:
            if self._missing is None and not self._live.closed.is_set():
                self._missing = threading.Timer(HOLD, self._look)
                self._missing.daemon = True
                self._missing.start()

    def _look(self) -> None:
        with self._lock:
            self._missing = None
        for followed in list(self._counters.values()):
            followed.look()

    def interrupt(self) -> None:
        super().interrupt()
        with self._lock:
            if self._missing is not None:
                self._missing.cancel()
        for followed in list(self._counters.values()):
            followed.interrupt()


class _Refused(Exception):
    """The service does not follow the prefix, for now or for good."""

    def __init__(self, problem: Problem, wait: float = 0.0) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.wait = max(wait, _AGAIN)


class _Conversation:
    """The messages over one WebSocket that follows a prefix."""

    def __init__(self, prefix: Ref, socket: WebSocket, silence: float) -> None:
        self._prefix = prefix
        self._socket = socket
        self._silence = silence
        self._subscribed = False
        self._asked_at = 0.0
        self._again_at: Optional[float] = None

    def next(self) -> Dict[str, Any]:
        """The next message. Raises ``_Refused``, and other errors where the connection is lost."""
        try:
            text = self._socket.hear(self._silence)
        except LeftError as left:
            # a key that was good when the connection was made may have been followed by another one
            if left.code == _UNKNOWN and not self._subscribed:
                raise _Refused(_problem(401, "It is not known who asks", left.reason)) from left
            if left.code == _NOT_ALLOWED:
                raise _Refused(_problem(403, "The caller may not do this", left.reason)) from left
            raise
        message = members({} if text is None else json.loads(text), "the message")
        self._answer(message)
        if self._again_at is not None and time.monotonic() >= self._again_at:
            self._again_at = None
            self._subscribe()
        return message

    def _answer(self, message: Mapping[str, Any]) -> None:
        kind = message.get("type")
        if kind == "hello":
            self._silence = 2 * float(message["pingMs"]) / 1_000
            self._subscribe()
        elif kind == "subscribed":
            self._subscribed = True
        elif kind == "ping":
            self._socket.say({"type": "pong"})
        elif kind == "more":
            # asked again, the service says why: for good where they are too many, or for now where it has no room
            self._again_at = self._asked_at + _AGAIN
        elif kind == "error":
            after = message.get("retryAfter")
            refused = _Refused(_told(message), float(after) if isinstance(after, int) else 0.0)
            if refused.problem.status in FINAL or not self._subscribed:
                raise refused
            self._again_at = self._asked_at + refused.wait

    def _subscribe(self) -> None:
        self._asked_at = time.monotonic()
        asked = {"namespace": self._prefix.namespace, "prefix": self._prefix.counter}
        self._socket.say({"type": "subscribe", "ref": 1, **asked})


def _told(error: Mapping[str, Any]) -> Problem:
    status = error.get("status")
    words = {name: str(error.get(name) or "") for name in ("title", "detail")}
    kind = str(error.get("problem") or "about:blank")
    return _problem(status if isinstance(status, int) else 500, kind=kind, **words)


def _problem(status: int, title: str, detail: str, kind: str = "about:blank") -> Problem:
    return Problem(kind, title, status, detail)

"""Options of a client."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from typing import Callable, Optional, Union
from urllib.parse import SplitResult, urlsplit

from .given import seconds, text, within
from .retry import RetryListener

Token = Union[str, Callable[[], str]]
"""A key or token, or a function that is asked for one before each request."""

_DAY = 86_400.0


def _has_port(parts: SplitResult) -> bool:
    """True if the port can be, or the one of the scheme is meant."""
    try:
        return parts.port != 0
    except ValueError:
        return False


@dataclass(frozen=True)
class Options:
    """Options of a client; all but the address have a default. Times are in seconds."""

    address: str
    namespace: str = "default"
    """Of counters that are named without one."""
    token: Optional[Token] = None
    linger: float = 0.005
    """The time that an event waits for others."""
    max_batch_events: int = 1_000
    max_batch_bytes: int = 1_048_576
    max_in_flight: int = 4
    """Most requests that record at the same time."""
    max_waiting: int = 10_000
    """Most events without an answer; past it ``add`` fails at once."""
    request_timeout: float = 10.0
    """Of one attempt."""
    give_up: float = 60.0
    """Of all attempts, from ``add`` on."""
    coalesce: bool = False
    """True if waiting events of one counter without an id of their own are to become one event."""
    on_retry: Optional[RetryListener] = None
    """Told of attempts to record, read or change that have failed and are made again, on a thread of the client."""
    ssl_context: Optional[ssl.SSLContext] = None
    """The authorities to trust with ``https``; those of the system, unless given."""

    def __post_init__(self) -> None:
        parts = urlsplit(text("address", self.address))
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"address must be a URL such as http://localhost:8080, not {self.address}")
        if parts.username or parts.query or parts.fragment:
            raise ValueError(
                "address must be a URL without credentials, query or fragment, such as http://localhost:8080;"
                " token has a key"
            )
        if not _has_port(parts):
            raise ValueError(f"address must have a port from 1 to 65535, not {self.address}")
        text("namespace", self.namespace)
        if self.token is not None and not callable(self.token):
            text("token", self.token)
        within("max_batch_events", self.max_batch_events, 1, 10_000)
        within("max_batch_bytes", self.max_batch_bytes, 1, 4_194_304)
        within("max_in_flight", self.max_in_flight, 1, 1_000)
        within("max_waiting", self.max_waiting, 1, 10_000_000)
        seconds("linger", self.linger, 0, _DAY)
        seconds("request_timeout", self.request_timeout, 0.001, _DAY)
        seconds("give_up", self.give_up, 0.001, _DAY)
        if self.on_retry is not None and not callable(self.on_retry):
            raise TypeError(f"on_retry must be a function, not {self.on_retry!r}")
        if not isinstance(self.coalesce, bool):
            raise TypeError(f"coalesce must be True or False, not {self.coalesce!r}")

    def shown_token(self) -> Optional[str]:
        """The token for one request."""
        if callable(self.token):
            # nobody who forgets to answer is to ask as somebody else, or as "None"
            return text("what token() answers", self.token())
        return self.token

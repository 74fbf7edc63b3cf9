"""How long namespaces remember ids: asked when it is needed, and believed for a minute."""

from __future__ import annotations

import json
import math
import re
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Optional

from .course import PASSING
from .paths import is_addressable, settings_path
from .settings import read_namespace
from .wire import Answer, Outcome, Request, Unanswered

_BELIEVED = 60.0
_MOST_NAMESPACES = 1_000
_OF_A_NUMBER = 120.0
"""Kind ``linear`` remembers a number of ids, and each for this long at least, however many come."""
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "y": 365 * 86_400}


@dataclass(frozen=True)
class _Learned:
    window: Optional[float]
    at: float


class Remembered:
    """The windows of namespaces, in seconds. Safe for many threads."""

    def __init__(self, send: Callable[[Request], Outcome], now: Callable[[], float] = time.monotonic) -> None:
        self._send = send
        self._now = now
        self._lock = threading.Lock()
        self._learned: Dict[str, _Learned] = {}

    def learn(self, namespaces: Iterable[str]) -> Optional[Outcome]:
        """Learns the windows of all of them; what came instead where that has to be tried again."""
        for namespace in namespaces:
            with self._lock:
                learned = self._learned.get(namespace)
            if not is_addressable(namespace) or (learned and self._now() - learned.at < _BELIEVED):
                continue
            outcome = self._send(Request("GET", settings_path(namespace)))
            if isinstance(outcome, Unanswered) or outcome.status in PASSING:
                return outcome
            with self._lock:
                self._learned.pop(namespace, None)
                self._learned[namespace] = _Learned(_window_in(outcome), self._now())
                if len(self._learned) > _MOST_NAMESPACES:
                    self._learned.pop(next(iter(self._learned)))
        return None

    def window(self, namespace: Optional[str]) -> Optional[float]:
        """None where it is not known, as the caller may not read the namespace."""
        with self._lock:
            learned = self._learned.get(namespace or "")
        return None if learned is None else learned.window

    def forget(self, namespace: str) -> None:
        with self._lock:
            self._learned.pop(namespace, None)


def _window_in(answer: Answer) -> Optional[float]:
    try:
        return window_of(read_namespace(json.loads(answer.body)).settings.get("deduplicate"))
    except (ValueError, TypeError):
        return None


def window_of(deduplicate: Any) -> float:
    """The seconds for which an id is remembered for certain; kinds without the setting forget nothing."""
    if deduplicate == "off":
        return 0.0
    if re.fullmatch(r"\d+", str(deduplicate)):
        return _OF_A_NUMBER
    found = re.fullmatch(r"(\d+)([smhdy])", str(deduplicate))
    return float(found.group(1)) * _UNITS[found.group(2)] if found else math.inf

"""Events of all kinds, as a program makes them and as they are sent."""

from __future__ import annotations

import json
import math
import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Dict, Mapping, Optional, Union

from .given import Time, labels, optional_text, text, when, whole

MOST_DELTA = 10**15
"""Beyond it the service refuses a delta."""

MOST_EVENTS = 10**6
"""Beyond it the service refuses a number of happenings."""


@dataclass(frozen=True)
class Event:
    """An event that adds a delta. The client gives it a namespace and an id where it has none."""

    counter: str
    delta: int = 1
    events: int = 1
    """The number of happenings that it stands for: 1 to 10^6."""
    id: Optional[str] = None
    """Its own id, 1 to 256 bytes; a new one unless given."""
    time: Optional[Time] = None
    """When it happened, as far back as the lateness of the namespace allows."""
    labels: Optional[Mapping[str, str]] = None
    min: Optional[int] = None
    """Of kind ``linear``, the bounds of the count after it, besides those of the namespace."""
    max: Optional[int] = None
    namespace: Optional[str] = None

    def __post_init__(self) -> None:
        _named(self)
        whole("delta", self.delta)
        whole("events", self.events)
        optional_text("id", self.id)
        _timed(self)
        if self.labels is not None:
            object.__setattr__(self, "labels", labels("labels", self.labels))
        for name in ("min", "max"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name))


@dataclass(frozen=True)
class Statement:
    """An event of kind ``latest``: the value that an actor states. Its version stands once, however often sent."""

    counter: str
    actor: str
    version: int
    """Larger than the actor's last one; of all that were stated the largest stands."""
    value: int
    """In whole: an integer from -10^15 to 10^15, also 0."""
    replaces: Optional[int] = None
    """A version by mistake, in whose place it stands."""
    time: Optional[Time] = None
    namespace: Optional[str] = None

    def __post_init__(self) -> None:
        _named(self)
        text("actor", self.actor)
        whole("version", self.version)
        whole("value", self.value)
        if self.replaces is not None:
            whole("replaces", self.replaces)
        _timed(self)


@dataclass(frozen=True)
class SketchValue:
    """An event of kind ``sketch``: a value without an id, never sent again after an attempt of unknown outcome."""

    counter: str
    value: Union[int, float, str]
    """A number; where the state is ``distinct`` or ``top`` also a text."""
    namespace: Optional[str] = None

    def __post_init__(self) -> None:
        _named(self)
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float, str)):
            raise TypeError(f"value must be a text or a number, not {self.value!r}")
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise ValueError(f"value must be a finite number, not {self.value}")


Recordable = Union[Event, Statement, SketchValue]
"""An event of a counter of any kind."""


def _named(event: Recordable) -> None:
    text("counter", event.counter)
    optional_text("namespace", event.namespace)


def _timed(event: Union[Event, Statement]) -> None:
    if event.time is not None:
        when("time", event.time)


def new_id() -> str:
    """128 random bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def completed(event: Recordable, namespace: str) -> Recordable:
    """The event with all that it is sent with."""
    if event.namespace is None:
        event = replace(event, namespace=namespace)
    if isinstance(event, Event) and event.id is None:
        event = replace(event, id=new_id())
    return event


def to_json(event: Recordable, named: bool = True) -> str:
    """An event as the service reads it; what has a path of its own is not named again."""
    found: Dict[str, Any] = {"namespace": event.namespace, "counter": event.counter} if named else {}
    if isinstance(event, SketchValue):
        found["value"] = event.value
    elif isinstance(event, Statement):
        found.update(actor=event.actor, version=event.version, value=event.value)
        _put(found, replaces=event.replaces, time=event.time)
    else:
        found["delta"] = event.delta
        # an older service does not know the member, and does not need it for one
        _put(found, events=None if event.events == 1 else event.events)
        _put(found, time=event.time, labels=event.labels, min=event.min, max=event.max, id=event.id)
    return json.dumps(found, separators=(",", ":"))


def _put(found: Dict[str, Any], **members: Any) -> None:
    for name, value in members.items():
        if value is not None:
            found[name] = when(name, value) if isinstance(value, datetime) else value

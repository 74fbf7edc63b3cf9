"""Namespaces: their settings, and how they are read and put."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union, cast

from .values import instant, integer, members, string


class NamespaceSettings(TypedDict, total=False):
    """The settings of a namespace; which of them there are depends on its kind. What is left out stays as it is."""

    kind: str
    """``event``, ``unique``, ``latest``, ``linear`` or ``sketch``."""
    deduplicate: Union[str, int]
    """How long an id is remembered: ``24h``, ``forever`` or ``off``; of kind ``linear`` a number of ids."""
    rows: str
    """How long the rows of events are kept, to be recounted: ``7d``."""
    shards: int
    windows: Sequence[str]
    hierarchy: str
    """One character that makes names paths: ``/``."""
    labels: Sequence[str]
    breakdowns: Sequence[Sequence[str]]
    lateness: str
    """How much older than now the ``time`` of an event may be: ``7d``."""
    keep: Mapping[str, str]
    """How long windows of each length are kept: ``{"minute": "30d"}``."""
    min: int
    """Of kind ``linear``, the bounds of each count."""
    max: int
    period: str
    tz: str
    state: str
    """Of kind ``sketch``: what is kept of the values."""
    public: str
    """``read`` if everybody may see the counts; ``off``."""
    metrics: Sequence[str]
    """Counters whose counts are metrics of the service, too."""
    views: Sequence[str]
    """The origins whose pages may count their views, without a key."""
    notes: Mapping[str, str]
    """What happened on days, for charts: ``{"2026-12-24": "Shop closed"}``; an empty text takes a note away."""
    other: Mapping[str, Any]
    """Settings that only a later service knows, by its names."""


@dataclass(frozen=True)
class NamespaceEntry:
    """A namespace in a list."""

    namespace: str
    kind: str


@dataclass(frozen=True)
class Namespace(NamespaceEntry):
    """A namespace with its settings, which may be put for another one as they are."""

    settings: NamespaceSettings


@dataclass(frozen=True)
class DeletedNamespace:
    """A namespace that is deleted, and not gone yet."""

    namespace: str
    at: datetime
    done: Optional[int] = None
    """The number of the parts of its data that are deleted."""
    of: Optional[int] = None


@dataclass(frozen=True)
class PurgedCounter:
    """A counter that is purged, and not gone yet."""

    namespace: str
    counter: str
    at: datetime


@dataclass(frozen=True)
class Deletions:
    """All that is deleted, and not gone yet."""

    namespaces: Tuple[DeletedNamespace, ...]
    counters: Tuple[PurgedCounter, ...]


_NO_SETTINGS = ("namespace", "retain")
"""Of the answer, besides the settings; ``retain`` is the old name of ``rows``."""


def settings_body(settings: NamespaceSettings) -> bytes:
    """The body that puts settings; one that is not known is refused, unless it is said to be an ``other`` one."""
    if not isinstance(settings, Mapping):
        raise TypeError(f"settings must map names to values, not {settings!r}")
    given: Dict[str, Any] = dict(settings)
    other = members(given.pop("other", {}), "other")
    for name in given:
        if name not in NamespaceSettings.__annotations__:
            known = ", ".join(NamespaceSettings.__annotations__)
            raise TypeError(f"settings has no {name!r}, but {known}")
    return json.dumps({**given, **other}).encode()


def read_entry(value: Any) -> NamespaceEntry:
    found = members(value, "the namespace")
    return NamespaceEntry(string(found, "namespace"), string(found, "kind"))


def read_namespace(value: Any) -> Namespace:
    entry = read_entry(value)
    settings: Dict[str, Any] = {}
    other: Dict[str, Any] = {}
    for name, of in members(value, "the namespace").items():
        if name not in _NO_SETTINGS:
            known = name in NamespaceSettings.__annotations__ and name != "other"
            (settings if known else other)[name] = of
    if other:
        settings["other"] = other
    return Namespace(entry.namespace, entry.kind, cast(NamespaceSettings, settings))


def read_deletions(value: Any) -> Deletions:
    found = members(value, "the answer")
    return Deletions(
        tuple(map(_deleted, _entries(found, "namespaces"))), tuple(map(_purged, _entries(found, "counters")))
    )


def _entries(found: Dict[str, Any], name: str) -> List[Dict[str, Any]]:
    return [members(each, name) for each in found.get(name) or []]


def _deleted(json: Dict[str, Any]) -> DeletedNamespace:
    done, of = (integer(json, name) if name in json else None for name in ("done", "of"))
    return DeletedNamespace(string(json, "namespace"), instant(json, "at"), done, of)


def _purged(json: Dict[str, Any]) -> PurgedCounter:
    return PurgedCounter(string(json, "namespace"), string(json, "counter"), instant(json, "at"))

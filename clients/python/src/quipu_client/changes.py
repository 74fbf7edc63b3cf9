"""Requests that change something, and those that show what may be changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar
from urllib.parse import quote

from . import settings
from .calls import Call, Ref, get
from .given import labels, optional_text, text
from .keys import CreatedKey, Key, read_created_key, read_key
from .pages import Page, page_of
from .paths import counter_path, query, settings_path, where_of
from .settings import Deletions, Namespace, NamespaceEntry, NamespaceSettings
from .values import instant, integer, members, string
from .wire import Request

T = TypeVar("T")

_LONGEST_CHANGE = 30.0
"""A purge is answered when all instances know of it, after some 11 s."""

_LONGEST_RECOUNT = 60.0
"""The service takes five times as long for a recount as for other requests."""


@dataclass(frozen=True)
class Reset:
    """A point in event order: what lies before it is not counted any more."""

    at: str


@dataclass(frozen=True)
class Deletion:
    """What is deleted is not found any more; what it held goes in the background."""

    at: datetime


@dataclass(frozen=True)
class Recount:
    """The result of counting the rows of a counter again."""

    count: int
    """By its checkpoint."""
    recounted: int
    """By its rows."""
    drift: int
    """There must be none."""
    windows_checked: int
    complete: bool
    """True if all rows are there; otherwise only the retained part was checked."""


def namespace(name: str) -> Call[Namespace]:
    return get(settings_path(name), settings.read_namespace)


def put_namespace(name: str, given: NamespaceSettings) -> Call[Namespace]:
    request = Request("PUT", settings_path(name), settings.settings_body(given))
    # putting the same again changes nothing
    return Call(request, settings.read_namespace, f"the settings of namespace {name}", repeatable=True)


def delete_namespace(name: str) -> Call[Deletion]:
    return _removal(settings_path(name), _deletion, f"the deletion of namespace {name}")


def reset(ref: Ref) -> Call[Reset]:
    def read(value: Any) -> Reset:
        return Reset(string(_done(value, "reset"), "at"))

    return _removal(counter_path(*ref), read, f"the reset of {ref.counter}")


def purge(ref: Ref) -> Call[Deletion]:
    return _removal(counter_path(*ref) + query(purge="true"), _deletion, f"the purge of {ref.counter}")


def _removal(path: str, read: Callable[[Any], T], change: str) -> Call[T]:
    """A change that might be another one if it were made again: a second reset takes away what was counted since."""
    return Call(Request("DELETE", path, least_timeout=_LONGEST_CHANGE), read, change)


def _deletion(value: Any) -> Deletion:
    return Deletion(instant(_done(value, "deleting"), "at"))


def _done(value: Any, status: str) -> Dict[str, Any]:
    found = members(value, "the answer")
    if found.get("status") != status:
        raise TypeError(f"the status is not {status}")
    return found


def deleting() -> Call[Deletions]:
    return get("/v1/namespaces", settings.read_deletions, deleting="true", limit=1_000)


def recount(ref: Ref, where: Optional[Mapping[str, str]]) -> Call[Recount]:
    path = counter_path(*ref) + "/recount" + query(where=where_of(labels("where", where or {})))
    return Call(Request("POST", path, least_timeout=_LONGEST_RECOUNT), _recount)


def _recount(value: Any) -> Recount:
    found = members(value, "the recount")
    counts = integer(found, "count"), integer(found, "recounted"), integer(found, "drift")
    return Recount(*counts, integer(found, "windowsChecked"), found.get("complete") is True)


def create_key(body: bytes) -> Call[CreatedKey]:
    # a second one would be another key
    return Call(Request("POST", "/v1/keys", body), read_created_key, "the creation of a key")


def delete_key(id: str) -> Call[None]:
    def read(value: Any) -> None:
        _done(value, "deleted")

    path = "/v1/keys/" + quote(text("id", id), safe="")
    # an id is never given twice, so a deletion that is made again deletes nothing else
    return Call(Request("DELETE", path), read, f"the deletion of key {id}", repeatable=True)


def key_page(limit: int, after: Optional[str]) -> Call[Page[Key]]:
    return get("/v1/keys", page_of("keys", read_key), limit=limit, after=after)


def namespace_page(prefix: Optional[str], limit: int, after: Optional[str]) -> Call[Page[NamespaceEntry]]:
    read = page_of("namespaces", settings.read_entry)
    return get("/v1/namespaces", read, prefix=optional_text("prefix", prefix), limit=limit, after=after)

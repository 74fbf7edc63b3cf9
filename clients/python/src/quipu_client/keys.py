"""Keys, and how they are made and read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Optional, Sequence, Tuple

from .given import Time, each, text, when
from .values import elements, instant, integer, members, string


@dataclass(frozen=True)
class Key:
    """A key without its secret."""

    id: str
    scopes: Tuple[str, ...]
    """A right and a namespace each: ``read:votes``."""
    created: datetime
    name: Optional[str] = None
    prefix: Optional[str] = None
    delta: Optional[int] = None
    origins: Tuple[str, ...] = ()
    rate: Optional[int] = None
    expires: Optional[datetime] = None
    created_by: Optional[str] = None
    last_used: Optional[datetime] = None
    """To the hour; None of a key that nobody has used."""


@dataclass(frozen=True)
class CreatedKey(Key):
    """A key as its holder needs it; nobody can be told again."""

    key: str = ""
    """The text that a client shows: its ``token``."""


def key_body(
    scopes: Sequence[str],
    name: Optional[str],
    prefix: Optional[str],
    delta: Optional[int],
    origins: Sequence[str],
    rate: Optional[int],
    expires: Optional[Time],
) -> bytes:
    found: Dict[str, Any] = {"scopes": [text("scopes", scope) for scope in each("scopes", scopes)]}
    given: Dict[str, Any] = {"name": name, "prefix": prefix, "delta": delta, "rate": rate}
    given["origins"] = list(each("origins", origins)) or None
    given["expires"] = None if expires is None else when("expires", expires)
    found.update({member: value for member, value in given.items() if value is not None})
    return json.dumps(found).encode()


def read_key(value: Any) -> Key:
    found = members(value, "the key")

    def has(name: str) -> bool:
        return found.get(name) is not None

    def words(name: str) -> Optional[str]:
        return string(found, name) if has(name) else None

    def number(name: str) -> Optional[int]:
        return integer(found, name) if has(name) else None

    def time(name: str) -> Optional[datetime]:
        return instant(found, name) if has(name) else None

    return Key(
        string(found, "id"),
        _texts(found, "scopes"),
        instant(found, "created"),
        words("name"),
        words("prefix"),
        number("delta"),
        _texts(found, "origins") if has("origins") else (),
        number("rate"),
        time("expires"),
        words("createdBy"),
        time("lastUsed"),
    )


def read_created_key(value: Any) -> CreatedKey:
    return CreatedKey(**vars(read_key(value)), key=string(members(value, "the key"), "key"))


def _texts(json: Dict[str, Any], name: str) -> Tuple[str, ...]:
    return tuple(string({name: each}, name) for each in elements(json.get(name), name))

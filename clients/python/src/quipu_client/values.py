"""Values of JSON, each of the type that it must have. Integers keep all their digits."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Dict, List, Union

Number = Union[int, float]

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)")


def members(value: Any, name: str) -> Dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{name} is not an object")
    return value


def elements(value: Any, name: str) -> List[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{name} is not an array")
    return value


def integer(json: Dict[str, Any], name: str) -> int:
    value = json.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is not an integer")
    return value


def number(json: Dict[str, Any], name: str) -> Number:
    value = json.get(name)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise TypeError(f"{name} is not a number")
    return value


def string(json: Dict[str, Any], name: str) -> str:
    value = json.get(name)
    if not isinstance(value, str):
        raise TypeError(f"{name} is not a text")
    return value


def instant(json: Dict[str, Any], name: str) -> datetime:
    """A time in RFC 3339; before Python 3.11 the library itself reads neither Z nor three digits of a second."""
    found = _TIME.fullmatch(string(json, name))
    if found is None:
        raise TypeError(f"{name} is not a time")
    second, fraction, zone = found.groups()
    digits = (fraction or "").ljust(6, "0")[:6]
    return datetime.fromisoformat(f"{second}.{digits}{'+00:00' if zone == 'Z' else zone}")

"""Checks of what a program gives: a value that cannot be is refused by its name, before anything is sent."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple, Union

Time = Union[datetime, str]
"""A time with its zone, or a text such as ``2026-01-01T00:00:00Z``; of ranges also ``-7d`` and ``now``."""


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {value!r}")
    if value == "":
        raise ValueError(f"{name} must not be empty: it needs 1 character at least")
    return value


def whole(name: str, value: Any) -> int:
    # True is an int, but nobody means it
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {value!r}")
    return value


def within(name: str, value: Any, least: int, most: int) -> int:
    if not least <= whole(name, value) <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {value}")
    return int(value)


def seconds(name: str, value: Any, least: float, most: float) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number of seconds, not {value!r}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most} seconds, not {value}")
    return float(value)


def labels(name: str, value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must map labels to texts, not {value!r}")
    for label, of in value.items():
        if not isinstance(of, str):
            raise TypeError(f"{name} must map labels to texts, and {label} has {of!r}")
    return dict(value)


def each(name: str, value: Any) -> Sequence[Any]:
    """The elements of a list; a text is none, although it has characters."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list, not {value!r}")
    return list(value)


def when(name: str, value: Any) -> str:
    """A time as the service reads it."""
    if not isinstance(value, (datetime, str)):
        raise TypeError(
            f"{name} must be a datetime with a time zone, or a text such as 2026-01-01T12:00:00Z, not {value!r}"
        )
    if isinstance(value, str):
        return text(name, value)
    if value.tzinfo is None:
        raise ValueError(f"{name} must have a time zone, as datetime.now(timezone.utc) has, not {value!r}")
    return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def ranks(value: Any) -> Tuple[float, ...]:
    for rank in each("ranks", value):
        if not isinstance(rank, (int, float)) or not 0 <= rank <= 1:
            raise ValueError(f"ranks must be numbers from 0 to 1, not {rank!r}")
    return tuple(value)


def optional_text(name: str, value: Any) -> Optional[str]:
    return None if value is None else text(name, value)

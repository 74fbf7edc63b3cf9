"""Paths and queries of the service."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence
from urllib.parse import quote, urlencode


def namespace_path(namespace: str) -> str:
    return f"/v1/counters/{_segment(namespace, 'namespace')}"


def settings_path(namespace: str) -> str:
    return f"/v1/namespaces/{_segment(namespace, 'namespace')}"


def counter_path(namespace: str, counter: str) -> str:
    # "top" by itself would be the ranking
    return f"{namespace_path(namespace)}/{'%74op' if counter == 'top' else _segment(counter, 'counter')}"


def is_addressable(name: str) -> bool:
    """Tells whether a name can be a part of a path: dots are taken out of every URL, however they are written."""
    return name not in (".", "..")


def query(**parameters: Any) -> str:
    """A query of those parameters that are given."""
    given = {name: str(value) for name, value in parameters.items() if value is not None}
    return f"?{urlencode(given, quote_via=quote, safe='')}" if given else ""


def by_of(by: Sequence[str], where: Mapping[str, str]) -> str:
    """The labels of ``by``, or else those of ``where``, as one text."""
    labels = list(by) or list(where)
    if not labels:
        raise ValueError("by or where must name a label, such as by=['country'] or where={'country': 'CH'}")
    return ",".join(labels)


def where_of(where: Mapping[str, str]) -> Optional[str]:
    """The values that labels must have, as one text, with backslashes and commas escaped."""
    values = {label: value.replace("\\", "\\\\").replace(",", "\\,") for label, value in where.items()}
    return ",".join(f"{label}:{value}" for label, value in values.items()) or None


def _segment(name: str, what: str) -> str:
    if not is_addressable(name):
        raise ValueError(
            f"the {what} {name!r} cannot be a part of a URL, which drops dots: give it another name"
            + ("; get and get_many read it" if what == "counter" else "")
        )
    return quote(name, safe="")

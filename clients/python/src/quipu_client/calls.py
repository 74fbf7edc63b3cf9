"""Requests other than to record: what is asked, and how the answer is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Generic, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar

from . import answers, sketches
from .answers import Count, Namespace, RankedCounter, Ranking, Series, SeriesPage, Total, TotalSeries
from .answers import Window, WindowSeries
from .given import Time, each, labels, optional_text, ranks, text, when, within
from .paths import by_of, counter_path, is_addressable, namespace_path, query, settings_path, where_of
from .sketches import Sketch, SketchTotal, SketchWindow
from .values import elements, members, string
from .wire import Request

T = TypeVar("T")

MOST_COUNTERS = 1_000
"""Most counters that one request asks for, and most that one page has."""

_LONGEST_CHANGE = 30.0
"""A purge is answered when all instances know of it, after some 11 s."""

_MOST_ITEMS = 100
_MOST_SERIES = 1_000


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request with the type of its answer."""

    request: Request
    read: Callable[[Any], T]
    repeatable: bool = True
    """True if it may be sent again after an attempt of unknown outcome."""


class Ref(NamedTuple):
    """A counter, and where it is."""

    namespace: str
    counter: str


class Range(NamedTuple):
    """A range of time, as it is asked for."""

    start: Optional[Time] = None
    end: Optional[Time] = None
    tz: Optional[str] = None
    compare_previous: bool = False

    def parameters(self) -> Mapping[str, Optional[str]]:
        return {
            "from": None if self.start is None else when("start", self.start),
            "to": None if self.end is None else when("end", self.end),
            "tz": optional_text("tz", self.tz),
            "compare": "previous" if self.compare_previous else None,
        }


class Breakdown(NamedTuple):
    """Series of a counter: one for each combination of the values of the labels of ``by``."""

    by: Sequence[str] = ()
    where: Optional[Mapping[str, str]] = None
    limit: Optional[int] = None

    def parameters(self) -> Mapping[str, Any]:
        by = [text("by", label) for label in each("by", self.by)]
        where = labels("where", self.where or {})
        limit = None if self.limit is None else within("limit", self.limit, 1, _MOST_SERIES)
        return {"by": by_of(by, where), "where": where_of(where), "limit": limit}


class Parts(NamedTuple):
    """Parts of a sketch that are asked for."""

    ranks: Sequence[float] = ()
    n: Optional[int] = None

    def parameters(self) -> Mapping[str, Any]:
        n = None if self.n is None else within("n", self.n, 1, _MOST_ITEMS)
        return {"ranks": ",".join(map(str, ranks(self.ranks))) or None, "n": n}


def _get(path: str, read: Callable[[Any], T], **parameters: Any) -> Call[T]:
    return Call(Request("GET", path + query(**parameters)), read)


def count(ref: Ref, where: Optional[Mapping[str, str]]) -> Call[Count]:
    of = where_of(labels("where", where or {}))
    if of is None and not is_addressable(ref.counter):
        only = counts([ref])
        return Call(only.request, lambda value: only.read(value)[0])
    return _get(counter_path(*ref), answers.read_count, where=of)


def counts(refs: Sequence[Ref]) -> Call[List[Count]]:
    asked = [{"namespace": ref.namespace, "counter": ref.counter} for ref in refs]

    def read(value: Any) -> List[Count]:
        found = answers.read_counts(value)
        if len(found) != len(asked):
            raise TypeError("the answer has not as many counts as were asked for")
        return found

    return Call(Request("POST", "/v1/counts", json.dumps({"counters": asked}).encode()), read)


def windows(ref: Ref, granularity: str, of: Range) -> Call[List[Window]]:
    path = counter_path(*ref) + "/windows"
    return _get(path, answers.read_windows, granularity=text("granularity", granularity), **of.parameters())


def total(ref: Ref, of: Range) -> Call[Total]:
    return _get(counter_path(*ref) + "/total", answers.read_total, **of.parameters())


def series(ref: Ref, of: Breakdown) -> Call[List[Series]]:
    return _get(counter_path(*ref), answers.read_series, **of.parameters())


def series_page(ref: Ref, of: Breakdown, after: Optional[str]) -> Call[SeriesPage]:
    # a series may have empty labels, so that the last one of a page is ""
    if after is not None and not isinstance(after, str):
        raise TypeError(f"after must be a text, not {after!r}")
    return _get(counter_path(*ref), answers.read_series_page, **of.parameters(), order="name", after=after)


def window_series(ref: Ref, granularity: str, of: Breakdown, over: Range) -> Call[List[WindowSeries]]:
    path = counter_path(*ref) + "/windows"
    kept = text("granularity", granularity)
    return _get(path, answers.read_window_series, granularity=kept, **of.parameters(), **over.parameters())


def total_series(ref: Ref, of: Breakdown, over: Range) -> Call[List[TotalSeries]]:
    path = counter_path(*ref) + "/total"
    return _get(path, answers.read_total_series, **of.parameters(), **over.parameters())


def sketch(ref: Ref, parts: Parts) -> Call[Sketch]:
    return _get(counter_path(*ref), sketches.read_whole_sketch, **parts.parameters())


def sketch_windows(ref: Ref, granularity: str, of: Range, parts: Parts) -> Call[List[SketchWindow]]:
    path = counter_path(*ref) + "/windows"
    kept = text("granularity", granularity)
    return _get(path, sketches.read_sketch_windows, granularity=kept, **of.parameters(), **parts.parameters())


def sketch_total(ref: Ref, of: Range, parts: Parts) -> Call[SketchTotal]:
    path = counter_path(*ref) + "/total"
    return _get(path, sketches.read_sketch_total, **of.parameters(), **parts.parameters())


def top(
    namespace: str,
    n: Optional[int],
    prefix: Optional[str],
    granularity: Optional[str],
    window: Optional[Time],
    tz: Optional[str],
) -> Call[Ranking]:
    return _get(
        f"{namespace_path(namespace)}/top",
        answers.read_ranking,
        n=None if n is None else within("n", n, 1, MOST_COUNTERS),
        prefix=optional_text("prefix", prefix),
        granularity=optional_text("granularity", granularity),
        window=None if window is None else when("window", window),
        tz=optional_text("tz", tz),
    )


Page = Tuple[List[T], Optional[str]]
"""The entries of one page, and the ``after`` of the next."""


def counter_page(namespace: str, prefix: Optional[str], after: Optional[str]) -> Call[Page[RankedCounter]]:
    path, of = namespace_path(namespace), optional_text("prefix", prefix)
    return _get(path, _counters, prefix=of, limit=MOST_COUNTERS, after=after)


def _counters(value: Any) -> Page[RankedCounter]:
    return list(answers.read_ranking(value).counters), _next(value)


def namespace_page(prefix: Optional[str], after: Optional[str]) -> Call[Page[Namespace]]:
    of = optional_text("prefix", prefix)
    return _get("/v1/namespaces", _namespaces, prefix=of, limit=MOST_COUNTERS, after=after)


def _namespaces(value: Any) -> Page[Namespace]:
    found = elements(members(value, "the answer").get("namespaces"), "namespaces")
    return list(map(answers.read_namespace, found)), _next(value)


def _next(page: Any) -> Optional[str]:
    return string(page, "next") if page.get("next") is not None else None


def namespace(name: str) -> Call[Namespace]:
    return _get(settings_path(name), answers.read_namespace)


def put_namespace(name: str, settings: Mapping[str, Any]) -> Call[Namespace]:
    if not isinstance(settings, Mapping):
        raise TypeError(f"settings must map names to values, not {settings!r}")
    # putting the same again changes nothing
    return Call(Request("PUT", settings_path(name), json.dumps(dict(settings)).encode()), answers.read_namespace)


def _change(path: str) -> Call[None]:
    """A change that might be another one if it were made again: a second reset takes away what was counted since."""
    return Call(Request("DELETE", path, least_timeout=_LONGEST_CHANGE), _nothing, repeatable=False)


def delete_namespace(name: str) -> Call[None]:
    return _change(settings_path(name))


def reset(ref: Ref) -> Call[None]:
    return _change(counter_path(*ref))


def purge(ref: Ref) -> Call[None]:
    return _change(counter_path(*ref) + query(purge="true"))


def _nothing(value: Any) -> None:
    members(value, "the answer")

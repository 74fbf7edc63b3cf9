"""Requests other than to record: what is asked, and how the answer is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Generic, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

from . import answers, sketches
from .answers import Count, RankedCounter, Ranking, Series, Total, TotalSeries, Window, WindowSeries
from .given import Time, each, labels, optional_text, ranks, text, when, within
from .pages import Page, page_of
from .paths import by_of, counter_path, is_addressable, namespace_path, query, where_of
from .sketches import CounterSketch, SketchTotal, SketchWindow
from .values import elements, members
from .wire import Request

T = TypeVar("T")

MOST_COUNTERS = 1_000
"""Most counters that one request asks for, and most that one page has."""

MOST_SERIES = 1_000
"""Most series that one answer has."""

_MOST_ITEMS = 100


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request with the type of its answer."""

    request: Request
    read: Callable[[Any], T]
    change: Optional[str] = None
    """The change that it would make, in the words of an error; None of what only reads."""
    repeatable: bool = False
    """True if the change may be sent again after an attempt of unknown outcome."""


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
    name: Optional[str] = None
    """One of the calendar, such as ``30d``, instead of a start and an end."""

    def parameters(self) -> Mapping[str, Optional[str]]:
        if self.name is not None and (self.start is not None or self.end is not None):
            raise ValueError(f"range is {self.name!r}, and there is a start or an end: give one or the other")
        return {
            "range": optional_text("range", self.name),
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
        limit = None if self.limit is None else within("limit", self.limit, 1, MOST_SERIES)
        return {"by": by_of(by, where), "where": where_of(where), "limit": limit}


class Parts(NamedTuple):
    """Parts of a sketch that are asked for."""

    ranks: Sequence[float] = ()
    n: Optional[int] = None

    def parameters(self) -> Mapping[str, Any]:
        n = None if self.n is None else within("n", self.n, 1, _MOST_ITEMS)
        return {"ranks": ",".join(map(str, ranks(self.ranks))) or None, "n": n}


def get(path: str, read: Callable[[Any], T], **parameters: Any) -> Call[T]:
    return Call(Request("GET", path + query(**parameters)), read)


def count(ref: Ref, where: Optional[Mapping[str, str]]) -> Call[Count]:
    of = where_of(labels("where", where or {}))
    if of is None and not is_addressable(ref.counter):
        only = counts([ref])
        return Call(only.request, lambda value: only.read(value)[0])
    return get(counter_path(*ref), answers.read_count, where=of)


def counts(refs: Sequence[Ref]) -> Call[List[Count]]:
    return _many(refs, answers.read_count)


def sketch_many(refs: Sequence[Ref]) -> Call[List[CounterSketch]]:
    return _many(refs, sketches.read_whole_sketch)


def _many(refs: Sequence[Ref], read_one: Callable[[Any], T]) -> Call[List[T]]:
    asked = [{"namespace": ref.namespace, "counter": ref.counter} for ref in refs]

    def read(value: Any) -> List[T]:
        found = elements(members(value, "the answer").get("counts"), "counts")
        if len(found) != len(asked):
            raise TypeError("the answer has not as many counts as were asked for")
        return list(map(read_one, found))

    return Call(Request("POST", "/v1/counts", json.dumps({"counters": asked}).encode()), read)


def windows(ref: Ref, granularity: str, of: Range) -> Call[List[Window]]:
    path = counter_path(*ref) + "/windows"
    return get(path, answers.read_windows, granularity=text("granularity", granularity), **of.parameters())


def total(ref: Ref, of: Range) -> Call[Total]:
    return get(counter_path(*ref) + "/total", answers.read_total, **of.parameters())


def series(ref: Ref, of: Breakdown) -> Call[List[Series]]:
    return get(counter_path(*ref), answers.read_series, **of.parameters())


def series_page(ref: Ref, of: Breakdown, limit: Optional[int], after: Optional[str]) -> Call[Page[Series]]:
    parameters = {**of.parameters(), "limit": limit, "order": "name", "after": after}
    return get(counter_path(*ref), page_of("series", answers.read_one_series), **parameters)


def window_series(ref: Ref, granularity: str, of: Breakdown, over: Range) -> Call[List[WindowSeries]]:
    path = counter_path(*ref) + "/windows"
    kept = text("granularity", granularity)
    return get(path, answers.read_window_series, granularity=kept, **of.parameters(), **over.parameters())


def total_series(ref: Ref, of: Breakdown, over: Range) -> Call[List[TotalSeries]]:
    path = counter_path(*ref) + "/total"
    return get(path, answers.read_total_series, **of.parameters(), **over.parameters())


def sketch(ref: Ref, parts: Parts) -> Call[CounterSketch]:
    return get(counter_path(*ref), sketches.read_whole_sketch, **parts.parameters())


def sketch_windows(ref: Ref, granularity: str, of: Range, parts: Parts) -> Call[List[SketchWindow]]:
    path = counter_path(*ref) + "/windows"
    kept = text("granularity", granularity)
    return get(path, sketches.read_sketch_windows, granularity=kept, **of.parameters(), **parts.parameters())


def sketch_total(ref: Ref, of: Range, parts: Parts) -> Call[SketchTotal]:
    path = counter_path(*ref) + "/total"
    return get(path, sketches.read_sketch_total, **of.parameters(), **parts.parameters())


def top(
    namespace: str,
    n: Optional[int],
    prefix: Optional[str],
    granularity: Optional[str],
    window: Optional[Time],
    range: Optional[str],
    tz: Optional[str],
) -> Call[Ranking]:
    return get(
        f"{namespace_path(namespace)}/top",
        answers.read_ranking,
        n=None if n is None else within("n", n, 1, MOST_COUNTERS),
        prefix=optional_text("prefix", prefix),
        granularity=optional_text("granularity", granularity),
        window=None if window is None else when("window", window),
        range=optional_text("range", range),
        tz=optional_text("tz", tz),
    )


def counter_page(
    namespace: str, prefix: Optional[str], limit: int, after: Optional[str]
) -> Call[Page[RankedCounter]]:
    read = page_of("counters", answers.read_ranked)
    return get(namespace_path(namespace), read, prefix=optional_text("prefix", prefix), limit=limit, after=after)

"""Typed answers, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .values import Number, elements, instant, integer, members, number, string


@dataclass(frozen=True)
class Part:
    """A part of a count."""

    count: int
    events: int
    until: Optional[datetime] = None
    """Of the settled part: all before is in it. None before the first checkpoint."""


@dataclass(frozen=True)
class Count:
    """An exact count: what is settled, and the tail of events since."""

    namespace: str
    counter: str
    count: int
    events: int
    settled: Part
    tail: Part
    """Negative while a reset has not been settled."""
    min: Optional[int] = None
    """Of kind ``linear``, the bounds of the count."""
    max: Optional[int] = None
    remaining: Optional[int] = None
    """With a ``period``, what may be added until it ends."""
    resets: Optional[datetime] = None
    """With a ``period``, when it ends and the count begins again at 0."""


@dataclass(frozen=True)
class Incremented:
    """The answer to an increment of kind ``linear``."""

    count: int
    """The value after it, which no other increment of the counter has."""
    remaining: Optional[int] = None
    resets: Optional[datetime] = None


@dataclass(frozen=True)
class Window:
    """One minute, hour, day, week, month or year of a counter."""

    start: datetime
    end: datetime
    """The first time after it."""
    count: int
    events: int
    settled: bool
    """True once nothing can change it any more."""


@dataclass(frozen=True)
class Total:
    """The sum of a range of time, and of the range before where it was asked for."""

    start: datetime
    end: datetime
    count: int
    events: int
    settled: bool
    previous: Optional[Total] = None


@dataclass(frozen=True)
class Series:
    """The count of one series of a counter: of the events with these values of labels."""

    labels: Mapping[str, str]
    count: int
    events: int


@dataclass(frozen=True)
class CounterSeries:
    """All series of a counter that is followed, the largest first."""

    namespace: str
    counter: str
    series: Tuple[Series, ...]


@dataclass(frozen=True)
class SeriesPage:
    """One page of the series of a counter, in the order of their labels."""

    series: Tuple[Series, ...]
    next: Optional[str]
    """The ``after`` of the next page; None of the last one."""


@dataclass(frozen=True)
class WindowSeries:
    """The windows of one series of a counter, oldest first."""

    labels: Mapping[str, str]
    windows: Tuple[Window, ...]


@dataclass(frozen=True)
class TotalSeries:
    """The sum of one series of a counter in a range of time."""

    labels: Mapping[str, str]
    total: Total


@dataclass(frozen=True)
class RankedCounter:
    """A counter in a list or ranking, with its settled count; of kind ``sketch`` with its estimate."""

    counter: str
    events: int
    count: Optional[int] = None
    estimate: Optional[Number] = None
    lower: Optional[Number] = None
    upper: Optional[Number] = None


@dataclass(frozen=True)
class Ranking:
    """The largest counters of a namespace."""

    counters: Tuple[RankedCounter, ...]
    total: Optional[int] = None
    """The number of counters that were ranked."""
    as_of: Optional[datetime] = None
    """Everything recorded before is in the counts."""


def read_count(value: Any) -> Count:
    json = members(value, "the count")
    if "count" not in json:
        raise TypeError("there is no count; counters of kind sketch have none")
    settled = members(json.get("settled"), "settled")
    tail = members(json.get("tail"), "tail")
    until = instant(settled, "until") if settled.get("until") is not None else None
    return Count(
        string(json, "namespace"),
        string(json, "counter"),
        integer(json, "count"),
        integer(json, "events"),
        Part(integer(settled, "count"), integer(settled, "events"), until),
        Part(integer(tail, "count"), integer(tail, "events")),
        _integer(json, "min"),
        _integer(json, "max"),
        _integer(json, "remaining"),
        _instant(json, "resets"),
    )


def read_incremented(json: Dict[str, Any]) -> Incremented:
    return Incremented(integer(json, "count"), _integer(json, "remaining"), _instant(json, "resets"))


def read_windows(value: Any) -> List[Window]:
    windows = elements(members(value, "the answer").get("windows"), "windows")
    return [_window(members(each, "window")) for each in windows]


def _window(json: Dict[str, Any]) -> Window:
    start, end = instant(json, "start"), instant(json, "end")
    return Window(start, end, integer(json, "count"), integer(json, "events"), json.get("settled") is True)


def read_total(value: Any) -> Total:
    json = members(value, "the answer")
    previous = read_total(json["previous"]) if "previous" in json else None
    start, end = instant(json, "from"), instant(json, "to")
    settled = json.get("settled") is True
    return Total(start, end, integer(json, "count"), integer(json, "events"), settled, previous)


def read_series(value: Any) -> List[Series]:
    return list(map(read_one_series, _series(value)))


def read_one_series(value: Any) -> Series:
    json = members(value, "series")
    return Series(_labels(json), integer(json, "count"), integer(json, "events"))


def read_counter_series(value: Any) -> CounterSeries:
    json = members(value, "the message")
    return CounterSeries(string(json, "namespace"), string(json, "counter"), tuple(read_series(json)))


def read_window_series(value: Any) -> List[WindowSeries]:
    return [WindowSeries(_labels(each), tuple(read_windows(each))) for each in _series(value)]


def read_total_series(value: Any) -> List[TotalSeries]:
    return [TotalSeries(_labels(each), read_total(each)) for each in _series(value)]


def _series(value: Any) -> List[Dict[str, Any]]:
    series = elements(members(value, "the answer").get("series"), "series")
    return [members(each, "series") for each in series]


def _labels(series: Dict[str, Any]) -> Mapping[str, str]:
    found = members(series.get("labels"), "labels")
    return {label: string(found, label) for label in found}


def read_ranking(value: Any) -> Ranking:
    json = members(value, "the answer")
    counters = elements(json.get("counters"), "counters")
    return Ranking(tuple(map(read_ranked, counters)), _integer(json, "total"), _instant(json, "asOf"))


def read_ranked(value: Any) -> RankedCounter:
    json = members(value, "counter")
    count, events = _integer(json, "count"), integer(json, "events")
    if json.get("estimate") is None:
        return RankedCounter(string(json, "counter"), events, count)
    bounds = number(json, "estimate"), number(json, "lower"), number(json, "upper")
    return RankedCounter(string(json, "counter"), events, count, *bounds)


def _integer(json: Dict[str, Any], name: str) -> Optional[int]:
    return integer(json, name) if json.get(name) is not None else None


def _instant(json: Dict[str, Any], name: str) -> Optional[datetime]:
    return instant(json, name) if json.get(name) is not None else None

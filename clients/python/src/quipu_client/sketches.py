"""Answers of kind ``sketch``, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Optional, Tuple, Union

from .values import Number, elements, instant, integer, members, number, string


@dataclass(frozen=True)
class Estimate:
    """A number and its bounds, which are the same where it is exact."""

    estimate: Number
    lower: Number
    upper: Number


@dataclass(frozen=True)
class Item:
    """A frequent value, and how often it was recorded."""

    item: Union[str, Number]
    times: Estimate


@dataclass(frozen=True)
class Quantile:
    """The value of a rank; None without values."""

    rank: Number
    value: Optional[Estimate]


@dataclass(frozen=True)
class Sketch:
    """A result of kind ``sketch``; the state of its namespace says which parts it has."""

    events: int
    """The number of values."""
    estimate: Optional[Estimate] = None
    """Of ``sum``, ``min``, ``max`` and ``distinct``; None without values."""
    items: Tuple[Item, ...] = ()
    """Of ``top``: the most frequent values."""
    quantiles: Tuple[Quantile, ...] = ()
    """Of ``quantiles``."""


@dataclass(frozen=True)
class CounterSketch(Sketch):
    """The sketch of all values of a counter."""

    namespace: str = ""
    counter: str = ""


@dataclass(frozen=True)
class SketchWindow:
    """One hour, day, week, month or year of a sketch."""

    start: datetime
    end: datetime
    sketch: Sketch
    settled: bool
    """True once nothing can change it any more."""


@dataclass(frozen=True)
class SketchTotal:
    """A sketch in a range of time: of all of its values, not the sum of its windows."""

    start: datetime
    end: datetime
    sketch: Sketch
    settled: bool
    previous: Optional[SketchTotal] = None


def read_whole_sketch(value: Any) -> CounterSketch:
    """Reads a sketch, in an answer or a live message."""
    json = members(value, "the sketch")
    if "count" in json:
        raise TypeError("there is a count and no sketch; the namespace is not of kind sketch")
    named = string(json, "namespace"), string(json, "counter")
    return CounterSketch(**vars(read_sketch(json)), namespace=named[0], counter=named[1])


def read_sketch_windows(value: Any) -> List[SketchWindow]:
    windows = elements(members(value, "the answer").get("windows"), "windows")
    return [_window(members(each, "window")) for each in windows]


def _window(json: Dict[str, Any]) -> SketchWindow:
    return SketchWindow(instant(json, "start"), instant(json, "end"), read_sketch(json), json.get("settled") is True)


def read_sketch_total(value: Any) -> SketchTotal:
    json = members(value, "the answer")
    previous = read_sketch_total(json["previous"]) if "previous" in json else None
    start, end = instant(json, "from"), instant(json, "to")
    return SketchTotal(start, end, read_sketch(json), json.get("settled") is True, previous)


def read_sketch(json: Dict[str, Any]) -> Sketch:
    return Sketch(
        integer(json, "events"),
        _estimate(json, "estimate"),
        tuple(_item(members(each, "item")) for each in elements(json.get("items", []), "items")),
        tuple(_quantile(members(each, "quantile")) for each in elements(json.get("quantiles", []), "quantiles")),
    )


def _item(json: Dict[str, Any]) -> Item:
    times = _estimate(json, "estimate")
    if times is None:
        raise TypeError("an item has no estimate")
    return Item(json["item"] if isinstance(json.get("item"), (int, float)) else string(json, "item"), times)


def _quantile(json: Dict[str, Any]) -> Quantile:
    return Quantile(number(json, "rank"), _estimate(json, "value"))


def _estimate(json: Dict[str, Any], name: str) -> Optional[Estimate]:
    if json.get(name) is None:
        return None
    return Estimate(number(json, name), number(json, "lower"), number(json, "upper"))

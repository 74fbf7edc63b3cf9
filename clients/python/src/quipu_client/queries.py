"""Many questions in one request, and how their results are read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from . import answers, sketches
from .answers import RankedCounter, Series, Total, TotalSeries, Window, WindowSeries
from .calls import Call, Range
from .errors import Problem, ProblemError
from .given import Time, each, labels, optional_text, text
from .sketches import Sketch, SketchTotal, SketchWindow
from .values import elements, instant, integer, members, string
from .wire import Request

MOST_QUESTIONS = 100
"""Most questions that one request asks."""


@dataclass(frozen=True)
class Question:
    """A question to a counter, to all counters with a prefix, or, without either, to a namespace.

    A question without a range, zone or comparison takes the one of the query.
    """

    id: str
    """Says which result is its own."""
    ask: str
    """``count``, ``total``, ``windows``, ``series`` or ``top``."""
    counter: Optional[str] = None
    prefix: Optional[str] = None
    namespace: Optional[str] = None
    granularity: Optional[str] = None
    """Of windows."""
    by: Sequence[str] = ()
    where: Optional[Mapping[str, str]] = None
    """The values that labels must have."""
    limit: Optional[int] = None
    """At most so many, the largest."""
    range: Optional[str] = None
    """``today``, ``yesterday``, ``24h``, ``7d``, ``30d``, ``week``, ``last-week``, ``month``, ``last-month``, ``year``
    or ``all``."""
    start: Optional[Time] = None
    end: Optional[Time] = None
    tz: Optional[str] = None
    compare_previous: bool = False

    def json(self, otherwise: str) -> Dict[str, Any]:
        """The question as it is sent; in another namespace if it has none."""
        found = {
            "id": text("id", self.id),
            "ask": text("ask", self.ask),
            "namespace": optional_text("namespace", self.namespace) or otherwise,
            "counter": optional_text("counter", self.counter),
            "prefix": self.prefix,
            "granularity": optional_text("granularity", self.granularity),
            "by": [text("by", label) for label in each("by", self.by)] or None,
            "where": labels("where", self.where or {}) or None,
            "limit": self.limit,
            **bounds(Range(self.start, self.end, self.tz, self.compare_previous, self.range)),
        }
        return {name: value for name, value in found.items() if value is not None}


def bounds(over: Range) -> Dict[str, Any]:
    """A range as members of a question, those that are given."""
    found = {name: value for name, value in over.parameters().items() if value is not None}
    limits = {name: found.pop(name) for name in ("from", "to") if name in found}
    return {**found, "range": limits} if limits else found


@dataclass(frozen=True)
class QueryResult:
    """The result of one question.

    Each method answers what the read of the same name does. It raises the problem of a question that has one, and a
    TypeError where the question asked for something else.
    """

    id: str
    problem: Optional[Problem]
    """The cause for which the question was not answered; None if it was."""
    json: Mapping[str, Any]
    """The members of the answer."""

    def count(self) -> int:
        """The exact count; of a prefix or namespace the sum."""
        return integer(self._answer(), "count")

    def events(self) -> int:
        """The number of events that were counted."""
        return integer(self._answer(), "events")

    def counters(self) -> int:
        """The number of counters of a prefix or namespace that the count is the sum of."""
        return integer(self._answer(), "counters")

    def sketch(self) -> Sketch:
        """The result of kind ``sketch``."""
        return sketches.read_sketch(self._answer())

    def total(self) -> Total:
        return answers.read_total(self._answer().get("total"))

    def total_series(self) -> List[TotalSeries]:
        answer = self._answer()
        return answers.read_total_series(answer.get("total", answer))

    def sketch_total(self) -> SketchTotal:
        return sketches.read_sketch_total(self._answer().get("total"))

    def windows(self) -> List[Window]:
        return answers.read_windows(self._answer())

    def window_series(self) -> List[WindowSeries]:
        return answers.read_window_series(self._answer())

    def sketch_windows(self) -> List[SketchWindow]:
        return sketches.read_sketch_windows(self._answer())

    def kept_from(self) -> Optional[datetime]:
        """The start of the windows that are still kept; None if none of the range are left out."""
        answer = self._answer()
        return instant(answer, "keptFrom") if "keptFrom" in answer else None

    def series(self) -> List[Series]:
        return answers.read_series(self._answer())

    def top(self) -> Tuple[RankedCounter, ...]:
        return answers.read_ranking(self._answer()).counters

    def _answer(self) -> Dict[str, Any]:
        if self.problem is not None:
            raise ProblemError(self.problem)
        return dict(self.json)


def query(questions: Sequence[Dict[str, Any]], common: Range) -> Call[List[QueryResult]]:
    """A request with some questions."""

    def read(value: Any) -> List[QueryResult]:
        found = elements(members(value, "the answer").get("results"), "results")
        if len(found) != len(questions):
            raise TypeError("the answer has not as many results as there are questions")
        return list(map(_result, found))

    body = {**bounds(common), "queries": questions}
    return Call(Request("POST", "/v1/query", json.dumps(body).encode()), read)


def _result(value: Any) -> QueryResult:
    found = members(value, "result")
    status = integer(found, "status")
    if 200 <= status < 300:
        return QueryResult(string(found, "id"), None, found)
    words = [str(found.get(name) or "") for name in ("type", "title", "detail")]
    field = found.get("field") if isinstance(found.get("field"), str) else None
    problem = Problem(words[0], words[1], status, words[2], field)
    return QueryResult(string(found, "id"), problem, found)

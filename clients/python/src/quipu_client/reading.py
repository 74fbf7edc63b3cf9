"""Reads of the client that blocks."""

from __future__ import annotations

from typing import List, Mapping, Optional, Sequence

from . import calls
from .answers import Count, RankedCounter, Ranking, Series, SeriesPage, Total, TotalSeries, Window, WindowSeries
from .base import Base, CounterName
from .calls import Breakdown, Parts, Range
from .given import Time, each
from .pages import Pages
from .queries import MOST_QUESTIONS, QueryResult, Question, query
from .sketches import CounterSketch, SketchTotal, SketchWindow


class Reading(Base):
    """Reads, each repeated until it is answered, or given up."""

    def get(
        self,
        counter: CounterName,
        *,
        where: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> Count:
        """The count, with every event that was acknowledged before; with ``where`` that of one series."""
        return self._ask(calls.count(self._ref(counter, namespace), where))

    def get_many(self, counters: Sequence[CounterName], *, namespace: Optional[str] = None) -> List[Count]:
        """Many counts, in the order of the names; a thousand with each request."""
        return self._many(counters, namespace, calls.counts)

    def windows(
        self,
        counter: CounterName,
        granularity: str,
        *,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> List[Window]:
        """The history of a counter, oldest first; at most 10,000 windows."""
        return self._ask(calls.windows(self._ref(counter, namespace), granularity, Range(start, end, tz, name=range)))

    def total(
        self,
        counter: CounterName,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        *,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        namespace: Optional[str] = None,
    ) -> Total:
        """The sum of a counter in a range of time, such as ``range="30d"``; until now unless it has an end."""
        over = self._over(start, end, tz, compare_previous, range)
        return self._ask(calls.total(self._ref(counter, namespace), over))

    def series(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> List[Series]:
        """The counts of series of a counter, the largest first: 100, or as many as ``limit`` says."""
        return self._ask(calls.series(self._ref(counter, namespace), Breakdown(by, where, limit)))

    def series_page(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> SeriesPage:
        """One page of the series of a counter, in the order of their labels."""
        if after is not None and not isinstance(after, str):
            raise TypeError(f"after must be a text, not {after!r}")
        call = calls.series_page(self._ref(counter, namespace), Breakdown(by, where, limit), limit, after)
        page = self._ask(call)
        return SeriesPage(page.entries, page.next)

    def all_series(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        page_size: Optional[int] = None,
        after: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> Pages[Series]:
        """All series of a counter, in the order of their labels; a page is read when it is needed."""
        ref, of = self._ref(counter, namespace), Breakdown(by, where)
        of.parameters()  # refuses what cannot be, before anything is gone through
        return Pages(lambda limit, behind: self._ask(calls.series_page(ref, of, limit, behind)), page_size, after)

    def window_series(
        self,
        counter: CounterName,
        granularity: str,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> List[WindowSeries]:
        """The windows of the ten largest series of a counter, or of as many as ``limit`` says."""
        of, over = Breakdown(by, where, limit), Range(start, end, tz, name=range)
        return self._ask(calls.window_series(self._ref(counter, namespace), granularity, of, over))

    def total_series(
        self,
        counter: CounterName,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        *,
        range: Optional[str] = None,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        namespace: Optional[str] = None,
    ) -> List[TotalSeries]:
        """The sums of the 100 largest series of a counter, or of as many as ``limit`` says."""
        of, over = Breakdown(by, where, limit), self._over(start, end, tz, compare_previous, range)
        return self._ask(calls.total_series(self._ref(counter, namespace), of, over))

    def sketch(
        self,
        counter: CounterName,
        *,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> CounterSketch:
        """All values of a counter of kind ``sketch``: with the ``ranks`` of quantiles, or ``n`` frequent items."""
        return self._ask(calls.sketch(self._ref(counter, namespace), Parts(ranks, n)))

    def sketch_many(
        self, counters: Sequence[CounterName], *, namespace: Optional[str] = None
    ) -> List[CounterSketch]:
        """Many sketches, in the order of the names; a thousand with each request."""
        return self._many(counters, namespace, calls.sketch_many)

    def sketch_windows(
        self,
        counter: CounterName,
        granularity: str,
        *,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> List[SketchWindow]:
        """The history of a counter of kind ``sketch``, oldest first."""
        of, parts = Range(start, end, tz, name=range), Parts(ranks, n)
        return self._ask(calls.sketch_windows(self._ref(counter, namespace), granularity, of, parts))

    def sketch_total(
        self,
        counter: CounterName,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        *,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> SketchTotal:
        """A counter of kind ``sketch`` in a range of time: its distinct values of 30 days, for example."""
        of = self._over(start, end, tz, compare_previous, range)
        return self._ask(calls.sketch_total(self._ref(counter, namespace), of, Parts(ranks, n)))

    def top(
        self,
        n: Optional[int] = None,
        *,
        prefix: Optional[str] = None,
        granularity: Optional[str] = None,
        window: Optional[Time] = None,
        range: Optional[str] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> Ranking:
        """The largest counters; with ``granularity`` those of one window: that of now, or that of ``window``."""
        return self._ask(calls.top(self._named(namespace), n, prefix, granularity, window, range, tz))

    def query(
        self,
        questions: Sequence[Question],
        *,
        range: Optional[str] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        namespace: Optional[str] = None,
    ) -> List[QueryResult]:
        """Asks any number of questions, 100 with each request; the options are for questions that do not say it
        themselves. The results are in the order of the questions; one that is not answered has a problem, and is not
        asked again."""
        asked = [_question(one).json(self._named(namespace)) for one in each("questions", questions)]
        common = Range(start, end, tz, compare_previous, range)
        return self._parts(asked, MOST_QUESTIONS, lambda some: query(some, common))

    def counters(
        self,
        *,
        prefix: Optional[str] = None,
        page_size: Optional[int] = None,
        after: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> Pages[RankedCounter]:
        """All counters of a namespace by name, with their settled counts; a page is read when it is needed."""
        named = self._named(namespace)
        return Pages(
            lambda limit, behind: self._ask(calls.counter_page(named, prefix, limit, behind)), page_size, after
        )

    @staticmethod
    def _over(
        start: Optional[Time], end: Optional[Time], tz: Optional[str], compare_previous: bool, range: Optional[str]
    ) -> Range:
        if start is None and range is None:
            raise TypeError("start or range is missing, such as start='-7d' or range='7d'")
        return Range(start, end, tz, compare_previous, range)


def _question(value: Question) -> Question:
    if not isinstance(value, Question):
        raise TypeError(f"questions must be of type Question, not {value!r}")
    return value

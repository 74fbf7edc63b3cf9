"""Reads of the client for asyncio."""

from __future__ import annotations

from typing import List, Mapping, Optional, Sequence

from . import calls
from .answers import Count, Ranking, Series, SeriesPage, Total, TotalSeries, Window, WindowSeries
from .aio_base import AsyncBase
from .base import CounterName
from .calls import Breakdown, Parts, Range
from .given import Time
from .sketches import Sketch, SketchTotal, SketchWindow


class AsyncReading(AsyncBase):
    """Reads, each repeated until it is answered, or given up."""

    async def get(
        self,
        counter: CounterName,
        *,
        where: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> Count:
        """The count, with every event that was acknowledged before; with ``where`` that of one series."""
        return await self._asked(calls.count(self._ref(counter, namespace), where))

    async def get_many(self, counters: Sequence[CounterName], *, namespace: Optional[str] = None) -> List[Count]:
        """Many counts, in the order of the names; a thousand with each request."""
        return await self._run(lambda: self._counts(counters, namespace))

    async def windows(
        self,
        counter: CounterName,
        granularity: str,
        *,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> List[Window]:
        """The history of a counter, oldest first; at most 10,000 windows."""
        return await self._asked(calls.windows(self._ref(counter, namespace), granularity, Range(start, end, tz)))

    async def total(
        self,
        counter: CounterName,
        start: Time,
        end: Optional[Time] = None,
        *,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        namespace: Optional[str] = None,
    ) -> Total:
        """The sum of a counter in a range of time; until now unless it has an end."""
        over = Range(start, end, tz, compare_previous)
        return await self._asked(calls.total(self._ref(counter, namespace), over))

    async def series(
        self,
        counter: CounterName,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> List[Series]:
        """The counts of series of a counter, the largest first: 100, or as many as ``limit`` says."""
        return await self._asked(calls.series(self._ref(counter, namespace), Breakdown(by, where, limit)))

    async def series_page(
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
        return await self._asked(calls.series_page(self._ref(counter, namespace), Breakdown(by, where, limit), after))

    async def window_series(
        self,
        counter: CounterName,
        granularity: str,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> List[WindowSeries]:
        """The windows of the ten largest series of a counter, or of as many as ``limit`` says."""
        of, over = Breakdown(by, where, limit), Range(start, end, tz)
        return await self._asked(calls.window_series(self._ref(counter, namespace), granularity, of, over))

    async def total_series(
        self,
        counter: CounterName,
        start: Time,
        end: Optional[Time] = None,
        *,
        by: Sequence[str] = (),
        where: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        namespace: Optional[str] = None,
    ) -> List[TotalSeries]:
        """The sums of the 100 largest series of a counter, or of as many as ``limit`` says."""
        of, over = Breakdown(by, where, limit), Range(start, end, tz, compare_previous)
        return await self._asked(calls.total_series(self._ref(counter, namespace), of, over))

    async def sketch(
        self,
        counter: CounterName,
        *,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> Sketch:
        """All values of a counter of kind ``sketch``: with the ``ranks`` of quantiles, or ``n`` frequent items."""
        return await self._asked(calls.sketch(self._ref(counter, namespace), Parts(ranks, n)))

    async def sketch_windows(
        self,
        counter: CounterName,
        granularity: str,
        *,
        start: Optional[Time] = None,
        end: Optional[Time] = None,
        tz: Optional[str] = None,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> List[SketchWindow]:
        """The history of a counter of kind ``sketch``, oldest first."""
        of, parts = Range(start, end, tz), Parts(ranks, n)
        return await self._asked(calls.sketch_windows(self._ref(counter, namespace), granularity, of, parts))

    async def sketch_total(
        self,
        counter: CounterName,
        start: Time,
        end: Optional[Time] = None,
        *,
        tz: Optional[str] = None,
        compare_previous: bool = False,
        ranks: Sequence[float] = (),
        n: Optional[int] = None,
        namespace: Optional[str] = None,
    ) -> SketchTotal:
        """A counter of kind ``sketch`` in a range of time: its distinct values of 30 days, for example."""
        of = Range(start, end, tz, compare_previous)
        return await self._asked(calls.sketch_total(self._ref(counter, namespace), of, Parts(ranks, n)))

    async def top(
        self,
        n: Optional[int] = None,
        *,
        prefix: Optional[str] = None,
        granularity: Optional[str] = None,
        window: Optional[Time] = None,
        tz: Optional[str] = None,
        namespace: Optional[str] = None,
    ) -> Ranking:
        """The largest counters; with ``granularity`` those of one window: that of now, or that of ``window``."""
        return await self._asked(calls.top(self._named(namespace), n, prefix, granularity, window, tz))

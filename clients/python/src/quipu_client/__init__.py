"""Counts events exactly with Quipu, reads the counts and follows them live. On the standard library alone.

``Quipu`` blocks and is safe for many threads; ``AsyncQuipu`` is for ``asyncio``. Both can do the same.
"""

from .aio import AsyncQuipu
from .aio_base import AsyncLive
from .answers import (
    Count,
    Incremented,
    Namespace,
    Part,
    RankedCounter,
    Ranking,
    Series,
    SeriesPage,
    Total,
    TotalSeries,
    Window,
    WindowSeries,
)
from .base import CounterRef
from .client import Quipu
from .errors import ClosedError, FullError, InDoubtError, Problem, ProblemError, QuipuError, RefusedError
from .events import Event, Recordable, SketchValue, Statement
from .live import Live
from .pending import Acknowledged
from .sketches import Estimate, Item, Quantile, Sketch, SketchTotal, SketchWindow

__all__ = [
    "Acknowledged",
    "AsyncLive",
    "AsyncQuipu",
    "ClosedError",
    "Count",
    "CounterRef",
    "Estimate",
    "Event",
    "FullError",
    "InDoubtError",
    "Incremented",
    "Item",
    "Live",
    "Namespace",
    "Part",
    "Problem",
    "ProblemError",
    "Quantile",
    "Quipu",
    "QuipuError",
    "RankedCounter",
    "Ranking",
    "Recordable",
    "RefusedError",
    "Series",
    "SeriesPage",
    "Sketch",
    "SketchTotal",
    "SketchValue",
    "SketchWindow",
    "Statement",
    "Total",
    "TotalSeries",
    "Window",
    "WindowSeries",
]

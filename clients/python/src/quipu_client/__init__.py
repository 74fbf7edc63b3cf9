"""Counts events exactly with Quipu, reads the counts and follows them live. On the standard library alone.

``Quipu`` blocks and is safe for many threads; ``AsyncQuipu`` is for ``asyncio``. Both can do the same.
"""

from .aio import AsyncQuipu
from .aio_base import AsyncLive, AsyncPages
from .answers import (
    Count,
    CounterSeries,
    Incremented,
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
from .changes import Deletion, Recount, Reset
from .client import Quipu
from .errors import ClosedError, FullError, InDoubtError, Problem, ProblemError, QuipuError, RefusedError
from .events import Event, Recordable, SketchValue, Statement
from .keys import CreatedKey, Key
from .live import Live
from .pages import Page, Pages
from .pending import Acknowledged
from .queries import QueryResult, Question
from .retry import Retry
from .settings import DeletedNamespace, Deletions, Namespace, NamespaceEntry, NamespaceSettings, PurgedCounter
from .sketches import CounterSketch, Estimate, Item, Quantile, Sketch, SketchTotal, SketchWindow

__all__ = [
    "Acknowledged",
    "AsyncLive",
    "AsyncPages",
    "AsyncQuipu",
    "ClosedError",
    "Count",
    "CounterRef",
    "CounterSeries",
    "CounterSketch",
    "CreatedKey",
    "DeletedNamespace",
    "Deletion",
    "Deletions",
    "Estimate",
    "Event",
    "FullError",
    "InDoubtError",
    "Incremented",
    "Item",
    "Key",
    "Live",
    "Namespace",
    "NamespaceEntry",
    "NamespaceSettings",
    "Page",
    "Pages",
    "Part",
    "Problem",
    "ProblemError",
    "PurgedCounter",
    "Quantile",
    "QueryResult",
    "Question",
    "Quipu",
    "QuipuError",
    "RankedCounter",
    "Ranking",
    "Recordable",
    "Recount",
    "RefusedError",
    "Reset",
    "Retry",
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

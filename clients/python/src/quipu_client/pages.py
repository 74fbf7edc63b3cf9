"""Lists of any length, read page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Generic, Iterable, Iterator, List, Optional, Tuple, TypeVar

from .given import within
from .values import elements, members, string

T = TypeVar("T")

_MOST = 1_000
"""Most entries of one page."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """Entries that were read with one request."""

    entries: Tuple[T, ...]
    next: Optional[str] = None
    """The ``after`` with which the list goes on behind this page; None of the last one."""


class Pages(Iterable[T]):
    """A list of any length. A page is read when its first entry is needed, each time it is gone through."""

    def __init__(
        self, ask: Callable[[int, Optional[str]], Page[T]], page_size: Optional[int], after: Optional[str]
    ) -> None:
        # of series the last one of a page may be ""
        if after is not None and not isinstance(after, str):
            raise TypeError(f"after must be a text, not {after!r}")
        self._ask = ask
        self._limit = _MOST if page_size is None else within("page_size", page_size, 1, _MOST)
        self.after = after

    def read(self, after: Optional[str]) -> Page[T]:
        """The page behind this place."""
        return self._ask(self._limit, after)

    def pages(self) -> Iterator[Page[T]]:
        """Page by page, each with its ``next``, from where the list can be gone on with later."""
        after = self.after
        while True:
            page = self.read(after)
            yield page
            after = page.next
            if after is None:
                return

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.entries

    def all(self) -> List[T]:
        """All entries at once; a long list is better gone through."""
        return list(self)


def page_of(name: str, read: Callable[[Any], T]) -> Callable[[Any], Page[T]]:
    """Reads a page whose entries are a member of the answer."""

    def page(value: Any) -> Page[T]:
        json = members(value, "the answer")
        after = string(json, "next") if json.get("next") is not None else None
        return Page(tuple(map(read, elements(json.get(name), name))), after)

    return page

"""Namespaces, keys, and counters that begin again."""

from __future__ import annotations

from typing import Mapping, Optional, Sequence

from . import changes
from .base import CounterName
from .changes import Deletion, Recount, Reset
from .given import Time
from .keys import CreatedKey, Key, key_body
from .pages import Pages
from .reading import Reading
from .settings import Deletions, Namespace, NamespaceEntry, NamespaceSettings


class Administration(Reading):
    """Changes. One that may have been made raises ``InDoubtError``, without an event; where making it again would be
    another change, it is not sent again then."""

    def namespaces(
        self, *, prefix: Optional[str] = None, page_size: Optional[int] = None, after: Optional[str] = None
    ) -> Pages[NamespaceEntry]:
        """All namespaces by name; their settings are only in ``namespace``."""
        return Pages(
            lambda limit, behind: self._ask(changes.namespace_page(prefix, limit, behind)), page_size, after
        )

    def namespace(self, namespace: str) -> Namespace:
        """A namespace with its settings."""
        return self._ask(changes.namespace(self._named(namespace)))

    def put_namespace(self, namespace: str, settings: NamespaceSettings) -> Namespace:
        """Creates a namespace, or changes the settings that are given: ``{"kind": "event", "deduplicate": "7d"}``. A
        setting that this client does not know has to be one of ``other``."""
        put = self._ask(changes.put_namespace(self._named(namespace), settings))
        self._sender.remembered.forget(put.namespace)
        return put

    def delete_namespace(self, namespace: str) -> Deletion:
        """Deletes a namespace with all that it holds."""
        return self._ask(changes.delete_namespace(self._named(namespace)))

    def deleting(self) -> Deletions:
        """Namespaces and counters that are deleted, and not gone yet: up to 1,000 of each."""
        return self._ask(changes.deleting())

    def reset(self, counter: CounterName, *, namespace: Optional[str] = None) -> Reset:
        """Sets a counter back to zero. Its ids stay remembered."""
        return self._ask(changes.reset(self._ref(counter, namespace)))

    def purge(self, counter: CounterName, *, namespace: Optional[str] = None) -> Deletion:
        """Deletes a counter with its windows, ids and name; the service takes some 11 s."""
        return self._ask(changes.purge(self._ref(counter, namespace)))

    def recount(
        self,
        counter: CounterName,
        *,
        where: Optional[Mapping[str, str]] = None,
        namespace: Optional[str] = None,
    ) -> Recount:
        """Counts the rows that are kept of a counter again, and compares; with ``where`` those of one series."""
        return self._ask(changes.recount(self._ref(counter, namespace), where))

    def keys(self, *, page_size: Optional[int] = None, after: Optional[str] = None) -> Pages[Key]:
        """All keys by id, without their secrets."""
        return Pages(lambda limit, behind: self._ask(changes.key_page(limit, behind)), page_size, after)

    def create_key(
        self,
        scopes: Sequence[str],
        *,
        name: Optional[str] = None,
        prefix: Optional[str] = None,
        delta: Optional[int] = None,
        origins: Sequence[str] = (),
        rate: Optional[int] = None,
        expires: Optional[Time] = None,
    ) -> CreatedKey:
        """Creates a key: ``["record:votes"]``. Only this answer has its secret."""
        return self._ask(changes.create_key(key_body(scopes, name, prefix, delta, origins, rate, expires)))

    def delete_key(self, id: str) -> None:
        """Deletes a key: within 30 seconds it opens nothing any more."""
        return self._ask(changes.delete_key(id))

"""Namespaces, keys, resets and lists: what is asked, what is known afterwards, and what is refused before."""

from __future__ import annotations

import inspect
import unittest
from datetime import datetime, timezone

from quipu_client import AsyncQuipu, InDoubtError, ProblemError, Quipu, RefusedError
from tests.service import Service, problem, query

SETTINGS = {"namespace": "shop", "kind": "linear", "max": 10**15, "rows": "1d", "retain": "1d", "colour": "red"}
KEY = {"id": "k1", "scopes": ["read:*"], "name": "page", "created": "2026-01-01T00:00:00Z", "key": "qk_k1_s"}
DELETING = {"status": "deleting", "at": "2026-01-01T00:00:00Z"}


class AdministrationTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address, namespace="votes", give_up=0.5)
        self.addCleanup(self.client.close, 0)

    def methods(self):
        return [method for method, _, _ in self.service.requests]

    def test_settings_may_be_put_again_as_they_are(self):
        self.service.answers["/v1/namespaces/shop"] = SETTINGS
        self.service.plant(("pass",), ("swallow",))
        settings = self.client.namespace("shop").settings
        self.assertEqual(settings, {"kind": "linear", "max": 10**15, "rows": "1d", "other": {"colour": "red"}})
        self.assertEqual(self.client.put_namespace("shop", settings).kind, "linear")
        self.assertEqual(self.methods(), ["GET", "PUT", "PUT"])
        self.assertEqual(
            self.service.requests[-1][2], {"kind": "linear", "max": 10**15, "rows": "1d", "colour": "red"}
        )

    def test_what_is_not_known_is_refused(self):
        with self.assertRaisesRegex(TypeError, "colour"):
            self.client.put_namespace("shop", {"colour": "red"})
        with self.assertRaises(TypeError):
            self.client.create_key(["read:*"], expiry="never")
        with self.assertRaises(TypeError):
            self.client.create_key("read:*")
        with self.assertRaises(ValueError):
            self.client.counters(page_size=1_001)
        with self.assertRaises(TypeError):
            self.client.counters(limit=3)
        self.assertEqual(self.service.requests, [])

    def test_a_change_without_an_answer_is_in_doubt_and_not_made_again(self):
        for change in (
            lambda: self.client.reset("a"),
            lambda: self.client.purge("a"),
            lambda: self.client.delete_namespace("shop"),
            lambda: self.client.create_key(["read:*"]),
        ):
            self.service.requests.clear()
            self.service.plant(problem(503, "queue-full"), ("swallow",))
            with self.assertRaises(InDoubtError) as found:
                change()
            self.assertIsNone(found.exception.event)
            self.assertEqual(len(self.service.requests), 2)

    def test_an_answer_of_somebody_else_does_not_tell_that_a_change_was_made(self):
        self.service.answers["/"] = {"status": "ok"}
        for change in (lambda: self.client.reset("a"), lambda: self.client.delete_key("k1")):
            with self.assertRaises(InDoubtError):
                change()

    def test_a_later_no_leaves_an_earlier_attempt_in_doubt(self):
        self.service.plant(("swallow",), problem(403, "forbidden"))
        self.service.answers["/v1/namespaces/shop"] = SETTINGS
        with self.assertRaises(InDoubtError) as found:
            self.client.put_namespace("shop", {"kind": "event"})
        self.assertEqual(found.exception.problem.status, 403)

    def test_a_change_that_nobody_can_have_made_is_refused(self):
        self.service.plant(*[problem(503, "queue-full")] * 20)
        with self.assertRaises(RefusedError):
            self.client.reset("a")

    def test_changes_are_answered(self):
        self.service.answers.update({"/v1/counters/votes/a?": DELETING, "/v1/namespaces/shop": DELETING})
        self.service.answers["/v1/counters/votes/a/recount"] = {
            "count": 7,
            "recounted": 7,
            "drift": 0,
            "windowsChecked": 3,
            "complete": True,
        }
        self.service.answers["/v1/counters/votes/a"] = {"status": "reset", "at": "7b1c"}
        self.service.answers["/v1/namespaces?deleting=true"] = {
            "namespaces": [{**DELETING, "namespace": "shop", "kind": "event", "done": 1, "of": 8}],
            "counters": [{**DELETING, "namespace": "votes", "counter": "b"}],
        }
        at = datetime(2026, 1, 1, tzinfo=timezone.utc)
        self.assertEqual(self.client.reset("a").at, "7b1c")
        self.assertEqual(self.client.purge("a").at, at)
        self.assertEqual(self.client.delete_namespace("shop").at, at)
        self.assertEqual(self.client.recount("a", where={"plan": "pro"}).windows_checked, 3)
        self.assertEqual(query(self.service.requests[-1][1]), {"where": "plan:pro"})
        deleting = self.client.deleting()
        self.assertEqual((deleting.namespaces[0].of, deleting.counters[0].counter), (8, "b"))

    def test_keys(self):
        self.service.answers["/v1/keys?limit=1"] = {"keys": [{**KEY, "lastUsed": "2026-01-02T03:00:00Z"}]}
        self.service.answers["/v1/keys/k1"] = {"status": "deleted", "id": "k1"}
        self.service.answers["/v1/keys"] = KEY
        (key,) = self.client.keys(page_size=1)
        self.assertEqual((key.name, key.last_used.hour, key.expires), ("page", 3, None))
        created = self.client.create_key(["read:*"], name="page", expires=datetime.now(timezone.utc))
        self.assertEqual((created.key, created.id), ("qk_k1_s", "k1"))
        self.service.plant(("swallow",))
        self.assertIsNone(self.client.delete_key("k1"))

    def test_lists_are_read_page_by_page_and_gone_on_with(self):
        for after, names in (("&after=b", ["c"]), ("", ["a", "b"])):
            counters = [{"counter": name, "count": 1, "events": 1} for name in names]
            path = f"/v1/counters/votes?limit=2{after}"
            self.service.answers[path] = {"counters": counters, **({} if after else {"next": "b"})}
        found = self.client.counters(page_size=2)
        self.assertEqual(self.service.requests, [])
        self.assertEqual(next(iter(found)).counter, "a")
        self.assertEqual(len(self.service.requests), 1)
        self.assertEqual([one.counter for one in found], ["a", "b", "c"])
        first = next(found.pages())
        rest = self.client.counters(page_size=2, after=first.next)
        self.assertEqual([one.counter for one in rest], ["c"])


class AsyncAdministrationTest(unittest.IsolatedAsyncioTestCase):
    async def test_changes_and_pages(self):
        service = Service()
        self.addCleanup(service.close)
        service.plant(("cut",))
        service.answers["/v1/namespaces?limit=1000&after=default"] = {"namespaces": []}
        entry = {"namespace": "default", "kind": "event"}
        service.answers["/v1/namespaces?"] = {"namespaces": [entry], "next": "default"}
        service.answers["/v1/namespaces/shop"] = DELETING
        async with AsyncQuipu(service.address) as client:
            self.assertEqual([one.namespace async for one in client.namespaces()], ["default"])
            self.assertEqual([page.next async for page in client.namespaces().pages()], ["default", None])
            self.assertEqual([one.kind for one in await client.namespaces().all()], ["event"])
            self.assertEqual((await client.delete_namespace("shop")).at.year, 2026)
            service.plant(problem(404, "unknown-key"))
            with self.assertRaises(ProblemError):
                await client.delete_key("k1")

    def test_it_has_all_methods_with_the_same_parameters(self):
        for name, method in inspect.getmembers(Quipu, inspect.isfunction):
            if not name.startswith("_"):
                twin = getattr(AsyncQuipu, name)
                self.assertEqual(
                    list(inspect.signature(method).parameters), list(inspect.signature(twin).parameters), name
                )
                self.assertTrue(twin.__doc__, name)

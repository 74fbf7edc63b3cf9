"""Reads: what is asked, and how answers are read."""

from __future__ import annotations

import unittest
from datetime import datetime, timedelta, timezone

from quipu_client import AsyncQuipu, CounterRef, ProblemError, Quipu, QuipuError
from tests.service import Service, count_message, problem, query


class ReadingTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address, namespace="votes")
        self.addCleanup(self.client.close, 0)

    def asked(self):
        return self.service.requests[-1][1]

    def test_reads_are_repeated(self):
        self.service.plant(("cut",), ("swallow",), problem(503, "unavailable"), problem(500, "internal"))
        self.assertEqual(self.client.get("a").count, 0)
        self.assertEqual(len(self.service.requests), 5)

    def test_a_no_is_not_repeated(self):
        self.service.plant(problem(404, "unknown-namespace"))
        with self.assertRaises(ProblemError) as found:
            self.client.get("a")
        self.assertEqual(found.exception.problem.type, "/problems/unknown-namespace")
        self.assertEqual(len(self.service.requests), 1)

    def test_counts_have_all_their_digits(self):
        large = 2**70 + 1
        self.service.answers["/v1/counters/votes/large"] = count_message("votes", "large", large)
        self.assertEqual(self.client.get("large").count, large)

    def test_the_namespace_of_the_counter_wins_then_that_of_the_call(self):
        self.client.get_many(["a", CounterRef("b", "c")], namespace="d")
        asked = self.service.requests[-1][2]["counters"]
        self.assertEqual([one["namespace"] for one in asked], ["d", "c"])

    def test_many_are_asked_by_the_thousand(self):
        self.assertEqual(len(self.client.get_many([str(i) for i in range(1_001)])), 1_001)
        self.assertEqual([len(body["counters"]) for _, _, body in self.service.requests], [1_000, 1])

    def test_names_that_paths_cannot_have_are_asked_otherwise(self):
        self.client.get("top")
        self.assertEqual(self.asked(), "/v1/counters/votes/%74op")
        self.client.get(".")
        self.assertEqual(self.asked(), "/v1/counts")
        self.client.get("a/b c?ä")
        self.assertEqual(self.asked(), "/v1/counters/votes/a%2Fb%20c%3F%C3%A4")

    def test_windows(self):
        window = {"start": "2026-01-01T00:00:00+01:00", "end": "2026-01-02T00:00:00+01:00"}
        found = {"windows": [{**window, "count": 7, "events": 7, "settled": True}]}
        self.service.answers["/v1/counters/votes/a/windows"] = found
        start = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=1)))
        (read,) = self.client.windows("a", "day", start=start, end="now", tz="Europe/Zurich")
        self.assertEqual((read.start, read.count, read.settled), (start, 7, True))
        self.assertEqual(query(self.asked())["from"], "2025-12-31T23:00:00Z")
        with self.assertRaises(ValueError):
            self.client.windows("a", "day", start=datetime(2026, 1, 1))

    def test_total(self):
        range_ = {"from": "2026-01-01T00:00:00.1234567Z", "to": "2026-01-02T00:00:00Z", "settled": False}
        found = {**range_, "count": 7, "events": 7, "previous": {**range_, "count": 1, "events": 1}}
        self.service.answers["/v1/counters/votes/a/total"] = found
        read = self.client.total("a", "-1d", compare_previous=True)
        self.assertEqual((read.count, read.previous.count, read.start.microsecond), (7, 1, 123456))

    def test_series(self):
        one = {"labels": {"country": "CH"}, "count": 5, "events": 5}
        self.service.answers["/v1/counters/votes/a?"] = {"series": [one], "next": "CH"}
        where = {"plan": "a,b\\"}
        (read,) = self.client.series("a", by=["country"], where=where, limit=1)
        self.assertEqual((read.labels, read.count), ({"country": "CH"}, 5))
        self.assertEqual(query(self.asked()), {"by": "country", "where": "plan:a\\,b\\\\", "limit": "1"})
        page = self.client.series_page("a", by=["country"], after="AT")
        self.assertEqual((page.next, query(self.asked())["after"]), ("CH", "AT"))
        with self.assertRaises(ValueError):
            self.client.series("a")
        with self.assertRaises(TypeError):
            self.client.series("a", by="country")

    def test_sketches(self):
        named = {"namespace": "votes", "counter": "a"}
        found = {**named, "events": 3, "estimate": 2, "lower": 2, "upper": 2.5, "quantiles": [{"rank": 0.5, "value": None}]}
        self.service.answers["/v1/counters/votes/a?"] = found
        read = self.client.sketch("a", ranks=[0.5], n=3)
        self.assertEqual((read.estimate.upper, read.quantiles[0].value), (2.5, None))
        self.assertEqual(query(self.asked()), {"ranks": "0.5", "n": "3"})
        with self.assertRaises(ValueError):
            self.client.sketch("a", ranks=[2])
        with self.assertRaisesRegex(QuipuError, "not of kind sketch"):
            self.client.sketch("b")
        self.service.answers["/v1/counts"] = {"counts": [found, found]}
        many = self.client.sketch_many(["a", "a"])
        self.assertEqual([(one.counter, one.estimate.lower) for one in many], [("a", 2), ("a", 2)])


class AsyncReadingTest(unittest.IsolatedAsyncioTestCase):
    async def test_reads_and_pages(self):
        service = Service()
        self.addCleanup(service.close)
        service.plant(("cut",))
        service.answers["/v1/namespaces?"] = {"namespaces": [{"namespace": "default", "kind": "event"}]}
        async with AsyncQuipu(service.address) as client:
            self.assertEqual((await client.get("a")).count, 0)
            self.assertEqual([one.namespace async for one in client.namespaces()], ["default"])

"""Questions: what is asked, and how results are read."""

from __future__ import annotations

import unittest
from datetime import datetime, timezone

from quipu_client import AsyncQuipu, ProblemError, Question, Quipu, QuipuError
from tests.service import Service, problem, query


def counting(*ids):
    return {"results": [{"id": one, "status": 200, "count": 1, "events": 1} for one in ids]}


class QueryTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address, namespace="site")
        self.addCleanup(self.client.close, 0)

    def answer(self, answer):
        self.service.answers["/v1/query"] = answer

    def test_questions_have_what_they_were_given_and_a_namespace(self):
        self.answer(counting("a", "b", "c"))
        start = datetime(2026, 1, 1, tzinfo=timezone.utc)
        self.client.query(
            [
                Question("a", "count"),
                Question("b", "total", "/", start=start, end="now", tz="Asia/Kolkata", compare_previous=True),
                Question("c", "series", "x", namespace="shop", by=["country"], where={"plan": "a,b"}, limit=3),
            ],
            range="30d",
            tz="Europe/Zurich",
            namespace="blog",
        )
        zone = {"tz": "Asia/Kolkata", "compare": "previous"}
        of = {"by": ["country"], "where": {"plan": "a,b"}, "limit": 3}
        limits = {"from": "2026-01-01T00:00:00Z", "to": "now"}
        self.assertEqual(
            self.service.requests[-1][2],
            {
                "range": "30d",
                "tz": "Europe/Zurich",
                "queries": [
                    {"id": "a", "ask": "count", "namespace": "blog"},
                    {"id": "b", "ask": "total", "namespace": "blog", "counter": "/", "range": limits, **zone},
                    {"id": "c", "ask": "series", "namespace": "shop", "counter": "x", **of},
                ],
            },
        )

    def test_a_hundred_are_asked_at_once_and_repeated_as_reads_are(self):
        ids = [f"q{i}" for i in range(101)]
        self.service.plant(("cut",), problem(503, "unavailable"))
        self.answer(counting(*ids[:100]))
        found = self.client.query([Question(one, "count") for one in ids[:100]])
        self.assertEqual([one.id for one in found], ids[:100])
        self.assertEqual(len(self.service.requests), 3)
        with self.assertRaisesRegex(QuipuError, "as many results"):
            self.client.query([Question(one, "count") for one in ids])
        self.assertEqual([len(body["queries"]) for _, _, body in self.service.requests[3:]], [100, 1])
        self.assertEqual(self.client.query([]), [])

    def test_results(self):
        total = {"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "count": 7, "events": 7, "settled": True}
        bad = {"id": "b", "status": 404, "type": "/problems/unknown-namespace", "title": "No", "detail": "none"}
        self.answer(
            {
                "results": [
                    {"id": "a", "status": 200, "count": 2**65, "events": 2, "counters": 3},
                    bad,
                    {"id": "c", "status": 200, "total": {**total, "previous": total}},
                    {"id": "d", "status": 200, "counters": [{"counter": "x", "count": 5, "events": 5}]},
                ]
            }
        )
        count, failed, summed, top = self.client.query([Question(one, "count") for one in "abcd"])
        self.assertEqual((count.count(), count.events(), count.counters()), (2**65, 2, 3))
        self.assertEqual((failed.id, failed.problem.status), ("b", 404))
        with self.assertRaises(ProblemError):
            failed.total()
        self.assertEqual(summed.total().previous.count, 7)
        with self.assertRaises(TypeError):
            summed.windows()
        self.assertEqual(top.top()[0].counter, "x")

    def test_a_refused_query_is_not_asked_again(self):
        self.service.plant(problem(400, "invalid-request"))
        with self.assertRaises(ProblemError):
            self.client.query([Question("a", "count")])
        self.assertEqual(len(self.service.requests), 1)

    def test_what_cannot_be_asked_is_refused_before_anything_is_sent(self):
        for wrong in ("a", [{"id": "a", "ask": "count"}], [Question("", "count")], [Question("a", "count", by="b")]):
            with self.assertRaises((TypeError, ValueError)):
                self.client.query(wrong)
        with self.assertRaises(ValueError):
            self.client.query([Question("a", "total", "/", range="7d", start="-7d")])
        with self.assertRaises(TypeError):
            self.client.total("/")
        self.assertEqual(self.service.requests, [])

    def test_reads_take_ranges_with_names(self):
        found = {"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "count": 1, "events": 1}
        self.service.answers["/v1/counters/site/"] = {**found, "windows": [], "counters": []}
        self.client.total("a", range="month", tz="Europe/Zurich", compare_previous=True)
        asked = {"range": "month", "tz": "Europe/Zurich", "compare": "previous"}
        self.assertEqual(query(self.service.requests[-1][1]), asked)
        self.client.windows("a", "day", range="7d")
        self.assertEqual(query(self.service.requests[-1][1]), {"granularity": "day", "range": "7d"})
        self.client.top(3, range="today")
        self.assertEqual(query(self.service.requests[-1][1]), {"n": "3", "range": "today"})


class AsyncQueryTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_query(self):
        service = Service()
        self.addCleanup(service.close)
        service.answers["/v1/query"] = counting("a")
        async with AsyncQuipu(service.address) as client:
            (found,) = await client.query([Question("a", "count")], range="7d")
            self.assertEqual(found.count(), 1)

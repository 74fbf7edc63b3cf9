"""Counts as they change."""

from __future__ import annotations

import unittest
from dataclasses import replace
from datetime import datetime, timezone
from unittest.mock import patch

from quipu_client import AsyncQuipu, ProblemError, Quipu
from quipu_client.answers import read_count
from quipu_client.following import COUNTS, EventStream, StreamEvent, Told
from tests.service import Service, count_message, problem, query


class LiveTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address)
        self.addCleanup(self.client.close, 0)

    def test_tells_the_count_of_now_and_each_that_follows(self):
        with self.client.live(["a"]) as live:
            self.assertEqual(next(live).count, 0)
            self.client.add("a", 2)
            self.assertEqual(next(live).count, 2)
            self.service.streams[-1].set()
            self.client.add("a", 3)
            self.assertEqual(next(count for count in live if count.count > 2).count, 5)
            self.assertGreater(len(self.service.streams), 1)
        self.assertEqual(list(live), [])

    def test_a_count_that_was_not_taken_gives_way_to_the_next(self):
        live = self.client.live(["a", "b"])
        self.client.add("a", 5)
        self.client.add("b", 6)
        last = {}
        for count in live:
            last[count.counter] = count.count
            if last == {"a": 5, "b": 6}:
                live.close()

    def test_ends_with_why_the_service_does_not_go_on(self):
        self.service.plant(problem(403, "forbidden"))
        with self.assertRaises(ProblemError) as found:
            next(self.client.live(["a"]))
        self.assertEqual(found.exception.problem.status, 403)

    def test_a_refusal_for_now_is_waited_out(self):
        self.service.plant(problem(503, "unavailable"))
        self.assertEqual(next(self.client.live(["a"])).count, 0)

    def test_the_end_of_the_client_ends_it(self):
        live = self.client.live(["a"])
        next(live)
        self.client.close()
        self.assertEqual(list(live), [])

    def test_more_counters_than_connections_may_be_are_refused(self):
        with self.assertRaises(ValueError):
            self.client.live([str(i) for i in range(101)])


def series(**counts):
    found = [{"labels": {"country": country}, "count": one, "events": one} for country, one in counts.items()]
    return {"namespace": "default", "counter": "orders", "by": ["country"], "series": found}


class LiveSeriesTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address)
        self.addCleanup(self.client.close, 0)

    def assert_told(self, told, **expected):
        self.assertEqual({one.labels["country"]: one.count for one in told.series}, expected)

    def test_tells_all_series_of_now_and_after_each_change(self):
        self.service.series = series()
        with self.client.live_series("orders", by=["country"], where={"plan": "a,b"}) as live:
            self.assert_told(next(live))
            self.service.series = series(CH=4, DE=1)
            self.assert_told(next(live), CH=4, DE=1)
        path = self.service.requests[0][1]
        self.assertTrue(path.startswith("/v1/counters/default/orders/live?"), path)
        self.assertEqual(query(path), {"by": "country", "where": "plan:a\\,b"})

    def test_what_is_older_after_a_reconnect_is_read(self):
        self.service.series = series(CH=4)
        self.service.answers["/v1/counters/default/orders?"] = series(CH=2)
        with patch("quipu_client.followed.HOLD", 0.3), self.client.live_series("orders", by=["country"]) as live:
            self.assert_told(next(live), CH=4)
            self.service.series = series(CH=3)
            self.assert_told(next(live), CH=3)
            with self.service.lock:
                self.service.series = series(CH=1)
                self.service.streams[-1].set()
            self.assert_told(next(live), CH=2)
        self.assertEqual(query(self.service.requests[-1][1]), {"by": "country", "limit": "1000"})

    def test_what_it_is_asked_with_is_checked(self):
        with self.assertRaises(ValueError):
            self.client.live_series("orders")
        with self.assertRaises(TypeError):
            self.client.live_series("orders", by="country")


class AsyncLiveTest(unittest.IsolatedAsyncioTestCase):
    async def test_tells_counts_to_a_loop(self):
        service = Service()
        self.addCleanup(service.close)
        async with AsyncQuipu(service.address) as client:
            told = []
            async with client.live(["a"]) as live:
                async for count in live:
                    told.append(count.count)
                    if count.count == 0:
                        await client.add("a", 7)
                    else:
                        live.close()
            self.assertEqual(told, [0, 7])
            service.plant(problem(401, "unauthorized"))
            with self.assertRaises(ProblemError):
                await client.live(["a"]).__anext__()


class FollowingTest(unittest.TestCase):
    def test_events_are_cut_out_of_pieces(self):
        text = ": ping\r\nretry: 5\r\n\r\nevent: count\ndata: ä\ndata:b\n\nid: 3\n\ndata: c\r\rdata: d".encode()
        expected = [StreamEvent("count", "ä\nb"), StreamEvent("message", "c")]
        for size in range(1, len(text)):
            stream = EventStream()
            pieces = [text[begin : begin + size] for begin in range(0, len(text), size)]
            self.assertEqual([event for piece in pieces for event in stream.push(piece)], expected)

    def test_what_is_older_than_was_told_is_held_after_a_reconnect(self):
        five, three = (read_count(count_message("n", "c", count)) for count in (5, 3))
        told = Told(COUNTS)
        told.tell(five)
        self.assertFalse(told.holds(three))
        told.reconnected()
        self.assertTrue(told.holds(three))
        settled = replace(three.settled, until=datetime.now(timezone.utc))
        self.assertFalse(told.holds(replace(three, settled=settled)))
        self.assertFalse(told.holds(replace(three, tail=replace(three.tail, events=-2))))
        told.tell(five)
        self.assertFalse(told.holds(three))

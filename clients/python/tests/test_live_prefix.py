"""All counters of a prefix, over a WebSocket that a test speaks with."""

from __future__ import annotations

import json
import time
import unittest
from unittest.mock import patch

from quipu_client import AsyncQuipu, ProblemError, Quipu, QuipuError
from tests.service import count_message
from tests.socket_service import SocketService


def told(counter, count):
    return {"type": "count", "seq": 1, **count_message("votes", counter, count)}


class LivePrefixTest(unittest.TestCase):
    def setUp(self):
        self.service = SocketService()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address, namespace="votes", token="qk_a_b")
        self.addCleanup(self.client.close, 0)

    def follow(self, prefix="page/"):
        live = self.client.live_prefix(prefix)
        self.addCleanup(live.close)
        return live, self.accepted()

    def accepted(self):
        served = self.service.next()
        self.assertEqual(served.hears()["type"], "subscribe")
        served.says({"type": "subscribed", "ref": 1})
        return served

    def assert_next(self, live, *expected):
        self.assertEqual([(one.counter, one.count) for one in (next(live) for _ in expected)], list(expected))

    def test_asks_once_and_tells_all_that_it_hears(self):
        live = self.client.live_prefix("page/", namespace="other")
        served = self.service.next()
        self.assertEqual(served.path, "/v1/live")
        self.assertEqual(served.headers["Authorization"], "Bearer qk_a_b")
        self.assertEqual(served.headers["Sec-WebSocket-Protocol"], "quipu.v1.json")
        subscribe = {"type": "subscribe", "ref": 1, "namespace": "other", "prefix": "page/"}
        self.assertEqual(served.hears(), subscribe)
        served.says(told("page/a", 1))
        self.assert_next(live, ("page/a", 1))
        served.says(told("page/b", 2**70))
        self.assert_next(live, ("page/b", 2**70))
        live.close()
        self.assertEqual(list(live), [])

    def test_takes_frames_of_all_kinds_and_sizes(self):
        live, served = self.follow()
        text = json.dumps(told("page/" + "ä" * 70_000, 1), ensure_ascii=False).encode()
        served.sends(1, text[:100], last=False)
        served.sends(9, b"still there?")
        self.assertEqual(served.hears(), (10, b"still there?"))
        served.sends(0, text[100:40_001], last=False)
        served.sends(0, text[40_001:])
        self.assertEqual(len(next(live).counter), 70_005)
        served.says(told("page/" + "x" * 200, 2))
        self.assertEqual(next(live).count, 2)
        served.says({"type": "ping"})
        self.assertEqual(served.hears(), {"type": "pong"})

    def test_after_a_reconnect_nothing_older_is_told_and_what_is_gone_is_read(self):
        self.service.answer = count_message("votes", "page/gone", 0)
        with patch("quipu_client.prefixed.HOLD", 0.3):
            live, served = self.follow()
            served.says(told("page/gone", 3))
            served.says(told("page/a", 5))
            self.assert_next(live, ("page/gone", 3), ("page/a", 5))
            served.cuts()
            served = self.accepted()
            served.says(told("page/a", 4))
            served.says(told("page/a", 6))
            self.assert_next(live, ("page/a", 6), ("page/gone", 0))
            self.service.answer = count_message("votes", "page/a", 1)
            served.cuts()
            served = self.accepted()
            self.assert_next(live, ("page/a", 1))
            served.says(told("page/gone", 1))
            self.assert_next(live, ("page/gone", 1))
        self.assertEqual(self.service.reads, ["/v1/counters/votes/page%2Fgone", "/v1/counters/votes/page%2Fa"])

    def test_asks_again_where_there_are_more_and_ends_with_what_the_service_says(self):
        live, served = self.follow()
        with patch("quipu_client.prefixed._AGAIN", 0.0):
            served.says({"type": "more", "namespace": "votes", "prefix": "page/"})
            self.assertEqual(served.hears()["type"], "subscribe")
            served.says({"type": "error", "ref": 1, "status": 503, "title": "full", "detail": "no room for now"})
            self.assertEqual(served.hears()["type"], "subscribe")
            served.says(told("page/a", 1))
            self.assert_next(live, ("page/a", 1))
            detail = "at most 1000 counters"
            problem = "/problems/invalid-request"
            served.says({"type": "error", "ref": 1, "status": 400, "detail": detail, "problem": problem})
            with self.assertRaises(ProblemError) as found:
                next(live)
        self.assertEqual(found.exception.problem.detail, detail)
        self.assertEqual(found.exception.problem.type, problem)

    def test_what_is_too_much_for_now_is_asked_for_again_when_the_service_says_so(self):
        live = self.client.live_prefix("page/")
        self.addCleanup(live.close)
        served = self.service.next()
        self.assertEqual(served.hears()["type"], "subscribe")
        began = time.monotonic()
        error = {"type": "error", "ref": 1, "status": 429, "title": "too much", "detail": "too much", "retryAfter": 2}
        served.says(error)
        served = self.accepted()
        self.assertGreaterEqual(time.monotonic() - began, 2)
        served.says(told("page/a", 1))
        self.assert_next(live, ("page/a", 1))

    def test_a_deleted_namespace_ends_it(self):
        live, served = self.follow()
        served.leaves(4404)
        served = self.service.next()
        served.says({"type": "error", "ref": 1, "status": 404, "title": "no", "detail": "There is no such namespace"})
        with self.assertRaises(ProblemError) as found:
            next(live)
        self.assertEqual(found.exception.problem.status, 404)

    def test_who_may_not_is_told_so(self):
        for code, status in ((4401, 401), (4403, 403)):
            live = self.client.live_prefix("page/")
            self.service.next().leaves(code)
            with self.assertRaises(ProblemError) as found:
                next(live)
            self.assertEqual(found.exception.problem.status, status)
        self.service.refusal = 401
        with self.assertRaises(ProblemError) as found:
            next(self.client.live_prefix("page/"))
        self.assertEqual(found.exception.problem.status, 401)

    def test_a_refusal_for_now_and_a_key_that_has_expired_are_waited_out(self):
        live = self.client.live_prefix("page/")
        with patch("quipu_client.prefixed._AGAIN", 0.0):
            self.service.next().says({"type": "error", "ref": 1, "status": 503, "title": "full", "detail": "full"})
            served = self.accepted()
        served.says(told("page/a", 1))
        self.assert_next(live, ("page/a", 1))
        served.leaves(4401)
        self.accepted().says(told("page/a", 2))
        self.assert_next(live, ("page/a", 2))

    def test_a_sketch_is_no_count(self):
        live, served = self.follow()
        served.says({"type": "count", "namespace": "votes", "counter": "page/a", "events": 1, "estimate": 1})
        with self.assertRaisesRegex(QuipuError, "sketch"):
            next(live)

    def test_a_prefix_is_a_text(self):
        with self.assertRaisesRegex(TypeError, "prefix must be a text"):
            self.client.live_prefix(["a"])
        with self.assertRaisesRegex(ValueError, "namespace must not be empty"):
            self.client.live_prefix("a", namespace="")


class AsyncLivePrefixTest(unittest.IsolatedAsyncioTestCase):
    async def test_tells_counts_to_a_loop(self):
        service = SocketService()
        self.addCleanup(service.close)
        async with AsyncQuipu(service.address) as client, client.live_prefix("") as live:
            service.next().says(told("a", 7))
            self.assertEqual((await live.__anext__()).count, 7)

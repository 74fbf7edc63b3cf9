"""The core without input and output: a test is its clock, its network and its service."""

from __future__ import annotations

import json
import unittest

from quipu_client import ClosedError, Event, FullError, InDoubtError, RefusedError
from quipu_client.errors import Problem
from quipu_client.options import Options
from quipu_client.outbox import Outbox
from quipu_client.wire import Answer, Unanswered, back_off

BUSY = Problem("/problems/queue-full", "busy", 503, "busy")


class OutboxTest(unittest.TestCase):
    def outbox(self, **options):
        return Outbox(Options("http://localhost", **options))

    def take(self, outbox, now=0.0, **event):
        return outbox.take(Event(**{"counter": "a", "id": "1", "namespace": "n", **event}), now)[0]

    def recorded(self, attempt):
        happenings = sum(pending.happenings for pending in attempt.events)
        return Answer(201, json.dumps({"status": "recorded", "events": happenings}).encode())

    def test_an_event_waits_for_the_linger_and_a_full_batch_for_nothing(self):
        outbox = self.outbox(linger=1, max_batch_events=2)
        self.take(outbox)
        self.assertIsNone(outbox.next(0.5))
        self.assertEqual(outbox.wait(0.5), 0.5)
        self.take(outbox, 0.6)
        self.assertEqual(len(outbox.next(0.6).events), 2)

    def test_only_so_many_requests_are_under_way(self):
        outbox = self.outbox(linger=0, max_in_flight=2, max_batch_events=1)
        for _ in range(3):
            self.take(outbox)
        first, _, none = outbox.next(0), outbox.next(0), outbox.next(0)
        self.assertIsNone(none)
        outbox.after(first, self.recorded(first), 0.1)
        self.assertEqual([pending.future.done() for pending in outbox.ended()], [False])
        self.assertIsNotNone(outbox.next(0.1))

    def test_retry_after_holds_for_all_requests(self):
        outbox = self.outbox(linger=0)
        self.take(outbox)
        outbox.after(outbox.next(0), Answer(503, b"", BUSY, retry_after=3), 0)
        self.take(outbox, 1, id="2")
        self.assertIsNone(outbox.next(2.9))
        self.assertAlmostEqual(outbox.wait(2.9), 0.1)
        self.assertIsNotNone(outbox.next(3))
        self.assertIsNotNone(outbox.next(3))

    def test_after_429_a_batch_is_sent_again_in_halves(self):
        outbox = self.outbox(linger=0)
        for i in range(5):
            self.take(outbox, id=str(i))
        problem = Problem("/problems/rate-limited", "", 429, "")
        outbox.after(outbox.next(0), Answer(429, b"", problem), 0)
        self.assertEqual([len(outbox.next(1).events), len(outbox.next(1).events)], [3, 2])

    def test_what_was_certainly_not_written_is_refused_in_the_end(self):
        outbox = self.outbox(linger=0, give_up=1)
        pending = self.take(outbox)
        outbox.after(outbox.next(0), Unanswered(True, OSError("refused")), 0)
        self.assertIsNone(outbox.next(1))
        self.assertIsInstance(pending.end, RefusedError)

    def test_what_is_under_way_at_the_give_up_time_is_in_doubt(self):
        outbox = self.outbox(linger=0, give_up=1)
        pending = self.take(outbox)
        attempt = outbox.next(0)
        outbox.next(1)
        self.assertIsInstance(pending.end, InDoubtError)
        outbox.after(attempt, self.recorded(attempt), 2)
        self.assertEqual(outbox.ended(), [pending])
        self.assertTrue(outbox.idle)

    def test_sums_that_the_service_would_refuse_are_not_made(self):
        outbox = self.outbox(linger=1)
        deltas = [10**15 - 1, 1, 1, -1]
        found = [outbox.take(Event("a", delta, namespace="n"), 0, joins=True)[0] for delta in deltas]
        self.assertIs(found[0], found[1])
        self.assertIsNot(found[1], found[2])
        self.assertIsNot(found[2], found[3])
        self.assertEqual([pending.event.delta for pending in found], [10**15, 10**15, 1, -1])

    def test_close_sends_at_once_and_ends_what_is_left(self):
        outbox = self.outbox(linger=9, max_batch_events=1, max_in_flight=1, max_waiting=2)
        sent, left = self.take(outbox), self.take(outbox, id="2")
        with self.assertRaises(FullError):
            self.take(outbox, id="3")
        outbox.begin_close()
        self.assertIsNotNone(outbox.next(0))
        with self.assertRaises(ClosedError):
            self.take(outbox, id="4")
        outbox.end_close(0)
        self.assertIsInstance(sent.end, InDoubtError)
        self.assertIsInstance(left.end, RefusedError)
        self.assertEqual(outbox.doubts, [sent.event])
        self.assertIsNone(outbox.next(9))

    def test_pauses_grow_to_five_seconds(self):
        for failures, most in [(1, 0.05), (2, 0.1), (7, 3.2), (8, 5), (1000, 5)]:
            self.assertTrue(most / 2 <= back_off(failures) <= most)

"""The core without input and output: a test is its clock, its network and its service."""

from __future__ import annotations

import json
import math
import unittest
from datetime import datetime, timezone

from quipu_client import ClosedError, Event, FullError, InDoubtError, RefusedError, Statement
from quipu_client.errors import Problem
from quipu_client.options import Options
from quipu_client.outbox import Outbox
from quipu_client.wire import Answer, Unanswered, back_off

BUSY = Problem("/problems/queue-full", "busy", 503, "busy")


class OutboxTest(unittest.TestCase):
    def outbox(self, window=None, **options):
        return Outbox(Options("http://localhost", **options), lambda namespace: window)

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

    def lose(self, outbox, now):
        attempt = outbox.next(now)
        left = outbox.leave(attempt, now)
        if left.events:
            outbox.after(left, Unanswered(False, OSError("lost")), now)
        return left.events

    def test_an_event_is_not_sent_again_where_its_id_may_be_forgotten_when_it_has_come(self):
        outbox = self.outbox(linger=0, window=10, request_timeout=1)
        pending = self.take(outbox)
        self.assertTrue(self.lose(outbox, 0))
        self.assertTrue(self.lose(outbox, 9))
        self.assertFalse(self.lose(outbox, 9.1))
        self.assertIsInstance(pending.end, InDoubtError)
        self.assertRegex(str(pending.end), "remembers ids for 10 s.*counts once until 20.*, and may count twice then")
        left = pending.end.until - datetime.now(timezone.utc)
        self.assertLess(abs(left.total_seconds() - 0.9), 60)
        self.assertTrue(outbox.idle)
        self.assertEqual(outbox.in_flight, 0)

    def test_where_no_ids_are_remembered_nothing_in_doubt_is_sent_again(self):
        outbox = self.outbox(linger=0, window=0)
        pending, statement = self.take(outbox), outbox.take(Statement("a", "P", 1, 1, namespace="n"), 0)[0]
        self.assertEqual(len(self.lose(outbox, 0)), 2)
        self.assertEqual([one.event for one in self.lose(outbox, 1)], [statement.event])
        self.assertIsInstance(pending.end, InDoubtError)
        self.assertIsNone(statement.end)

    def test_a_window_that_is_unknown_or_without_end_ends_nothing(self):
        for window in (None, math.inf):
            outbox = self.outbox(linger=0, window=window, give_up=100)
            pending = self.take(outbox)
            for now in (0, 50):
                self.assertTrue(self.lose(outbox, now))
            outbox.next(100)
            self.assertIsInstance(pending.end, InDoubtError)
            self.assertIsNone(pending.end.until)

    def test_what_was_certainly_not_written_needs_no_window(self):
        outbox = self.outbox(linger=0, window=0)
        self.take(outbox)
        outbox.after(outbox.next(0), Unanswered(True, OSError("refused")), 0)
        self.assertTrue(self.lose(outbox, 30))

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
        outbox.end_close(0, 0)
        self.assertIsInstance(sent.end, InDoubtError)
        self.assertIsInstance(left.end, RefusedError)
        self.assertEqual(outbox.doubts, [sent.event])
        self.assertIsNone(outbox.next(9))

    def test_pauses_grow_to_five_seconds(self):
        for failures, most in [(1, 0.05), (2, 0.1), (7, 3.2), (8, 5), (1000, 5)]:
            self.assertTrue(most / 2 <= back_off(failures) <= most)

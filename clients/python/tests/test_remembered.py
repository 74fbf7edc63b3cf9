"""The time that namespaces remember ids: when it is asked, and what is done without it."""

from __future__ import annotations

import json
import math
import unittest

from quipu_client import InDoubtError, Quipu
from quipu_client.remembered import Remembered, window_of
from quipu_client.wire import Answer
from tests.service import Service, problem


class RememberedTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)
        self.client = Quipu(self.service.address, namespace="votes")
        self.addCleanup(self.client.close, 0)

    def test_nothing_is_asked_while_all_is_well_known(self):
        self.client.add("a")
        self.service.plant(problem(503, "queue-full"))
        self.client.add("a")
        self.assertEqual(self.service.asked, [])

    def test_it_is_asked_before_an_event_is_sent_again_that_may_be_counted(self):
        self.service.windows = [problem(503, "unavailable")]
        self.service.plant(("swallow",))
        self.client.add("a")
        self.assertEqual(self.service.asked, ["/v1/namespaces/votes"] * 2)
        self.assertEqual(self.service.count("a"), 1)
        self.service.plant(("swallow",))
        self.client.add("a")
        self.assertEqual(len(self.service.asked), 2)

    def test_who_may_not_know_sends_again(self):
        self.service.windows = [problem(403, "forbidden")]
        self.service.plant(("swallow",))
        self.client.add("a")
        self.assertEqual(self.service.count("a"), 1)

    def test_where_no_ids_are_remembered_an_event_is_not_sent_again(self):
        self.service.windows = [{"deduplicate": "off"}]
        self.service.plant(("swallow",))
        with self.assertRaises(InDoubtError) as found:
            self.client.add("a")
        self.assertIsNotNone(found.exception.until)
        self.assertEqual(len(self.service.recording()), 1)

    def test_a_number_of_ids_is_remembered_for_two_minutes_for_certain(self):
        self.assertEqual([window_of(number) for number in (1, 50_000, "1000000")], [120, 120, 120])
        self.service.windows = [{"kind": "linear", "deduplicate": 50_000}]
        self.service.plant(("swallow",))
        patient = Quipu(self.service.address, namespace="votes", request_timeout=121, give_up=200)
        self.addCleanup(patient.close, 0)
        with self.assertRaises(InDoubtError) as found:
            patient.add("a")
        self.assertIn("remembers ids for 120 s", str(found.exception))
        self.assertIsNotNone(found.exception.until)
        self.assertEqual(len(self.service.recording()), 1)

    def test_what_was_learned_is_believed_for_a_minute_of_a_thousand_namespaces(self):
        asked, now = [], [0.0]

        def send(request):
            asked.append(request.path)
            return Answer(200, json.dumps({"namespace": "n", "kind": "event", "deduplicate": "1h"}).encode())

        remembered = Remembered(send, lambda: now[0])
        self.assertIsNone(remembered.learn(["n", "n", "."]))
        self.assertEqual((len(asked), remembered.window("n"), remembered.window(".")), (1, 3_600.0, None))
        now[0] = 60.0
        remembered.learn(["n"])
        self.assertEqual(len(asked), 2)
        remembered.forget("n")
        remembered.learn(f"n{i}" for i in range(1_001))
        self.assertEqual((remembered.window("n0"), remembered.window("n1000")), (None, 3_600.0))

    def test_lengths_of_time_are_read_as_the_service_writes_them(self):
        texts = ["off", "0s", "90s", "2m", "24h", "7d", "1y", "forever", None]
        seconds = [0, 0, 90, 120, 86_400, 604_800, 31_536_000, math.inf, math.inf]
        self.assertEqual([window_of(text) for text in texts], seconds)

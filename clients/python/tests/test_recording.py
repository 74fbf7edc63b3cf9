"""Events, from the first attempt to what is known in the end."""

from __future__ import annotations

import asyncio
import inspect
import socket
import unittest

from quipu_client import AsyncQuipu, ClosedError, Event, FullError, InDoubtError, ProblemError, Quipu
from quipu_client import QuipuError, RefusedError, SketchValue
from tests.service import Service, problem


class RecordingTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.addCleanup(self.service.close)

    def client(self, **options):
        client = Quipu(self.service.address, **options)
        self.addCleanup(client.close, 0)
        return client

    def ids(self):
        return {event["id"] for body in self.service.recording() for event in body}

    def test_an_event_counts_once_though_its_answer_is_lost(self):
        for fault in [("swallow",), ("cut",), problem(503, "outcome-unknown")]:
            with self.subTest(fault[0]):
                self.service.plant(fault)
                sent = len(self.service.recording())
                event = self.client().add(f"by {fault[0]}{len(fault)}", 3)
                first, second = self.service.recording()[sent:]
                self.assertEqual(first, second)
                self.assertEqual(first[0]["id"], event.id)
                self.assertEqual(self.service.count(event.counter), 3)

    def test_an_answer_may_be_the_last_one_of_its_connection(self):
        body = '{"status":"recorded","events":1}'
        self.service.plant(("answer", 201, "application/json", body, {"Connection": "close"}))
        self.client().add("a")
        self.assertEqual(len(self.service.recording()), 1)

    def test_who_wants_to_know_is_told_of_attempts_that_are_made_again(self):
        told = []

        def listen(retry):
            told.append(retry)
            raise ValueError("its own fault")

        client = self.client(on_retry=listen)
        self.service.plant(problem(503, "queue-full"))
        with self.assertLogs("quipu_client"):
            client.add("a")
            self.service.plant(("swallow",))
            client.get("a")
        self.assertEqual([type(retry.why) for retry in told], [ProblemError, QuipuError])
        self.assertTrue(0 < told[0].pause <= 0.05 < told[0].left < 60)
        with self.assertRaises(TypeError):
            self.client(on_retry="print")

    def test_retry_after_is_heeded(self):
        self.service.plant(problem(503, "queue-full", retry_after=1))
        with self.assertRaises(RefusedError) as refused:
            self.client(give_up=0.5).add("a")
        self.assertEqual(len(self.service.recording()), 1)
        self.assertEqual(refused.exception.event.counter, "a")

    def test_events_that_are_submitted_together_travel_together(self):
        client = self.client(linger=0.2)
        for future in [client.submit(Event("a")) for _ in range(100)]:
            future.result()
        self.assertEqual([len(body) for body in self.service.recording()], [100])
        self.assertEqual(self.service.count("a"), 100)

    def test_a_batch_has_at_most_so_many_events_and_bytes(self):
        client = self.client(linger=0.2, max_batch_events=10, max_batch_bytes=700)
        for future in [client.submit(Event("a", id=str(i))) for i in range(20)]:
            future.result()
        self.assertTrue(all(len(body) <= 10 for body in self.service.recording()))
        self.assertEqual(self.service.count("a"), 20)

    def test_after_413_halves_are_sent(self):
        client = self.client(linger=0.1)
        self.service.plant(problem(413, "too-large"))
        for future in [client.submit(Event("a")) for _ in range(5)]:
            future.result()
        self.assertEqual(sorted(map(len, self.service.recording())), [2, 3, 5])

    def test_a_problem_with_an_index_ends_that_event_only(self):
        client = self.client(linger=0.1)
        self.service.plant(problem(400, "invalid-event", index=1, field="delta"))
        first, second, third = [client.submit(Event("a", delta)) for delta in (1, 0, 2)]
        with self.assertRaises(ProblemError) as invalid:
            second.result()
        self.assertEqual(invalid.exception.problem.field, "delta")
        self.assertEqual([first.result().event.delta, third.result().event.delta], [1, 2])
        self.assertEqual(self.service.count("a"), 3)

    def test_207_lists_what_was_not_recorded(self):
        client = self.client(linger=0.1)
        listed = {"index": 1, "status": 503, "type": "/problems/outcome-unknown", "title": "", "detail": ""}
        body = '{"recorded":2,"failed":1,"results":[%s]}' % str(listed).replace("'", '"')
        self.service.plant(("answer", 207, "application/json", body, {}))
        for future in [client.submit(Event("a", id=str(i))) for i in range(3)]:
            future.result()
        self.assertEqual([event["id"] for event in self.service.recording()[1]], ["1"])

    def test_an_answer_that_speaks_of_other_events_is_no_answer(self):
        self.service.plant(("answer", 201, "application/json", '{"status":"recorded","events":2}', {}))
        self.client().add("a")
        self.assertEqual(len(self.service.recording()), 2)

    def test_in_doubt_after_an_unknown_attempt_and_a_no(self):
        self.service.plant(("swallow",), problem(401, "unauthorized"))
        with self.assertRaises(InDoubtError) as doubt:
            self.client().add("a", 2)
        self.assertEqual(doubt.exception.problem.status, 401)
        client = self.client()
        client.record(doubt.exception.event)
        self.assertEqual(self.service.count("a"), 2)

    def test_a_value_is_not_sent_again_after_an_unknown_attempt(self):
        self.service.plant(("swallow",))
        with self.assertRaises(InDoubtError) as doubt:
            self.client().add_value("home", "ann")
        self.assertEqual(doubt.exception.event, SketchValue("home", "ann", "default"))
        self.assertEqual(len(self.service.recording()), 1)

    def test_a_value_is_sent_again_after_one_that_wrote_nothing(self):
        self.service.plant(problem(503, "queue-full"))
        self.client().add_value("home", 2.5)
        self.assertEqual(self.service.recording()[1], [{"namespace": "default", "counter": "home", "value": 2.5}])

    def test_nobody_there_is_a_refusal(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{free.getsockname()[1]}"
        with self.assertRaises(RefusedError):
            Quipu(address, give_up=0.2).add("a")

    def test_full(self):
        self.service.plant(("delay", 0.3))
        client = self.client(max_waiting=2)
        waiting = [client.submit(Event("a")) for _ in range(2)]
        with self.assertRaises(FullError):
            client.add("a")
        for future in waiting:
            future.result()
        client.add("a")

    def test_coalesced_events_have_exact_sums(self):
        client = self.client(coalesce=True, linger=0.1)
        futures = [client.submit(Event("a", 2)) for _ in range(10)]
        futures.append(client.submit(Event("a", 1, id="own")))
        for future in futures:
            future.result()
        (body,) = self.service.recording()
        self.assertEqual([(event["delta"], event.get("events", 1)) for event in body], [(20, 10), (1, 1)])

    def test_close_answers_what_is_in_doubt_and_sends_the_rest_at_once(self):
        client = self.client(linger=60)
        future = client.submit(Event("a"))
        self.assertEqual(client.close(), [])
        self.assertEqual(future.result(timeout=0).event.counter, "a")
        with self.assertRaises(ClosedError):
            client.add("a")
        self.service.plant(("delay", 1))
        late = self.client(linger=0)
        future = late.submit(Event("b"))
        while not late._sender._outbox.in_flight:
            pass
        self.assertEqual([event.counter for event in late.close(0)], ["b"])
        self.assertIsInstance(future.exception(timeout=0), InDoubtError)

    def test_an_increment_goes_alone_to_its_counter(self):
        client = self.client(linger=0.05)
        body = '{"status":"recorded","events":1,"count":42,"remaining":8,"resets":"2026-01-01T00:00:00Z"}'
        self.service.plant(("answer", 201, "application/json", body, {}))
        self.assertEqual(client.increment("a b", namespace="t").remaining, 8)
        self.assertEqual(self.service.requests[0][1], "/v1/counters/t/a%20b/events")
        self.assertNotIn("counter", self.service.recording()[0][0])
        with self.assertRaisesRegex(QuipuError, "not of kind linear"):
            client.increment("a")

    def test_what_cannot_be_is_refused_at_once(self):
        client = self.client()
        for wrong in [
            lambda: client.add("a", id=""),
            lambda: client.add("", 1),
            lambda: client.add("a", 1.5),
            lambda: client.add("a", True),
            lambda: client.add("a", labels=["CH"]),
            lambda: client.add("a", country="CH"),
            lambda: client.get("a", names="votes"),
            lambda: client.add_value("a", float("nan")),
            lambda: client.state("a", actor="", version=1, value=1),
            lambda: client.increment("."),
            lambda: Quipu("localhost:8080"),
            lambda: Quipu(self.service.address, max_in_flight=0),
            lambda: Quipu(self.service.address, linger="5"),
            lambda: Quipu(self.service.address, patience=5),
        ]:
            with self.assertRaises((TypeError, ValueError)):
                wrong()
        self.assertEqual(self.service.requests, [])


class AsyncRecordingTest(unittest.IsolatedAsyncioTestCase):
    async def test_counts_once_though_answers_are_lost(self):
        service = Service()
        self.addCleanup(service.close)
        service.plant(("swallow",), ("cut",))
        async with AsyncQuipu(service.address) as client:
            added = await asyncio.gather(*(client.add("a") for _ in range(100)))
            self.assertEqual(len({event.id for event in added}), 100)
            self.assertEqual((await client.get("a")).count, 100)
            with self.assertRaises(asyncio.TimeoutError):
                service.plant(("delay", 0.3))
                await asyncio.wait_for(client.add("b"), 0.1)
        self.assertEqual(service.count("b"), 1)

    def test_both_clients_can_do_the_same(self):
        self.assertEqual(signatures(Quipu), signatures(AsyncQuipu))


def signatures(client):
    methods = inspect.getmembers(client, inspect.isfunction)
    return {name: list(inspect.signature(method).parameters.values()) for name, method in methods if name[0] != "_"}

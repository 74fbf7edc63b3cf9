"""Records events of each kind with the generated client, and prints what each read says of them."""

import sys
import time

import quipu_generated as q

ADDRESS, PREFIX = sys.argv[1:]
COUNTER = "back in black"
SINCE = "-1d"

client = q.ApiClient(q.Configuration(host=ADDRESS))
namespaces, recording, reading = q.NamespacesApi(client), q.RecordApi(client), q.ReadApi(client)


def create(name, **settings):
    namespace = PREFIX + name
    namespaces.put_namespace(namespace, q.NamespaceSettings(**settings))
    return namespace


def record(namespace, *events):
    many = q.EventOrEvents(list(events))
    return recording.record_events(namespace, COUNTER, event_or_events=many).events


def ranked(namespace):
    """Waits for the largest counter: lists have what is settled."""
    while not (found := reading.top_counters(namespace).counters):
        time.sleep(0.1)
    return found[0]


def use(name, events, number, **settings):
    namespace = create(name, **settings)
    recorded = record(namespace, *events)
    windows = reading.read_windows(namespace, COUNTER, "hour", None, SINCE).windows
    answers = [
        reading.read_count(namespace, COUNTER),
        *(window for window in windows if window.events > 0),
        reading.read_total(namespace, COUNTER, None, SINCE),
        ranked(namespace),
    ]
    print(name, recorded, *(number(one) for one in answers))


def both():
    return [q.Event(id="a", delta=2), q.Event(id="b", delta=3)]


def values(*some):
    return [q.Event(value=q.Value(value)) for value in some]


def count(answer):
    return answer.count


def estimate(answer):
    return answer.estimate


use("event", both(), count, kind="event", deduplicate=q.Deduplicate("7d"))
use("unique", both(), count, kind="unique")
use("latest", [q.Event(actor="P1", version=2, value=q.Value(1500))], count, kind="latest")
use("linear", [q.Event(delta=2), q.Event(delta=3)], count, kind="linear", min=0, max=10)
use("sketch", values(2, 3.5), estimate, kind="sketch", state="sum", windows=["hour"])

items = create("items", kind="sketch", state="top")
record(items, *values(COUNTER, COUNTER, 7))
found = reading.read_count(items, COUNTER).items
print("items", *(f"{one.item.actual_instance}:{one.lower}" for one in found))

quantiles = create("quantiles", kind="sketch", state="quantiles")
before = reading.read_count(quantiles, COUNTER, ranks="0.5").quantiles[0].value
record(quantiles, *values(3.5))
after = reading.read_count(quantiles, COUNTER, ranks="0.5").quantiles[0].value
print("quantiles", "null" if before is None else before, after)

labels = create("series", labels=["country"])
record(labels, *(q.Event(labels={"country": country}) for country in ("CH", "CH", "DE")))
found = reading.read_count(labels, COUNTER, by="country").series
print("series", *(f"{one.labels['country']}:{one.count}" for one in found))

try:
    reading.read_count("nowhere", COUNTER)
except q.exceptions.NotFoundException as refusal:
    print("refused", refusal.status, refusal.data.type)

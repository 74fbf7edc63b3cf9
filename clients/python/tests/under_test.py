"""The client as a process that the shared table of behaviours drives; the protocol is in clients/behaviours.md.

``python3 under_test.py plain`` drives the client that blocks, ``asyncio`` the other one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from threading import Lock, Thread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from quipu_client import AsyncQuipu, Event, FullError, InDoubtError, ProblemError, Quipu, QuipuError  # noqa: E402
from quipu_client import ClosedError, Question, RefusedError, SketchValue, Statement  # noqa: E402

SECONDS = {"lingerMs": "linger", "requestTimeoutMs": "request_timeout", "giveUpMs": "give_up"}
NAMES = {
    "maxBatchEvents": "max_batch_events",
    "maxBatchBytes": "max_batch_bytes",
    "maxInFlight": "max_in_flight",
    "maxWaiting": "max_waiting",
    "coalesce": "coalesce",
}
ENDS = {InDoubtError: "inDoubt", RefusedError: "refused"}
ASYNCHRONOUS = sys.argv[1] == "asyncio"


def options():
    given = json.loads(os.environ.get("QUIPU_OPTIONS", "{}"))
    found = {"namespace": os.environ.get("QUIPU_NAMESPACE"), "token": os.environ.get("QUIPU_TOKEN")}
    found.update({SECONDS[name]: value / 1000 for name, value in given.items() if name in SECONDS})
    found.update({NAMES[name]: value for name, value in given.items() if name not in SECONDS})
    return os.environ["QUIPU_ADDRESS"], {name: value for name, value in found.items() if value is not None}


def opened():
    address, given = options()
    return (AsyncQuipu if ASYNCHRONOUS else Quipu)(address, **given)


CLIENT = opened()
# as many requests may block as the table has at the same time
THREADS = ThreadPoolExecutor(256)
LIVES = {}
OUTSTANDING = set()
SAYING = Lock()


async def call(method, *arguments, **named):
    """A method of the client, whichever it is."""
    named = {name: value for name, value in named.items() if value is not None}
    if ASYNCHRONOUS:
        return await method(*arguments, **named)
    return await asyncio.get_running_loop().run_in_executor(THREADS, partial(method, *arguments, **named))


class Operations:
    async def add(self, request):
        named = chosen(request, "delta", "events", "id", "time", "labels", "namespace")
        if ASYNCHRONOUS:
            await call(CLIENT.add, request["counter"], **named)
        else:
            # in the order of the requests, which threads would not keep
            given = {name: value for name, value in named.items() if value is not None}
            given.setdefault("delta", given.get("events", 1))
            await asyncio.wrap_future(CLIENT.submit(Event(request["counter"], **given)))
        return {}

    async def addMany(self, request):
        counters, count = request["counters"], request["count"]
        ends = {"acknowledged": 0, "inDoubt": 0, "refused": 0, "failed": 0}

        async def add(counter):
            while True:
                try:
                    await asyncio.wrap_future(CLIENT.submit(Event(counter)))
                    ends["acknowledged"] += 1
                    return
                except FullError:
                    await asyncio.sleep(0.01)
                except QuipuError as error:
                    ends[ENDS.get(type(error), "failed")] += 1
                    return

        await asyncio.gather(*(add(counters[i % len(counters)]) for i in range(count)))
        return ends

    async def state(self, request):
        named = chosen(request, "actor", "version", "value", "replaces", "time", "namespace")
        await call(CLIENT.state, request["counter"], **named)
        return {}

    async def value(self, request):
        await call(CLIENT.add_value, request["counter"], request["value"], **chosen(request, "namespace"))
        return {}

    async def increment(self, request):
        named = chosen(request, "delta", "events", "id", "min", "max", "namespace")
        answer = await call(CLIENT.increment, request["counter"], **named)
        return texts(answer, "count", "remaining", "resets")

    async def get(self, request):
        count = await call(CLIENT.get, request["counter"], **chosen(request, "where", "namespace"))
        return texts(count, "count", "events", "min", "max", "remaining", "resets")

    async def getMany(self, request):
        counts = await call(CLIENT.get_many, request["counters"], **chosen(request, "namespace"))
        return {"counts": [str(count.count) for count in counts]}

    async def windows(self, request):
        named = {**ranged(request), **chosen(request, "namespace")}
        windows = await call(CLIENT.windows, request["counter"], request["granularity"], **named)
        return history(windows)

    async def query(self, request):
        asked = [
            Question(
                **chosen(one, "id", "ask", "counter", "prefix", "namespace", "granularity", "by", "where", "limit"),
                **ranged(one),
            )
            for one in request["queries"]
        ]
        results = await call(CLIENT.query, asked, **ranged(request), **chosen(request, "namespace"))
        return {"results": [resulting(result, one.ask) for result, one in zip(results, asked)]}

    async def total(self, request):
        named = {**ranged(request), **chosen(request, "namespace")}
        return totalled(await call(CLIENT.total, request["counter"], **named))

    async def series(self, request):
        of = chosen(request, "by", "where", "limit", "namespace")
        counter, over = request["counter"], ranged(request)
        if "granularity" in request:
            found = await call(CLIENT.window_series, counter, request["granularity"], **of, **over)
            return {"series": [{"labels": one.labels, **history(one.windows)} for one in found]}
        if "from" in request:
            found = await call(CLIENT.total_series, counter, **of, **over)
            return {"series": [{"labels": one.labels, **totalled(one.total)} for one in found]}
        return {"series": counted(await call(CLIENT.series, counter, **of))}

    async def seriesPage(self, request):
        of = chosen(request, "by", "where", "limit", "after", "namespace")
        page = await call(CLIENT.series_page, request["counter"], **of)
        return {"series": counted(page.series), **({} if page.next is None else {"next": page.next})}

    async def sketch(self, request):
        return sketched(await call(CLIENT.sketch, request["counter"], **chosen(request, "ranks", "n", "namespace")))

    async def sketchWindows(self, request):
        named = {**ranged(request), **chosen(request, "ranks", "n", "namespace")}
        windows = await call(CLIENT.sketch_windows, request["counter"], request["granularity"], **named)
        return {"windows": [{**sketched(one.sketch), "settled": one.settled} for one in windows]}

    async def sketchTotal(self, request):
        named = {**ranged(request), **chosen(request, "ranks", "n", "namespace")}
        total = await call(CLIENT.sketch_total, request["counter"], **named)
        found = {**sketched(total.sketch), "settled": total.settled}
        if total.previous is not None:
            found["previous"] = {**sketched(total.previous.sketch), "settled": total.previous.settled}
        return found

    async def top(self, request):
        named = chosen(request, "n", "namespace", "granularity", "window", "range", "tz")
        return ranked((await call(CLIENT.top, **named)).counters)

    async def counters(self, request):
        named = chosen(request, "prefix", "after", "namespace")
        found = CLIENT.counters(page_size=request.get("pageSize"), **named)
        if ASYNCHRONOUS:
            return {"counters": [one.counter async for one in found]}
        return {"counters": [one.counter for one in await call(found.all)]}

    async def putNamespace(self, request):
        found = await call(CLIENT.put_namespace, request["name"], request["settings"])
        return {"kind": found.kind, "deduplicate": found.settings.get("deduplicate")}

    async def reset(self, request):
        return texts(await call(CLIENT.reset, request["counter"], **chosen(request, "namespace")), "at")

    async def recount(self, request):
        found = await call(CLIENT.recount, request["counter"], **chosen(request, "namespace"))
        return texts(found, "count", "recounted", "drift")

    async def live(self, request):
        return follow(request, CLIENT.live(request["counters"], **chosen(request, "namespace")))

    async def livePrefix(self, request):
        return follow(request, CLIENT.live_prefix(request["prefix"], **chosen(request, "namespace")))

    async def sketchMany(self, request):
        found = await call(CLIENT.sketch_many, request["counters"], **chosen(request, "namespace"))
        return {"sketches": [sketched(one) for one in found]}

    async def liveSketches(self, request):
        live = CLIENT.live_sketches(request["counters"], **chosen(request, "namespace"))
        return follow(request, live, lambda one: {"counter": one.counter, **sketched(one)})

    async def liveSeries(self, request):
        live = CLIENT.live_series(request["counter"], **chosen(request, "by", "where", "namespace"))
        return follow(request, live, lambda one: {"counter": one.counter, "series": counted(one.series)})

    async def unlive(self, request):
        LIVES.pop(request["live"]).close()
        return {}

    async def closes(self, request):
        ended = {"acknowledged": [], "inDoubt": [], "refused": [], "failed": []}
        for i in range(request["clients"]):
            one = opened()
            ids = f"{request['counter']}-{request['first'] + i}-"
            added = [
                one.submit(Event(request["counter"], id=f"{ids}{each}"))
                for each in range(request["events"])
            ]
            await call(one.close, i % (request["withinMs"] + 1) / 1000)
            for future in added:
                # whoever is told that the client has closed is told of each event, too
                error = future.exception(timeout=0)
                event = future.result().event if error is None else getattr(error, "event", None)
                end = "acknowledged" if error is None else ENDS.get(type(error), "failed")
                ended[end].append({"id": str(error)} if event is None else told(event))
        return ended

    async def close(self, request):
        in_doubt = await call(CLIENT.close, request["withinMs"] / 1000)
        others = OUTSTANDING - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
        return {"inDoubt": [told(event) for event in in_doubt]}


def chosen(request, *names):
    return {name: request[name] for name in names if name in request}


def ranged(request):
    name = request.get("range")
    limits = name if isinstance(name, dict) else request
    found = {"start": limits.get("from"), "end": limits.get("to"), "tz": request.get("tz")}
    if isinstance(name, str):
        found["range"] = name
    if request.get("compare") == "previous":
        found["compare_previous"] = True
    return {name: value for name, value in found.items() if value is not None}


def resulting(result, ask):
    if result.problem is not None:
        problem = result.problem
        return {"id": result.id, "status": problem.status, "type": problem.type, "detail": problem.detail}
    of = {
        "count": lambda: {"count": str(result.count()), "events": str(result.events())},
        "total": lambda: {"total": totalled(result.total())},
        "windows": lambda: history(result.windows()),
        "series": lambda: {"series": counted(result.series())},
        "top": lambda: ranked(result.top()),
    }
    return {"id": result.id, "status": 200, **of[ask]()}


def ranked(counters):
    return {"counters": [{"counter": one.counter, "count": str(one.count)} for one in counters]}


def follow(request, live, shown=lambda one: texts(one, "counter", "count", "events")):
    ref = request["ref"]
    LIVES[ref] = live
    if ASYNCHRONOUS:
        LIVES[ref, "told"] = asyncio.ensure_future(tell(ref, live, shown))
    else:
        Thread(target=tell_blocking, args=(ref, live, shown), daemon=True).start()
    return {}


async def tell(ref, live, shown):
    try:
        async for count in live:
            say({"live": ref, **shown(count)})
    except QuipuError as error:
        say({"live": ref, **failure(error)})


def tell_blocking(ref, live, shown):
    try:
        for count in live:
            say({"live": ref, **shown(count)})
    except QuipuError as error:
        say({"live": ref, **failure(error)})


def texts(answer, *names):
    """The members that there are, as texts."""
    found = {name: getattr(answer, name) for name in names}
    return {name: shown(value) for name, value in found.items() if value is not None}


def shown(value):
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def history(windows):
    return {
        "windows": [
            {**texts(window, "start", "end", "count", "events"), "settled": window.settled} for window in windows
        ]
    }


def totalled(total):
    found = {"from": shown(total.start), "to": shown(total.end), **texts(total, "count", "events")}
    found["settled"] = total.settled
    if total.previous is not None:
        found["previous"] = totalled(total.previous)
    return found


def counted(series):
    return [{"labels": one.labels, **texts(one, "count", "events")} for one in series]


def sketched(sketch):
    found = {
        "events": str(sketch.events),
        "items": [str(one.item) for one in sketch.items],
        "ranks": [shown(one.rank) for one in sketch.quantiles],
    }
    if sketch.estimate is not None:
        found.update(texts(sketch.estimate, "estimate", "lower", "upper"))
    return found


def told(event):
    found = {"namespace": event.namespace, "counter": event.counter}
    if isinstance(event, Event):
        found.update(delta=event.delta, events=event.events, id=event.id)
    elif isinstance(event, Statement):
        found.update(actor=event.actor, version=event.version)
    elif isinstance(event, SketchValue):
        found.update(value=event.value)
    return found


def failure(error):
    if isinstance(error, ProblemError):
        problem = error.problem
        words = {"title": problem.title, "detail": problem.detail}
        return {"error": "problem", "status": problem.status, "type": problem.type, **words}
    for kind, name in ((InDoubtError, "in-doubt"), (RefusedError, "refused")):
        if isinstance(error, kind):
            found = {"error": name, "detail": str(error), **({} if error.event is None else told(error.event))}
            if getattr(error, "problem", None) is not None:
                found["status"] = error.problem.status
            return found
    for kind, name in ((FullError, "full"), (ClosedError, "closed")):
        if isinstance(error, kind):
            return {"error": name, "detail": str(error)}
    return {"error": "failed", "detail": repr(error)}


def say(answer):
    with SAYING:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


async def serve(request):
    try:
        say({"ref": request["ref"], "ok": True, **await getattr(Operations(), request["op"])(request)})
    except Exception as error:
        say({"ref": request["ref"], **failure(error)})


async def main():
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue = asyncio.Queue()

    def read():
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    Thread(target=read, daemon=True).start()
    say({"ready": True})
    while True:
        line = await lines.get()
        if line is None:
            break
        request = json.loads(line)
        task = asyncio.ensure_future(serve(request))
        OUTSTANDING.add(task)
        task.add_done_callback(OUTSTANDING.discard)
        if request["op"] == "close":
            await task
            break
    sys.stdout.flush()
    # whatever still waits for the service is of no use to the test
    os._exit(0)


asyncio.run(main())

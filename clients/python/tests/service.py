"""A small service in the process of the tests: it counts events by id, and does to each request what a test plants."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit


class Service:
    """Counts ``event`` counters. ``plant`` says what goes wrong with the next requests, one each."""

    def __init__(self):
        self.requests = []
        self.events = {}
        self.planted = []
        self.answers = {}
        self.asked = []
        self.windows = []
        self.streams = []
        self.series = None
        self.lock = threading.Lock()
        self.changed = threading.Condition(self.lock)
        service = self

        class Handler(_Handler):
            pass

        Handler.service = service
        self._server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def plant(self, *faults):
        self.planted.extend(faults)

    def recording(self):
        return [body for method, path, body in self.requests if method == "POST" and path.endswith("events")]

    def count(self, counter):
        with self.lock:
            return sum(event.get("delta", 1) for event in self.events.values() if event["counter"] == counter)

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def record(self, events):
        with self.changed:
            for event in events:
                key = event.get("id") or object()
                self.events.setdefault(key, event)
            self.changed.notify_all()


def count_message(namespace, counter, count, events=None):
    events = count if events is None else events
    part = {"count": count, "events": events}
    return {
        "namespace": namespace,
        "counter": counter,
        **part,
        "settled": {"count": 0, "events": 0, "until": None},
        "tail": part,
    }


def problem(status, slug, retry_after=None, **more):
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    found = {"type": f"/problems/{slug}", "title": slug, "status": status, "detail": f"planted {slug}", **more}
    return ("answer", status, "application/problem+json", json.dumps(found), headers)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """A client that has gone is what tests want."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *words):
        pass

    def do_GET(self):
        self._serve()

    do_POST = do_PUT = do_DELETE = do_GET

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = urlsplit(self.path).path
        parsed = json.loads(body) if body else None
        if self.command == "GET" and path.startswith("/v1/namespaces/") and self.path not in self.service.answers:
            # what the client asks on its way is none of the requests of a test
            self.service.asked.append(path)
            settings = {"namespace": unquote(path.split("/")[3]), "kind": "event", "deduplicate": "24h"}
            planted = self.service.windows.pop(0) if self.service.windows else settings
            return self._say(*planted[1:]) if isinstance(planted, tuple) else self._say(
                200, "application/json", json.dumps({**settings, **planted}), {}
            )
        with self.service.lock:
            self.service.requests.append((self.command, self.path, parsed))
            fault = self.service.planted.pop(0) if self.service.planted else None
        self.authorization = self.headers.get("Authorization")
        if fault is not None and fault[0] == "answer":
            return self._say(*fault[1:])
        status, answer = self._act(path, parsed)
        if fault == ("swallow",):
            self.close_connection = True
            return None
        if fault is not None and fault[0] == "delay":
            time.sleep(fault[1])
        if answer is None:
            return self._stream(path)
        text = json.dumps(answer)
        if fault == ("cut",):
            self.close_connection = True
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text[: len(text) // 2].encode())
            return None
        return self._say(status, "application/json", text, {})

    def _act(self, path, body):
        service = self.service
        if self.command == "POST" and path.endswith("/events"):
            events = body
            parts = path.split("/")
            if len(parts) > 4:
                events = [{**event, "namespace": unquote(parts[3]), "counter": unquote(parts[4])} for event in body]
            service.record(events)
            return 201, {"status": "recorded", "events": sum(event.get("events", 1) for event in events)}
        for prefix, answer in service.answers.items():
            if self.path.startswith(prefix):
                return 200, answer
        if path == "/v1/counts":
            asked = body["counters"]
            return 200, {"counts": [count_message(**one, count=service.count(one["counter"])) for one in asked]}
        if path.endswith("/live"):
            return 200, None
        parts = path.split("/")
        return 200, count_message(unquote(parts[3]), unquote(parts[4]), service.count(unquote(parts[4])))

    def _say(self, status, kind, text, headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def _stream(self, path):
        """Counts, or the series, as they change, until a test ends the connection."""
        service, (_, _, _, namespace, counter, _) = self.service, path.split("/")
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        ended = threading.Event()
        with service.lock:
            service.streams.append(ended)
        told = None
        while True:
            with service.lock:
                if ended.is_set():
                    return
                series = service.series
            message = series or count_message(unquote(namespace), unquote(counter), service.count(unquote(counter)))
            if message != told:
                told = message
                event = "count" if series is None else "series"
                self.wfile.write(f": ping\n\nevent: {event}\nid: 1\ndata: {json.dumps(message)}\n\n".encode())
                self.wfile.flush()
            with service.changed:
                service.changed.wait(0.01)


def query(path):
    return {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}

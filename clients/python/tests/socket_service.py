"""The service's end of WebSockets in the process of the tests: each is spoken with as a test says."""

from __future__ import annotations

import json
import queue
import socket
import struct
import threading
from email.parser import Parser

from quipu_client.websocket import Handshake


class SocketService:
    """Accepts WebSockets; ``next()`` is the next that was opened. All that is read is ``answer``."""

    def __init__(self):
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._opened = queue.Queue()
        self._connections = []
        self.refusal = None
        self.reads = []
        self.answer = {}
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def next(self):
        return self._opened.get(timeout=10)

    def close(self):
        for each in [self._listening, *self._connections]:
            each.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self._open(connection)

    def _open(self, connection):
        reader = connection.makefile("rb")
        self._connections += [connection, reader]
        path = reader.readline().decode().split()[1]
        head = Parser().parsestr("".join(iter(lambda: reader.readline().decode().replace("\r\n", "\n"), "\n")))
        if self.refusal is not None:
            connection.sendall(answer(self.refusal, "application/problem+json", "{}"))
            return
        if path != "/v1/live":
            self.reads.append(path)
            connection.sendall(answer(200, "application/json", json.dumps(self.answer)))
            return
        accept = Handshake(head["Sec-WebSocket-Key"]).accept
        upgrade = "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        # as the real one, it may say more with the answer
        hello = frame(1, json.dumps({"type": "hello", "pingMs": 20_000, "limits": {"subscriptions": 1000}}).encode())
        connection.sendall(f"{upgrade}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode() + hello)
        self._opened.put(ServedSocket(path, head, connection, reader))


class ServedSocket:
    """One WebSocket, from the side of the service."""

    def __init__(self, path, headers, connection, reader):
        self.path = path
        self.headers = headers
        self._connection = connection
        self._reader = reader

    def says(self, message):
        self.sends(1, json.dumps(message).encode())

    def sends(self, kind, payload=b"", last=True):
        self._connection.sendall(frame(kind, payload, last))

    def leaves(self, code):
        self.sends(8, struct.pack("!H", code) + b"because")

    def cuts(self):
        self._connection.shutdown(socket.SHUT_RDWR)

    def hears(self):
        """The kind and the payload of the next frame; its texts as JSON."""
        first, size = self._reader.read(2)
        assert size & 0x80, "a client masks what it says"
        size &= 0x7F
        if size >= 126:
            size = int.from_bytes(self._reader.read(2 if size == 126 else 8), "big")
        mask = self._reader.read(4)
        payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self._reader.read(size)))
        return json.loads(payload) if first & 0x0F == 1 else (first & 0x0F, payload)


def answer(status, kind, body):
    head = f"HTTP/1.1 {status} Answered\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return (head + body).encode()


def frame(kind, payload, last=True):
    size = len(payload)
    head = bytes([(0x80 if last else 0) | kind])
    if size < 126:
        return head + bytes([size]) + payload
    if size < 65_536:
        return head + struct.pack("!BH", 126, size) + payload
    return head + struct.pack("!BQ", 127, size) + payload

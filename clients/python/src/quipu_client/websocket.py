"""WebSockets of texts (RFC 6455), on the connections of the transport."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any, Mapping, NamedTuple, Optional

from .transport import Connection

_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_PROTOCOL = "quipu.v1.json"

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_ABNORMAL = 1006


class Handshake(NamedTuple):
    """The opening of a WebSocket."""

    key: str

    @classmethod
    def make(cls) -> Handshake:
        return cls(base64.b64encode(secrets.token_bytes(16)).decode())

    @property
    def headers(self) -> Mapping[str, str]:
        return {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": self.key,
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Protocol": _PROTOCOL,
        }

    @property
    def accept(self) -> str:
        """The answer of a server that has understood."""
        digest = hashlib.sha1((self.key + _MAGIC).encode(), usedforsecurity=False).digest()
        return base64.b64encode(digest).decode()


class LeftError(Exception):
    """The other end has closed the WebSocket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"closed with {code} {reason}")
        self.code = code
        self.reason = reason


class WebSocket:
    """A WebSocket on a connection that was upgraded. Used by one thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rest = bytearray()
        self._text = bytearray()

    def say(self, message: Mapping[str, Any]) -> None:
        self._send(_TEXT, json.dumps(message).encode())

    def hear(self, seconds: float) -> Optional[str]:
        """The next text, or None after a sign of life without one. Raises ``LeftError`` at the end, and other errors
        where nothing comes for so long."""
        first, payload = self._frame(seconds)
        kind, last = first & 0x0F, first & 0x80
        if kind == _CLOSE:
            self._send(_CLOSE, payload[:2])
            code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else _ABNORMAL
            raise LeftError(code, payload[2:].decode("utf-8", "replace"))
        if kind == _PING:
            self._send(_PONG, payload)
        elif kind <= _TEXT:
            self._text += payload
            if last:
                text = self._text.decode()
                self._text.clear()
                return text
        return None

    def _frame(self, seconds: float) -> tuple[int, bytes]:
        first, short = self._take(2, seconds)
        length = short & 0x7F
        if length >= 126:
            length = int.from_bytes(self._take(2 if length == 126 else 8, seconds), "big")
        return first, self._take(length, seconds)

    def _take(self, count: int, seconds: float) -> bytes:
        while len(self._rest) < count:
            piece = self._connection.piece(seconds)
            if not piece:
                raise LeftError(_ABNORMAL, "cut off")
            self._rest += piece
        taken = bytes(self._rest[:count])
        del self._rest[:count]
        return taken

    def _send(self, kind: int, payload: bytes) -> None:
        mask = secrets.token_bytes(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 65_536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        self._connection.write(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

"""HTTP on the standard library: one attempt of a request within a time, over connections that are kept."""

from __future__ import annotations

import selectors
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Dict, List, Mapping, Optional, Set
from urllib.parse import urlsplit

from .errors import ClosedError
from .options import Options
from .wire import Answer, Outcome, Request, Unanswered, answer_of

_PIECE = 65_536
_UPGRADED = 101


class Transport:
    """Makes requests. Repeats nothing, and raises nothing: what goes wrong is the outcome. Safe for many threads."""

    def __init__(self, options: Options) -> None:
        self._options = options
        parts = urlsplit(options.address)
        self._host, self._port, self._prefix = parts.hostname or "", parts.port, parts.path.rstrip("/")
        secure = parts.scheme == "https"
        self._tls = (options.ssl_context or ssl.create_default_context()) if secure else None
        self._lock = threading.Lock()
        self._kept: List[Connection] = []
        self._used: Set[Connection] = set()
        self._closed = False

    def send(self, request: Request) -> Outcome:
        deadline = time.monotonic() + max(self._options.request_timeout, request.least_timeout)
        connection: Optional[Connection] = None
        try:
            headers = self.headers()
            connection = self.connect(deadline)
            connection.expect(deadline)
            connection.send(request, self._prefix, headers)
            answer = connection.answer(deadline)
        except Exception as error:  # also of the function that is asked for the token
            return Unanswered(connection is None, error)
        finally:
            if connection is not None:
                self.release(connection)
        return answer

    def headers(self) -> Dict[str, str]:
        """The headers that say who asks."""
        token = self._options.shown_token()
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    def connect(self, deadline: float) -> Connection:
        """A connection that is there already, or a new one."""
        while True:
            with self._lock:
                if self._closed:
                    raise ClosedError("The client is closed.")
                kept = self._kept.pop() if self._kept else None
                if kept is not None:
                    self._used.add(kept)
            if kept is None:
                return self.connect_anew(deadline)
            if kept.is_silent():
                return kept
            self.release(kept, keep=False)

    def connect_anew(self, deadline: float) -> Connection:
        connection = Connection(self._host, self._port, self._tls, _left(deadline))
        with self._lock:
            if not self._closed:
                self._used.add(connection)
                return connection
        connection.close()
        raise ClosedError("The client is closed.")

    def stream(self, path: str, headers: Mapping[str, str], deadline: float) -> Connection:
        """A connection of its own, on which a stream was asked for."""
        shown = {**self.headers(), **headers}
        connection = self.connect_anew(deadline)
        try:
            connection.send(Request("GET", path), self._prefix, shown)
            connection.begin(deadline)
        except BaseException:
            self.release(connection, keep=False)
            raise
        return connection

    def release(self, connection: Connection, keep: bool = True) -> None:
        with self._lock:
            self._used.discard(connection)
            if keep and connection.reusable and not self._closed:
                self._kept.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Ends all requests that are under way."""
        with self._lock:
            self._closed = True
            for connection in self._used:
                connection.interrupt()
            kept, self._kept = self._kept, []
        for connection in kept:
            connection.close()


class Connection:
    """A connection, used by one thread at a time."""

    def __init__(self, host: str, port: Optional[int], tls: Optional[ssl.SSLContext], timeout: float) -> None:
        if tls is None:
            self._http = HTTPConnection(host, port, timeout=timeout)
        else:
            self._http = HTTPSConnection(host, port, timeout=timeout, context=tls)
        try:
            self._http.connect()
        except BaseException:
            self._http.close()
            raise
        # the library forgets it where the answer is to be the last one
        self._socket: socket.socket = self._http.sock
        self._response: Optional[HTTPResponse] = None
        self.reusable = False

    def send(self, request: Request, prefix: str, headers: Mapping[str, str]) -> None:
        self.reusable = False
        kind = {} if request.body is None else {"Content-Type": "application/json"}
        self._http.request(request.method, prefix + request.path, request.body, {**headers, **kind})

    def begin(self, deadline: float) -> HTTPResponse:
        """The answer without its body."""
        self.expect(deadline)
        self._response = self._http.getresponse()
        return self._response

    def answer(self, deadline: float) -> Answer:
        return self.rest(self.begin(deadline), deadline)

    def rest(self, response: HTTPResponse, deadline: float) -> Answer:
        pieces = []
        # where the answer is the last one of a connection, its end closes that, and there is nothing to wait for
        while not response.isclosed():
            self.expect(deadline)
            piece = response.read(_PIECE)
            if not piece:
                break
            pieces.append(piece)
        if response.length:
            raise HTTPException("the connection was closed in the midst of the answer")
        headers = {name.lower(): value for name, value in response.getheaders()}
        # the library takes a connection that is cut in the midst of the headers for their end
        if not headers.get("content-length", "").isdigit() and headers.get("transfer-encoding") != "chunked":
            raise HTTPException("the connection was closed in the midst of the headers")
        self.reusable = not response.will_close
        return answer_of(response.status, headers, b"".join(pieces))

    @property
    def response(self) -> HTTPResponse:
        assert self._response is not None
        return self._response

    def piece(self, seconds: float) -> bytes:
        """The next bytes of a stream; empty at its end."""
        self._socket.settimeout(seconds)
        # what follows an upgrade is no body of the answer
        source = self.response.fp if self.response.status == _UPGRADED else self.response
        return source.read1(_PIECE)

    def write(self, piece: bytes) -> None:
        """Sends bytes after an upgrade."""
        self._socket.sendall(piece)

    def expect(self, deadline: float) -> None:
        self._socket.settimeout(_left(deadline))

    def is_silent(self) -> bool:
        """Tells whether nothing has come since the last answer; all that comes then is the end of the connection."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            return not selector.select(0)

    def interrupt(self) -> None:
        """Ends what another thread waits for."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it was not open any more

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
        self._http.close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no answer within the time of a request")
    return left

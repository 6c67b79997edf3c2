"""One request as a user's program sends it, from a chosen source address."""
from __future__ import annotations

import http.client
import socket
import threading
import time
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Reply:
    """`status` is None when there was no answer; `seconds` is the time of this exchange alone."""

    status: int | None
    seconds: float
    served_by: str = ""
    problem: str = ""
    cookies: tuple[tuple[str, str], ...] = ()


class Client:
    """A new connection for each request, as the paper's generator, or one per thread with `keep_alive`."""

    def __init__(self, address: Callable[[], str], port: int, host: str, source: str | None, timeout: float,
                 keep_alive: bool = False) -> None:
        self._address, self._port, self._host = address, port, host
        self._source, self._timeout, self._keep_alive = source, timeout, keep_alive
        self._held = threading.local()

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> Reply:
        begun = time.monotonic()
        try:
            connection = self._connection()
            connection.request(method, path, body, {"Host": self._host, **self._closing(), **headers})
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as failure:
            self._drop()
            return Reply(None, time.monotonic() - begun, problem=_words(failure))
        seconds = time.monotonic() - begun
        if not self._keep_alive or answer.will_close:
            self._drop()
        cookies = tuple(_cookie(value) for value in answer.headers.get_all("Set-Cookie", []))
        problem = f"status {answer.status}" if answer.status >= 400 else ""
        return Reply(answer.status, seconds, answer.getheader("X-Served-By", "unknown"), problem, cookies)

    def open(self) -> None:
        """Connects this thread, so that the time of its first request contains no handshake; nothing without `keep_alive`. A connection
        that fails is one of the first request."""
        if self._keep_alive:
            try:
                self._connection()
            except OSError:
                self._drop()

    def _closing(self) -> dict[str, str]:
        return {} if self._keep_alive else {"Connection": "close"}

    def _connection(self) -> http.client.HTTPConnection:
        address = self._address()
        held = getattr(self._held, "connection", None)
        if held is not None and held.host == address:
            return held
        self._drop()
        source = (self._source, 0) if self._source else None
        connection = http.client.HTTPConnection(address, self._port, timeout=self._timeout, source_address=source)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._held.connection = connection
        return connection

    def _drop(self) -> None:
        held = getattr(self._held, "connection", None)
        self._held.connection = None
        if held is not None:
            held.close()


def _cookie(header: str) -> tuple[str, str]:
    name, _, value = header.partition(";")[0].partition("=")
    return name.strip(), value.strip()


def _words(failure: Exception) -> str:
    return "timed out" if isinstance(failure, TimeoutError) else str(failure) or type(failure).__name__

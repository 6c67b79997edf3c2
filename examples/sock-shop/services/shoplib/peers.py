"""JSON over HTTP to another service of the shop."""
from __future__ import annotations

import http.client
import json
import socket

from .identity import peer_address
from .link import PATIENCE, Link

TIMEOUT = 10.0
"""Seconds for a connection and for each answer."""


class Peer:
    """Every call may be sent twice: a peer has to take PUT, DELETE and POST with the same id as one."""

    def __init__(self, name: str, port: int) -> None:
        host, port = peer_address(name, port)
        self._host = host
        self._link: Link[http.client.HTTPConnection] = Link(
            host, port, _connect, http.client.HTTPConnection.close, (http.client.HTTPException,))

    def call(self, method: str, path: str, body: object = None, patience: float = PATIENCE) -> tuple[int, object]:
        """Status and JSON of the answer (None without a body); PeerAway when there is none."""
        payload = None if body is None else json.dumps(body).encode()
        headers = {"Host": self._host} | ({"Content-Type": "application/json"} if payload else {})
        return self._link.use(lambda connection: _ask(connection, method, path, payload, headers), patience)

    def get(self, path: str, patience: float = PATIENCE) -> tuple[int, object]:
        return self.call("GET", path, patience=patience)


def _connect(address: str, port: int) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(address, port, timeout=TIMEOUT)
    connection.connect()
    assert connection.sock is not None
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _ask(connection: http.client.HTTPConnection, method: str, path: str, payload: bytes | None,
         headers: dict[str, str]) -> tuple[int, object]:
    connection.request(method, path, payload, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.getheader("Connection", "").lower() == "close":
        connection.close()
        # http.client would open a new connection by itself, to the old address; the link has to look first.
        connection.auto_open = 0
    return answer.status, json.loads(content) if content else None

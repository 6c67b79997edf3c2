"""A link to a peer known by name only: it follows the name when the peer moves to another address.

One connection per thread; the name is looked up before each use (a line in /etc/hosts), and a connection to an address
that the name no longer has is given up. What is sent through a link must be safe to send twice.
"""
from __future__ import annotations

import os
import socket
import threading
import time
from typing import Callable, Generic, TypeVar

Connection = TypeVar("Connection")
Result = TypeVar("Result")

PATIENCE = float(os.environ.get("SHOP_PATIENCE", "10"))
"""Seconds in which a broken link is tried again: a peer's move, or half a dozen round trips of a line gone bad."""


class PeerAway(Exception):
    """The peer did not answer within the patience; the message names it."""


def addresses(host: str, port: int) -> list[str]:
    """The peer's numeric addresses in the order to try them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(entry[4][0] for entry in found))


class Link(Generic[Connection]):
    """`broken` are the exceptions of `use`'s action that mean the connection, not the question, was bad."""

    def __init__(self, host: str, port: int, connect: Callable[[str, int], Connection],
                 close: Callable[[Connection], None], broken: tuple[type[BaseException], ...]) -> None:
        self.name = f"{host}:{port}"
        self._host, self._port = host, port
        self._connect, self._close, self._broken = connect, close, (OSError, *broken)
        self._held = threading.local()

    def use(self, action: Callable[[Connection], Result], patience: float = PATIENCE) -> Result:
        """Runs the action on a live connection, again on a new one when it breaks; PeerAway when patience ends."""
        deadline, pause = time.monotonic() + patience, 0.0
        while True:
            try:
                return action(self._connection())
            except self._broken as failure:
                self._drop()
                if time.monotonic() + pause >= deadline:
                    raise PeerAway(f"{self.name} does not answer ({type(failure).__name__})") from failure
            time.sleep(pause)
            pause = min(0.2, pause * 2 + 0.01)

    def _connection(self) -> Connection:
        current = addresses(self._host, self._port)
        if getattr(self._held, "connection", None) is not None:
            if self._held.address in current:
                return self._held.connection
            self._drop()
        for address in current[:-1]:
            try:
                return self._hold(address)
            except self._broken:
                continue
        return self._hold(current[-1])

    def _hold(self, address: str) -> Connection:
        self._held.connection = self._connect(address, self._port)
        self._held.address = address
        return self._held.connection

    def _drop(self) -> None:
        connection = getattr(self._held, "connection", None)
        self._held.connection = None
        if connection is not None:
            try:
                self._close(connection)
            except Exception:  # it is broken: how it complains about being closed does not matter
                pass

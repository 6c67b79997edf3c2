"""A peer by its name, all replicas of it: each question goes to the next one, and on to another when that does not answer."""
from __future__ import annotations

import http.client
import itertools
import json
import socket

ANSWER_WITHIN_S = 5.0


class Peer:
    def __init__(self, name: str, port: str) -> None:
        self._name, self._port = name, int(port)
        self._turn = itertools.count()

    def __str__(self) -> str:
        return f"{self._name}:{self._port}"

    def ask(self) -> dict:
        """What it answered, and at which address. Raises OSError when no replica does."""
        addresses = [found[4][0] for found in socket.getaddrinfo(self._name, self._port, type=socket.SOCK_STREAM)]
        first = next(self._turn) % len(addresses)
        failure: Exception | None = None
        for address in addresses[first:] + addresses[:first]:
            try:
                return {"peer": self._name, "address": address, "answer": self._ask_at(address)}
            except (OSError, http.client.HTTPException) as why:
                failure = why
        raise OSError(f"{self} does not answer at {addresses}: {failure}")

    def _ask_at(self, address: str) -> object:
        connection = http.client.HTTPConnection(address, self._port, timeout=ANSWER_WITHIN_S)
        try:
            connection.request("GET", "/", headers={"Host": self._name, "Connection": "close"})
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status != 200:
                raise OSError(f"it answers {answer.status}: {text.strip()}")
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text.strip()
        finally:
            connection.close()

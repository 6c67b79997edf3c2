"""Baskets in Redis; each operation is one turn."""
from __future__ import annotations

import json

import redis
from shoplib.identity import answers_reads, peer_address
from shoplib.link import PATIENCE, Link

WEEK = 7 * 24 * 3600
REMEMBER = 300
"""Seconds in which a repeated request is known to be the same one."""

ADD = """
if redis.call('SET', KEYS[2], 1, 'NX', 'EX', ARGV[4]) then
  redis.call('HINCRBY', KEYS[1], 'n:' .. ARGV[1], ARGV[3])
  redis.call('HSET', KEYS[1], 's:' .. ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[5])
end
return redis.call('HGETALL', KEYS[1])
"""
REMOVE = """
redis.call('HDEL', KEYS[1], 'n:' .. ARGV[1], 's:' .. ARGV[1])
return redis.call('HGETALL', KEYS[1])
"""


class Baskets:
    """A basket is a hash: `n:<sock>` its number of pairs, `s:<sock>` what was put in. Reads go to the read replica if there is one."""

    def __init__(self) -> None:
        self._link = _link("carts-db")
        reads = answers_reads("carts-db")
        self._reads = self._link if reads == "carts-db" else _link(reads)

    def answers(self) -> bool:
        return all(link.use(lambda server: server.ping(), 0.5) for link in {self._link, self._reads})

    def items(self, basket: str) -> list[dict]:
        """A replica can lack the last writes."""
        return _items(self._reads.use(lambda server: server.execute_command("HGETALL", f"basket:{basket}"), PATIENCE))

    def add(self, basket: str, request: str, sock: str, note: str, quantity: int) -> int:
        """The number of pairs in the basket afterwards."""
        return _count(self._do("EVAL", ADD, 2, f"basket:{basket}", f"done:{request}", sock, note, quantity, REMEMBER, WEEK))

    def remove(self, basket: str, sock: str) -> int:
        return _count(self._do("EVAL", REMOVE, 1, f"basket:{basket}", sock))

    def empty(self, basket: str) -> None:
        self._do("DEL", f"basket:{basket}")

    def _do(self, *words: object, patience: float = PATIENCE) -> object:
        return self._link.use(lambda server: server.execute_command(*words), patience)


def _link(name: str) -> Link[redis.Redis]:
    host, port = peer_address(name, 6379)
    return Link(host, port, _connect, redis.Redis.close, (redis.ConnectionError, redis.TimeoutError, redis.BusyLoadingError))


def _connect(address: str, port: int) -> redis.Redis:
    server = redis.Redis(address, port, socket_timeout=8, socket_connect_timeout=5, single_connection_client=True,
                         retry_on_timeout=False)
    # HGETALL through EVAL comes as a flat list: take the same shape from both.
    server.set_response_callback("HGETALL", lambda answer, **_: answer)
    return server


def _items(flat: list[bytes]) -> list[dict]:
    fields = dict(zip(flat[::2], flat[1::2]))
    return sorted(({**json.loads(fields[b"s:" + key[2:]]), "quantity": int(number)}
                   for key, number in fields.items() if key.startswith(b"n:")), key=lambda item: item["name"])


def _count(flat: list[bytes]) -> int:
    return sum(item["quantity"] for item in _items(flat))

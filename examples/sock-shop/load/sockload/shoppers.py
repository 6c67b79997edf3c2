"""Shoppers with cookies, and what each kind of request looks like.

Those who fill and empty baskets are not those who order: the paper's mix has as many orders as additions, and an order
of a basket that another request has just emptied would be refused, which says nothing about the shop.
"""
from __future__ import annotations

import base64
import itertools
import json
import random
from dataclasses import dataclass, field

from . import mix
from .client import Client, Reply

SOCKS = ("stormy-fjord", "midnight-sun", "lingonberry", "argyle-explorer", "northern-lights", "sunday-hearts",
         "zigzag-trail", "plain-sailing", "fog-on-the-quay", "moss-and-stone", "polar-dots", "seventeenth-of-may")
ACCOUNTS = (("astrid", "wool"), ("liwei", "silk"), ("ola", "cotton"))
TAGS = ("", "blue", "wool", "cotton", "festive")


@dataclass
class Shopper:
    account: tuple[str, str]
    cookies: dict[str, str] = field(default_factory=dict)

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    def basic(self) -> dict[str, str]:
        return {"Authorization": "Basic " + base64.b64encode(":".join(self.account).encode()).decode()}


class Shoppers:
    """`send` may be called from many threads: cookies of a shopper settle before the load begins."""

    def __init__(self, client: Client, number: int, seed: int) -> None:
        self._client, self._chance = client, random.Random(seed)
        self._fillers = [Shopper(ACCOUNTS[index % 3]) for index in range(number)]
        self._buyers = [Shopper(ACCOUNTS[index % 3]) for index in range(number)]
        self._turn = itertools.count()

    def prepare(self, mix_name: str) -> Reply | None:
        """Gives each shopper a basket and each buyer a session; the first reply that was not 2xx, if any."""
        kinds = mix.MIXES[mix_name]
        steps = [(shopper, mix.ADD) for shopper in self._fillers if mix.BASKET in kinds]
        steps += [(shopper, kind) for shopper in self._buyers if mix.ORDER in kinds for kind in (mix.LOGIN, mix.ADD)]
        for shopper, kind in steps:
            reply = self._request(shopper, kind)
            if reply.status is None or reply.status >= 300:
                return reply
            shopper.cookies.update(reply.cookies)
        return None

    def open(self) -> None:
        """As `Client.open`, of the thread that sends."""
        self._client.open()

    def send(self, kind: str) -> Reply:
        group = self._buyers if kind in (mix.ORDER, mix.LOGIN) else self._fillers
        return self._request(group[next(self._turn) % len(group)], kind)

    def _request(self, shopper: Shopper, kind: str) -> Reply:
        method, path = kind.split(" ")
        headers, body, sock = shopper.headers(), None, self._chance.choice(SOCKS)
        if kind == mix.LOGIN:
            headers = shopper.basic()
        elif kind == mix.ADD:
            headers, body = {**headers, "Content-Type": "application/json"}, json.dumps({"id": sock, "quantity": 1}).encode()
        elif kind == mix.DETAIL:
            path += f"?id={sock}"
        elif kind in (mix.CATEGORY, mix.LISTING):
            path += f"?tag={self._chance.choice(TAGS)}"
        return self._client.send(method, path, headers, body)

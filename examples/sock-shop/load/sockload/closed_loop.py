"""Sends as users do who wait for each answer: a user thinks, sends, waits for the answer, and thinks again."""
from __future__ import annotations

import random
import threading
import time
from typing import Callable, Iterator

from .client import Reply
from .tally import Tally


def run(users: int, requests: int, think: float, kinds: Iterator[str], send: Callable[[str], Reply], stop: threading.Event,
        seed: int = 1, begin: Callable[[], None] = lambda: None) -> tuple[Tally, float]:
    """`requests` of all users together; `think` is the mean of an exponential pause in seconds; each user calls `begin` before
    its first one. The tally, and the seconds it took."""
    tally, lock, begun, left = Tally(), threading.Lock(), time.monotonic(), [requests]

    def user(number: int) -> None:
        chance = random.Random(seed * 1000 + number)
        begin()
        while not stop.wait(chance.expovariate(1 / think) if think else 0):
            with lock:
                if left[0] <= 0:
                    return
                left[0] -= 1
                kind = next(kinds)
            sent = time.monotonic()
            reply = send(kind)
            with lock:
                now = time.monotonic()
                tally.add(kind, reply, now - sent, now - begun)

    threads = [threading.Thread(target=user, args=(number,)) for number in range(users)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally, time.monotonic() - begun

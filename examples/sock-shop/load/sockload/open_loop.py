"""Sends at fixed times, whether or not earlier answers have come: slow answers do not slow the users down."""
from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, Iterator

from .client import Reply
from .tally import Tally

IN_FLIGHT = 400
"""Requests under way at once; more wait, and their waiting counts as latency."""


def run(rate: float, duration: float, kinds: Iterator[str], send: Callable[[str], Reply],
        each_second: Callable[[int, Tally], None], stop: threading.Event) -> tuple[Tally, float]:
    """`rate` in requests per second, `duration` in seconds; returns the tally and the seconds it took to the last answer."""
    tally, lock, begun = Tally(), threading.Lock(), time.monotonic()

    def one(kind: str, due: float) -> None:
        reply = send(kind)
        with lock:
            now = time.monotonic()
            tally.add(kind, reply, now - due, now - begun)

    with ThreadPoolExecutor(IN_FLIGHT) as pool:
        shown = 0
        for number in range(int(rate * duration)):
            due = begun + number / rate
            if stop.wait(max(0.0, due - time.monotonic())):
                break
            pool.submit(one, next(kinds), due)
            if int(due - begun) > shown:
                shown = int(due - begun)
                with lock:
                    each_second(shown, tally)
    return tally, time.monotonic() - begun

"""Figures of a simulated server: its start, and plans of the demo's problem."""
import time
from pathlib import Path
from typing import Callable

from .api import Api
from .figures import Figures, Spread
from .server import Server

PORT = 18080
_PROBE_LIMIT_S = 120


def measure(figures: Figures, home: Path, command: list[str], folder: Path, quick: bool, say: Callable[[str], None]) -> None:
    starts, plans = (1, 1) if quick else (3, 5)
    millis, sizes = [], []
    for number in range(1, starts + 1):
        say(f"server start {number} of {starts}")
        # A fresh data folder each time: an old one has a queue to read.
        with Server(command, PORT, folder / f"simulated-{number}", "--caravan.simulated=true") as server:
            millis.append(server.start_millis)
            sizes.append(server.rss_bytes)
            if number == starts:
                _plans(figures, home, server.api(), plans, say)
    figures.start_millis = Spread(tuple(millis))
    if None not in sizes:
        figures.start_rss_bytes = Spread(tuple(sizes))


def _plans(figures: Figures, home: Path, api: Api, times: int, say: Callable[[str], None]) -> None:
    api.hand_over("/infrastructure", home / "examples" / "testbed" / "nornet.caravan")
    say("simulated probes")
    api.probe("idle", _PROBE_LIMIT_S)
    api.hand_over("/applications/sock-shop/model", home / "examples" / "sock-shop" / "sock-shop.caravan")
    say(f"plans of the sock shop: 1 cold, {times} warm")
    figures.plan_cold_millis = Spread((_plan(api),))
    figures.plan_warm_millis = Spread(tuple(_plan(api) for _ in range(times)))


def _plan(api: Api) -> float:
    began = time.monotonic()
    api.call("POST", "/applications/sock-shop/plans")
    return (time.monotonic() - began) * 1000

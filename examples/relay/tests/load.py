"""The demo's load generator in the network of the users in Bergen, until it is told to end."""
from __future__ import annotations

import math
import os
import re
import time
import unittest
from collections.abc import Callable

from . import bed  # adds the folder of the next module
from running_load import RunningLoad

RATE = 100
MOVES = int(os.environ.get("CARAVAN_MOVES", "10"))
LONGEST_S = 900
NAMED_S = 60
BUSY_S = 300  # beside the time that requests take
NO_ADDRESS = "address for (front.relay.caravan)"  # what the generator ends with if the name server gives none


class Load(RunningLoad):
    def __init__(self, *options: str) -> None:
        super().__init__(
            [str(bed.HOME / "caravan"), "load", "--name", "front.relay.caravan", "--mix", "browse", "--rate", str(RATE),
             "--duration", str(LONGEST_S), "--json", *options], bed.ENVIRONMENT)

    @classmethod
    def begun(cls, *options: str) -> "Load":
        """A load that sends. The name server may have no address of a new copy for some seconds."""
        end = time.monotonic() + NAMED_S
        while True:
            load = cls(*options)
            try:
                load.await_seconds(1)
                return load
            except AssertionError as fault:
                if NO_ADDRESS not in str(fault) or time.monotonic() > end:
                    raise
                time.sleep(1)

    def seconds(self) -> int:
        """Of load so far."""
        self._live.seek(0)
        return sum(" s  done " in line for line in self._live)

    def ended(self) -> bool:
        return self._process.poll() is not None

    def p95_millis(self) -> list[float]:
        """Of each second so far, the p95 over that second and the four before it."""
        self._live.seek(0)
        return [float(found[1]) for line in self._live if (found := re.search(r"p95 +([0-9.]+) ms", line))]

    def await_seconds(self, more: int) -> None:
        """Until requests of so many more seconds are sent. On a busy machine the generator sends late, and catches up afterwards."""
        wanted, end = self.seconds() + more, time.monotonic() + more + BUSY_S
        while self.seconds() < wanted:
            if self._process.poll() is not None or time.monotonic() > end:
                raise AssertionError("the load does not run: " + self._all(self._live)[-2000:])
            time.sleep(0.05)


def lose_none(test: unittest.TestCase, moves: int, move: Callable[[int], None], *options: str) -> dict:
    """So many moves, given their number, under a load with these options; none of its requests may be lost. Returns what the load told."""
    load = Load.begun(*options)
    try:
        load.await_seconds(1)
        before, began = load.seconds(), time.monotonic()
        for number in range(moves):
            move(number)
        passed, loaded = time.monotonic() - began, load.seconds() - before
        load.await_seconds(max(0, math.ceil(passed) - loaded) + 2)
    finally:
        counted = load.end()
        told = ("sent", "answered", "lost", "refused", "seconds", "latency", "servedBy", "problems")
        print({key: counted[key] for key in told}, flush=True)
    test.assertEqual({}, counted["problems"])
    test.assertEqual((counted["sent"], 0), (counted["answered"], counted["lost"]))
    # A slow machine sends late, but sends: fewer would be no load.
    test.assertGreater(loaded, passed / 2)
    test.assertGreaterEqual(counted["sent"], RATE * passed)
    return counted

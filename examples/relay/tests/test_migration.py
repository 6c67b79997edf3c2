"""Moves in a row while users send 100 requests a second: none may be lost. Needs root on Linux and CARAVAN_REAL=1.

Ten moves, or as many as CARAVAN_MOVES says. Four put both components on each of their sites.
"""
from __future__ import annotations

import os
import time
import unittest

from . import bed
from .load import MOVES, lose_none

MODEL = (bed.HOME / "examples/relay/relay.caravan").read_text()
FRONT, STORE = ("simula", "bergen"), ("narvik", "simula")


def placed(front: str, store: str) -> str:
    return MODEL.replace("require front at bergen", f"require front at {front}").replace("require store at simula",
        f"require store at {store}")


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real moves need root, namespaces, containers, and CARAVAN_REAL=1")
class Migration(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed()

    def test_moves_lose_no_request(self) -> None:
        self.move_under_load()

    def test_moves_lose_no_request_on_kept_connections(self) -> None:
        self.move_under_load("--keep-alive")

    def move_under_load(self, *options: str) -> None:
        bed.deploy("relay", placed("bergen", "simula"))
        lose_none(self, MOVES, self.move, *options)

    def move(self, number: int) -> None:
        """The front end each time, the store behind it every other time."""
        front, store = FRONT[number % 2], STORE[number // 2 % 2]
        began = time.monotonic()
        bed.deploy("relay", placed(front, store))
        self.assertEqual((front, store), (bed.site_of("relay", "front:1"), bed.site_of("relay", "store:1")))
        print(f"move {number + 1}: front to {front}, store at {store}, {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)

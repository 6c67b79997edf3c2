"""Standing idle probes as they are by default: they measure the network by themselves, keep their budget, and show a line that degrades.

Needs root on Linux, CARAVAN_REAL=1 and CARAVAN_ACTS=short or whole, five minutes. Not part of the gate.
"""
from __future__ import annotations

import os
import time
import unittest
from datetime import datetime, timezone

from . import bed
from .test_paths import MODEL

PERIOD_S = 60
PATIENCE_S = 300  # of a busy machine, beside the periods


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.environ.get("CARAVAN_ACTS") and os.geteuid() == 0,
                     "SKIPPED: standing probes need root, namespaces, containers, CARAVAN_REAL=1 and CARAVAN_ACTS=short or whole")
class StandingProbes(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        cls.began = datetime.now(timezone.utc)  # the data folder may have runs and decisions of other tests
        bed.raise_bed(f"--caravan.probing.idle-every={PERIOD_S}s", "--caravan.adaptation.paths.settled=0s",
                      "--caravan.adaptation.paths.pause=0s")

    def test_a_line_that_degrades_is_found_by_standing_probes_alone(self) -> None:
        first = self.until("standing probes measure the network",
                           lambda: [run for run in self.runs() if run["state"] == "DONE" and len(run["pairs"]) > 20])
        probed = {pair["path"] for run in first for pair in run["pairs"]}
        self.assertLessEqual(probed, {f"{path['from']} -> {path['to']}" for path in bed.ask("GET", "/network")
                                      if path["idleRtt"]["origin"] == "MEASURED"})
        bed.deploy("relay", MODEL)
        home = bed.site_of("relay", "front:1")
        used = self.until("paths are in use", lambda: [link for link in self.plan()["links"] if link["used"]])
        self.assertTrue(all(link["shortestSeconds"] == PERIOD_S for link in used), used)
        runs = {run["id"] for run in self.runs()}
        self.until("paths in use are measured each period",
                   lambda: [run for run in self.runs() if run["id"] not in runs and run["state"] == "DONE"])

        began = time.monotonic()
        bed.caravan("testbed", "degrade", home, "rtt", "+400ms")
        try:
            decision = self.until("the path is worse", lambda: next(iter(self.since("/decisions?rule=path-worse", "at")), None))
        finally:
            bed.caravan("testbed", "restore")
        print(f"decided {time.monotonic() - began:.0f} s after the line degraded (period {PERIOD_S} s): {decision['cause']}\n"
              f"    {decision['outcome']}", flush=True)

        self.assertIn(home + ".", decision["subjects"][0])
        self.assertEqual([], [run["id"] for run in self.runs() if not run["id"].startswith("standing-")])
        for link in self.plan()["links"]:
            print(f"    {link['link']}: {link['paths']} paths, {link['used']} in use, {link['sentBytes']} of {link['budgetBytes']} bytes, "
                  f"{link['plannedBytes']} planned a day", flush=True)
            self.assertLess(link["sentBytes"], link["budgetBytes"])
            self.assertLessEqual(link["plannedBytes"], link["budgetBytes"] // 2)

    def until(self, what: str, ready):
        end = time.monotonic() + 2 * PERIOD_S + PATIENCE_S
        while not (found := ready()):
            self.assertLess(time.monotonic(), end, f"{what}: not so; {self.plan()}")
            time.sleep(1)
        return found

    @staticmethod
    def plan() -> dict:
        return bed.ask("GET", "/network/probes")

    def runs(self) -> list[dict]:
        return self.since("/probes?most=50", "askedAt")

    def since(self, path: str, moment: str) -> list[dict]:
        """What the server lists there of the time since this test began."""
        return [one for one in bed.ask("GET", path) if datetime.fromisoformat(one[moment]) >= self.began]


if __name__ == "__main__":
    unittest.main(verbosity=2)

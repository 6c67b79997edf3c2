"""A host loses its power under 50 requests/s: the server replaces its copies. Prints where the time goes until users are served again.

Needs root on Linux, CARAVAN_REAL=1 and CARAVAN_ACTS. Not part of the gate, because the demo cuts the power of a host of the shop.
"""
from __future__ import annotations

import os
import time
import unittest
from datetime import datetime

from . import bed
from .load import Load

RATE = 50
SERVED_S = 15
ONE = (bed.HOME / "examples/relay/relay.caravan").read_text().replace("rate 100 requests/s", f"rate {RATE} requests/s")
# Two copies at first, so that the other host has the image.
TWO = ONE.replace("component front {", "component front { replicas 2").replace(
    "require front at bergen", "require front at bergen  require front apart by host")
# The site has two hosts: the third cut would be of the host of the first one.
CUTS = int(os.environ.get("CARAVAN_CUTS", "2"))


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.environ.get("CARAVAN_ACTS") and os.geteuid() == 0,
                     "SKIPPED: hosts without power need root, namespaces, containers, CARAVAN_REAL=1 and CARAVAN_ACTS=short or whole")
class LostHost(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed("--caravan.adaptation.unsettled=0s", "--caravan.adaptation.cool-down=0s",
                      *os.environ.get("CARAVAN_SERVER_OPTIONS", "").split())

    def test_power_of_the_host_of_the_front_end(self) -> None:
        bed.deploy("relay", TWO)
        bed.deploy("relay", ONE)
        # The server compiles its rules once a deployment is a minute old.
        time.sleep(float(os.environ.get("CARAVAN_QUIET_S", "75")))
        pauses = []
        for number in range(CUTS):
            pauses.append(self.cut())
        print("seconds without an answer: " + ", ".join(f"{pause:.1f}" for pause in pauses), flush=True)
        self.assertLess(max(pauses), SERVED_S)

    def cut(self) -> float:
        """Cuts the power of the host that has the front end, and restores it afterwards. Returns the longest time without an answer."""
        host = self.host()
        before = {decision["number"] for decision in bed.ask("GET", "/decisions?rule=host-lost")}
        load = Load("--rate", str(RATE), "--timeout", "2")
        try:
            load.await_seconds(3)
            began = time.time()
            bed.caravan("testbed", "off", host)
            off = time.time()
            decision = self.await_decision(before, began + 120)
            load.await_seconds(5)
        finally:
            counted = load.end()
            print({key: counted[key] for key in ("sent", "answered", "lost", "longestPause", "servedBy", "problems")}, flush=True)
            bed.caravan("testbed", "on", host)
        self.print_course(decision, began, off)
        self.assertEqual("rule host-lost", decision["action"]["approvedBy"], decision)
        self.assertNotEqual(host, self.host())
        end = time.monotonic() + 120
        while bed.ask("GET", "/applications/relay/deployments/latest")["state"] != "DONE":
            self.assertLess(time.monotonic(), end, "the deployment does not end after its host is back")
            time.sleep(0.5)
        return counted["longestPause"] / 1000

    def await_decision(self, before: set[int], end: float) -> dict:
        """The decision about the host, once it is carried out."""
        while True:
            found = [one for one in bed.ask("GET", "/decisions?rule=host-lost") if one["number"] not in before]
            if found and found[0]["action"]["state"] in ("DONE", "FAILED"):
                return found[0]
            self.assertLess(time.time(), end, found)
            time.sleep(0.2)

    @staticmethod
    def print_course(decision: dict, began: float, off: float) -> None:
        def after(moment: str) -> float:
            return datetime.fromisoformat(moment).timestamp() - began

        print(f"power cut (took {off - began:.1f} s) at 0 s\n{decision['cause']}\ndecided {after(decision['at']):.2f} s", flush=True)
        for figure in decision["figures"]:
            print(f"    {figure['name']} {figure['value']} {figure['unit']}")
        run = bed.ask("GET", f"/applications/relay/deployments/{decision['action']['deploymentId']}")
        print(f"deployment {after(run['startedAt']):.2f} s to " + (f"{after(run['endedAt']):.2f} s" if "endedAt" in run else "-"))
        for step in run["steps"]:
            times = " to ".join(f"{after(step[key]):.2f}" for key in ("startedAt", "endedAt") if step.get(key))
            print(f"    {times:16} {step['kind']:8} {step['state']:8} {step['attempts']} {step['text']}")
        print(decision["outcome"], flush=True)

    @staticmethod
    def host() -> str:
        return next(one["hostId"] for one in bed.ask("GET", "/applications/relay")["instances"] if one["instance"] == "front:1")


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""Users send five times as many requests for a while, more than one copy can serve: a rule of the model adds copies, the promise holds
again, and the copies go afterwards.

Needs root on Linux, CARAVAN_REAL=1 and CARAVAN_ACTS: `whole` for 2 min of load x 5, `short` for 45 s. Not part of the gate.
"""
from __future__ import annotations

import os
import time
import unittest
from datetime import datetime, timezone

from . import bed
from .load import Load

BASE, TIMES = 15, 5
STEP_S = 120 if os.environ.get("CARAVAN_ACTS") == "whole" else 45
WITHIN_S, ONE_S = 60, 300
PROMISE_MS = 300
# Simulated: one worker per copy serves 62 requests/s, fewer than the 75 of the step, and a third of them at less than half its capacity.
SERVICE_MS = 16
# By cost: with `minimise latency`, a plan takes as many copies as shorten the waiting times, and two more on an open host cost nothing.
# A copy may use a tenth of a core.
MODEL = ((bed.HOME / "examples/relay/relay.caravan").read_text()
         .replace("cpu 0.2  memory 64 MiB  env { RELAY_PORT \"8079\"",
                  f"cpu 0.1..0.1  memory 64 MiB  env {{ RELAY_SERVICE_MS \"{SERVICE_MS}\"  RELAY_PORT \"8079\"")
         .replace("requires store.http\n", "requires store.http\n    replicas 1..3  capacity 60 requests/s\n")
         .replace("require front at bergen", "require front in NO")
         .replace("rate 100 requests/s  mix ask 100 %", f"rate {BASE} requests/s  mix ask 100 %  entry by router")
         .replace("minimise latency of ask", f"""slo fast {{ p95 latency of ask < {PROMISE_MS} ms }}
  metric sent {{ sensor rate of ask }}
  rule more {{ when sent > {2 * BASE} requests/s  then scale out front by 2  pause 1 min }}
  rule fewer {{ when sent < {2 * BASE} requests/s  for 15 s  then scale in front by 2  pause 1 min }}
  minimise cost"""))


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.environ.get("CARAVAN_ACTS") and os.geteuid() == 0,
                     "SKIPPED: steps of load need root, namespaces, containers, CARAVAN_REAL=1 and CARAVAN_ACTS=short or whole")
class LoadSteps(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed("--caravan.metrics.every=5s")

    def test_load_times_five(self) -> None:
        # Plans keep the number of copies of what runs, if a rule scales it.
        if any(one["name"] == "relay" for one in bed.ask("GET", "/applications")):
            bed.destroy("relay")
        bed.deploy("relay", MODEL)
        self.assertEqual(1, self.copies())
        base = Load("--rate", str(BASE))
        more = None
        try:
            base.await_seconds(20)
            asked = datetime.now(timezone.utc)
            more = Load("--rate", str(BASE * (TIMES - 1)), "--duration", str(STEP_S))
            more.await_seconds(1)
            began, step = time.monotonic() - 1, base.seconds() - 1
            grown = self.await_copies(3, began, WITHIN_S)
            while not more.ended():
                self.assertLess(time.monotonic(), began + STEP_S + 60)
                time.sleep(0.1)
            fell = time.monotonic()
            one = self.await_copies(1, fell, ONE_S)
            # A rehearsal has a value per minute, so it may decide a minute later.
            base.await_seconds(75)
            latencies = base.p95_millis()
        finally:
            counted = [load.end() for load in (base, more) if load]
            for decision in reversed(bed.ask("GET", "/decisions?rule=model-rule")):
                print(f"    {decision['at']} {decision['cause']} {decision['outcome']}", flush=True)
        late = [second for second, p95 in enumerate(latencies) if second >= step and p95 >= PROMISE_MS]
        within = late[-1] + 1 - step if late else 0
        left = late[0] - step if late else -1
        sent, lost = (sum(one[key] for one in counted) for key in ("sent", "lost"))
        print(f"load x {TIMES} for {STEP_S} s: 3 copies after {grown:.1f} s; p95 above {PROMISE_MS} ms after {left} s, "
              f"up to {max(latencies[step:]):.0f} ms, within {PROMISE_MS} ms again after {within} s; one copy {one:.1f} s "
              f"after the load fell; sent {sent}, lost {lost}", flush=True)
        print("p95 by second from the step on, ms: " + " ".join(f"{p95:.0f}" for p95 in latencies[step:]), flush=True)
        self.assertEqual(0, lost, [one["problems"] for one in counted])
        self.assertTrue(late, "one copy kept the promise, so this shows no recovery")
        self.assertLessEqual(within, WITHIN_S)
        done = [decision["action"] for decision in bed.ask("GET", "/decisions?rule=model-rule") if decision["action"]["state"] == "DONE"]
        self.assertEqual({"rule more", "rule fewer"}, {action.get("approvedBy") for action in done})
        self.rehearse(asked)

    def rehearse(self, since: datetime) -> None:
        """The record of this period gives the decisions that were made."""
        print(bed.caravan("rehearse", "relay", "--from", since.strftime("%Y-%m-%dT%H:%M:%SZ")), flush=True)
        begun = bed.ask("POST", "/applications/relay/rehearsals", {"from": since.strftime("%Y-%m-%dT%H:%M:%SZ")})
        end = time.monotonic() + 120
        while (seen := bed.ask("GET", f"/applications/relay/rehearsals/{begun['id']}"))["state"] == "RUNNING":
            self.assertLess(time.monotonic(), end)
            time.sleep(0.5)
        self.assertEqual("DONE", seen["state"], seen)
        self.assertEqual(self.acted(seen["result"]["compared"]), self.acted(seen["result"]["rehearsed"]))

    @staticmethod
    def acted(course: dict) -> list[tuple]:
        """Rule, kind of action, and how many copies it started and stopped."""
        return [(decision["subjects"][0], decision["action"]["kind"], decision["action"]["starts"], decision["action"]["stops"])
                for decision in course["decisions"] if decision["rule"] == "model-rule" and decision["action"]["state"] == "DONE"]

    @staticmethod
    def copies() -> int:
        instances = bed.ask("GET", "/applications/relay")["instances"]
        return sum(one["instance"].startswith("front:") and one["state"] == "RUNNING" for one in instances)

    def await_copies(self, number: int, began: float, limit: float) -> float:
        """Seconds since then until so many copies run and no deployment is under way."""
        while self.copies() != number or bed.ask("GET", "/applications/relay/deployments/latest")["state"] != "DONE":
            self.assertLess(time.monotonic(), began + limit, f"{self.copies()} copies instead of {number}")
            time.sleep(0.2)
        return time.monotonic() - began


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""Budgets, cut lines and what plans make of them. Needs root on Linux; run by ./caravan test --real."""
from __future__ import annotations

import json
import os
import re
import time
import unittest
from datetime import datetime, timezone

from .bed import ask, bytes_of_lines, caravan, hand_over, infrastructure, raise_bed, raze_bed, start_server, stored, talk, wait_until

BUDGET = 6_000_000
EVERY_SECONDS = 20
MEASUREMENTS = 11  # of an idle run that spares none
MODEL = """
application two version "1" {
  component front { form container { image "two/front"  cpu 0.1  memory 32 MiB }  provides http on 8079  requires store.http }
  component store { form container { image "two/store"  cpu 0.1  memory 32 MiB }  provides http on 8080 }
  require front at east
  require store at west
  users coast { at users-coast via Fibre ipv4  rate 5 requests/s  mix ask 100 % }
  request ask {
    users -> front  turns 3  bytes 4 KiB
    front -> store  turns 5  bytes 4 KiB
  }
  minimise latency of ask
}
"""


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") in ("1", "true"), "SKIPPED: raising namespaces needs root; set CARAVAN_REAL=1")
class Measuring(unittest.TestCase):
    """Test methods run by name: each number is one act of one play."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(raze_bed)
        raise_bed()
        start_server()

    def test_1_no_line_carries_more_probes_than_its_budget(self) -> None:
        hand_over(infrastructure(f"probe budget {BUDGET // 1_000_000} MB/day"))
        before = bytes_of_lines()
        first = json.loads(caravan("probe", "--budget", "50MB/day", "--json"))
        second = json.loads(caravan("probe", "--scope", "standard", "--json"))
        crossed = {line: count - before[line] for line, count in bytes_of_lines().items()}
        said = {link["link"]: link["spentBytes"] for link in ask("GET", "/probes/affordable?budgetBytes=50000000")["links"]}
        print(f"\n{'line':20} {'promised':>10} {'said':>10} {'interface':>10}  bytes")
        for line, count in crossed.items():
            print(f"{line:20} {BUDGET:>10} {said[line]:>10} {count:>10}")
        print("left out:", *[fault.splitlines()[0] for run in (first, second) for fault in run["faults"]], sep="\n  ")
        for line, count in crossed.items():
            # What NetPerfMeter writes in a tick of the watch, and retransmissions, come on top.
            self.assertLess(count, 1.5 * BUDGET, line)
        self.assertGreater(sum(crossed.values()), BUDGET, "flows were sent at all")
        self.assertTrue(any("has spent its probe budget" in fault for fault in second["faults"]), second["faults"])

    def test_2_a_cut_line_is_seen_by_the_next_run_and_plans_go_round_it(self) -> None:
        caravan("server", "stop")
        start_server(f"--caravan.probing.every={EVERY_SECONDS}s", "--caravan.probing.flows-every=1d")
        hand_over(infrastructure())
        ask("PUT", "/applications/two/model", {"files": {"two.caravan": MODEL}})
        wait_until("the line of Fibre is measured", lambda: self.answers("east.Fibre/ipv4"))
        before = self.paths_of_plan()
        # An application's connection over the line spares probes of it, but must not hide that it is cut.
        for part in talk("pi-east-1", "pi-west-1", "10.1."):
            self.addCleanup(part.wait)
            self.addCleanup(part.kill)
        wait_until("the connection tells of the line", self.passive)
        took = wait_until("a run has ended since", self.run_ended_since_passive)
        print(f"\nmeasured on connections, ms: {self.passive()}; measurements of the run after: {took} of {MEASUREMENTS}")

        cut, cut_at = datetime.now(timezone.utc), time.monotonic()
        caravan("testbed", "degrade", "east.Fibre", "loss", "100%")
        runs_after: set[str] = set()

        def seen() -> bool:
            """By a whole run: one that is under way has not probed all paths of the line. Runs first, as what they found is read after."""
            runs_after.update(run["id"] for run in ask("GET", "/probes?most=50")
                              if run["state"] == "DONE" and not run["id"].startswith("away-")
                              and datetime.fromisoformat(run["askedAt"][:26].rstrip("Z") + "+00:00") > cut)
            found = any("east.Fibre/ipv4" in path for path in ask("GET", "/network/silent"))
            self.assertTrue(found or len(runs_after) < 2, f"runs that began after the cut have ended and have not seen it: {runs_after}")
            return found and len(runs_after) > 0

        wait_until("the cut line is silent", seen)
        print(f"\ncut seen after {time.monotonic() - cut_at:.1f} s, probes every {EVERY_SECONDS} s; runs ended since: {len(runs_after)}")
        self.assertLessEqual(len(runs_after), 2, "the first run that began after the cut, or the one that followed while we looked")
        self.assertIn("east.Fibre/ipv4", caravan("network"))

        after = self.paths_of_plan()
        print("before:", *before, "after:", *after, sep="\n  ")
        self.assertTrue(any("east.Fibre" in path for path in before), before)
        self.assertFalse(any("east.Fibre" in path for path in after), after)
        self.assertTrue(any("east.Adsl/ipv4" in path for path in after), after)

        caravan("testbed", "restore")
        wait_until("the line of Fibre answers again", lambda: self.answers("east.Fibre/ipv4"))
        self.assertTrue(any("east.Fibre" in path for path in self.paths_of_plan()))

    def answers(self, access_point: str) -> bool:
        network = ask("GET", "/network")
        return any(path["from"] == access_point and path["idleRtt"]["samples"] for path in network) and not any(
            access_point in path for path in ask("GET", "/network/silent"))

    def passive(self) -> list[float]:
        return [round(value, 1) for (value,) in stored("SELECT value FROM sample WHERE quantity = 'PASSIVE_RTT'")[0]]

    def run_ended_since_passive(self) -> int:
        """How many measurements it took; 0 where none has ended."""
        run = ask("GET", "/probes/latest")
        return run["done"] if run["state"] == "DONE" and len(self.passive()) > 1 else 0

    def paths_of_plan(self) -> list[str]:
        """Access points that the report of a plan made now speaks of as taken, in its lines on links and entries."""
        plan = ask("POST", "/applications/two/plans")
        self.assertEqual("PLANNED", plan["outcome"], plan)
        return re.findall(r"\S+/ipv[46]\b.*", plan["stepsText"] + "\n" + plan["diffText"])


if __name__ == "__main__":
    unittest.main()

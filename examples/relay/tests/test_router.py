"""Users who look the name up once and keep their connections, while what they use moves from site to site behind their router.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import os
import time
import unittest
from datetime import datetime, timezone

from . import bed
from .load import MOVES, RATE, Load, lose_none

MODEL = (bed.HOME / "examples/relay/relay.caravan").read_text()
BY_ROUTER = MODEL.replace("mix ask 100 %", "mix ask 100 %  entry by router")
ROUTER = "front-router-bergen:1"
SITES = ("simula", "narvik", "bergen")
PATIENCE_S = 300
CONTROL = ("nsenter -t $(lxc-info -n $(ls -d relay.front-router-bergen.1.*) -pH) -n bash -c "
           "'exec 3<>/dev/tcp/127.0.0.1/9999; echo \"$0\" >&3; cat <&3'")


def at(site: str, model: str = BY_ROUTER) -> str:
    return model.replace("require front at bergen", f"require front at {site}")


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: a real router needs root, namespaces, containers, and CARAVAN_REAL=1")
class Router(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed("--caravan.metrics.every=5s")

    def placed(self, instance: str) -> dict:
        return next(entry for entry in bed.ask("GET", "/applications/relay")["instances"] if entry["instance"] == instance)

    def on_routers_host(self, script: str) -> str:
        return bed.caravan("testbed", "exec", self.placed(ROUTER)["hostId"], "--", "bash", "-euc", f"cd /var/lib/lxc; {script}")

    def drift(self) -> str:
        return bed.ask("GET", "/applications/relay/drift")["text"]

    def test_1_moves_lose_no_request_of_users_who_never_look_again(self) -> None:
        bed.deploy("relay", at("bergen"))
        first = self.placed(ROUTER)
        self.assertEqual("bergen", first["siteId"])
        try:
            counted = lose_none(self, MOVES, self.move, "--keep-alive", "--once")
        except AssertionError:
            print(self.on_routers_host("tail -n 100 $(ls -d relay.front-router-bergen.1.*)/console.log"), flush=True)
            raise
        self.assertEqual(first, self.placed(ROUTER), "the router is where it was, and the same")
        # Of the whole backend: connections to servers that failed and were tried again, each of them after 2 s.
        said = self.on_routers_host(f"{CONTROL} 'show stat copies 2 -1'").splitlines()
        titles, values = (line.lstrip("# ").split(",") for line in said[:2])
        again = int(dict(zip(titles, values))["wretr"])
        print(f"connections to servers that failed and were tried again: {again}", flush=True)
        self.assertLess(again, counted["sent"] / 1000, "former servers are reached until the new one serves")

    def move(self, number: int) -> None:
        site, began = SITES[number % len(SITES)], time.monotonic()
        run = bed.deploy("relay", at(site))
        self.assertEqual((site, "bergen"), (bed.site_of("relay", "front:1"), bed.site_of("relay", ROUTER)))
        self.assertNotIn("ENTRY", [step["kind"] for step in run["steps"]], "users are told nothing new")
        print(f"move {number + 1}: front to {site}, {time.monotonic() - began:.1f} s", flush=True)

    def test_2_the_router_tells_how_much_it_answers_and_how_fast(self) -> None:
        bed.deploy("relay", at("bergen"))
        load = Load.begun("--keep-alive")
        try:
            seen, end = [], time.monotonic() + PATIENCE_S
            # A generator that was late sends more for a while.
            while not any(RATE / 2 < one["requestsPerSecond"] < 2 * RATE for one in seen):
                self.assertLess(time.monotonic(), end, f"no reading has the rate of the load: {seen}")
                time.sleep(1)
                seen = [one for one in self.readings() if "requestsPerSecond" in one]
        finally:
            load.end()
        self.assertEqual([ROUTER], [one["copy"].split("@")[0] for one in seen], "no other copy is a router")
        print(bed.caravan("metrics", "--application", "relay"), end="", flush=True)
        self.assertLess(0, seen[0]["latencyMedianMillis"])
        self.assertLessEqual(seen[0]["latencyMedianMillis"], seen[0]["latencyP95Millis"])
        self.assertLessEqual(seen[0]["latencyP95Millis"], seen[0]["latencyP99Millis"])

    def test_2b_each_request_of_the_model_is_counted_once(self) -> None:
        bed.deploy("relay", at("bergen"))
        before, failed = self.settled(), self.requests()[0]["failed"]
        load = Load.begun("--keep-alive")
        try:
            load.await_seconds(8)
        finally:
            told = load.end()
        after = self.settled(before + told["answered"])
        print(bed.caravan("status", "relay"), end="", flush=True)
        self.assertEqual((told["answered"], 0), (after - before, self.requests()[0]["failed"] - failed))
        self.assertEqual(("bergen", "ask", "MEASURED"), tuple(self.requests()[0][key] for key in ("usersId", "requestId", "state")))

    def requests(self) -> list[dict]:
        return bed.ask("GET", "/applications/relay/requests")

    def settled(self, least: int = 0) -> int:
        """Requests that are counted once all of the past are. A reading of the router may have begun before; the one after it has them
        all, and is stored when there is a third."""
        asked, since, end = datetime.now(timezone.utc), set(), time.monotonic() + PATIENCE_S
        while len(since) < 3 or (count := self.requests()[0]["count"]) < least:
            self.assertLess(time.monotonic(), end, f"{self.requests()[0]['count']} of {least} requests are counted, readings: {since}")
            time.sleep(1)
            since |= {at for one in self.readings() if one["copy"].split("@")[0] == ROUTER
                      and (at := datetime.fromisoformat(one["at"])) > asked}
        return count

    @staticmethod
    def readings() -> list[dict]:
        """Newest reading of each copy."""
        return bed.ask("GET", "/metrics?application=relay")

    def test_3_a_wrong_server_is_noticed_and_mended(self) -> None:
        bed.deploy("relay", at("simula"))
        self.assertEqual("", self.drift())
        name = self.placed("front:1")["addresses"][0]
        servers = [line.split()[3] for line in self.on_routers_host(f"{CONTROL} 'show servers state copies'").splitlines()[2:]
                   if line.strip()]
        self.assertEqual(1, len(servers), (name, servers))
        self.on_routers_host(f"{CONTROL} 'set server copies/{servers[0]} state maint'")
        said = self.drift()
        print(said, end="", flush=True)
        self.assertIn(f"ROUTE {ROUTER}", said)
        bed.deploy("relay", at("simula"))
        self.assertEqual("", self.drift())

    def test_4_a_router_that_is_gone_is_noticed_and_made_again(self) -> None:
        bed.deploy("relay", at("simula"))
        address = self.placed(ROUTER)["addresses"]
        # Held, or its host starts it again.
        self.on_routers_host("label=$(ls -d relay.front-router-bergen.1.*); mkdir -p /run/caravan/hold; touch /run/caravan/hold/$label; "
                             "lxc-stop -k -n $label")
        self.assertIn(f"CREATE {ROUTER}", self.drift())
        bed.deploy("relay", at("simula"))
        self.assertEqual(("RUNNING", address), (self.placed(ROUTER)["state"], self.placed(ROUTER)["addresses"]))
        self.assertEqual("", self.drift())

    def test_5_it_goes_with_the_word_that_asked_for_it(self) -> None:
        bed.deploy("relay", at("simula"))
        bed.deploy("relay", at("simula", MODEL))
        self.assertNotIn(ROUTER, [entry["instance"] for entry in bed.ask("GET", "/applications/relay")["instances"]])
        entries = bed.ask("GET", "/applications/relay")["entries"]
        self.assertEqual([("front", "front:1")], [(entry["component"], entry["instance"]) for entry in entries])


if __name__ == "__main__":
    unittest.main(verbosity=2)

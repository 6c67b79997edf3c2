"""Users walk over three sites while they send requests: the application follows them at each stop, and no request is lost.

Needs root on Linux, CARAVAN_REAL=1 and CARAVAN_ACTS. CARAVAN_STOP_S is the length of a stop (default: 75 s). Not part of the gate.
"""
from __future__ import annotations

import os
import statistics
import time
import unittest

from . import bed  # adds the folder of the next module
from running_load import RunningLoad

STOP_S = int(os.environ.get("CARAVAN_STOP_S", "75"))
RATE = 30
FOLLOWED_S, NEAR = 60, 1.2
NAME, PORT = "front.relay.caravan", 8079
# Users, the device that sends their requests, and the start of their addresses there.
STOPS = (("bergen", "vantage-bergen", "10.5.66."), ("oslo", "vantage-oslo", "10.3.11."), ("haikou", "vantage-haikou", "10.7.89."),
         ("bergen", "vantage-bergen", "10.5.66."), ("oslo", "vantage-oslo", "10.3.11."))
SITES = ("bergen", "simula", "narvik", "hainan")
MODEL = """
application relay version "1.0" {
  component front {
    REPLICAS
    form container { image "relay/relay"  cpu 0.2  memory 64 MiB  env { RELAY_PORT "8079" } }
    provides http on 8079  ready when GET "/health" is 200
  }
  users bergen { at users-bergen via BKK ipv4  rate 10 requests/s  mix ask 100 % }
  users oslo { at users-oslo via Telenor ipv4  rate 10 requests/s  mix ask 100 % }
  users haikou { at users-haikou via CERNET ipv4  rate 10 requests/s  mix ask 100 % }
  request ask {
    when GET "/**", POST "/**", DELETE "/**"
    users -> front  turns 2  bytes 0.3 KiB
  }
  minimise latency of ask
}
"""
CONNECT = """
import socket, sys, time
for _ in range(9):
    begin = time.perf_counter()
    socket.create_connection((sys.argv[2], int(sys.argv[3])), 5, (sys.argv[1], 0)).close()
    print((time.perf_counter() - begin) * 1000)
"""


class Walkers(RunningLoad):
    def __init__(self, vantage: str, source: str) -> None:
        super().__init__([str(bed.HOME / "caravan"), "testbed", "exec", vantage, "--",
                          str(bed.HOME / "examples/sock-shop/load/sock-shop-load"), "--name", NAME, "--port", str(PORT), "--dns", bed.DNS,
                          "--client-subnet", source, "--family", "ipv4", "--mix", "browse", "--rate", str(RATE),
                          "--duration", "600", "--json"],
                         bed.ENVIRONMENT)


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.environ.get("CARAVAN_ACTS") and os.geteuid() == 0,
                     "SKIPPED: users who walk need root, namespaces, containers, CARAVAN_REAL=1 and CARAVAN_ACTS=short or whole")
class Following(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed("--caravan.metrics.every=5s", "--caravan.adaptation.users.every=2s", "--caravan.adaptation.users.window=20s",
                      "--caravan.adaptation.users.hold=5s", "--caravan.adaptation.users.pause=10s", "--caravan.adaptation.cool-down=10s")

    def test_users_who_walk_over_three_sites(self) -> None:
        # Each site has the image before the walk: the first transfer to Hainan takes longer than a stop.
        bed.deploy("relay", MODEL.replace("REPLICAS", f"replicas {len(SITES)}").replace(
            "  minimise", "  require front apart by site\n  require front in NO, CN\n  minimise"))
        bed.deploy("relay", MODEL.replace("REPLICAS", ""))
        bed.ask("PUT", "/applications/relay/autonomy/follow", {"autonomy": "automatic"})
        best = {vantage: self.best(vantage) for _, vantage, _ in STOPS}
        print("best round trips: " + ", ".join(f"{vantage} {millis:.1f} ms" for vantage, millis in best.items()), flush=True)
        total, missed = {"sent": 0, "answered": 0, "lost": 0}, []
        for users, vantage, start in STOPS:
            load = Walkers(vantage, self.source(vantage, start))
            begin = time.monotonic()
            try:
                followed, millis = self.follow(vantage, start, best[vantage], begin)
                time.sleep(max(0, STOP_S - (time.monotonic() - begin)))
            finally:
                counted = load.end()
            total = {key: total[key] + counted[key] for key in total}
            print(f"{users}: at {self.site()}, followed after {followed:.1f} s, round trip {millis:.1f} ms of {best[vantage]:.1f} ms; "
                  + str({key: counted[key] for key in (*total, "servedBy", "problems")}), flush=True)
            if followed > FOLLOWED_S or millis > NEAR * best[vantage]:
                missed.append((users, followed, millis))
        for one in bed.ask("GET", "/decisions?rule=users-moved"):
            print(one["at"], one["action"]["state"], one["cause"], one["outcome"], flush=True)
        print(total, flush=True)
        self.assertEqual([], missed)
        self.assertEqual((total["sent"], 0), (total["answered"], total["lost"]))
        self.assertGreaterEqual(total["sent"], 5_000)

    def follow(self, vantage: str, start: str, best: float, begin: float) -> tuple[float, float]:
        """Seconds until the copy is near, and the round trip of the users to it. Gives up after twice the time."""
        while True:
            millis = self.round_trip(vantage, start, self.address(vantage, start))
            seconds = time.monotonic() - begin
            if millis <= NEAR * best or seconds > 2 * FOLLOWED_S:
                return seconds, millis
            time.sleep(2)

    def round_trip(self, vantage: str, start: str, address: str) -> float:
        """Median time of a connection from the users to the copy, in ms."""
        try:
            out = bed.caravan("testbed", "exec", vantage, "--", "python3", "-c", CONNECT, self.source(vantage, start), address, str(PORT))
        except AssertionError:
            return float("inf")  # the copy has moved since its address was asked for
        return statistics.median(map(float, out.split()))

    def best(self, vantage: str) -> float:
        """Least round trip of the users to any site with hosts, by the server's measurements, in ms."""
        site = vantage.replace("vantage", "users")
        isp = {"users-bergen": "BKK", "users-oslo": "Telenor", "users-haikou": "CERNET"}[site]
        paths = bed.ask("GET", f"/network?from={site}&most=100")
        return min(path["idleRtt"]["mean"] for path in paths if path["from"] == f"{site}.{isp}/ipv4" and path["to"].split(".")[0] in SITES)

    @staticmethod
    def source(vantage: str, start: str) -> str:
        out = bed.caravan("testbed", "exec", vantage, "--", "ip", "-4", "-o", "address")
        return next(word.partition("/")[0] for word in out.split() if word.startswith(start) and "/" in word)

    def address(self, vantage: str, start: str) -> str:
        """Address that the name server gives these users now."""
        script = ("import sys; sys.path.insert(0, sys.argv[1]); from sockload.names import ask; "
                  "print(ask(sys.argv[2], (sys.argv[3], int(sys.argv[4])), None, 'ipv4', sys.argv[5]).addresses[0])")
        host, port = bed.DNS.split(":")
        return bed.caravan("testbed", "exec", vantage, "--", "/usr/bin/python3", "-c", script, str(bed.HOME / "examples/sock-shop/load"),
                           NAME, host, port, self.source(vantage, start)).strip()

    @staticmethod
    def site() -> str:
        return bed.site_of("relay", "front:1")


if __name__ == "__main__":
    unittest.main(verbosity=2)

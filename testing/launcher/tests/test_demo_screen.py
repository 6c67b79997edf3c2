"""The last screen of the demo: placements with reasons and rejected hosts, predicted latencies."""

import sys
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples/demo"))
from screen import COLUMNS, screen  # noqa: E402 (the path must be set first)


def reason(instance: str, host: str, because: str, *removed: str) -> dict:
    return {"instance": instance, "hostId": host, "because": because, "runnerUp": "", "removed": list(removed)}


class DemoScreenTest(unittest.TestCase):
    def test_it_says_what_runs_where_why_and_how_fast(self) -> None:
        plan = {"report": {
            "instances": [reason("carts:1", "simula-1", "nearer to carts-db", "slo missed on 3 hosts"),
                          reason("user:1", "simula-1", "nearer to carts-db", "slo missed on 3 hosts"),
                          reason("frontend:1", "pi-1", "nearer to users bergen", "no ipv6 on 1 host", "memory on 2 hosts"),
                          reason("db:1", "simula-1", "no other host may take it " * 20)],
            "latencies": [{"requestId": "home", "usersId": "bergen", "meanMillis": 41.2, "p95Millis": 48.9,
                           "slos": [{"percentile": 95.0, "limitMillis": 120.0, "kept": True}]},
                          {"requestId": "home", "usersId": "haikou", "meanMillis": 301.0, "p95Millis": 340.4, "slos": []}]}}
        text = screen(plan)
        self.assertRegex(text, r"(?m)^  carts:1, user:1 +simula-1 +nearer to carts-db +slo missed on 3 hosts$")
        self.assertRegex(text, r"(?m)^  frontend:1 +pi-1 +nearer to users bergen +no ipv6 on 1 host; memory on 2 hosts$")
        self.assertRegex(text, r"(?m)^  db:1 +simula-1 +no other host may take it.*… +none$")
        self.assertRegex(text, r"(?m)^  home +bergen +41 ms +49 ms +p95 < 120 ms: met$")
        self.assertRegex(text, r"(?m)^  home +haikou +301 ms +340 ms$")
        self.assertLessEqual(max(map(len, text.splitlines())), COLUMNS)


if __name__ == "__main__":
    unittest.main()

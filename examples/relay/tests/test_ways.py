"""The ways of a copy's packets are those of the plan, as seen from inside; a route that somebody changed is noticed and mended.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import os
import unittest

from . import bed

MODEL = (bed.HOME / "examples/relay/relay.caravan").read_text()
NODES = ("pi-bergen-1", "pi-bergen-2")


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real containers need root, namespaces, and CARAVAN_REAL=1")
class Ways(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed()

    def setUp(self) -> None:
        bed.deploy("relay", MODEL)
        self.addCleanup(bed.destroy, "relay")
        application = bed.ask("GET", "/applications/relay")
        self.front = next(entry for entry in application["instances"] if entry["instance"] == "front:1")
        self.link = application["links"][0]

    def in_copy(self, command: str) -> str:
        script = f"cd /var/lib/lxc; nsenter -t $(lxc-info -n $(ls -d relay.front.1.*) -pH) -n {command}"
        return bed.caravan("testbed", "exec", self.front["hostId"], "--", "bash", "-euc", script).strip()

    def verified(self) -> bool:
        return all(entry["verified"] for entry in bed.ask("GET", "/applications/relay")["instances"])

    def test_1_ways_are_verified_from_inside(self) -> None:
        self.assertTrue(self.verified())
        self.assertIn("  verified", bed.caravan("status", "--application", "relay"))

    def test_2_another_source_is_noticed_and_mended(self) -> None:
        planned = self.source()
        other = next(address for address in self.front["addresses"] if address != planned and (":" in address) == (":" in planned))
        self.in_copy(f"ip route replace {self.link['targetAddress']} via {self.gateway(other)} dev eth0 src {other}")
        self.assertEqual(other, self.source())
        self.assert_noticed_and_mended(planned)

    def test_3_another_gateway_is_noticed_and_mended(self) -> None:
        planned = self.source()
        other = next(address for address in self.front["addresses"] if address != planned and (":" in address) == (":" in planned))
        self.in_copy(f"ip route replace {self.link['targetAddress']} via {self.gateway(other)} dev eth0 src {planned}")
        self.assert_noticed_and_mended(planned)

    def test_4_a_removed_route_is_noticed_where_the_default_leads_elsewhere(self) -> None:
        planned = self.source()
        self.in_copy(f"ip route del {self.link['targetAddress']}")
        if self.source() == planned:
            self.skipTest("the default leads the same way")
        self.assert_noticed_and_mended(planned)

    def assert_noticed_and_mended(self, planned: str) -> None:
        self.assertFalse(self.verified())
        drift = bed.ask("GET", "/applications/relay/drift")
        print(drift["text"], end="", flush=True)
        self.assertIn("ROUTE front:1", drift["text"])
        bed.deploy("relay", MODEL)
        self.assertEqual(planned, self.source())
        self.assertTrue(self.verified())
        self.assertFalse(bed.ask("GET", "/applications/relay/drift")["changes"])

    def source(self) -> str:
        words = self.in_copy(f"ip -o route get {self.link['targetAddress']}").split()
        return words[words.index("src") + 1]

    @staticmethod
    def gateway(address: str) -> str:
        return address.rsplit(".", 1)[0] + ".1" if "." in address else address.rsplit(":", 1)[0] + ":1"


if __name__ == "__main__":
    unittest.main(verbosity=2)

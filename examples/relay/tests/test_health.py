"""A name with two replicas leaves one out while it does not answer. Needs root on Linux and CARAVAN_REAL=1."""
from __future__ import annotations

import os
import sys
import time
import unittest

from . import bed

sys.path.insert(0, str(bed.HOME / "examples/sock-shop/load"))
import dns.exception  # noqa: E402
from sockload import names  # noqa: E402

MODEL = (bed.HOME / "examples/relay/relay.caravan").read_text()
TWO = MODEL.replace("component front {", "component front { replicas 2").replace("require front at bergen",
    "require front at bergen  require front apart by host")
SOON_S = 150


def answers() -> set[str]:
    """Asks again when no answer comes, as every resolver does: a datagram may be lost or late."""
    server, _, port = bed.DNS.rpartition(":")
    end = time.monotonic() + names.FIRST_WITHIN
    while True:
        try:
            return set(names.ask("front.relay.caravan", (server, int(port)), None, "ipv4").addresses)
        except dns.exception.Timeout:
            if time.monotonic() > end:
                raise


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real containers need root, namespaces, and CARAVAN_REAL=1")
class Health(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(bed.raze_bed)
        bed.raise_bed()

    def on_host_of(self, replica: int, script: str) -> str:
        placed = next(entry for entry in bed.ask("GET", "/applications/relay")["instances"] if entry["instance"] == f"front:{replica}")
        command = f"cd /var/lib/lxc; label=$(ls -d relay.front.{replica}.*); pid=$(lxc-info -n $label -pH); {script}"
        return bed.caravan("testbed", "exec", placed["hostId"], "--", "bash", "-euc", command)

    def pause(self, replica: int) -> None:
        self.on_host_of(replica, "lxc-freeze -n $label || kill -STOP $(pgrep -P $pid)")

    def go_on(self, replica: int) -> None:
        self.on_host_of(replica, "lxc-unfreeze -n $label || kill -CONT $(pgrep -P $pid)")

    def await_addresses(self, wanted: int, what: str) -> set[str]:
        began = time.monotonic()
        while len(found := answers()) != wanted:
            self.assertLess(time.monotonic() - began, SOON_S, f"{what}: {found}")
            time.sleep(0.2)
        print(f"{what}: {wanted} of 2 after {time.monotonic() - began:.1f} s", flush=True)
        return found

    def test_one_that_does_not_answer_is_left_out_and_comes_back(self) -> None:
        bed.deploy("relay", TWO)
        both = self.await_addresses(2, "deployed")
        self.pause(2)
        left = self.await_addresses(1, "one hangs")
        self.assertLess(left, both)
        self.assertFalse(bed.ask("GET", "/applications/relay/drift")["changes"], "the plan is what it was")
        self.pause(1)
        time.sleep(10)
        self.assertTrue(answers(), "never all are left out")
        self.go_on(2)
        self.go_on(1)
        self.assertEqual(both, self.await_addresses(2, "both answer again"))


if __name__ == "__main__":
    unittest.main(verbosity=2)

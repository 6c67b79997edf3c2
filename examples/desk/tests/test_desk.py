"""A component of a rented machine's own, made by scripts, between a container at an edge site and one on a second rented machine; a failing
script, a killed server, and a new version on the way; afterwards nothing is left anywhere.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import unittest
from ipaddress import ip_network

from . import bed

sys.path.insert(0, str(bed.HOME / "examples/testbed"))
from caravan_testbed import dns  # noqa: E402
from installation import kill  # noqa: E402 (bed has set the path)

USERS = "10.1.5.0/24"
VANTAGE = "10.1.5.11"


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: a site and a cloud of containers need root, namespaces, and CARAVAN_REAL=1")
class Desk(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(cls.raze)
        bed.raise_all()
        cls.models = bed.DATA / "models"
        shutil.rmtree(cls.models, ignore_errors=True)
        shutil.copytree(bed.DESK / "scripts", cls.models / "scripts")
        shutil.copy(bed.DESK / "desk.caravan", cls.models)
        bed.set_secret("till-key", "0123456789")

    @classmethod
    def raze(cls) -> None:
        left = bed.raze_all()
        if left:
            raise AssertionError(f"left on this machine: {left}")

    def test_1_a_script_that_fails_is_a_step_that_fails_and_says_its_last_words(self) -> None:
        self.change("install.sh", "mkdir -p /opt/till", "echo 'no such package: till' >&2; exit 7; mkdir -p /opt/till")
        told = bed.caravan("deploy", "--auto-approve", str(self.models / "desk.caravan"), codes=(1, 3, 4, 5))
        print(told, flush=True)
        steps = bed.ask("GET", "/applications/desk/deployments/latest")["steps"]
        failed = [step for step in steps if step["state"] == "FAILED"]
        self.assertEqual(["CREATE"], [step["kind"] for step in failed], steps)
        self.assertIn("till:1@1", failed[0]["text"])
        self.assertIn("exit code 7", json.dumps(failed))
        self.assertIn("no such package: till", json.dumps(failed))

    def test_2_goes_on_after_a_kill_while_it_is_installed_without_doing_it_twice(self) -> None:
        self.change("install.sh", "/opt/till /var/lib/till", "/opt/till /var/lib/till; sleep 20.25")
        deploying = subprocess.Popen([str(bed.HOME / "caravan"), "deploy", "--auto-approve", str(self.models / "desk.caravan")],
                                     env=bed.OWN.environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.awaited(lambda: "sleep 20.25" in bed.run(["ps", "-eo", "args"]), "the installation")
        kill(int((bed.DATA / "server.pid").read_text()))
        bed.caravan("server", "start")
        deploying.wait(900)  # it follows the deployment at the server that was started again, or has given up
        self.awaited(lambda: bed.ask("GET", "/applications/desk/deployments/latest")["state"] == "DONE", "the end of the deployment")
        self.assertEqual({"shop:1": "west", "till:1": "amazon", "ledger:1": "amazon"},
                         {entry["instance"]: entry["siteId"] for entry in self.instances()})
        hosts = {entry["instance"]: entry["hostId"] for entry in self.instances()}
        self.assertNotEqual(hosts["till:1"], hosts["ledger:1"], "the till's machine is the till's alone")
        answer = self.answered()
        print(json.dumps(answer, indent=1), flush=True)
        self.assertEqual((1, 10, "it's open", "till:1", "amazon"), tuple(answer[key]
            for key in ("installs", "key", "greeting", "instance", "site")))
        self.assertEqual("ledger:1", answer["ledger"]["instance"])
        self.assertIn("the till is open", bed.caravan("logs", "till:1"))
        status = bed.caravan("status", "--application", "desk")
        print(status, flush=True)
        self.assertNotIn("NOT verified", status)

    def test_3_planning_again_changes_nothing(self) -> None:
        self.assertFalse(bed.ask("GET", "/applications/desk/drift")["changes"])
        bed.caravan("plan", str(self.models / "desk.caravan"), codes=(0,))

    def test_4_a_new_script_makes_it_anew(self) -> None:
        self.change("install.sh", "answer = {\"instance\"", "answer = {\"version\": 2, \"instance\"")
        planned = bed.caravan("plan", str(self.models / "desk.caravan"), codes=(2,))
        self.assertIn("install script", planned)
        bed.caravan("deploy", "--auto-approve", str(self.models / "desk.caravan"))
        self.assertEqual(2, self.answered()["version"])

    def test_5_nothing_is_left_when_it_is_destroyed(self) -> None:
        print("while it runs:", bed.at_ec2(), flush=True)
        self.assertTrue(bed.at_ec2())
        bed.caravan("destroy", "desk", "--auto-approve")
        self.assertEqual([], bed.at_ec2())

    def change(self, script: str, before: str, after: str) -> None:
        """The script as it is in the example, but for this."""
        text = (bed.DESK / "scripts" / script).read_text()
        self.assertIn(before, text)
        (self.models / "scripts" / script).write_text(text.replace(before, after))

    def instances(self) -> list[dict]:
        return bed.ask("GET", "/applications/desk")["instances"]

    def answered(self) -> dict:
        """What the till answered the shop."""
        address = dns.resolve("shop.desk.caravan", 4, ip_network(USERS), bed.DNS)[0]
        tree = json.loads(bed.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-fsS", "--max-time", "120", "--interface", VANTAGE,
                                      f"http://{address}:8079/"))
        return tree["answer"]

    def awaited(self, condition, what: str) -> None:
        end = time.monotonic() + 600
        while time.monotonic() < end:
            try:
                if condition():
                    return
            except (AssertionError, OSError):
                pass
            time.sleep(0.3)
        raise AssertionError(f"{what} was waited for in vain")


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""An EC2 of this test's own, raised, asked and ended."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PROGRAM = _HERE.parent / "ec2"
_EXPECTED = """\
a wrong secret AuthFailure
no quota VcpuLimitExceeded
an unknown type InvalidInstanceType.NotFound
an unknown image InvalidAMIID.NotFound
an address of elsewhere InvalidParameterValue
a third address PrivateIpAddressLimitExceeded
an Elastic IP for what it has not InvalidParameterValue
a group in use DependencyViolation
Elastic IP 200
private 200
IPv6 200
quota 64.0
"""


def _why_not() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "CARAVAN_REAL=1 asks for it"
    if os.geteuid() != 0:
        return "only root may make containers"
    missing = [name for name in ("lxc-start", "mmdebstrap", "nft", "ssh-keygen") if shutil.which(name) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else ""


@unittest.skipIf(bool(_why_not()), f"SKIPPED: {_why_not()}")
class Ec2Test(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ec2-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(self.run_verb, "down")

    def run_verb(self, *words: str) -> str:
        done = subprocess.run([sys.executable, str(_PROGRAM), "--state", str(self.folder / "state"), *words], capture_output=True,
                              text=True)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def up(self) -> str:
        return self.run_verb("up", "--prefix", "cvat", "--link", "198.18.58.0/24", "--port", "5577",
                             "--public", "198.51.100.64/26", "--subnet", "lab=172.30.7.0/24,fdec:58::/64")

    def test_is_strict_and_its_machines_answer(self) -> None:
        self.assertIn("up at http://127.0.0.1:5577", self.up())
        self.assertIn("stood already", self.up())
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / "key")], check=True)
        connection = self.folder / "state/connection.json"
        self.assertEqual(0o600, connection.stat().st_mode & 0o777)
        python = json.loads(self.run_verb("status", "--json"))["python"]
        done = subprocess.run([python, "-B", str(_HERE / "strictness.py"), str(connection), f"{self.folder}/key.pub"],
                              capture_output=True, text=True)
        self.assertEqual(_EXPECTED, done.stdout, done.stderr)
        self.assertIn("down", self.run_verb("down"))
        self.assertEqual([], [name for name in os.listdir("/run/netns") if name.startswith("cvat-")])
        self.assertNotIn("cvat-", subprocess.run(["ip", "route"], capture_output=True, text=True).stdout)


if __name__ == "__main__":
    unittest.main()

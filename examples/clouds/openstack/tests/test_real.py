"""Up, twice; a fault; down leaves nothing. Needs root and CARAVAN_REAL=1."""
import json
import os
import subprocess
import unittest
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
STATE = HERE.parents[2] / "data/openstack"


def openstack(*arguments: str) -> str:
    done = subprocess.run([str(HERE / "openstack"), "--state", str(STATE), *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def why_not() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "SKIPPED: set CARAVAN_REAL=1"
    return "" if os.geteuid() == 0 else "SKIPPED: its machines are containers, that needs root"


@unittest.skipIf(why_not(), why_not())
class RealTest(unittest.TestCase):
    def test_life(self) -> None:
        openstack("down")
        self.assertIn("up at", openstack("up"))
        self.assertIn("stood already", openstack("up"))
        status = json.loads(openstack("status", "--json"))
        self.assertTrue(all(status["processes"].values()), status)
        self.assertTrue((Path(status["credentials"]) / "openstack/openstack").stat().st_mode & 0o777 == 0o600)

        openstack("fault", "keystone", "--path", "/v3", "--status", "503", "--times", "1")
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(status["endpoint"])
        self.assertEqual(503, caught.exception.code)
        urllib.request.urlopen(status["endpoint"]).close()

        openstack("down")
        openstack("down")
        self.assertEqual([], list(STATE.iterdir()))
        self.assertFalse(Path("/run/caravan-cvo").is_symlink())
        links = subprocess.run(["ip", "-o", "link"], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("cvo-", links)
        self.assertFalse(Path("/run/netns/cvo-cloud").exists())


if __name__ == "__main__":
    unittest.main()

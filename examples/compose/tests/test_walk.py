"""The walk of docs/importing.md, line by line as it is written there, to a real server whose hosts are simulated."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import SERVER_JAR, SimulatedServer  # noqa: E402 (the path must be set first)

WALK = "## From a Compose file to a plan"
PLACE = "/tmp/tickets"
PENDING = 2


def lines() -> list:
    """The commands of the walk, in its order."""
    text = (HOME / "docs/importing.md").read_text().split(WALK)[1].split("\n## ")[0]
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.splitlines() if line]


@unittest.skipUnless(SERVER_JAR.exists(), "the server is not built: ./caravan build")
@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: the walk takes a minute: CARAVAN_REAL=1")
class WalkTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-compose-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = SimulatedServer(self.folder)
        self.addCleanup(self.server.end)
        self.place = self.folder / "tickets"
        self.place.mkdir()

    def run_line(self, line: str):
        return subprocess.run(["bash", "-o", "pipefail", "-c", line.replace(PLACE, str(self.place))], cwd=HOME, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True,
                              env={**os.environ, "CARAVAN_SERVER": self.server.url, "CARAVAN_TOKEN": self.server.token})

    def test_a_compose_file_becomes_a_plan(self):
        begun, used = time.monotonic(), os.times()
        said = []
        for line in lines():
            done = self.run_line(line)
            pending = line.startswith("./caravan plan")
            self.assertEqual(done.returncode, PENDING if pending else 0, f"{line}\n{done.stdout}{done.stderr}")
            said.append(done.stdout + done.stderr)
        after = os.times()
        print(f"walk from a Compose file to a plan: {len(said)} commands, {time.monotonic() - begun:.0f} s by the clock, "
              f"{after.children_user + after.children_system - used.children_user - used.children_system:.0f} CPU-seconds of the commands",
              flush=True)
        self.assertIn("application tickets with 5 components", said[1])
        self.assertEqual(said[1].count("warning:"), 15)
        self.assertNotIn("//", (self.place / "tickets.caravan").read_text().split("users some")[1])
        self.assertIn("instances: 6 to add", said[-1])
        for instance in ("web:1", "web:2", "api:1", "worker:1", "cache:1", "db:1"):
            self.assertIn(instance, said[-1])


if __name__ == "__main__":
    unittest.main()

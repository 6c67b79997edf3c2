"""The recipe of docs/operating.md for a second server on one machine, line by line, beside a first one that has its DNS port."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import SERVER_JAR, SimulatedServer, free_port  # noqa: E402 (the path must be set first)

HEADING = "## A second installation"


def recipe() -> str:
    text = (HOME / "docs/operating.md").read_text().split(HEADING)[1].split("\n## ")[0]
    return re.search(r"```sh\n(.*?)```", text, re.S).group(1)


@unittest.skipUnless(SERVER_JAR.exists(), "the server is not built: ./caravan build")
@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: two servers are started: CARAVAN_REAL=1")
class SecondInstallationTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-second-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.dns = free_port()
        self.first = SimulatedServer(self.folder, f"--caravan.dns.listen=127.0.0.1:{self.dns}")
        self.addCleanup(self.first.end)

    def run_lines(self, lines: str):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("CARAVAN_") or key == "CARAVAN_REAL"}
        return subprocess.run(["bash", "-eo", "pipefail", "-c", lines], cwd=HOME, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=environment)

    def own(self, lines: str, dns: int) -> str:
        return (lines.replace("/tmp/second/", f"{self.folder}/second/").replace("127.0.0.1:18540", f"127.0.0.1:{free_port()}")
                .replace("127.0.0.1:18541", f"127.0.0.1:{dns}"))

    def test_the_recipe_starts_a_second_server(self):
        done = self.run_lines(self.own(recipe(), free_port()))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("server answers at", done.stdout + done.stderr)

    def test_a_taken_dns_port_is_said_with_a_free_one(self):
        done = self.run_lines(self.own(recipe(), self.dns))
        said = done.stdout + done.stderr
        self.assertNotEqual(done.returncode, 0, said)
        self.assertIn(f"cannot listen on 127.0.0.1:{self.dns}", said)
        self.assertRegex(said, r"Maybe give this server a port of its own, for example: --caravan\.dns\.listen=127\.0\.0\.1:\d+")


if __name__ == "__main__":
    unittest.main()

"""What the launcher shows of the token of a first start: once, and only where a person reads it.

Needs CARAVAN_REAL=1 and a built server.
"""
from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import free_port  # noqa: E402 (the path must be set first)


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: a first start needs a built server, and CARAVAN_REAL=1")
class FirstStartTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name, "data")
        self.environment = {**os.environ, "CARAVAN_DATA": str(self.data), "CARAVAN_SERVER": f"http://127.0.0.1:{free_port()}"}
        self.start = [str(HOME / "caravan"), "server", "start", "--caravan.simulated=true", f"--caravan.dns.listen=127.0.0.1:{free_port()}",
                      "--caravan.probing.idle-every=0s"]
        self.addCleanup(self.stop)

    def stop(self) -> None:
        subprocess.run([str(HOME / "caravan"), "server", "stop"], env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def start_piped(self) -> str:
        return subprocess.run(self.start, env=self.environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              text=True).stdout

    def start_at_terminal(self) -> str:
        """What appears on a terminal of its own."""
        ours, its = pty.openpty()
        with subprocess.Popen(self.start, env=self.environment, stdin=subprocess.DEVNULL, stdout=its,
                              stderr=subprocess.DEVNULL) as starting:
            os.close(its)
            shown = b""
            try:
                while part := os.read(ours, 4096):
                    shown += part
            except OSError:
                pass  # a terminal that nobody writes to any more
            finally:
                os.close(ours)
        self.assertEqual(0, starting.returncode, shown)
        return shown.decode()

    def token(self) -> str:
        return (self.data / "token").read_text().strip()

    def test_a_terminal_shows_the_token_once(self) -> None:
        first = self.start_at_terminal()
        self.assertIn(f"the first admin's token, shown this once: {self.token()}", first)
        self.stop()
        self.assertNotIn(self.token(), self.start_at_terminal())
        self.assertNotIn(self.token(), (self.data / "server.log").read_text())

    def test_what_is_no_terminal_gets_the_place_of_the_token(self) -> None:
        said = self.start_piped()
        self.assertIn(f"the first admin's token is in {self.data / 'token'}", said)
        self.assertNotIn(self.token(), said)


if __name__ == "__main__":
    unittest.main()

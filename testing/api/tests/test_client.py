"""A client that nobody wrote: generated from the description that a real server (with simulated hosts) gives of itself, it deploys an
application there.

Needs CARAVAN_REAL=1, a built server and curl, and that the generator can be installed.
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
HERE = HOME / "testing/api"
sys.path[:0] = [str(HOME / "modeling"), str(HERE)]
from simulated_server import LAB, SimulatedServer  # noqa: E402 (the path must be set first)
from tools import installed  # noqa: E402

MODEL = HOME / "examples/maven/notes/src/main/caravan/notes.caravan"


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: a client needs a built server, and CARAVAN_REAL=1")
class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.programs = installed(self.folder / "venv", HERE / "client/requirements.txt")
        self.server = SimulatedServer(self.folder)
        self.addCleanup(self.server.end)

    def run_program(self, *command: str | Path) -> str:
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", "PYTHONPATH": str(self.folder)}
        done = subprocess.run(command, env=environment, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        self.assertEqual(0, done.returncode, done.stdout)
        return done.stdout

    def test_a_generated_client_deploys_an_application(self) -> None:
        said = self.run_program(self.programs / "openapi-python-client", "generate", "--path", self.server.description(), "--meta", "none",
                                "--output-path", self.folder / "caravan_client")
        self.assertNotIn("ERROR", said)
        walked = self.run_program(self.programs / "python", HERE / "client/walk.py", self.server.url, self.server.token, LAB, MODEL)
        self.assertIn("runs: store:1 on ", walked)
        self.assertIn("gone: DESTROYED", walked)


if __name__ == "__main__":
    unittest.main()

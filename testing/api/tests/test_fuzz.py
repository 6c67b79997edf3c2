"""Thousands of unusual requests to a real server with simulated hosts: none makes it fail or violate its OpenAPI document.

All of them with CARAVAN_SAMPLE=whole, as `./caravan bench samples` does. Needs CARAVAN_REAL=1, a built server and curl, and that the fuzzer
can be installed.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
HERE = HOME / "testing/api"
sys.path[:0] = [str(HOME / "modeling"), str(HERE)]
from simulated_server import SimulatedServer  # noqa: E402 (the path must be set first)
from tools import installed  # noqa: E402

MODEL = HOME / "examples/maven/notes/src/main/caravan/notes.caravan"
WHOLE = os.environ.get("CARAVAN_SAMPLE") == "whole"
REQUESTS = 10_000 if WHOLE else 5_000
# Of each operation; those that cover every field of it come on top, about 5,000 in all.
EXAMPLES = 150 if WHOLE else 50


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: fuzzing needs a built server, and CARAVAN_REAL=1")
class FuzzTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.fuzzer = installed(self.folder / "venv", HERE / "fuzz/requirements.txt") / "schemathesis"
        self.server = SimulatedServer(self.folder, "--caravan.limits.token-rate=0", "--caravan.limits.address-rate=0")
        self.addCleanup(self.server.end)
        self.server.measure()
        self.server.caravan("deploy", str(MODEL), "--auto-approve")

    def test_no_request_breaks_the_server_or_its_description(self) -> None:
        done = subprocess.run(
            [self.fuzzer, "--config-file", HERE / "fuzz/schemathesis.toml", "run", self.server.description(), "--url", self.server.url,
             "-H", f"Authorization: Bearer {self.server.token}",
             # Events have no end; whoever listens is told in the tests of the server.
             "--exclude-path", "/api/v1/events", "--phases", "examples,coverage,fuzzing", "-n", str(EXAMPLES), "--continue-on-failure",
             "--generation-deterministic",
             "--no-color"],
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(HERE / "fuzz/hooks.py")}, cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False)
        told = re.search(r"={5,} (ERRORS|FAILURES)", done.stdout)
        said = done.stdout[told.start() if told else -5000:]
        self.assertEqual(0, done.returncode, said)
        generated = re.search(r"(\d+) generated", done.stdout)
        self.assertIsNotNone(generated, said)
        print(f"{generated.group(1)} requests, no failure of the server, no answer beyond its description")
        self.assertGreaterEqual(int(generated.group(1)), REQUESTS)
        self.assertNotIn("unexpected fault", self.server.log_file.read_text())


if __name__ == "__main__":
    unittest.main()

"""Node's tests of the packed extension, with a real server whose hosts are simulated."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER.parent))
from simulated_server import SimulatedServer  # noqa: E402  beside both editors

LIMIT_S = 300


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: the extension's tests need it to be packed: ./caravan vscode test")
class ExtensionTest(unittest.TestCase):
    def test_packed_extension(self):
        folder = Path(tempfile.mkdtemp(prefix="caravan-vscode-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        server = SimulatedServer(folder)
        self.addCleanup(server.end)
        server.measure()
        ended = subprocess.run(["npm", "--prefix", str(FOLDER), "test"], timeout=LIMIT_S, stdin=subprocess.DEVNULL,
                               env={**os.environ, "CARAVAN_SERVER": server.url, "CARAVAN_TOKEN": server.token})
        self.assertEqual(ended.returncode, 0)


if __name__ == "__main__":
    unittest.main()

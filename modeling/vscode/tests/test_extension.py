"""Node's tests of the packed extension, and its walk in VS Code's own window, each with a real server whose hosts are simulated."""

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

WINDOW = FOLDER / "window"
TOOLS = FOLDER.parents[1] / "testing" / "vscode" / "node_modules"
CHROMIUM = shutil.which("chromium")
LIMIT_S = 300
WINDOW_LIMIT_S = 600


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: the extension's tests need it to be packed: ./caravan vscode test")
class ExtensionTest(unittest.TestCase):
    def test_packed_extension(self):
        self.succeeds(LIMIT_S, "npm", "--prefix", str(FOLDER), "test")

    @unittest.skipUnless(TOOLS.exists(), "SKIPPED: VS Code's window: code-server and what drives it are not installed: "
                                         "npm --prefix testing/vscode ci --ignore-scripts")
    @unittest.skipUnless(CHROMIUM, "SKIPPED: VS Code's window needs chromium")
    def test_walk_in_the_window(self):
        self.succeeds(WINDOW_LIMIT_S, "node", "--test", str(WINDOW))

    def succeeds(self, limit_s: int, *command: str):
        folder = Path(tempfile.mkdtemp(prefix="caravan-vscode-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        server = SimulatedServer(folder)
        self.addCleanup(server.end)
        server.measure()
        ended = subprocess.run(command, timeout=limit_s, stdin=subprocess.DEVNULL,
                               env={**os.environ, "CARAVAN_SERVER": server.url, "CARAVAN_TOKEN": server.token, "CARAVAN_CHROMIUM": CHROMIUM
                                    or ""})
        self.assertEqual(ended.returncode, 0)


if __name__ == "__main__":
    unittest.main()

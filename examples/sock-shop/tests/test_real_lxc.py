"""The shop in LXC containers from built images; run with CARAVAN_REAL=1 CARAVAN_IMAGES=<folder> as root (about a minute)."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

IMAGES = os.environ.get("CARAVAN_IMAGES", "")
REAL = os.environ.get("CARAVAN_REAL") == "1" and IMAGES and os.geteuid() == 0 and shutil.which("lxc-start")


@unittest.skipUnless(REAL, "SKIPPED: needs CARAVAN_REAL=1, CARAVAN_IMAGES, root and LXC")
class RealLxcTest(unittest.TestCase):
    def test_the_paper_s_mix_loses_nothing_within_the_model_s_memory(self) -> None:
        script = Path(__file__).resolve().parent / "lxc_stack.py"
        done = subprocess.run(["unshare", "--mount", "--net", "--propagation", "private", sys.executable, str(script), IMAGES, "20", "30"],
                              stdout=subprocess.PIPE, text=True)
        record = json.loads(done.stdout)
        self.assertEqual((0, 600, 0, 0), (done.returncode, record["load"]["answered"], record["load"]["lost"], record["load"]["refused"]))
        self.assertEqual({"frontend:1 on pi-bergen-1 (bergen)": 600}, record["load"]["servedBy"])
        self.assertEqual(200, record["ipv6"])
        self.assertLess(max(record["stops"].values()), 5, "each container stops on SIGTERM")


if __name__ == "__main__":
    unittest.main()

"""Real builds with mmdebstrap and apt; run with CARAVAN_REAL=1 as root (about three minutes)."""
from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from imagebuild.debian import MACHINE  # noqa: E402
from imagebuild.foreign import EMULATORS  # noqa: E402

BUILD = Path(__file__).resolve().parent.parent / "image-build"
OTHER = "arm64" if MACHINE == "amd64" else "amd64"
REAL = os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and shutil.which("mmdebstrap")


@unittest.skipUnless(REAL, "SKIPPED: needs CARAVAN_REAL=1, root and mmdebstrap")
class RealBuildTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.first = Path(tempfile.mkdtemp()) / "store"
        cls.addClassCleanup(subprocess.run, ["rm", "-rf", "--one-file-system", str(cls.first.parent)])

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(subprocess.run, ["rm", "-rf", "--one-file-system", str(self.folder)])
        (self.folder / "base.toml").write_text('name = "test/base"\npackages = ["tini"]\n')
        (self.folder / "app.toml").write_text('name = "test/app"\nfrom = "test/base"\npackages = ["zstd"]\nstart = ["/opt/app"]\n'
                                              '[[files]]\nsource = "app.sh"\ntarget = "/opt/app"\n')
        (self.folder / "app.sh").write_text("#!/bin/sh\necho works\n")
        (self.folder / "app.sh").chmod(0o755)

    def build(self, store: str, *options: str) -> str:
        return subprocess.run([BUILD, self.folder, "--output", self.folder / store, *options], check=True, capture_output=True,
                              text=True).stdout

    def build_first(self) -> None:
        """The store "one", built once for all tests: what is in it is replaced, never changed, so that links to its files do."""
        if not self.first.exists():
            self.build("one")
            subprocess.run(["cp", "-al", self.folder / "one", self.first], check=True)
        else:
            subprocess.run(["cp", "-al", self.first, self.folder / "one"], check=True)
        (self.first / ".lock").unlink(missing_ok=True)  # a link would be one lock of all

    def digests(self, store: str) -> list[str]:
        return [json.loads((self.folder / store / f"manifests/test/{name}.json").read_text())["images"][0]["digest"]
                for name in ("base", "app")]

    def test_same_input_same_digest_and_only_what_changed_is_built(self) -> None:
        self.build_first()
        self.build("two")
        self.assertEqual(self.digests("one"), self.digests("two"))
        self.assertEqual(2, self.build("one").count("unchanged"))
        (self.folder / "app.sh").write_text("#!/bin/sh\necho changed\n")
        again = self.build("one")
        self.assertEqual((1, 1), (again.count("unchanged"), again.count("  built ")))
        self.assertNotEqual(self.digests("one")[1], self.digests("two")[1])

    @unittest.skipUnless(REAL and os.access(EMULATORS[OTHER].program, os.X_OK), f"SKIPPED: needs {EMULATORS[OTHER].program}")
    def test_an_image_for_another_architecture_is_the_same_twice_and_holds_no_trace_of_its_build(self) -> None:
        for store in ("one", "two"):
            self.build(store, "--arch", OTHER)
        self.assertEqual(self.digests("one"), self.digests("two"))
        layers = sorted((self.folder / "one/layers").iterdir())
        names = "".join(subprocess.run(["tar", "--zstd", "-tf", layer], check=True, capture_output=True, text=True).stdout
                        for layer in layers)
        for trace in ("etc/machine-id", "etc/hostname", "etc/resolv.conf", "var/log/", "var/cache/", "var/lib/apt/",
                      "etc/apt/sources.list"):
            what_is_in_it = "." if trace.endswith("/") else "$"  # an empty folder is no trace
            self.assertNotRegex(names, f"(?m)^{re.escape(trace)}{what_is_in_it}")
        self.assertRegex(names, f"lib/ld-linux-{'aarch64' if OTHER == 'arm64' else 'x86-64'}|usr/bin/zstd")
        program = self.folder / "zstd"
        app = self.folder / "one/manifests/test/app.json"
        top = json.loads(app.read_text())["images"][0]["layers"][-1]["digest"].replace(":", "-")
        program.write_bytes(subprocess.run(["tar", "--zstd", "-xOf", self.folder / f"one/layers/{top}.tar.zst", "usr/bin/zstd"],
                                           check=True, capture_output=True).stdout)
        self.assertEqual(EMULATORS[OTHER].machine, program.read_bytes()[18:20])

    def test_killed_half_way_leaves_no_mount_and_the_next_run_works(self) -> None:
        self.build_first()
        (self.folder / "app.sh").write_text("#!/bin/sh\necho killed\n")
        work = self.folder / "one/.work/test+app/merged/dev/null"
        build = subprocess.Popen([BUILD, self.folder, "--output", self.folder / "one"], stdout=subprocess.DEVNULL)
        pause = threading.Event()
        while not work.parent.parent.exists() and build.poll() is None:
            pause.wait(0.02)
        build.send_signal(signal.SIGKILL)
        build.wait()
        while subprocess.run(["flock", "--nonblock", str(self.folder / "one/.lock"), "true"]).returncode != 0:
            pause.wait(0.05)
        self.assertNotIn(str(self.folder), Path("/proc/self/mountinfo").read_text())
        self.assertIn("built ", self.build("one"))
        self.assertFalse((self.folder / "one/.work").exists())


if __name__ == "__main__":
    unittest.main()

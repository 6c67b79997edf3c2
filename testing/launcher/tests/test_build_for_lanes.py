"""What the gate prepares before suites run side by side: copies of the checkout, images, and the class-data archive of servers."""

import fcntl
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
CLASS_ARCHIVE = HOME / "packaging/class-archive"
# Maven, the image builder and the training run are stubs. Copies are made until the images have ended, well or not.
SCRIPT = """
set -euo pipefail
parts="$CARAVAN_HOME/launcher"
export CARAVAN_HOME=$FOLDER CARAVAN_DATA=$FOLDER/data
mkdir -p "$CARAVAN_DATA/images" "$CARAVAN_HOME/target"
for part in say build suites tests; do source "$parts/$part.sh"; done
IMAGES=$CARAVAN_DATA/images
sources_changed() { return 0; }
build_without_archive() { :; }
archive_server_classes() { echo "an archive of the lowest priority"; }
copy_checkout() {
  until [ -e "$FOLDER/images-ended" ]; do sleep 0.05; done
  sleep 0.3
  echo copied >> "$FOLDER/copies"
  copied
}
copied() { :; }
build_images() { touch "$FOLDER/images-ended"; }
MAKE_CLASS_ARCHIVE=(bash -c 'echo "priority $(nice)"')
"""
RUN = """
SUITE_RESULTS=$FOLDER/results
suite build 0 build_for_lanes
[ ! -e "$FOLDER/copies" ] || sed 's/^/when the suite has ended: /' "$FOLDER/copies"
cat "$SUITE_RESULTS"
"""


def run(stubs: str, folder: str) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if name not in ("CARAVAN_TESTS_END", "CARAVAN_SUITE_RESULTS", "SUITE_FAILED")}
    return subprocess.run(["bash", "-c", SCRIPT + stubs + RUN], env={**kept, "CARAVAN_HOME": str(HOME), "FOLDER": folder},
                          capture_output=True, text=True, check=False)


class BuildForLanesTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_the_archive_is_made_at_the_priority_of_the_gate(self) -> None:
        done = run("", str(self.folder))
        self.assertIn("passed\tbuild\t", done.stdout, done.stderr)
        self.assertNotIn("lowest priority", done.stdout)
        self.assertEqual(f"priority {os.nice(0)}\n", (self.folder / "target/class-archive-now.log").read_text())
        self.assertTrue((self.folder / "data/copies-made").exists())
        self.assertTrue((self.folder / "data/images-of-evidence").is_dir())

    def test_without_an_archive_the_gate_goes_on_and_says_why(self) -> None:
        failing = """MAKE_CLASS_ARCHIVE=(bash -c 'printf "It was not made.\\n    Maybe the disk is full: df -h\\n" >&2; exit 1')"""
        done = run(failing, str(self.folder))
        self.assertIn("passed\tbuild\t", done.stdout, done.stderr)
        self.assertIn("SKIPPED: class-data archive of servers: It was not made.\n", done.stdout)

    def test_nothing_is_copied_any_more_once_the_suite_has_failed(self) -> None:
        done = run('build_images() { touch "$FOLDER/images-ended"; return 3; }', str(self.folder))
        self.assertIn("failed\tbuild\t", done.stdout, done.stderr)
        self.assertEqual(2, done.stdout.count("when the suite has ended: copied\n"), done.stdout)
        self.assertFalse((self.folder / "data/copies-made").exists())

    def test_a_copy_that_fails_fails_the_suite(self) -> None:
        done = run("copied() { false; }", str(self.folder))
        self.assertIn("failed\tbuild\t", done.stdout, done.stderr)
        self.assertEqual("copied\n", (self.folder / "copies").read_text())
        self.assertFalse((self.folder / "data/copies-made").exists())


@unittest.skipUnless(os.uname().sysname == "Linux", "SKIPPED: archives of classes are made on Linux only")
class ClassArchiveTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        for name in ("bin/java", "lib/modules", "lib/server/libjvm.so", "server.jar", "archives/lock"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).touch()
        (self.folder / "lib/any.jar").touch()

    def make(self, java: str, **limits: str) -> subprocess.CompletedProcess:
        program = self.folder / "bin/java"
        program.write_text("#!/bin/sh\n" + java)
        program.chmod(0o755)
        return subprocess.run([str(CLASS_ARCHIVE), "make", str(self.folder / "archives"), str(program), str(self.folder / "server.jar")],
                              env={**os.environ, **limits}, capture_output=True, text=True, check=False)

    def kept(self) -> list[str]:
        return sorted(each.suffix for each in (self.folder / "archives").iterdir() if each.name != "lock")

    def test_makes_an_archive_and_its_size(self) -> None:
        done = self.make('for each; do case $each in -XX:ArchiveClassesAtExit=*) echo classes > "${each#*=}" ;; esac; done')
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual([".jsa", ".size"], self.kept())

    def test_a_training_run_that_does_not_end_is_ended_and_leaves_nothing(self) -> None:
        done = self.make("exec sleep 600", CARAVAN_CLASS_ARCHIVE_LIMIT="1")
        self.assertEqual(1, done.returncode)
        self.assertIn("was not made within 1 s; servers start without it, only more slowly.\n    Maybe ", done.stderr)
        self.assertEqual([], self.kept())

    def test_another_process_that_makes_it_is_not_waited_for_without_a_limit(self) -> None:
        with open(self.folder / "archives/lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = self.make("exit 1", CARAVAN_CLASS_ARCHIVE_WAIT="1")
        self.assertEqual(1, done.returncode)
        self.assertIn("Another process has been making the archive of classes for more than 1 s;", done.stderr)


if __name__ == "__main__":
    unittest.main()

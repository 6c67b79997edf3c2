"""The gate runs every suite, also after one failed, and reports each."""

import os
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
SCRIPT = """
set -euo pipefail
for part in say suites tests; do source "$CARAVAN_HOME/launcher/$part.sh"; done
fails_midway() { false; echo "reached what must not run"; }
suites_of() { suite first 0 true; suite second 0 fails_midway; suite long 99 echo "long ran"; suite last 0 echo "last ran"; }
run_tests
"""


LANES = """
set -euo pipefail
for part in say suites tests; do source "$CARAVAN_HOME/launcher/$part.sh"; done
SUITE_LOGS=$FOLDER/logs
meets() { echo "$1 begins"; mkdir -p "$FOLDER"; touch "$FOLDER/$1"; until [ -e "$FOLDER/$2" ]; do sleep 0.05; done; echo "$1 ends"; }
fails_midway() { false; echo "reached what must not run"; }
alone() { mkdir "$FOLDER/place"; sleep 0.7; rmdir "$FOLDER/place"; }
suites_of() {
  queued left-1 0 - meets left right
  queued 'right 1' 0 - meets right left
  queued alone-1 0 here alone
  queued alone-2 0 here alone
  queued 'last one' 0 - fails_midway
  lanes 2
}
run_tests
"""


def run(script: str = SCRIPT, **environment: str) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if name not in ("CARAVAN_TESTS_END", "CARAVAN_SUITE_RESULTS")}
    return subprocess.run(["bash", "-c", script], env={**kept, "CARAVAN_HOME": str(HOME), "CARAVAN_DATA": str(HOME / "data"), **environment}, capture_output=True, text=True, check=False)


class SuitesTest(unittest.TestCase):
    def test_a_failed_suite_fails_the_run_but_not_the_suites_after_it(self) -> None:
        done = run()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("reached what must not run", done.stdout)
        self.assertIn("last ran", done.stdout)
        self.assertEqual(re.findall(r"^(passed|failed|skipped) +\d+ +\d+  (.*)$", done.stdout, re.M),
                         [("passed", "first"), ("failed", "second (exit code 1)"), ("passed", "long"), ("passed", "last")])

    def test_the_end_repeats_what_failed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES.replace("meets left right", "fails_early").replace("meets right left", "true").replace(
                "alone() {", "fails_early() { echo 'AssertionError: 3 != 4'; seq 100; return 1; }\nalone() {"), FOLDER=folder)
        end = done.stdout[done.stdout.rindex("processor  suite") + 1:]
        self.assertIn("======== failed: left-1 (whole above)\nAssertionError: 3 != 4\n...\n76\n", end)
        self.assertIn("======== failed: last one (whole above)\n", end)
        self.assertNotIn("\n75\n", end)

    def test_a_suite_that_needs_more_time_than_is_left_is_reported_as_skipped(self) -> None:
        done = run(CARAVAN_TESTS_END=str(int(time.time()) + 630))
        self.assertNotIn("long ran", done.stdout)
        self.assertIn("SKIPPED: long: it takes up to 99 minutes on 2 cores, and 10 are left", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^skipped +0 +0  long \(needs 99 minutes, 10 left\)$")

    def test_lanes_run_side_by_side_and_print_each_suite_as_a_whole(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES, FOLDER=folder)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertNotIn("reached what must not run", done.stdout)
            # Each of the first suites waits for what the other has written.
            self.assertRegex(done.stdout, r"(?m)^======== left-1\nleft begins\nleft ends\n")
            self.assertRegex(done.stdout, r"(?m)^======== right-1\nright begins\nright ends\n")
            self.assertEqual(sorted(re.findall(r"^(passed|failed|skipped) +\d+ +\d+  (.*)$", done.stdout, re.M)),
                             [("failed", "last one (exit code 1)"), ("passed", "alone-1"), ("passed", "alone-2"), ("passed", "left-1"), ("passed", "right 1")])
            # A lane does not wait for a place while a suite is left that needs none.
            self.assertLess(done.stdout.index("suite ended: last one"), done.stdout.index("suite: alone-2"))

    def test_a_lane_that_ends_with_an_error_fails_the_run_and_no_other_lane_waits_for_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES.replace("run_tests", "result_of_suite() { [ \"$1\" != alone-1 ] || no-such-command; }; run_tests"), FOLDER=folder)
        self.assertIn("lanes of suites (a lane ended with exit code 127)", done.stdout)
        self.assertIn("suite ended: alone-2", done.stdout)

    def test_processor_time_of_a_suite_is_counted(self) -> None:
        busy = "import time\nwhile time.process_time() < 1.5: pass"
        done = run(SCRIPT.replace("suite first 0 true", f"suite first 0 /usr/bin/python3 -c '{busy}'"))
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +[123]  first$")

    def test_an_untimed_suite_yields_to_others_and_what_it_started_is_counted(self) -> None:
        busy = "import time\nwhile time.process_time() < 1.5: pass"
        script = SCRIPT.replace("fails_midway() {", f"""works() {{
          echo "nice $(nice)"
          cat /proc/self/cgroup
          setsid -f bash -c 'echo $$ > "$FOLDER/started"; exec /usr/bin/python3 -c "{busy}"'
          until [ -s "$FOLDER/started" ]; do sleep 0.05; done
          while kill -0 "$(cat "$FOLDER/started")" 2> /dev/null; do sleep 0.05; done
        }}
        fails_midway() {{""").replace("suite first 0 true", "suite first 0 untimed works")
        with tempfile.TemporaryDirectory() as folder:
            done = run(script, FOLDER=folder)
        self.assertIn("nice 10\n", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +\d+  first$")
        self.assertEqual([], list(Path("/sys/fs/cgroup").glob("**/caravan-suite-first")), "its control group is gone")
        if "/caravan-suite-first" not in done.stdout:
            self.skipTest("SKIPPED: no control groups of processors can be made here")
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +[1-9]\d*  first$")

    def test_what_still_runs_when_no_time_is_left_is_ended_with_all_it_started(self) -> None:
        """It failed if it had its minutes, had to end, or if a part of it had failed."""
        script = SCRIPT.replace("suite long 99", "suite cut 0 eval 'sleep 1234.5 & sleep 1234.5'; suite long 99")
        done = run(script, CARAVAN_TESTS_END=str(int(time.time()) + 2))
        self.assertRegex(done.stdout, r"(?m)^failed +\d+ +\d+  cut \(has not ended\)$")
        done = run(SCRIPT.replace("suite long 99", "suite parts 0 eval 'a_part_failed; sleep 1234.5'; suite long 99"),
                   CARAVAN_TESTS_END=str(int(time.time()) + 2))
        self.assertRegex(done.stdout, r"(?m)^failed +\d+ +\d+  parts \(a part failed before no time was left\)$")
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("sleep 1234.5", listed.splitlines())
        ended = subprocess.run(["bash", "-c", "for part in say suites tests; do source \"$CARAVAN_HOME/launcher/$part.sh\"; done; SUITE_RESULTS=/dev/stdout; "
                                "result_of_suite slow 1 61 124; result_of_suite late 2 61 124"],
                               env={**os.environ, "CARAVAN_HOME": str(HOME), "CARAVAN_DATA": str(HOME / "data")}, capture_output=True, text=True, check=True).stdout
        self.assertIn("failed\tslow\t61\t0\thas not ended within 1 minutes", ended)
        self.assertIn("skipped\tlate\t61\t", ended)


if __name__ == "__main__":
    unittest.main()

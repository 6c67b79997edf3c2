"""The gate runs every suite, also after one failed, and reports each."""

import os
import re
import signal
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
# Holds its place until the suite that needs none is recorded, however busy the machine is.
alone() {
  mkdir "$FOLDER/place"
  for _ in $(seq 600); do ! grep -q 'last one' "$SUITE_RESULTS" || break; sleep 0.1; done
  rmdir "$FOLDER/place"
}
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
    """Without what the suite that runs these tests has in its own environment."""
    kept = {name: value for name, value in os.environ.items() if name not in ("CARAVAN_TESTS_END", "CARAVAN_SUITE_RESULTS", "SUITE_FAILED")}
    return subprocess.run(["bash", "-c", script], env={**kept, "CARAVAN_HOME": str(HOME), "CARAVAN_DATA": str(HOME / "data"),
                                                       **environment}, capture_output=True, text=True, check=False)


def groups_left(groups: list[str]) -> list[str]:
    """Folders of these lines of /proc/self/cgroup that still exist. Folders of others come and go meanwhile: none is walked."""
    names = {line.rsplit("/", 1)[1] for line in groups}
    return [str(folder) for name in names for place in ("", "cpu", "cpuacct") if (folder := Path("/sys/fs/cgroup", place, name)).exists()]


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

    def test_the_end_names_measurements_that_were_skipped(self) -> None:
        """In suites that passed and that failed, as each is a test that did not run; with the words of MeasuredRounds."""
        said = re.search(r'": (in too many rounds, programs of the measurement waited for a processor, )',
                         (HOME / "adapters/testkit/src/main/java/org/caravan/adapter/testkit/MeasuredRounds.java").read_text()).group(1)
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES.replace("meets left right", "measures").replace("meets right left", "measures failing").replace(
                "alone() {", f"""measures() {{
                  echo "SKIPPED SharedUplinkTest, shares: {said}so the figures are those of the machine."
                  echo "round 1 does not count: 1 Mbit/s; waited for a processor: sender 31 %"
                  echo "SKIPPED: shares: {said}(SharedUplinkTest.shares())"
                  echo "SKIPPED RuleReservationTest, rate: {said}so the figures are those of the machine."
                  [ $# -eq 0 ]
                }}
                alone() {{"""), FOLDER=folder)
        end = done.stdout[done.stdout.rindex("processor  suite") + 1:]
        self.assertRegex(end, r"(?m)^passed +\d+ +\d+  left-1 \(2 of its measurements skipped\)$")
        self.assertRegex(end, r"(?m)^failed +\d+ +\d+  right 1 \(exit code 1; 2 of its measurements skipped\)$")
        self.assertRegex(end, r"(?m)^passed +\d+ +\d+  alone-1$")
        for suite in ("left-1", "right 1"):
            self.assertIn(f"\n======== measurements skipped: {suite} (with their figures above)\n"
                          f"SKIPPED SharedUplinkTest, shares: {said}so the "
                          f"figures are those of the machine.\nSKIPPED RuleReservationTest, rate: {said}", end)

    def test_the_end_names_flaky_tests(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES.replace("meets left right", "flaky").replace("meets right left", "flaky failing").replace(
                "alone() {", """flaky() { echo "FLAKY: ATest.one: it passed in a second run; in the first: 3"; [ $# -eq 0 ]; }
                alone() {"""), FOLDER=folder)
        end = done.stdout[done.stdout.rindex("processor  suite") + 1:]
        self.assertRegex(end, r"(?m)^passed +\d+ +\d+  left-1 \(1 of its tests flaky\)$")
        self.assertRegex(end, r"(?m)^failed +\d+ +\d+  right 1 \(exit code 1; 1 of its tests flaky\)$")
        for suite in ("left-1", "right 1"):
            self.assertIn(f"\n======== flaky: {suite} (the first failure is above)\nFLAKY: ATest.one: it passed in a second run", end)

    def test_a_suite_that_needs_more_time_than_is_left_is_reported_as_skipped(self) -> None:
        done = run(CARAVAN_TESTS_END=str(int(time.time()) + 655))
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
                             [("failed", "last one (exit code 1)"), ("passed", "alone-1"), ("passed", "alone-2"), ("passed", "left-1"),
                              ("passed", "right 1")])
            # A lane does not wait for a place while a suite is left that needs none.
            self.assertLess(done.stdout.index("suite ended: last one"), done.stdout.index("suite: alone-2"))

    def test_a_lane_that_ends_with_an_error_fails_the_run_and_no_other_lane_waits_for_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = run(LANES.replace("run_tests", "result_of_suite() { [ \"$1\" != alone-1 ] || no-such-command; "
                                                  "record_suite passed \"$1\" 0 0; }\nrun_tests"), FOLDER=folder)
        self.assertIn("lanes of suites (a lane ended with exit code 127)", done.stdout)
        self.assertIn("suite ended: alone-2", done.stdout)

    def test_processor_time_of_a_suite_is_counted(self) -> None:
        busy = "import time\nwhile time.process_time() < 1.5: pass"
        done = run(SCRIPT.replace("suite first 0 true", f"suite first 0 /usr/bin/python3 -c '{busy}'"))
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +[123]  first$")

    def test_what_a_suite_started_in_sessions_of_its_own_is_counted(self) -> None:
        for kind, nice, shares in (("", os.nice(0), []), ("untimed ", max(10, os.nice(0)), ["102"])):
            with self.subTest(kind=kind):
                self._works_in_a_session(kind, nice, shares)

    def _works_in_a_session(self, kind: str, nice: int, shares: list[str]) -> None:
        """A suite that is not untimed shares processors as without a group, so that none judges times in a smaller share."""
        busy = "import time\nwhile time.process_time() < 1.5: pass"
        script = SCRIPT.replace("fails_midway() {", f"""works() {{
          echo "nice $(nice)"
          cat /proc/self/cgroup
          cat /sys/fs/cgroup/cpu/$SUITE_GROUP/cpu.shares 2> /dev/null | sed "s/^/shares /" || true
          cat /sys/fs/cgroup/$SUITE_GROUP/cpu.weight 2> /dev/null | sed "s/^10$/102/; s/^/shares /" || true
          setsid -f bash -c 'echo $$ > "$FOLDER/started"; exec /usr/bin/python3 -c "{busy}"'
          until [ -s "$FOLDER/started" ]; do sleep 0.05; done
          while kill -0 "$(cat "$FOLDER/started")" 2> /dev/null; do sleep 0.05; done
        }}
        fails_midway() {{""").replace("suite first 0 true", f"suite first 0 {kind}works")
        with tempfile.TemporaryDirectory() as folder:
            done = run(script, FOLDER=folder)
        self.assertIn(f"nice {nice}\n", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +\d+  first$")
        groups = re.findall(r"^(.*/caravan-suite-first-\d+)$", done.stdout, re.M)
        self.assertEqual([], groups_left(groups), "its control groups are gone")
        if not groups:
            self.skipTest("SKIPPED: no control groups of processors can be made here")
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +[1-9]\d*  first$")
        if not kind or any(":cpu:" in group for group in groups):
            self.assertEqual(shares, re.findall(r"(?m)^shares (\d+)$", done.stdout))

    def test_a_server_that_outlives_its_suite_does_not_keep_the_control_groups(self) -> None:
        """Nor do the groups stay of a gate that was ended."""
        script = SCRIPT.replace("fails_midway() {", """starts() {
          cat /proc/self/cgroup
          setsid -f bash -c 'echo $$ > "$FOLDER/started"; exec sleep 600' > /dev/null 2>&1
          until [ -s "$FOLDER/started" ]; do sleep 0.05; done
        }
        ended() { cat /proc/self/cgroup; kill -KILL $$; }
        fails_midway() {""").replace("suite first 0 true", "suite $SUITE 0 untimed $SUITE")
        with tempfile.TemporaryDirectory() as folder:
            ended = run(script, FOLDER=folder, SUITE="ended")
            done = run(script, FOLDER=folder, SUITE="starts")
            server = int(Path(folder, "started").read_text())
            try:
                self.assertNotIn("caravan-suite", Path(f"/proc/{server}/cgroup").read_text())
            finally:
                os.kill(server, signal.SIGKILL)
        groups = re.findall(r"^(.*/caravan-suite-(?:starts|ended)-\d+)$", ended.stdout + done.stdout, re.M)
        self.assertEqual([], groups_left(groups))
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +\d+  starts$")
        if not groups:
            self.skipTest("SKIPPED: no control groups of processors can be made here")

    def test_suites_run_without_control_groups(self) -> None:
        busy = "import time\nwhile time.process_time() < 1.5: pass"
        done = run(SCRIPT.replace("suites_of()", "groups_of_suite() { :; }\nsuites_of()").replace(
            "suite first 0 true", f"suite first 0 untimed /usr/bin/python3 -c '{busy}'"))
        self.assertRegex(done.stdout, r"(?m)^passed +\d+ +[123]  first$")

    def test_what_still_runs_when_no_time_is_left_is_ended_with_all_it_started(self) -> None:
        """It failed if it had its minutes, had to end, or if a part of it had failed."""
        script = SCRIPT.replace("suite long 99", "suite cut 0 eval 'sleep 1234.5 & sleep 1234.5'; suite long 99")
        done = run(script, CARAVAN_TESTS_END=str(int(time.time()) + 10))
        self.assertRegex(done.stdout, r"(?m)^failed +\d+ +\d+  cut \(has not ended\)$")
        done = run(SCRIPT.replace("suite long 99", "suite parts 0 eval 'a_part_failed; sleep 1234.5'; suite long 99"),
                   CARAVAN_TESTS_END=str(int(time.time()) + 10))
        self.assertRegex(done.stdout, r"(?m)^failed +\d+ +\d+  parts \(a part failed before no time was left\)$")
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("sleep 1234.5", listed.splitlines())
        ended = run("for part in say suites tests; do source \"$CARAVAN_HOME/launcher/$part.sh\"; done; SUITE_RESULTS=/dev/stdout; "
                    "result_of_suite slow 1 61 124; result_of_suite late 2 61 124").stdout
        self.assertIn("failed\tslow\t61\t0\thas not ended within 1 minutes", ended)
        self.assertIn("skipped\tlate\t61\t", ended)

    def test_minutes_in_the_queue_are_those_of_the_suite_alone_and_few_for_the_last(self) -> None:
        """One that has had its minutes has failed, so that they are the same bound in the gate and alone."""
        listed = run("""set -euo pipefail
            for part in say suites tests; do source "$CARAVAN_HOME/launcher/$part.sh"; done
            require_packages() { :; }; accessibility_rules() { :; }; real_tests_possible() { :; }; is_linux() { :; }; is_root() { :; }
            queued() { printf 'queued\\t%s\\t%s\\t%s\\n' "$1" "$2" "$3"; }
            suite() { printf 'alone\\t%s\\t%s\\n' "$1" "$2"; }
            queue_of_all; real_tests; move_tests; stock_node_tests amd64""").stdout
        queue = [line.split("\t")[1:4] for line in listed.splitlines() if line.startswith("queued\t")]
        minutes = {name: int(each) for name, each, _ in queue}
        alone = {name: int(each) for name, each in (line.split("\t")[1:3] for line in listed.splitlines() if line.startswith("alone\t"))}
        self.assertGreater(len(queue), 20, listed)
        both = {name for name in minutes if alone.get(name, 0) > 0}
        self.assertGreater(len(both), 8, listed)
        self.assertEqual({name: minutes[name] for name in both}, {name: alone[name] for name in both})
        self.assertEqual(minutes["mvn, real"] + minutes["mvn, several servers"], alone["mvn, real and several servers"])
        # Behind those of the long chains, which come first.
        last = [int(each) for name, each, place in queue if place in ("-", "maven") and name != "packages"]
        self.assertEqual(sorted(last, reverse=True), last)


if __name__ == "__main__":
    unittest.main()

"""Copies of the checkout for a second Maven, and real tests of Java that are found by their tags."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
PARTS = 'set -euo pipefail\nfor part in say suites tests; do source "%s/launcher/$part.sh"; done\n' % HOME
TAGGED_RUN = 'maven_tagged "$CARAVAN_HOME" "real|servers" -Preal'
TAGGED = """package org.caravan;
/** For example @Tag("real"). */
@Tag("%s")
class %s {}
"""
# Stands in for Maven: it writes the reports of the classes that it is asked for, except of those that MISSING names, and what it was asked.
# The report of the class RED has a failed test, that of FLAKY one that passed in its second run. Maven that must not fail modules for
# failed tests ends with success. It logs the line LOGGED. If it is SLOW, it makes the file "started" and does not end by itself.
MAVEN = """#!/usr/bin/env bash
printf '%s\\n' "$@" > "$CARAVAN_HOME/asked"
for asked in "$@"; do case $asked in -Dtest=*)
  for class in $(tr , ' ' <<<"${asked#-Dtest=}"); do
    [ "$class" != "${MISSING:-}" ] || continue
    report=$CARAVAN_HOME/server/target/surefire-reports/TEST-$class.xml failures=0
    [ "$class" != "${RED:-}" ] || failures=1
    printf '<?xml version="1.0"?>\n<testsuite name="%s" errors="0" skipped="0" failures="%s">\n' "$class" "$failures" > "$report"
    [ "$class" != "${FLAKY:-}" ] || cat >> "$report" <<'XML'
  <testcase name="passes" classname="org.caravan.FlakyTest" time="0.1"/>
  <testcase name="each(int)[2]" classname="org.caravan.FlakyTest" time="0.2">
    <flakyFailure message="&#10;expected: 2&#10; but was: 1" type="org.opentest4j.AssertionFailedError"><stackTrace/></flakyFailure>
  </testcase>
XML
    touch -d '1 minute' "$report"
  done ;;
esac; done
[ -z "${LOGGED:-}" ] || printf '%s\\n' "$LOGGED"
if [ -n "${SLOW:-}" ]; then : > "$CARAVAN_HOME/started"; sleep 60; fi
exit "${STATUS:-0}"
"""


class CheckoutsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name) / "checkout"
        self.programs = Path(folder.name) / "programs"
        for part in ("server/src/test/java/org/caravan", "server/target/surefire-reports", "adapters", "executionware", "modeling",
                     "monitoring", "upperware"):
            (self.home / part).mkdir(parents=True)

    def write(self, path: str, text: str = "") -> Path:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run_parts(self, command: str, **environment: str) -> subprocess.CompletedProcess:
        # The suite that runs these tests notes its own failed parts in that file.
        kept = {name: value for name, value in os.environ.items() if name != "SUITE_FAILED"}
        return subprocess.run(["bash", "-c", PARTS + command], capture_output=True, text=True, check=False,
                              env={**kept, "CARAVAN_HOME": str(self.home), "CARAVAN_DATA": str(self.home / "data"),
                                   "PATH": f"{self.programs}:{os.environ['PATH']}", **environment})

    def test_a_copy_has_what_is_compiled_in_its_own_place_and_shares_the_data(self) -> None:
        self.write("pom.xml", "<project/>")
        compiled = self.write("server/target/classes/One.class", "compiled")
        sources = self.write("server/target/maven-status/inputFiles.lst", f"{self.home}/server/src/One.java\n")
        os.utime(sources, (1_000_000_000, 1_000_000_000))
        for left_out in (".git/HEAD", "target/suites/demo.log", "server/target/server-exec.jar",
                         "server/target/surefire-reports/TEST-a.xml"):
            self.write(left_out, "left out")
        self.write("data/token", "secret")
        self.write("data/copy/pom.xml", "an earlier copy")
        done = self.run_parts('copy_checkout "$CARAVAN_DATA/copy"')
        self.assertEqual(done.returncode, 0, done.stderr)
        copy = self.home / "data/copy"
        self.assertEqual((copy / "pom.xml").read_text(), "<project/>")
        copied = copy / compiled.relative_to(self.home)
        self.assertEqual((copied.read_text(), int(copied.stat().st_mtime)), ("compiled", int(compiled.stat().st_mtime)))
        listed = copy / sources.relative_to(self.home)
        self.assertEqual((listed.read_text(), listed.stat().st_mtime), (f"{copy}/server/src/One.java\n", 1_000_000_000))
        self.assertEqual((copy / "data").resolve(), (self.home / "data").resolve())
        files = {str(file.relative_to(copy)) for file in copy.rglob("*") if file.is_file() and not file.is_relative_to(copy / "data")}
        self.assertEqual(files, {"pom.xml", "server/target/classes/One.class", "server/target/maven-status/inputFiles.lst"})

    def tagged(self, command: str = TAGGED_RUN, **environment: str) -> subprocess.CompletedProcess:
        self.programs.mkdir(exist_ok=True)
        (self.programs / "mvn").write_text(MAVEN)
        (self.programs / "mvn").chmod(0o755)
        for tag, name in (("real", "RealTest"), ("servers", "ServersTest"), ("long", "LongTest"), ("slow", "SlowTest")):
            self.write(f"server/src/test/java/org/caravan/{name}.java", TAGGED % (tag, name))
        return self.run_parts(command, **environment)

    def test_classes_are_found_by_their_tags(self) -> None:
        done = self.tagged()
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = (self.home / "asked").read_text().splitlines()
        self.assertIn("-Dtest=org.caravan.RealTest,org.caravan.ServersTest", asked)
        self.assertIn("-Dtest.groups=real|servers", asked)
        self.assertIn("-Preal", asked)

    def test_long_tests_are_classes_and_methods_with_their_tag(self) -> None:
        self.write("server/src/test/java/org/caravan/PartTest.java",
                   'class PartTest {\n    @Test\n    @Tag("long")\n    void restarts() {}\n}\n')
        done = self.tagged("maven_long \"$CARAVAN_HOME\"")
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = (self.home / "asked").read_text().splitlines()
        self.assertIn("-Dtest=org.caravan.LongTest,org.caravan.PartTest", asked)
        self.assertIn("-Dtest.groups=long", asked)
        self.assertIn("-Plong", asked)
        (self.home / "server/target/surefire-reports/TEST-org.caravan.PartTest.xml").unlink()
        done = self.run_parts("maven_long \"$CARAVAN_HOME\"", MISSING="org.caravan.PartTest")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("TEST-org.caravan.PartTest.xml", done.stderr + done.stdout)

    def test_a_class_without_a_report_is_no_success(self) -> None:
        done = self.tagged(MISSING="org.caravan.ServersTest")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("TEST-org.caravan.ServersTest.xml", done.stderr + done.stdout)

    def test_the_exit_code_of_maven_is_kept(self) -> None:
        self.assertEqual(self.tagged(STATUS="3").returncode, 3)

    def test_a_failed_test_fails_the_run_but_leaves_out_no_module(self) -> None:
        done = self.tagged(RED="org.caravan.RealTest")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("Classes with failed tests:\norg.caravan.RealTest\n", done.stdout)
        asked = (self.home / "asked").read_text().splitlines()
        self.assertIn("-Dmaven.test.failure.ignore=true", asked)
        self.assertIn("-fae", asked)

    def test_a_test_that_passed_in_its_second_run_is_flaky(self) -> None:
        done = self.tagged(FLAKY="org.caravan.RealTest", LOGGED="[ERROR] Tests run: 2, Failures: 1 <<< FAILURE! -- in org.caravan.RealTest")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("FLAKY: org.caravan.FlakyTest.each(int)[2]: it passed in a second run; in the first:  expected: 2  but was: 1\n",
                      done.stdout)
        self.assertNotIn("FlakyTest.passes", done.stdout)
        self.assertIn("-Dsurefire.rerunFailingTestsCount=1", (self.home / "asked").read_text().splitlines())

    def test_a_failed_test_whose_second_run_was_ended_has_failed(self) -> None:
        done = self.tagged(LOGGED="[ERROR] Tests run: 2, Failures: 1 <<< FAILURE! -- in org.caravan.RealTest", STATUS="143")
        self.assertEqual(done.returncode, 143, done.stdout + done.stderr)
        self.assertIn("Maven reports failures that no report of a class has:\n[ERROR] Tests run: 2", done.stdout)

    def test_failed_tests_of_an_earlier_run_and_texts_of_tests_do_not_count(self) -> None:
        old = self.write("cli/target/surefire-reports/TEST-org.caravan.OldTest.xml", '<testsuite errors="1" failures="0">')
        os.utime(old, (1_000_000_000, 1_000_000_000))
        text = self.write("api/target/surefire-reports/TEST-org.caravan.TextTest.xml",
                          '<testsuite errors="0" failures="0">\n<failure message="printed">')
        os.utime(text, (4_000_000_000, 4_000_000_000))
        done = self.tagged()
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def test_failures_that_no_report_has_fail_the_run(self) -> None:
        done = self.tagged(LOGGED="[ERROR] There are test failures.")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("[ERROR] There are test failures.\nMaven reports failures that no report of a class has:\n", done.stdout)
        for logged, code in (("[ERROR] There was a timeout in the fork", 1), ("[INFO] Tests run: 1, Failures: 0", 0)):
            done = self.run_parts(TAGGED_RUN, LOGGED=logged)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn(logged, done.stdout)

    def test_a_report_that_cannot_be_read_is_no_success(self) -> None:
        broken = self.home / "cli/target/surefire-reports/TEST-org.caravan.BrokenTest.xml"
        broken.mkdir(parents=True)  # also root cannot read a folder as a file
        os.utime(broken, (4_000_000_000, 4_000_000_000))
        done = self.tagged()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("Classes with failed tests:\n(a report cannot be read)\n", done.stdout)

    def test_failed_tests_are_noted_if_no_time_was_left(self) -> None:
        """The end comes once Maven has written its reports, however slow the machine is: `date` says so from then on."""
        noted = self.home / "noted"
        command = f'SUITE_FAILED={noted}; rm -f "$CARAVAN_HOME/started"; within_the_end {TAGGED_RUN}'
        self.programs.mkdir()
        (self.programs / "date").write_text('#!/usr/bin/env bash\n[ -e "$CARAVAN_HOME/started" ] && echo 2000 || echo 1000\n')
        (self.programs / "date").chmod(0o755)
        done = self.tagged(command, SLOW="yes", CARAVAN_TESTS_END="2000")
        self.assertEqual((done.returncode, noted.exists()), (124, False), done.stdout + done.stderr)
        done = self.run_parts(command, RED="org.caravan.RealTest", SLOW="yes", CARAVAN_TESTS_END="2000")
        self.assertEqual((done.returncode, noted.exists()), (124, True), done.stdout + done.stderr)
        self.assertIn("Classes with failed tests:\norg.caravan.RealTest\n", done.stdout)

    def test_no_class_with_a_tag_is_a_fault(self) -> None:
        done = self.run_parts('maven_tagged "$CARAVAN_HOME" unknown')
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("No class of tests has one of the tags unknown.", done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main()

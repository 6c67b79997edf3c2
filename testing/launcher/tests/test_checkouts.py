"""Copies of the checkout for a second Maven, and real tests of Java that are found by their tags."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
PARTS = 'set -euo pipefail\nfor part in say suites tests; do source "%s/launcher/$part.sh"; done\n' % HOME
TAGGED = """package org.caravan;
/** For example @Tag("real"). */
@Tag("%s")
class %s {}
"""
# Stands in for Maven: it writes the reports of the classes that it is asked for, except of those that MISSING names, and what it was asked.
MAVEN = """#!/usr/bin/env bash
printf '%s\\n' "$@" > "$CARAVAN_HOME/asked"
for asked in "$@"; do case $asked in -Dtest=*)
  for class in $(tr , ' ' <<<"${asked#-Dtest=}"); do
    [ "$class" != "${MISSING:-}" ] || continue
    touch -d '1 minute' "$CARAVAN_HOME/server/target/surefire-reports/TEST-$class.xml"
  done ;;
esac; done
exit "${STATUS:-0}"
"""


class CheckoutsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name) / "checkout"
        self.programs = Path(folder.name) / "programs"
        for part in ("server/src/test/java/org/caravan", "server/target/surefire-reports", "adapters", "executionware", "monitoring", "upperware"):
            (self.home / part).mkdir(parents=True)

    def write(self, path: str, text: str = "") -> Path:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def run_parts(self, command: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(["bash", "-c", PARTS + command], capture_output=True, text=True, check=False,
                              env={**os.environ, "CARAVAN_HOME": str(self.home), "CARAVAN_DATA": str(self.home / "data"),
                                   "PATH": f"{self.programs}:{os.environ['PATH']}", **environment})

    def test_a_copy_has_what_is_compiled_in_its_own_place_and_shares_the_data(self) -> None:
        self.write("pom.xml", "<project/>")
        compiled = self.write("server/target/classes/One.class", "compiled")
        sources = self.write("server/target/maven-status/inputFiles.lst", f"{self.home}/server/src/One.java\n")
        os.utime(sources, (1_000_000_000, 1_000_000_000))
        for left_out in (".git/HEAD", "target/suites/demo.log", "server/target/server-exec.jar", "server/target/surefire-reports/TEST-a.xml"):
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

    def tagged(self, **environment: str) -> subprocess.CompletedProcess:
        self.programs.mkdir()
        (self.programs / "mvn").write_text(MAVEN)
        (self.programs / "mvn").chmod(0o755)
        for tag, name in (("real", "RealTest"), ("servers", "ServersTest"), ("slow", "SlowTest")):
            self.write(f"server/src/test/java/org/caravan/{name}.java", TAGGED % (tag, name))
        return self.run_parts('maven_tagged "$CARAVAN_HOME" "real|servers" -Preal', **environment)

    def test_classes_are_found_by_their_tags(self) -> None:
        done = self.tagged()
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = (self.home / "asked").read_text().splitlines()
        self.assertIn("-Dtest=org.caravan.RealTest,org.caravan.ServersTest", asked)
        self.assertIn("-Dtest.groups=real|servers", asked)
        self.assertIn("-Preal", asked)

    def test_a_class_without_a_report_is_no_success(self) -> None:
        done = self.tagged(MISSING="org.caravan.ServersTest")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("TEST-org.caravan.ServersTest.xml", done.stderr + done.stdout)

    def test_the_exit_code_of_maven_is_kept(self) -> None:
        self.assertEqual(self.tagged(STATUS="3").returncode, 3)

    def test_no_class_with_a_tag_is_a_fault(self) -> None:
        done = self.run_parts('maven_tagged "$CARAVAN_HOME" unknown')
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("No class of tests has one of the tags unknown.", done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main()

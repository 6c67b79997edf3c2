"""The gate runs every suite, also after one failed, and reports each."""

import os
import re
import subprocess
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
SCRIPT = """
set -euo pipefail
for part in say tests; do source "$CARAVAN_HOME/launcher/$part.sh"; done
fails_midway() { false; echo "reached what must not run"; }
suites_of() { suite first 0 true; suite second 0 fails_midway; suite long 99 echo "long ran"; suite last 0 echo "last ran"; }
run_tests
"""


def run(**environment: str) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if name not in ("CARAVAN_TESTS_END", "CARAVAN_SUITE_RESULTS")}
    return subprocess.run(["bash", "-c", SCRIPT], env={**kept, "CARAVAN_HOME": str(HOME), **environment}, capture_output=True, text=True, check=False)


class SuitesTest(unittest.TestCase):
    def test_a_failed_suite_fails_the_run_but_not_the_suites_after_it(self) -> None:
        done = run()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("reached what must not run", done.stdout)
        self.assertIn("last ran", done.stdout)
        self.assertEqual(re.findall(r"^(passed|failed|skipped) +\d+  (.*)$", done.stdout, re.M),
                         [("passed", "first"), ("failed", "second (exit code 1)"), ("passed", "long"), ("passed", "last")])

    def test_a_suite_that_needs_more_time_than_is_left_is_reported_as_skipped(self) -> None:
        done = run(CARAVAN_TESTS_END=str(int(time.time()) + 630))
        self.assertNotIn("long ran", done.stdout)
        self.assertIn("SKIPPED: long: it takes up to 99 minutes on 2 cores, and 10 are left", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^skipped +0  long \(needs 99 minutes, 10 left\)$")


if __name__ == "__main__":
    unittest.main()

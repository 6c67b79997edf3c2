"""A failed test of Python with real services runs a second time; what passes then is reported as flaky."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNNER = Path(__file__).resolve().parents[3] / "launcher/python_tests.py"
# Each name fails as often as its file has bytes.
TESTS = """
import unittest
from pathlib import Path

def fails(name):
    file = Path(__file__).parent / name
    left = file.read_bytes() if file.exists() else b""
    file.write_bytes(left[1:])
    return bool(left)

class Prepared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if fails("preparation"):
            raise OSError("not prepared")

    def test_first(self):
        print("first runs")

    def test_parts(self):
        for part in ("one", "two"):
            with self.subTest(part=part):
                self.assertFalse(fails(part), f"{part} failed")

class Other(unittest.TestCase):
    def test_other(self):
        print("other runs")
        self.assertEqual([], ["other\\nfailed"] if fails("other") else [])
"""


class SecondRunTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "test_all.py").write_text(TESTS)
        self.mark = self.folder / "failed"

    def run_tests(self, real: str = "1", **failures: int) -> subprocess.CompletedProcess:
        for name, times in failures.items():
            (self.folder / name).write_bytes(b"x" * times)
        return subprocess.run([sys.executable, str(RUNNER), "-s", "."], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "CARAVAN_REAL": real, "SUITE_FAILED": str(self.mark)})

    def test_what_passes_in_the_second_run_is_flaky(self) -> None:
        done = self.run_tests(two=1)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("second run of Prepared\n", done.stdout)
        self.assertIn("FLAKY: test_all.Prepared.test_parts (part='two'): it passed in a second run; in the first: "
                      "AssertionError: True is not false : two failed\n", done.stdout)
        self.assertEqual((done.stdout.count("first runs"), done.stdout.count("other runs")), (2, 1))
        self.assertFalse(self.mark.exists())

    def test_a_flaky_test_is_printed_with_the_first_line_of_its_error(self) -> None:
        self.assertRegex(self.run_tests(other=1).stdout, r"(?m)^FLAKY: test_all.Other.test_other: .*: AssertionError: Lists differ: .*$")

    def test_a_class_that_could_not_be_prepared_runs_again(self) -> None:
        done = self.run_tests(preparation=1, other=1)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("second run of Other, Prepared\n", done.stdout)
        self.assertIn("FLAKY: setUpClass (test_all.Prepared): it passed in a second run; in the first: OSError: not prepared\n",
                      done.stdout)

    def test_what_fails_twice_has_failed(self) -> None:
        done = self.run_tests(two=1, other=2)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("FLAKY", done.stdout)
        self.assertTrue(self.mark.exists(), "a suite that is ended now has failed")

    def test_a_mark_of_an_earlier_part_stays(self) -> None:
        self.mark.touch()
        self.assertEqual(self.run_tests(other=1).returncode, 0)
        self.assertTrue(self.mark.exists())

    def test_without_real_services_nothing_runs_twice(self) -> None:
        done = self.run_tests(real="false", other=1)
        self.assertEqual((done.returncode, done.stdout.count("other runs")), (1, 1))

    def test_a_module_that_cannot_be_imported_has_failed(self) -> None:
        (self.folder / "test_broken.py").write_text("import nothing_of_this_name")
        done = self.run_tests(other=1)
        self.assertEqual((done.returncode, done.stdout.count("other runs")), (1, 1))

    def test_no_test_is_no_success(self) -> None:
        (self.folder / "test_all.py").unlink()
        self.assertEqual(self.run_tests().returncode, 1)


if __name__ == "__main__":
    unittest.main()

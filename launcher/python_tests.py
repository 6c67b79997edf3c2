"""Runs the tests of a folder like `python3 -m unittest discover`, says of each that is skipped why, and which tests take longest.

With CARAVAN_REAL=1, classes of failed tests run a second time. A test that passes then is flaky: it is printed as FLAKY, with its first
failure, and does not fail the run. With -f (one class only), the run ends at the first failure.
"""

import os
import re
import sys
import time
import unittest
from pathlib import Path

LONG_S = 5  # tests that take less by the clock are not listed
LISTED = 12
MOST_SECOND_RUNS = 3  # classes; where more fail, the machine or the product is broken


def processor_seconds() -> float:
    """What this suite has used: by its control group (launcher/suites.sh), where servers in sessions of their own count; else this process
    and the programs that it waited for."""
    try:
        for _, controllers, group in (line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()):
            if "cpuacct" in controllers and group.startswith("/caravan-suite"):
                return int(Path(f"/sys/fs/cgroup/cpuacct{group}/cpuacct.usage").read_text()) / 1e9
    except OSError:
        pass
    return sum(os.times()[:4])


class SaysMore(unittest.TextTestResult):
    """The time before a test, in which its class is prepared and the class before it ends, is a part of the test's."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self._before = time.monotonic(), processor_seconds()
        self._began = self._before[0]
        self._took: list[tuple[float, float, float, str]] = []

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"SKIPPED: {reason.removeprefix('SKIPPED: ')} ({test.id()})", flush=True)

    def startTest(self, test):
        self._began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        super().stopTest(test)
        now = time.monotonic(), processor_seconds()
        self._took.append((now[0] - self._before[0], self._began - self._before[0], now[1] - self._before[1], test.id()))
        self._before = now

    def stopTestRun(self):
        super().stopTestRun()
        longest = sorted((each for each in self._took if each[0] >= LONG_S), reverse=True)[:LISTED]
        if longest:
            print("seconds by the clock, those before the test begins, processor seconds", flush=True)
        for took, before, processor, name in longest:
            print(f"{took:7.1f} {before:7.1f} {processor:7.1f}  {name}", flush=True)


def classes_of(failed: list) -> list[type[unittest.TestCase]]:
    """The classes of these tests by name, or none if one cannot run again: it is a module that cannot be imported or prepared."""
    classes = set()
    for test in failed:
        test = getattr(test, "test_case", test)  # of a part: subTest
        fixture = re.fullmatch(r"(?:setUp|tearDown)Class \((.+)\.(\w+)\)", test.id())
        cls = getattr(sys.modules.get(fixture[1]), fixture[2], None) if fixture else type(test)
        if not (isinstance(cls, type) and issubclass(cls, unittest.TestCase)) or cls.__module__.startswith("unittest."):
            return []
        classes.add(cls)
    return sorted(classes, key=lambda each: each.__qualname__)


def passes_second_run(first: unittest.TestResult, runner: unittest.TextTestRunner) -> bool:
    """Runs the classes of failed tests again and prints which of these tests are flaky."""
    failed = first.failures + first.errors
    classes = classes_of([test for test, _ in failed])
    if not classes or len(classes) > MOST_SECOND_RUNS or first.unexpectedSuccesses:
        return False
    # A suite that is ended for lack of time has failed as long as no second run has passed (launcher/suites.sh).
    mark = Path(os.environ["SUITE_FAILED"]) if "SUITE_FAILED" in os.environ else None
    marked = mark is not None and not mark.exists()
    if marked:
        mark.touch()
    print(f"second run of {', '.join(each.__qualname__ for each in classes)}", flush=True)
    if not runner.run(unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, classes))).wasSuccessful():
        return False
    if marked:
        mark.unlink()
    for test, trace in failed:
        print(f"FLAKY: {test.id()}: it passed in a second run; in the first: {error_of(trace)}", flush=True)
    return True


def error_of(trace: str) -> str:
    """The first line of the error, after the lines of its calls, which are indented."""
    lines = trace.rpartition("Traceback (most recent call last):")[2].splitlines()
    return next((line for line in lines if line.strip() and not line.startswith(" ")), "without a trace")


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    runner = unittest.TextTestRunner(verbosity=2 if "-v" in sys.argv else 1, failfast="-f" in sys.argv, resultclass=SaysMore)
    result = unittest.main(module=None, argv=[sys.argv[0], "discover", *sys.argv[1:]], testRunner=runner, exit=False).result
    if not result.testsRun and not result.skipped:
        sys.exit("There are no tests here.")
    sys.exit(not result.wasSuccessful() and not (os.environ.get("CARAVAN_REAL") == "1" and passes_second_run(result, runner)))

"""Runs the tests of a folder like `python3 -m unittest discover`, says of each that is skipped why, and which tests take longest."""

import os
import sys
import time
import unittest
from pathlib import Path

LONG_S = 5  # tests that take less by the clock are not listed
LISTED = 12


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


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    unittest.main(
        module=None,
        argv=[sys.argv[0], "discover", *sys.argv[1:]],
        testRunner=unittest.TextTestRunner(resultclass=SaysMore),
    )

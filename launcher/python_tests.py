"""Runs the tests of a folder like `python3 -m unittest discover`, and says of each that is skipped why."""

import os
import sys
import unittest


class SaysWhySkipped(unittest.TextTestResult):
    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"SKIPPED: {reason.removeprefix('SKIPPED: ')} ({test.id()})", flush=True)


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    unittest.main(
        module=None,
        argv=[sys.argv[0], "discover", *sys.argv[1:]],
        testRunner=unittest.TextTestRunner(resultclass=SaysWhySkipped),
    )

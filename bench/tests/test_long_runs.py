"""Load and soak in their short forms, with a real server on simulated hosts."""
import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent

MINUTES = 10


def time_left() -> bool:
    """Where all tests must be over by CARAVAN_TESTS_END (seconds since 1970), these are not begun late."""
    end = os.environ.get("CARAVAN_TESTS_END")
    return not end or float(end) - time.time() > MINUTES * 60


@unittest.skipUnless(time_left(), f"SKIPPED: load and soak may take {MINUTES} minutes on two cores, and less is left")
@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1", "SKIPPED: servers under load are started with CARAVAN_REAL=1")
class LongRunsTest(unittest.TestCase):
    def bench(self, *arguments: str) -> dict:
        # In a group of its own: what it started holds its output open, and has to end with it.
        with subprocess.Popen([str(HOME / "caravan"), "bench", *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, start_new_session=True) as process:
            try:
                said, faults = process.communicate(timeout=MINUTES * 60)
            except BaseException as fault:
                os.killpg(process.pid, signal.SIGKILL)
                said, faults = process.communicate()
                if not isinstance(fault, subprocess.TimeoutExpired):
                    raise
                self.fail(f"bench {' '.join(arguments)} is not over after {MINUTES} minutes; it said:\n{said}{faults}")
        if "SKIPPED" in said:
            self.skipTest(said.strip())
        self.assertEqual(0, process.returncode, said + faults)
        return json.loads(said)

    def test_two_hundred_clients_for_twenty_seconds(self) -> None:
        figures = self.bench("load", "--seconds", "20")
        self.assertEqual(0, figures["serverErrors"])
        self.assertEqual(0, sum(kind["slowed"] for kind in figures["requests"].values()), "each client stays below its limit")
        for kind in ("applications", "application", "events (connect)"):
            self.assertEqual({}, figures["requests"][kind]["errors"], kind)

    def test_two_minutes_of_changes(self) -> None:
        figures = self.bench("soak", "--minutes", "2")
        self.assertEqual({}, figures["wrong"])
        self.assertGreater(figures["done"]["deploy"], 0)

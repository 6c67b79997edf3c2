"""Faults as they are ordered and taken; no server."""
import sys
import tempfile
import threading
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent), str(_HERE.parent.parent / "machines")]

from caravan_ec2 import faults  # noqa: E402 (the path must be set first)
from caravan_ec2.settings import Settings  # noqa: E402


class FaultsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.settings = Settings(folder.name, folder.name, "cvat", "198.18.58.0/24", "us-east-2", 5577, "198.51.100.64/26", ())

    def test_holds_for_its_call_and_so_many_times(self) -> None:
        self.assertIsNone(faults.take(self.settings, "run_instances"))
        faults.order(self.settings, action="run_instances", code="InternalError", times=2)
        self.assertIsNone(faults.take(self.settings, "describe_instances"))
        taken = [faults.take(self.settings, "run_instances") for _ in range(3)]
        self.assertEqual([True, True, False], [rule is not None for rule in taken])

    def test_what_is_held_goes_on_when_the_fault_ends(self) -> None:
        faults.order(self.settings, action="any", hold=True)
        rule = faults.take(self.settings, "describe_instances")
        waiting = threading.Thread(target=faults.wait, args=(self.settings, rule))
        waiting.start()
        waiting.join(0.5)
        self.assertTrue(waiting.is_alive())
        faults.clear(self.settings)
        waiting.join(60)
        self.assertFalse(waiting.is_alive())


if __name__ == "__main__":
    unittest.main()

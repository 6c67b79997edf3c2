"""Starts of a client, here of programs that every machine has."""
import unittest

from caravan_bench.errors import BenchError
from caravan_bench.starts import TIMES, _starts


class StartsTest(unittest.TestCase):
    def test_each_start_is_timed_but_the_first(self) -> None:
        self.assertEqual(TIMES, len(_starts(["false"], 1, {}).elapsed))

    def test_another_exit_code_than_what_was_asked_has_is_no_start(self) -> None:
        for command, code in ((["false"], 0), (["sh", "-c", "kill -9 $$"], 0), (["no-such-program"], 0)):
            with self.assertRaises(BenchError, msg=str(command)):
                _starts(command, code, {"PATH": "/usr/bin:/bin"})


"""Counts and percentiles of requests."""
import unittest

from caravan_bench.tally import Tally, percentile


class TallyTest(unittest.TestCase):
    def test_a_percentile_is_the_least_value_that_so_many_do_not_exceed(self) -> None:
        values = [float(each) for each in range(1, 101)]
        self.assertEqual([50, 95, 99, 100], [percentile(values, share) for share in (0.5, 0.95, 0.99, 1)])
        self.assertEqual(7, percentile([7.0], 0.5))
        self.assertEqual(2, percentile([1.0, 2.0, 3.0], 0.5))

    def test_who_asked_too_often_is_counted_by_itself(self) -> None:
        tally = Tally()
        tally.add("nodes", 10, 200)
        tally.add("nodes", 1, 429, "too-many-requests")
        tally.add("nodes", 20, 409, "outdated-plan")
        self.assertEqual(0, tally.server_errors)
        self.assertEqual(2, tally.answered)
        self.assertEqual(["2", "10", "20", "20", "20", "1", "409 outdated-plan 1"], tally.kinds["nodes"].row())

    def test_no_answer_is_as_wrong_as_a_fault_of_the_server(self) -> None:
        tally = Tally()
        tally.add("nodes", 5, 503, "planner-busy")
        tally.add("nodes", 0, 0, "ServerDisconnectedError")
        tally.add("model", 3, 304)
        self.assertEqual(2, tally.server_errors)
        self.assertIn("503 planner-busy 1, no answer (ServerDisconnectedError) 1", tally.table())
        self.assertIn("2 of 5xx or without an answer", tally.table())

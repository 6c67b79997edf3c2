"""Whether a figure rises."""
import random
import unittest

from caravan_bench.slope import slope, student


class SlopeTest(unittest.TestCase):
    def test_of_a_straight_line_there_is_no_doubt(self) -> None:
        line = slope([0, 1800, 3600], [10, 11, 12])
        self.assertAlmostEqual(2, line.per_hour)
        self.assertAlmostEqual(2, line.low)
        self.assertAlmostEqual(11, line.level)
        self.assertEqual("RISES", line.verdict(1.9))
        self.assertEqual("flat", line.verdict(2.1))

    def test_few_noisy_samples_say_nothing(self) -> None:
        line = slope([0, 30, 60, 90], [50, 58, 49, 57])
        self.assertEqual("undecided", line.verdict(2))

    def test_the_bounds_hold_what_they_promise(self) -> None:
        """A slope of 5 an hour under noise, 2,000 times: the bounds have it in 95 % of them."""
        chance = random.Random(1)
        seconds = [30.0 * each for each in range(20)]
        inside = 0
        for _ in range(2000):
            line = slope(seconds, [40 + 5 * each / 3600 + chance.gauss(0, 1) for each in seconds])
            inside += line.low <= 5 <= line.high
        self.assertTrue(1860 <= inside <= 1940, inside)

    def test_students_quantile_is_that_of_the_tables(self) -> None:
        for free, known in ((1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (28, 2.048)):
            self.assertAlmostEqual(known, student(free), delta=known / 100)

    def test_two_samples_have_no_slope(self) -> None:
        with self.assertRaises(ValueError):
            slope([0, 1], [1, 2])

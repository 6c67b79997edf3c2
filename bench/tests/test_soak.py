"""What a soak says of made-up samples."""
import random
import unittest
from collections import Counter
from types import SimpleNamespace

from caravan_bench.soak import Sample, Soak


def soak(minutes: float, leak_per_hour: float, saw: int = 4, seed: int = 1) -> Soak:
    """A quiet sample each half minute with noise; a saw of 8 MiB whose period is so many samples; the leak is of heap and of threads."""
    chance = random.Random(seed)
    samples = []
    for number in range(int(minutes * 2)):
        leaked = leak_per_hour * number / 120
        heap = 60 + leaked + 8 / saw * (number % saw) + chance.gauss(0, 0.1)
        samples.append(Sample(30.0 * number, True, heap, round(90 + 10 * leaked + chance.gauss(0, 2)), 41, 1.0, 4.6, number, 1.0))
    return Soak(samples, SimpleNamespace(wrong=Counter(), done=Counter(), refused=Counter()), 1.0)


class SoakTest(unittest.TestCase):
    def verdict(self, of: Soak, name: str = "heap_mib") -> str:
        return of.verdicts()[name][1]

    def test_what_comes_and_goes_is_flat(self) -> None:
        for saw in (1, 2, 3, 4):
            for seed in range(20):
                self.assertNotEqual("RISES", self.verdict(soak(30, 0, saw, seed)), (saw, seed))
        self.assertEqual("flat", self.verdict(soak(30, 0)))
        self.assertEqual("flat", self.verdict(soak(30, 0), "threads"))
        self.assertFalse(soak(30, 0).failed)

    def test_a_leak_below_a_saw_rises(self) -> None:
        for saw in (1, 2, 3, 4):
            for seed in range(20):
                self.assertEqual("RISES", self.verdict(soak(30, 10, saw, seed)), (saw, seed))
        self.assertEqual("RISES", self.verdict(soak(30, 10), "threads"))
        self.assertTrue(soak(30, 10).failed)

    def test_a_short_run_is_undecided(self) -> None:
        short = soak(8, 10)
        self.assertEqual({}, short.verdicts())
        self.assertIn("undecided: fewer than 20", short.table())
        self.assertFalse(short.failed)

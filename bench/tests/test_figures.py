"""Medians, ratios and costs."""
import json
import unittest

from caravan_bench.figures import Figures, Pair, Probing, Spread


def probing(*pairs: Pair) -> Probing:
    return Probing(pairs, 1000, 2.0, 0)


class SpreadTest(unittest.TestCase):
    def test_median_of_odd_and_even_numbers_of_values(self) -> None:
        self.assertEqual(20, Spread((30, 10, 20)).median)
        self.assertEqual(15, Spread((20, 10)).median)

    def test_values_keep_the_order_they_were_measured_in(self) -> None:
        self.assertEqual({"median": 2, "min": 1, "max": 3, "values": [3, 1, 2]}, Spread((3, 1, 2)).record())

    def test_no_value_is_no_figure(self) -> None:
        with self.assertRaises(ValueError):
            Spread(())


class ProbingTest(unittest.TestCase):
    def test_costliest_are_five_and_ties_have_an_order(self) -> None:
        pairs = [Pair(f"p{number}", 10, 1.0) for number in range(6)] + [Pair("big", 99, 0.1)]
        self.assertEqual(["big", "p0", "p1", "p2", "p3"], [pair.path for pair in probing(*pairs).costliest()])

    def test_means(self) -> None:
        run = probing(Pair("a", 10, 1.0), Pair("b", 30, 2.0))
        self.assertEqual((20, 1.5), (run.mean_bytes, run.mean_seconds))

    def test_a_run_without_pairs_costs_nothing_per_pair(self) -> None:
        self.assertEqual((0, 0), (probing().mean_bytes, probing().mean_seconds))

    def test_reads_the_servers_record(self) -> None:
        run = {"sentBytes": 7, "seconds": 1.5, "faults": ["one"], "pairs": [{"path": "a -> b", "bytes": 7, "seconds": 0.5}]}
        self.assertEqual(Probing((Pair("a -> b", 7, 0.5),), 7, 1.5, 1), Probing.of(run))


class FiguresTest(unittest.TestCase):
    def test_ratio_is_of_medians_and_needs_both(self) -> None:
        self.assertIsNone(Figures(container_millis=Spread((1,))).ratio)
        self.assertEqual(2, Figures(container_millis=Spread((10, 20, 90)), raw_millis=Spread((10,))).ratio)

    def test_json_leaves_out_what_was_not_measured(self) -> None:
        record = json.loads(json.dumps(Figures(start_millis=Spread((5,)), skipped={"probes": "no root"}).record()))
        self.assertEqual({"machine", "serverStartMillis", "skipped", "failed"}, set(record))
        self.assertEqual({"probes": "no root"}, record["skipped"])

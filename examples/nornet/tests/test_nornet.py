"""The pure parts: inputs against the paper's numbers, what pairs are measured, and the table as text."""
import os
import random
import unittest
from pathlib import Path

from caravan_nornet import comparison, inputs, measuring, paper, rendering, statistics
from caravan_nornet.comparison import Measured, agrees
from caravan_nornet.implied import implied
from caravan_nornet.inputs import way
from caravan_nornet.paper import IPV4, IPV6

_GOLDEN = Path(__file__).resolve().parent / "golden"


class InputsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.bed = inputs.bed()

    def test_inputs_imply_the_papers_numbers_but_for_those_named_here(self) -> None:
        """Each exception is explained in the README."""
        unlike = []
        for figure in paper.figures(self.bed):
            for row in comparison.rows(self.bed, figure, []):
                for what, value, said in (("Mbit/s", row.expected.throughput_bps / 1e6, row.paper_mbps),
                                          ("ms", row.expected.loaded_rtt_ms, row.paper_ms)):
                    if said is not None and not agrees(Measured(value, None, 1), said):
                        unlike.append(f"{figure.id} {row.path.text()}: {value:.1f} {what}, paper {said.text}")
        _assert_golden(self, "unlike-the-paper.txt", "\n".join(unlike) + "\n")

    def test_a_translated_way_crosses_the_router_at_simula_twice(self) -> None:
        forth = [line.name for line in way(self.bed, "bergen.Uninett", "ohio.Amazon", IPV4).forth]
        self.assertEqual(["bergen.Uninett up", "transit bergen-tunnel", "simula.Uninett down", "NAT nornet", "simula.Uninett up", "ohio.Amazon down"],
                         forth)
        self.assertEqual(["simula.Uninett up", "ohio.Amazon down"], [line.name for line in way(self.bed, "simula.Uninett", "ohio.Amazon", IPV4).forth])

    def test_only_connections_from_outside_have_a_narrow_window(self) -> None:
        self.assertEqual(46_000, way(self.bed, "ohio.Amazon", "hainan.CERNET", IPV4).window_bytes)
        self.assertIsNone(way(self.bed, "hainan.CERNET", "ohio.Amazon", IPV4).window_bytes)
        self.assertIsNone(way(self.bed, "ohio.Amazon", "simula.Uninett", IPV4).window_bytes)

    def test_no_input_is_a_round_trip_time_under_load(self) -> None:
        """Buffer bloat comes from the queue: without it nothing above 100 ms is left on any way within Norway."""
        for source, target in (("narvik.Broadnet", "simula.Uninett"), ("simula.Telenor", "bergen.Uninett"), ("bergen.BKK", "simula.PowerTech")):
            expected = implied(way(self.bed, source, target, IPV4), IPV4)
            self.assertLess(expected.idle_rtt_ms, 50)
            self.assertGreater(expected.loaded_rtt_ms, 300)

    def test_inputs_table(self) -> None:
        _assert_golden(self, "inputs.txt", rendering.inputs_table(self.bed) + "\n")


class PathsTest(unittest.TestCase):
    def test_pairs_of_the_papers_figures_and_tables(self) -> None:
        counts = {figure.id: len(figure.paths) for figure in paper.figures(inputs.bed())}
        self.assertEqual({"fig5": 11, "fig6": 14, "fig7": 15, "fig8": 11, "fig9": 14, "fig10": 15, "table2": 2, "table3": 4, "table4": 4}, counts)

    def test_every_number_of_the_paper_belongs_to_a_pair(self) -> None:
        pairs = {(path.source, path.target, path.family) for figure in paper.figures(inputs.bed()) for path in figure.paths}
        unused = [key for key in (*paper.THROUGHPUT, *paper.LOADED_RTT) if key not in pairs and IPV6 not in key]
        self.assertEqual([], unused)

    def test_fast_flows_are_sent_alone_and_long_ways_get_time(self) -> None:
        bed = inputs.bed()
        groups = measuring.groups(bed, [path for figure in paper.figures(bed) for path in figure.paths])
        self.assertEqual({(6, 1), (7, 6), (18, 1), (18, 6)}, set(groups))
        self.assertIn("bergen.Uninett/ipv4 -> simula.Kvantel/ipv4", [path.text() for path in groups[6, 1]])
        self.assertIn("simula.Telenor/ipv4 -> bergen.BKK/ipv4", [path.text() for path in groups[7, 6]])
        self.assertIn("simula.Uninett/ipv4 -> ohio.Amazon/ipv4", [path.text() for path in groups[18, 1]])


class StatisticsTest(unittest.TestCase):
    def test_interval_by_students_t(self) -> None:
        self.assertAlmostEqual(2.484, statistics.half_width([1, 2, 3]), places=3)
        self.assertIsNone(statistics.half_width([1]))

    def test_bounds_and_numbers_of_the_paper(self) -> None:
        self.assertTrue(agrees(Measured(1610, None, 1), paper.above("1,600")))
        self.assertFalse(agrees(Measured(1590, None, 1), paper.above("1,600")))
        self.assertTrue(agrees(Measured(0.81, None, 1), paper.up_to("0.8")))
        self.assertFalse(agrees(Measured(0.9, None, 1), paper.up_to("0.8")))
        self.assertTrue(agrees(Measured(80, None, 1), paper.exact("85.52±15.44")))


class RenderingTest(unittest.TestCase):
    """The values are made up: the test is of the text."""

    def setUp(self) -> None:
        self.bed = inputs.bed()
        self.figures = [figure for figure in paper.figures(self.bed) if figure.id in ("fig5", "table2", "table4")]
        chance = random.Random(3)
        self.compared = [(figure, comparison.rows(self.bed, figure, [self._repetition(figure, chance) for _ in range(3)])) for figure in self.figures]

    def _repetition(self, figure: paper.Figure, chance: random.Random) -> dict:
        paths = []
        for path in figure.paths[:-1]:  # the last was not measured
            expected = implied(way(self.bed, path.source, path.target, path.family), path.family)
            paths.append({"from": path.source, "to": path.target, "family": path.family, "idleRttMs": expected.idle_rtt_ms,
                          "throughputBps": expected.throughput_bps * chance.uniform(0.8, 1), "loadedRttMs": expected.loaded_rtt_ms * chance.uniform(1, 1.1)})
        return {"paths": paths}

    def test_table(self) -> None:
        _assert_golden(self, "table.txt", rendering.table(self.compared) + "\n" + rendering.deviations(self.compared) + "\n")

    def test_csv(self) -> None:
        _assert_golden(self, "result.csv", rendering.csv_text(self.compared))


def _assert_golden(test: unittest.TestCase, name: str, text: str) -> None:
    file = _GOLDEN / name
    if os.environ.get("CARAVAN_GOLDEN_UPDATE") == "true":
        file.write_text(text)
    test.maxDiff = None
    test.assertEqual(file.read_text(), text, f"{name} differs. Maybe read the diff, then set CARAVAN_GOLDEN_UPDATE=true.")


if __name__ == "__main__":
    unittest.main()

"""The pure parts: inputs against the paper's numbers, what pairs are measured, and the table as text."""
import os
import random
import tempfile
import unittest
from pathlib import Path

from caravan_nornet import comparison, inputs, measuring, paper, rendering, stalls, statistics
from caravan_nornet.comparison import Measured, agrees
from caravan_nornet.implied import Implied, implied
from caravan_nornet.inputs import way
from caravan_nornet.paper import IPV4, IPV6
from caravan_nornet.stalls import Stall

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
        self.assertEqual(["bergen.Uninett up", "transit bergen-tunnel", "simula.Uninett down", "NAT nornet", "simula.Uninett up",
                          "ohio.Amazon down"],
                         forth)
        self.assertEqual(["simula.Uninett up", "ohio.Amazon down"], [line.name for line in way(self.bed, "simula.Uninett", "ohio.Amazon",
            IPV4).forth])

    def test_only_connections_from_outside_have_a_narrow_window(self) -> None:
        self.assertEqual(46_000, way(self.bed, "ohio.Amazon", "hainan.CERNET", IPV4).window_bytes)
        self.assertIsNone(way(self.bed, "hainan.CERNET", "ohio.Amazon", IPV4).window_bytes)
        self.assertIsNone(way(self.bed, "ohio.Amazon", "simula.Uninett", IPV4).window_bytes)

    def test_no_input_is_a_round_trip_time_under_load(self) -> None:
        """Buffer bloat comes from the queue: without it nothing above 100 ms is left on any way within Norway."""
        for source, target in (("narvik.Broadnet", "simula.Uninett"), ("simula.Telenor", "bergen.Uninett"),
                               ("bergen.BKK", "simula.PowerTech")):
            expected = implied(way(self.bed, source, target, IPV4), IPV4)
            self.assertLess(expected.idle_rtt_ms, 50)
            self.assertGreater(expected.loaded_rtt_ms, 300)

    def test_inputs_table(self) -> None:
        _assert_golden(self, "inputs.txt", rendering.inputs_table(self.bed) + "\n")


class PathsTest(unittest.TestCase):
    def test_pairs_of_the_papers_figures_and_tables(self) -> None:
        counts = {figure.id: len(figure.paths) for figure in paper.figures(inputs.bed())}
        self.assertEqual({"fig5": 11, "fig6": 14, "fig7": 15, "fig8": 11, "fig9": 14, "fig10": 15, "table2": 2, "table3": 4, "table4": 4},
                         counts)

    def test_every_number_of_the_paper_belongs_to_a_pair(self) -> None:
        pairs = {(path.source, path.target, path.family) for figure in paper.figures(inputs.bed()) for path in figure.paths}
        unused = [key for key in (*paper.THROUGHPUT, *paper.LOADED_RTT) if key not in pairs and IPV6 not in key]
        self.assertEqual([], unused)

    def test_fast_flows_are_sent_alone_and_long_ways_get_time(self) -> None:
        bed = inputs.bed()
        groups = measuring.groups(bed, [path for figure in paper.figures(bed) for path in figure.paths])
        self.assertEqual({(14, 1), (14, 6), (25, 1), (25, 6), (40, 1), (40, 6)}, set(groups))
        self.assertIn("bergen.Uninett/ipv4 -> simula.Kvantel/ipv4", [path.text() for path in groups[14, 1]])
        self.assertIn("simula.Telenor/ipv4 -> bergen.BKK/ipv4", [path.text() for path in groups[25, 6]])
        self.assertIn("simula.Uninett/ipv4 -> ohio.Amazon/ipv4", [path.text() for path in groups[40, 1]])

    def test_quick_flows_are_all_short(self) -> None:
        bed = inputs.bed()
        self.assertEqual({(9, 1), (9, 6)}, set(measuring.groups(bed, [path for figure in paper.figures(bed) for path in figure.paths],
                                                                quick=True)))


class ImpliedTest(unittest.TestCase):
    def setUp(self) -> None:
        self.bed = inputs.bed()

    def implied(self, source: str, target: str, family: str = IPV4) -> Implied:
        return implied(way(self.bed, source, target, family), family)

    def test_a_queue_holds_whole_packets_only(self) -> None:
        """5.4 kB and a path of 46 ms hold six packets before 0.83 Mbit/s, with 3 ms more they hold seven: as measured, 72 ms and 88 ms."""
        self.assertGreater(self.implied("narvik.PowerTech", "simula.Telenor").loaded_rtt_ms,
                           self.implied("narvik.PowerTech", "simula.PowerTech").loaded_rtt_ms + 10)

    def test_a_deep_queue_is_nearly_full_on_average(self) -> None:
        expected = self.implied("simula.Telenor", "bergen.BKK")
        self.assertLess(expected.loaded_rtt_ms, 34 + 174 * 8 / 0.83)
        self.assertGreater(expected.loaded_rtt_ms, 0.85 * (34 + 174 * 8 / 0.83))

    def test_a_shallow_queue_leaves_the_line_idle_now_and_then(self) -> None:
        payload = 1448 / 1500
        self.assertLess(self.implied("hainan.CERNET", "simula.Uninett").throughput_bps, 0.99 * 1.95e6 * payload)
        self.assertAlmostEqual(0.83e6 * payload, self.implied("narvik.Broadnet", "simula.Uninett").throughput_bps, delta=10)

    def test_an_echo_takes_its_time_on_slow_lines_too(self) -> None:
        echo_bits, lines_kbps = 84 * 8, (830, 89_000, 89_000, 13_900)
        self.assertAlmostEqual(23 + sum(echo_bits / kbps for kbps in lines_kbps),
                               self.implied("narvik.Broadnet", "simula.Uninett").idle_rtt_ms, places=2)


class StallsTest(unittest.TestCase):
    def test_what_the_relay_tells(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "relay.log"
            self.assertIsNone(stalls.told(log))
            log.write_text("relay: line 3 is wrong\nlate 1795344882.902 for 81.5 ms\n")
            self.assertEqual([Stall(1795344882.902, 0.0815)], stalls.told(log))

    def test_share_of_the_time_that_is_measured(self) -> None:
        told = [Stall(9.5, 1), Stall(12, 0.5), Stall(12.1, 0.2), Stall(20.25, 0.5), Stall(30, 1)]
        self.assertAlmostEqual((0.5 + 0.1 + 0.25) / 10, stalls.share(told, 10, 20))

    def test_of_two_takes_the_calmer_one_is_kept_whatever_it_measured(self) -> None:
        disturbed, calm = {"stalled": 0.03, "throughputBps": 9e7}, {"stalled": 0.002, "throughputBps": 8e7}
        self.assertTrue(measuring.disturbed(disturbed))
        self.assertFalse(measuring.disturbed(calm))
        self.assertFalse(measuring.disturbed({"throughputBps": 9e7}), "nobody tells of stalls")
        self.assertIs(calm, measuring.calmer(disturbed, calm))
        self.assertIs(calm, measuring.calmer(calm, disturbed))


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
        self.compared = [(figure, comparison.rows(self.bed, figure, [self._repetition(figure, chance) for _ in range(3)]))
                         for figure in self.figures]

    def _repetition(self, figure: paper.Figure, chance: random.Random) -> dict:
        paths = []
        for path in figure.paths[:-1]:  # the last was not measured
            expected = implied(way(self.bed, path.source, path.target, path.family), path.family)
            paths.append({"from": path.source, "to": path.target, "family": path.family, "idleRttMs": expected.idle_rtt_ms,
                          "throughputBps": expected.throughput_bps * chance.uniform(0.8, 1),
                          "loadedRttMs": expected.loaded_rtt_ms * chance.uniform(1, 1.1),
                          "stalled": 0.012})
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

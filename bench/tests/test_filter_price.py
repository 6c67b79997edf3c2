"""What a filter costs: bounds, verdicts, the table, and what the text of the filter says of its copy."""
import os
import unittest
from pathlib import Path

from caravan_bench.errors import BenchError
from caravan_bench.filter_ground import GOLDEN, Filter, why_not
from caravan_bench.filter_price import Price, Row, bounds, measure
from caravan_bench.filter_traffic import Slice

_HOME = Path(__file__).resolve().parent.parent.parent


def row(unit: str, *costs: float) -> Row:
    """A row of 10 Gbit/s, or of 1 ms, without the filter."""
    if unit == "ms":
        return Row("r", unit, [(Slice(1, 2), Slice(1 + cost, 2.2)) for cost in costs])
    return Row("r", unit, [(Slice(10, 2), Slice(10 * (1 - cost), 2.2)) for cost in costs])


class BoundsTest(unittest.TestCase):
    def test_ranks_are_those_of_the_tables(self) -> None:
        """Sixth and fifteenth of 20 hold the median with 95.9 %, the fourteenth and twenty-seventh of 40 with 96.2 %."""
        self.assertEqual((6, 15), bounds(range(20, 0, -1)))
        self.assertEqual((14, 27), bounds(range(1, 41)))
        self.assertEqual((1, 6), bounds(range(1, 7)))

    def test_of_few_values_the_extremes(self) -> None:
        self.assertEqual((1, 3), bounds([3, 1, 2]))
        self.assertEqual((7, 7), bounds([7]))
        with self.assertRaises(ValueError):
            bounds([])


class VerdictTest(unittest.TestCase):
    def test_a_goal_is_met_or_missed_only_beyond_doubt(self) -> None:
        self.assertEqual("met", row("Gbit/s", *[0.01] * 6).verdict())
        self.assertEqual("MISSED", row("Gbit/s", *[0.03] * 6).verdict())
        self.assertEqual("undecided", row("Gbit/s", 0.01, 0.01, 0.01, 0.03, 0.03, 0.03).verdict())
        self.assertEqual("met", row("ms", *[0.019] * 6).verdict())
        self.assertEqual("MISSED", row("ms", *[0.021] * 6).verdict())

    def test_few_pairs_decide_nothing(self) -> None:
        self.assertEqual("undecided", row("ms", *[5.0] * 5).verdict())


class TableTest(unittest.TestCase):
    def test_lines(self) -> None:
        price = Price([row("Gbit/s", *[0.01] * 6), row("ms", *[0.001] * 6)], [0.01, 0.02, 0.03], (0.5, 1.5))
        lines = price.table().splitlines()
        self.assertEqual("r, Gbit/s                                10.000    9.900   0.990      1.0% (1.0% to 1.0%)"
                         "        1.100 (1.100 to 1.100)  met", lines[1])
        self.assertEqual("r, ms                                    1.0000   1.0010   1.001    1.0 µs (1.0 to 1.0)"
                         "          1.100 (1.100 to 1.100)  met", lines[2])
        self.assertEqual("filter loaded by nft, ms                            20.0", lines[3])
        self.assertTrue(lines[-1].startswith("Load of the machine: 0.5 processes before, 1.5 after the run"))
        self.assertEqual("met", price.record()["rows"][0]["verdict"])


class FilterTest(unittest.TestCase):
    def test_the_golden_text_names_its_copy(self) -> None:
        read = Filter.of((_HOME / GOLDEN).read_text())
        self.assertRegex(read.device, "^cv[0-9a-f]{12}$")
        self.assertEqual({4: "10.1.1.101", 6: "fd4e:1:1::65"}, read.own)
        self.assertEqual({4: "10.1.2.7", 6: "fd4e:1:2::7"}, read.peers)
        self.assertEqual(80, read.port)
        self.assertNotIn("@bridge@", read.on("02:00:00:00:00:01"))

    def test_another_text_is_refused(self) -> None:
        with self.assertRaises(BenchError):
            Filter.of("# admits 10.1.2.7 80\n")


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and why_not() is None,
                     "SKIPPED: network namespaces are made with CARAVAN_REAL=1, by root")
class NamespacesTest(unittest.TestCase):
    def test_one_pair_of_everything(self) -> None:
        price = measure(_HOME, 1, lambda text: None)
        self.assertEqual(22, len(price.rows))
        for one in price.rows:
            for each in one.pairs[0]:
                self.assertGreater(each.value, 0, one.name)
                self.assertGreater(each.cpu, 0, one.name)


if __name__ == "__main__":
    unittest.main()

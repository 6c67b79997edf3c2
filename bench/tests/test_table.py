"""The printed text."""
import os
import unittest
from pathlib import Path

from caravan_bench.figures import Figures, Pair, Probing, Spread
from caravan_bench.table import table

_GOLDEN = Path(__file__).resolve().parent / "golden"


class TableTest(unittest.TestCase):
    maxDiff = None

    def test_everything_measured(self) -> None:
        pairs = tuple(Pair(f"east.Adsl/ipv4 -> west.Fibre/ipv{number}", number * 700_000, number / 4) for number in range(7))
        self._golden("full.txt", Figures(
            {"machine": "A processor, 2 cores, 4.0 GiB", "load": "0.2"}, Spread((4100.4, 4300, 3999)), Spread((245e6, 244e6, 250e6)),
            Spread((1234.5,)), Spread((80.25, 79, 90, 81, 80)), Spread((400, 500)), Spread((300,)), Probing(pairs, 14_700_000, 6.25, 2)))

    def test_skipped_parts_say_why(self) -> None:
        reason = "only root may make network namespaces and containers"
        self._golden("skipped.txt", Figures({"machine": "m"}, Spread((4000,)), skipped={"container": reason, "probes": reason}))

    def test_a_failed_part_is_told_beside_the_others(self) -> None:
        text = table(Figures(start_millis=Spread((4000,)), failed={"probes": "It broke.\n    Maybe try again."}))
        self.assertIn("4000 ms", text)
        self.assertTrue(text.endswith("Probes: FAILED: It broke.\n    Maybe try again.\n"), text)

    def _golden(self, name: str, figures: Figures) -> None:
        text = table(figures)
        if os.environ.get("CARAVAN_GOLDEN_UPDATE") == "true":
            _GOLDEN.mkdir(exist_ok=True)
            (_GOLDEN / name).write_text(text)
        self.assertEqual((_GOLDEN / name).read_text(), text, "Maybe set CARAVAN_GOLDEN_UPDATE=true, and read the diff.")

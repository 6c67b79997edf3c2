"""What the evidence expects and prints; the measurements need root and minutes."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from caravan_evidence.paper002 import CASES, error  # noqa: E402
from caravan_evidence.report import Report, Row  # noqa: E402
from caravan_evidence.uplink import water_fill  # noqa: E402


class EvidenceTest(unittest.TestCase):
    def test_expected_parts(self):
        parts = {(case.figure, case.name): [round(part, 1) for part in case.expected()] for case in CASES}
        self.assertEqual(parts["3", "3:2:1, UDP"], [50.0, 33.3, 16.7])
        self.assertEqual(parts["7", "1:2:3"], [16.7, 33.3, 50.0])
        self.assertEqual(parts["8", "1 of 1:2:3:4:5"], [100.0])
        self.assertEqual(parts["9", "+ C4 min 15"], [30, 20, 15, 15.6, 19.4])
        self.assertEqual(parts["10", "+ C4 max 25"], [10.0, 10.0, 15.0, 25.0, 40.0])
        self.assertEqual(parts["11", "+ C3 max 15"], [30.0, 55.0, 15.0])

    def test_maxima_can_leave_a_rest(self):
        case = CASES[-1]
        self.assertAlmostEqual(sum(water_fill(case.claims[2:])), 15, places=3)

    def test_error_is_that_of_the_worst_copy(self):
        self.assertAlmostEqual(error([10, 22], [10, 20]), 10)

    def test_report_has_inputs_apart_from_results(self):
        report = Report("A paper")
        report.inputs("a line")
        report.row(Row("Fig. 1", "1:2", "ours", [33.0, 67.0], [33.3, 66.7], "C2 66", 0.9, 2.0))
        report.figure("ping", "0.5 ms", "0.6 ms")
        report.left_out("Fig. 2")
        text = report.text()
        for words in ("Inputs\n  a line", "33.0 67.0", "0.5 ms  (paper: 0.6 ms)", "Left out\n  Fig. 2", "Validity\n  kernel"):
            self.assertIn(words, text)
        with tempfile.TemporaryDirectory() as folder:
            report.write(pathlib.Path(folder))
            self.assertIn("Fig. 1,1:2,ours", pathlib.Path(folder, "results.csv").read_text(encoding="utf-8"))
            self.assertIn("<svg", pathlib.Path(folder, "report.html").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()

"""What the evidence expects and prints; the measurements need root and minutes."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from caravan_evidence import command as commands, drr  # noqa: E402
from caravan_evidence.paper002 import CASES, error  # noqa: E402
from caravan_evidence.report import Report, Row  # noqa: E402
from caravan_evidence.uplink import Claim, Uplink, water_fill  # noqa: E402


def command():
    """The script as a module; nothing is left beside it."""
    path = str(pathlib.Path(__file__).resolve().parent.parent / "evidence")
    loader = importlib.machinery.SourceFileLoader("evidence_command", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("evidence_command", loader))
    with mock.patch.object(sys, "dont_write_bytecode", True):
        loader.exec_module(module)
    return module


class EvidenceTest(unittest.TestCase):
    def test_results_are_kept_however_the_run_ends(self):
        module, kept = command(), Row("3", "here", "caravan", [9.0], [9.5], "", 5.3, 6.0)
        for fault, code in ((AssertionError("refused"), 1), (subprocess.TimeoutExpired("lxc-ls", 3), 1), (StopIteration(), 1),
                            (subprocess.CalledProcessError(1, "ip"), 1), (KeyboardInterrupt(), 130)):
            def run(report, *_, fault=fault):
                report.row(kept)
                raise fault

            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()), \
                    contextlib.redirect_stderr(io.StringIO()) as said, mock.patch.object(module.paper002, "run", run), \
                    mock.patch.object(commands.os, "geteuid", lambda: 0), mock.patch.object(commands.shutil, "which", lambda name: name), \
                    mock.patch.object(commands.signal, "signal"), mock.patch.object(sys, "argv", ["evidence", "002", "--output", folder]):
                self.assertEqual(module.main(), code, fault)
                text = pathlib.Path(folder, "report.txt").read_text(encoding="utf-8")
            self.assertIn("NOT COMPLETE", text)
            self.assertIn("caravan", text)
            self.assertEqual("Maybe" in said.getvalue(), code == 1, fault)

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

    def test_drr_is_compared_where_there_are_only_shares(self):
        figures = {case.figure for case in CASES if case.has_only_shares}
        self.assertEqual(figures, {"3", "7", "8"})
        with self.assertRaises(ValueError):
            drr.Machine(None, [Claim(1, least) for least in (30, 0)]).__enter__()

    def test_machine_has_a_class_per_copy_with_its_share_as_quantum(self):
        script = drr.guest_script(Uplink, [Claim(3), Claim(2), Claim(1)])
        for number, quantum in ((1, 4542), (2, 3028), (3, 1514)):
            self.assertIn(f"classid 2:{number} drr quantum {quantum}\n", script)
            self.assertIn(f"match ip src 10.66.0.{number}/32 flowid 2:{number}\n", script)
        self.assertIn("root handle 1: tbf rate 100000000 ", script)

    @unittest.skipUnless(shutil.which("busybox") and shutil.which("tc"), "needs busybox-static and tc")
    def test_initial_disk_is_an_archive_that_cpio_reads(self):
        archive = drr.initial_disk([], "#!/bin/busybox sh\n")
        names = subprocess.run(["busybox", "cpio", "-t"], input=archive, capture_output=True, check=True).stdout.decode().split()
        self.assertTrue({"init", "order", "bin/busybox", "bin/tc", "dev"} <= set(names), names)

    def test_doubts_are_part_of_the_validity(self):
        report = Report("A paper")
        report.doubt("the receiver was delayed")
        self.assertIn("Validity\n  kernel", report.text())
        self.assertTrue(report.text().endswith("  the receiver was delayed\n"))

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

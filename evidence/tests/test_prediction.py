"""What the comparison of predictions draws, learns and prints; a sample of it on the real bed with CARAVAN_REAL=1 as root (about 2 min)."""

import dataclasses
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from caravan_evidence import command, kept as keeping, placements as drawing, prediction, shop as bed  # noqa: E402
from caravan_evidence.kept import Kept  # noqa: E402
from caravan_evidence.learning import MEAN_ON_TAIL, Figures, Measured, Planned, learned  # noqa: E402
from caravan_evidence.placements import RELAYS, SHOP, Extent, Placement, Subject, check, draw, shares  # noqa: E402
from caravan_evidence.prediction import Row, conclude, predicted, run, spread  # noqa: E402
from caravan_evidence.report import Report  # noqa: E402

REAL = os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and shutil.which("lxc-start") and shutil.which("tshark")


ROWS = ("first", "second", "third", "fourth")


def measured(name: str, paths: tuple[float, float], found: tuple[float, float], edge: set[str] | None = None,
             valid: bool = True) -> Measured:
    """The n-th placement has another component at the edge than all others, unless one is given."""
    placed = frozenset({ROWS[int(name.split()[1]) - 1]} if edge is None else edge)
    return Measured(Placement(name, placed), {"ask": planned(*paths)}, {"ask": Figures(*found)}, valid)


def planned(p50: float, p95: float) -> Planned:
    """With the mean on the exponential tail."""
    return Planned(p50 + (p95 - p50) * MEAN_ON_TAIL, p95, p50)


def report_of() -> Report:
    report = Report("Predictions", Row.HEADS, "goal")
    report.progress = lambda what: None
    return report


def row(number: int, application: str = "sock-shop", valid: bool = True, factor: float = 1.0) -> Row:
    return Row(f"{application} {number}", "home", 3, 10, planned(20 * factor, 30), Figures(20, 30), valid)


class PlannedShop:
    """Predicts as a plan of one hop does: paths and the declared service time."""

    def __init__(self, paths: list[tuple[float, float]]):
        self.paths, self.texts = list(paths), []

    def predict(self, text: str) -> dict[str, bed.Latency]:
        self.texts.append(text)
        mean, p95 = (float(each) for each in
                     next(line for line in text.splitlines() if "service-time" in line).rsplit(" ", 2)[1].split(".."))
        p50 = mean - (p95 - mean) * (1 - math.log(2)) / (math.log(20) - 1)
        paths = self.paths.pop(0)
        return {"ask": bed.Latency(paths[0] + mean, paths[1] + p95, paths[0] + p50)}


class FakeShop:
    """A bed without a network: the n-th deployment or prediction may fail."""

    def __init__(self, fails_at: int = 0, fault: BaseException | None = None, unpredictable: int = 0):
        self.alive, self.own = True, mock.Mock(data=pathlib.Path("data"))
        self.fails_at, self.fault, self.unpredictable = fails_at, fault or RuntimeError("no room\nMaybe elsewhere."), unpredictable
        self.deployed = self.destroyed = self.plans = 0
        self.application = None

    @classmethod
    def at(cls, report: Report, **how):
        """In place of the shop of a run, with one request each."""
        shop = cls(**how)
        one = [mock.patch.object(drawing, "SHOP", Subject(SHOP.application, "default", {"GET /": "home"})),
               mock.patch.object(prediction, "Shop", lambda *_: shop)]

        class Patched:
            def __enter__(self):
                for each in one:
                    each.start()
                return shop

            def __exit__(self, *_):
                for each in one:
                    each.stop()

        return Patched()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def round_trips(self) -> dict[str, float]:
        return {"homes to corner": 10.0}

    def deploy(self, text: str) -> dict[str, bed.Latency]:
        self.deployed += 1
        if self.deployed == self.fails_at:
            raise self.fault
        return {"home": bed.Latency(10, 12, 10), "ask": bed.Latency(10, 12, 10)}

    def destroy(self) -> None:
        self.destroyed += 1

    def answers(self) -> bool:
        return self.alive

    def load(self, mix: str, requests: int, *_) -> dict:
        times = {"mean": 15, "p50": 15, "p95": 20, "answered": requests}
        return {"kinds": {"GET /": times}, "lost": 0, "refused": 0, "busy": [9.0], "own": 5.0, "lines": {"homes": 0.1}}

    def predict(self, text: str) -> dict[str, tuple[float, float]]:
        self.plans += 1
        if self.plans == self.unpredictable:
            raise AssertionError("409")
        return {"home": bed.Latency(15, 20, 15), "ask": bed.Latency(15, 20, 15)}


class PredictionTest(unittest.TestCase):
    def test_placements_differ_and_are_those_of_their_seed(self):
        placements = draw(SHOP, 40, 7)
        self.assertEqual(placements, draw(SHOP, 40, 7))
        self.assertNotEqual(placements, draw(SHOP, 40, 8))
        self.assertEqual(len({placement.edge for placement in placements}), 40)
        self.assertEqual(len(draw(RELAYS, 16, 1)), 16)
        with self.assertRaisesRegex(ValueError, "16 placements"):
            draw(RELAYS, 17, 1)

    def test_each_component_has_one_pin_and_no_replica(self):
        placement = Placement("sock-shop 1", frozenset({"frontend", "carts-db"}))
        text = placement.model(SHOP)
        pins = dict(line.split()[1:4:2] for line in text.splitlines() if line.strip().startswith("require "))
        self.assertEqual(len(pins), 11)
        self.assertEqual({component for component, site in pins.items() if site == "corner"}, placement.edge)
        self.assertEqual(text.count("{ replicas 1 }"), 3)
        self.assertEqual(RELAYS.components(), ["first", "second", "third", "fourth"])

    def test_requests_enter_where_users_send_them(self):
        self.assertEqual(RELAYS.entry_hops(RELAYS.model()), {"ask": "first"})
        self.assertEqual(set(SHOP.entry_hops(SHOP.model()).values()), {"frontend"})
        self.assertEqual(set(SHOP.entry_hops(SHOP.model())), set(SHOP.requests.values()))

    def test_a_third_of_the_placements_are_of_the_second_application(self):
        self.assertEqual(shares(30), [(SHOP, 20), (RELAYS, 10)])
        self.assertEqual(shares(90), [(SHOP, 74), (RELAYS, 16)])
        self.assertEqual(shares(5), [(SHOP, 5)])

    def test_nothing_of_a_placement_is_in_its_own_prediction(self):
        found = [measured("relays 1", (10, 11), (900, 950)), measured("relays 2", (20, 22), (25, 32)),
                 measured("relays 3", (30, 33), (36, 45)), measured("relays 4", (40, 44), (47, 58))]
        self.assertEqual(learned(RELAYS, found[0], found), {"ask": planned(6, 12)})
        self.assertEqual(learned(RELAYS, found[0], found[:1]), {})

    def test_service_times_are_neither_negative_nor_shorter_at_the_tail(self):
        found = [measured("relays 1", (10, 11), (15, 20)), measured("relays 2", (20, 22), (19, 20))]
        self.assertEqual(learned(RELAYS, found[0], found), {"ask": planned(0.001, 0.001)})

    def test_placements_that_differ_only_in_other_components_are_left_out_together(self):
        """`login` uses frontend, accounts and accounts-db; `order` uses carts, too."""
        def of(number: int, edge: set[str], p50: float) -> Measured:
            requests = ("login", "order")
            return Measured(Placement(f"sock-shop {number}", frozenset(edge)), {each: planned(10, 11) for each in requests},
                            {each: Figures(10 + p50, 11 + p50) for each in requests})

        self.assertEqual(SHOP.components_of("login"), {"frontend", "accounts", "accounts-db"})
        found = [of(1, {"frontend"}, 3), of(2, {"frontend", "carts"}, 5), of(3, {"accounts"}, 7)]
        self.assertEqual(learned(SHOP, found[0], found), {"login": planned(7, 7), "order": planned(6, 6)})
        self.assertEqual(learned(SHOP, found[0], found[:2]), {"order": planned(5, 5)})
        shop, report = mock.Mock(), report_of()
        shop.predict.return_value = {"login": bed.Latency(20, 30, 19), "order": bed.Latency(20, 30, 19)}
        rows = list(predicted(report, shop, SHOP, found[:2]))
        self.assertEqual([each.request for each in rows if each.predicted is None], ["login", "login"])
        self.assertEqual(rows[0].cells()[4:], ["not predicted", "13.0", "-", "not predicted", "14.0", "-", "yes"])
        self.assertIn("<svg", rows[0].picture())
        conclude(report, rows)
        self.assertIn(("rows not predicted", "2 of 4", ""), report.figures)
        prediction.distinct(report, SHOP, found)
        self.assertIn(("sock-shop, login: distinct placements of its components", "2 of 3 valid placements", ""), report.figures)

    def test_placements_that_are_not_valid_are_neither_learned_from_nor_judged(self):
        found = [measured("relays 1", (10, 11), (15, 20)), measured("relays 2", (20, 22), (900, 950), valid=False),
                 measured("relays 3", (30, 33), (36, 45))]
        self.assertEqual(learned(RELAYS, found[0], found), {"ask": planned(6, 12)})
        self.assertEqual(learned(RELAYS, found[1], found), {"ask": planned(5.5, 10.5)})
        report, rows = report_of(), [*(row(number) for number in range(1, 31)), row(31, valid=False, factor=9)]
        conclude(report, rows)
        self.assertIn(("error of p50, all", "median 0.0 %, 95th percentile 0.0 % (of 30)", "10 %, 20 %: met"), report.figures)
        self.assertIn(("placements not valid", "1 of 31", ""), report.figures)

    def test_fewer_than_30_valid_placements_are_not_judged(self):
        report = report_of()
        conclude(report, [*(row(number) for number in range(1, 30)), row(30, valid=False)])
        self.assertEqual([figure["goal"] for figure in json.loads(report.json())["figures"] if "error of p95" in figure["name"]],
                         ["10 %, 25 %: not judged, 29 valid placements of 30"] * 2)
        self.assertIn("29 valid placements", report.doubts[-1])
        conclude(report_of(), [row(1, valid=False)])

    def test_the_plan_predicts_from_the_learned_service_time(self):
        found = [measured("relays 1", (10, 11), (15, 20)), measured("relays 2", (20, 22), (24, 32))]
        shop = PlannedShop([(10, 11), (20, 22)])
        rows = list(predicted(report_of(), shop, RELAYS, found))
        self.assertIn("users -> first    turns 1  bytes 4.3 KiB  service-time 4.800..10.000 ms", shop.texts[0])
        self.assertEqual([row.cells() for row in rows], [
            ["relays 1", "ask", "1", "10.0", "14.0", "15.0", "-7", "21.0", "20.0", "+5", "yes"],
            ["relays 2", "ask", "1", "20.0", "25.0", "24.0", "+4", "31.0", "32.0", "-3", "yes"]])
        self.assertEqual(len(Row.HEADS), len(rows[0].cells()))

    def test_errors_are_compared_with_the_goal(self):
        self.assertEqual(spread([-5, 8, 30], 25), ("median 8.0 %, 95th percentile 30.0 % (of 3)", "10 %, 25 %: NOT met"))
        self.assertEqual(spread([-5, 8, 20], 20)[1], "10 %, 20 %: met")

    def test_report_has_errors_of_all_and_of_each_application(self):
        report = report_of()
        rows = [*(row(number, "relays", factor=1.05) for number in range(1, 11)), *(row(number, factor=2) for number in range(1, 21))]
        for each in rows:
            report.row(each)
        conclude(report, rows)
        self.assertIn("(goal: 10 %, 20 %: met)", next(line for line in report.text().splitlines() if "error of p50, relays" in line))
        self.assertIn("NOT met", next(line for line in report.text().splitlines() if "error of p50, sock-shop" in line))
        content = json.loads(report.json())
        self.assertEqual(content["rows"][-1]["error of p50 %"], "+100")

    def test_what_was_measured_is_kept_if_a_placement_fails(self):
        report = report_of()
        with FakeShop.at(report, fails_at=3) as shop:
            self.assertEqual(run(report, Extent(5, 10, 1, 0, 1)), 1)
        self.assertEqual([each.placement for each in report.rows], [f"sock-shop {number}" for number in (1, 2, 4, 5)])
        self.assertTrue(all(each.predicted for each in report.rows))
        self.assertEqual(shop.destroyed, 5)
        self.assertTrue(any("FAILED: sock-shop 3 was not measured: no room" in line for line in report.doubts), report.doubts)

    def test_what_was_measured_is_predicted_and_written_after_an_interruption(self):
        report = report_of()
        with FakeShop.at(report, fails_at=4, fault=KeyboardInterrupt()), tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(command.os, "geteuid", lambda: 0), mock.patch.object(command.signal, "signal"), \
                mock.patch("sys.stdout"):
            code = command.carry_out(report, lambda: run(report, Extent(5, 10, 1, 0, 1)), (), "nothing", pathlib.Path(folder))
            text = pathlib.Path(folder, "report.txt").read_text(encoding="utf-8")
        self.assertEqual(code, 130)
        self.assertEqual([each.placement for each in report.rows if each.predicted], [f"sock-shop {number}" for number in (1, 2, 3)])
        self.assertIn("NOT COMPLETE", text)
        self.assertIn("not judged, 3 valid placements of 30", text)

    def test_the_report_is_written_if_it_has_only_figures(self):
        for begun in (False, True):
            report = report_of()

            def work(report=report, begun=begun):
                if begun:
                    report.figure("round trip", "10 ms", "")
                raise RuntimeError("no bed")

            with tempfile.TemporaryDirectory() as folder, mock.patch.object(command.os, "geteuid", lambda: 0), \
                    mock.patch.object(command.signal, "signal"), mock.patch("sys.stdout"), mock.patch("sys.stderr"):
                self.assertEqual(command.carry_out(report, work, (), "nothing", pathlib.Path(folder)), 1)
                self.assertEqual(pathlib.Path(folder, "report.txt").exists(), begun)

    def test_a_placement_that_cannot_be_predicted_keeps_its_measurement(self):
        report = report_of()
        with FakeShop.at(report, unpredictable=2):
            self.assertEqual(run(report, Extent(3, 10, 1, 0, 1)), 1)
        self.assertEqual([bool(each.predicted) for each in report.rows], [True, False, True])

    def test_a_run_with_all_placements_ends_with_0(self):
        report = report_of()
        with FakeShop.at(report):
            self.assertEqual(run(report, Extent(6, 10, 1, 0, 1)), 0)
        self.assertEqual({each.application for each in report.rows}, {"sock-shop", "relays"})

    def test_a_run_whose_server_ended_stops_and_is_resumed(self):
        wanted = Extent(5, 10, 1, 0, 1)
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        report = report_of()
        with FakeShop.at(report, fails_at=3) as shop:
            shop.alive = False
            with self.assertRaisesRegex(prediction.ServerEnded, r"kept \(2\).*--resume"):
                run(report, wanted, Kept(folder, wanted, False))
        self.assertEqual((shop.deployed, shop.plans), (3, 0))
        report = report_of()
        with FakeShop.at(report) as shop:
            self.assertEqual(run(report, wanted, Kept(folder, wanted, True)), 0)
        self.assertEqual(shop.deployed, 3, "the two finished placements are not measured again")
        self.assertRegex("\n".join(report.given), r"2 placements from the run of \d{4}-\d\d-\d\d \d\d:\d\d UTC")
        self.assertRegex("\n".join(report.doubts), r"sock-shop 3: an earlier measurement FAILED at .* UTC: no room Maybe elsewhere\.")
        self.assertEqual([each.placement for each in report.rows], [f"sock-shop {number}" for number in (1, 2, 3, 4, 5)])
        self.assertTrue(all(each.predicted and each.measured == Figures(15, 20) for each in report.rows))
        self.assertEqual(sum("busiest core" in name for name, _, _ in report.figures), 5)
        content = json.loads((folder / "measured.json").read_text(encoding="utf-8"))
        content["placements"][1]["valid"] = False
        (folder / "measured.json").write_text(json.dumps(content), encoding="utf-8")
        report = report_of()
        with FakeShop.at(report) as shop:
            self.assertEqual(run(report, wanted, Kept(folder, wanted, True)), 0)
        self.assertEqual(shop.deployed, 1, "only the placement that was not valid")
        self.assertIn("sock-shop 2: an earlier measurement was NOT VALID", report.doubts)
        self.assertTrue(any("sock-shop 3: an earlier measurement FAILED" in each for each in report.doubts), "also after a second resume")
        with mock.patch.object(keeping, "commit", lambda: "1234"), \
                self.assertRaisesRegex(ValueError, "(?s)--resume.* of commit .* and this is 1234.*\nMaybe "):
            Kept(folder, wanted, True)
        for other, options in ((dataclasses.replace(wanted, seed=2), folder), (wanted, folder / "none")):
            with self.assertRaisesRegex(ValueError, "(?s)--resume.*\nMaybe "):
                Kept(options, other, True)

    def test_a_new_run_keeps_the_file_of_the_run_before(self):
        wanted, folder = Extent(2, 10, 1, 0, 1), pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        earlier = folder / "measured.json"
        earlier.write_text("earlier", encoding="utf-8")
        kept = Kept(folder, wanted, False)
        self.assertEqual(earlier.read_text(encoding="utf-8"), "earlier", "until something is measured")
        with FakeShop.at(report_of()):
            run(report_of(), wanted, kept)
        self.assertEqual((folder / "measured.json.old").read_text(encoding="utf-8"), "earlier")
        content = json.loads(earlier.read_text(encoding="utf-8"))
        self.assertEqual((len(content["placements"]), content["commit"], content["begun"]), (2, kept.commit, kept.begun))

    def test_extents_are_checked_with_a_hint(self):
        for wrong, words in (({"requests": 0}, "--requests is 0;"), ({"requests": -5}, "--requests is -5;"),
                             ({"requests": 100_001}, "1 to 100000 requests"), ({"placements": 1}, "--placements is 1;"),
                             ({"placements": 3000}, "there are 2064")):
            with self.assertRaisesRegex(ValueError, f"(?s){words}.*\nMaybe use --"):
                check(Extent(**{"placements": 30, "requests": 100, "repetitions": 1, "think_ms": 0, "seed": 1} | wrong))
        done = subprocess.run([sys.executable, str(bed.HOME / "evidence/prediction"), "--requests", "0"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("Maybe use --requests 1000.", done.stderr)

    def test_the_predicted_fields_are_mean_p95_and_p50(self):
        entry = {"requestId": "ask", "meanMillis": 1.0, "p95Millis": 2.0, "p50Millis": 3.0, "entryMillis": 4.0}
        unbounded = {"requestId": "home", "meanMillis": 1.0, "p95Millis": 2.0, "entryMillis": 4.0}
        self.assertEqual(bed.Shop._latencies({"report": {"latencies": [entry, unbounded]}}), {"ask": bed.Latency(1.0, 2.0, 3.0)})

    def test_a_request_without_a_bounded_latency_is_not_predicted(self):
        found = [measured("relays 1", (10, 11), (15, 20)), measured("relays 2", (20, 22), (24, 32)),
                 measured("relays 3", (30, 33), (36, 45))]
        found[1].paths.clear()
        self.assertEqual(learned(RELAYS, found[0], found), {"ask": planned(6, 12)})
        shop = mock.Mock()
        shop.predict.side_effect = lambda text: {} if shop.predict.call_count == 2 else {"ask": bed.Latency(16, 23, 15)}
        rows = list(predicted(report_of(), shop, RELAYS, found))
        self.assertEqual(rows[1].cells()[3:], ["not predicted", "not predicted", "24.0", "-", "not predicted", "32.0", "-", "yes"])
        self.assertEqual([each.predicted is None for each in rows], [False, True, False])

    def test_the_server_learns_no_service_times(self):
        with tempfile.TemporaryDirectory() as data, mock.patch.dict(os.environ, {"CARAVAN_EVIDENCE_DATA": data}), \
                mock.patch.object(bed.subprocess, "run"):
            shop = bed.Shop()
            shop.own, shop.caravan = mock.Mock(data=pathlib.Path(data)), mock.Mock(return_value="")
            shop._raise()
        start = next(each.args for each in shop.caravan.call_args_list if each.args[:2] == ("server", "start"))
        self.assertIn("--caravan.learned-service-times=false", start)

    def test_a_loop_may_take_as_long_as_its_requests_and_pauses(self):
        self.assertEqual(bed.longest(10, 300, 10), 600)
        self.assertAlmostEqual(bed.longest(100_000, 300, 10), 103_000)

    @unittest.skipUnless(REAL, "SKIPPED: needs CARAVAN_REAL=1, root, LXC and tshark")
    def test_sample_on_the_real_bed(self):
        """Two placements. Judges only what does not depend on the speed of the machine."""
        report = Report("Predictions, sample", Row.HEADS, "goal")
        run(report, Extent(2, 60, 1, 100, 1))
        self.assertEqual({each.placement for each in report.rows}, {"sock-shop 1", "sock-shop 2"})
        self.assertEqual({each.request for each in report.rows}, set(SHOP.requests.values()))
        for each in report.rows:
            self.assertTrue(each.predicted is None or each.predicted.mean > each.paths, each)
            self.assertGreaterEqual(each.measured.p50, 10, each)
        self.assertFalse([doubt for doubt in report.doubts if "without a good answer" in doubt])


if __name__ == "__main__":
    unittest.main()

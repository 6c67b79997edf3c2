"""What the evidence of paper 001 deploys, computes and prints; a sample of it on the real bed with CARAVAN_REAL=1 as root (about 2 min)."""

import math
import os
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from caravan_evidence.paper001 import (NEAR, RATIOS, SCENARIOS, Extent, Found, Measurement, Plans, Value, add, conclude,  # noqa: E402
                                       error, faults, median_and_p95, nearest_rank, of_all, predicted_of_all, rows, run,
                                       summary, with_service_times)
from caravan_evidence.report import Report  # noqa: E402
from caravan_evidence.shop import (MODEL, Latency, as_users_see, forget, mean_without_outliers, state_of_replica,  # noqa: E402
                                   under_load)

REAL = os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and shutil.which("lxc-start") and shutil.which("tshark")


def record(mean: float, kinds: dict[str, int]) -> dict:
    latency = {"mean": mean, "p50": mean - 1, "p95": mean + 9, "answered": sum(kinds.values())}
    return {"latency": latency, "kinds": {kind: {**latency, "answered": count} for kind, count in kinds.items()}, "lost": 0, "refused": 1,
            "busy": [20.0, 60.0], "own": 30.0, "lines": {"homes": 0.2}}


class Paper001Test(unittest.TestCase):
    def setUp(self):
        self.text = MODEL.read_text(encoding="utf-8")
        self.scenarios = {scenario.name: scenario for scenario in SCENARIOS}

    def pins(self, name: str) -> dict[str, str]:
        lines = [line.split() for line in self.scenarios[name].model(self.text).splitlines() if line.strip().startswith("require ")]
        return {words[1]: words[3] for words in lines}

    def test_scenarios_have_the_pins_of_the_paper(self):
        self.assertEqual(set(self.pins("cloud").values()), {"datacenter"})
        self.assertEqual(set(self.pins("ideal").values()), {"corner"})
        self.assertEqual(len(self.pins("cloud")), 11)
        mixed = {component for component, site in self.pins("mixed").items() if site == "corner"}
        self.assertEqual(mixed, {"frontend", "catalogue", "accounts", "carts", "orders", "payment", "shipping"})
        self.assertEqual(mixed, {component for component, site in self.pins("mostly").items() if site == "corner"})
        limited = {component for component, site in self.pins("limited").items() if site == "corner"}
        self.assertEqual(mixed - {"payment", "shipping"}, limited)
        self.assertEqual(self.pins("optimum"), {f"{name}-db": "datacenter" for name in ("catalogue", "carts", "orders", "accounts")})

    def test_only_mostly_and_the_optimum_have_read_replicas(self):
        for name, copies in (("cloud", "1"), ("limited", "1"), ("mixed", "1"), ("mostly", "2"), ("ideal", "1"), ("optimum", "1..2")):
            self.assertEqual(self.scenarios[name].model(self.text).count(f"{{ replicas {copies} }}"), 3, name)

    def test_service_times_are_those_of_the_request_and_the_hop(self):
        text = with_service_times(self.text, {("home", "users", "frontend"): (4, 9.5), ("login", "accounts", "accounts-db"): (2, 1)})
        self.assertEqual([line for line in text.splitlines() if "service-time" in line], [
            "    users -> frontend            turns 1  bytes 12.6 KiB  service-time 4.000..9.500 ms",
            "    accounts -> accounts-db      turns 5  bytes 0.9 KiB  reads  service-time 2.000..2.000 ms"])
        self.assertEqual(with_service_times(self.text, {}), self.text)

    def test_service_times_under_load_sum_up_to_what_all_requests_took(self):
        """Samples: 2 + 4 ms, p95 3 + 5 ms, alone 7 ms with the network inside; all: 1 ms longer, and p95 3.5 ms above the mean."""
        hops = [{"from": "users", "to": "frontend", "turns": 1, "modelTurns": 1, "referenceMeanMillis": 2, "referenceP95Millis": 3},
                {"from": "frontend", "to": "carts", "turns": 1, "modelTurns": 1, "referenceMeanMillis": 4, "referenceP95Millis": 5},
                {"from": "frontend", "to": "mail", "turns": 1, "referenceMeanMillis": 9, "referenceP95Millis": 9}]
        load = {"count": 80, "aloneMeanMillis": 7, "meanMillis": 8, "p95Millis": 11.5}
        found = under_load({"request": "basket", "hops": hops, "load": load})
        self.assertEqual(list(found), [("basket", "users", "frontend"), ("basket", "frontend", "carts")])
        self.assertAlmostEqual(sum(mean for mean, _ in found.values()), 6 + 1)
        self.assertAlmostEqual(sum(p95 for _, p95 in found.values()), 6 + 1 + 3.5)
        self.assertAlmostEqual(found["basket", "frontend", "carts"][0], 4 * 7 / 6)
        self.assertEqual(under_load({"request": "basket", "hops": hops}), {})
        self.assertAlmostEqual(under_load({"request": "a", "hops": hops, "load": load | {"meanMillis": 6, "p95Millis": 6}})
                               ["a", "users", "frontend"][1], 2, msg="not below the samples")

    def test_what_programs_of_users_take_is_part_of_the_first_hop(self):
        """Simulated users: 40 ms on the path, two hops with exponential tails, and 1.2 ms in their program, which no capture contains."""
        chance = random.Random(3)
        hops = {("ask", "users", "frontend"): (3.0, 5.0), ("ask", "frontend", "carts"): (2.0, 6.0)}

        def median(program: float) -> float:
            one = [40 + program + sum(mean + (p95 - mean) / (math.log(20) - 1) * (chance.expovariate(1) - 1) for mean, p95 in hops.values())
                   for _ in range(20_001)]
            return sorted(one)[10_000]

        found = as_users_see(hops, "frontend", {"ask": Latency(45, 0, median(0))}, {"ask": median(1.2)})
        self.assertAlmostEqual(found["ask", "users", "frontend"][0], 3.0 + 1.2, delta=0.05)
        self.assertAlmostEqual(found["ask", "users", "frontend"][1], 5.0 + 1.2, delta=0.05)
        self.assertEqual(found["ask", "frontend", "carts"], (2.0, 6.0))
        for planned, seen in (({"ask": Latency(45, 0, 44)}, {"ask": 43.0}), ({}, {"ask": 99.0}), ({"ask": Latency(45, 0, 44)}, {})):
            self.assertEqual(as_users_see(hops, "frontend", planned, seen), hops, "not shorter than captured, and only if both are known")

    def test_interval_is_that_of_student(self):
        value = summary([{"mean": mean, "p50": 9, "p95": 20 + mean} for mean in (10, 11, 12, 13, 14)])
        self.assertEqual((value.mean, value.p50, value.p95), (12, 9, 32))
        self.assertAlmostEqual(value.half, 2.776 * math.sqrt(2.5 / 5), places=3)
        self.assertTrue(math.isnan(summary([{"mean": 1, "p50": 1, "p95": 1}]).half))

    def test_percentiles_are_those_of_the_answers_of_all_runs_together(self):
        """Draws of an exponential tail in runs of 22 answers: pooled, the p95 varies less than the mean of the percentiles of runs."""
        chance = random.Random(5)

        def value(runs: int, each: bool) -> float:
            found = []
            for _ in range(runs):
                answers = [10 + chance.expovariate(1) for _ in range(22)]
                ordered = sorted(answers)
                found.append({"mean": statistics.fmean(answers), "p50": nearest_rank(ordered, 50), "p95": nearest_rank(ordered, 95)}
                             | ({"each": answers} if each else {}))
            return summary(found).p95

        exact = 10 + math.log(20)
        apart, together = ([abs(value(5, each) - exact) for _ in range(400)] for each in (False, True))
        self.assertLess(statistics.fmean(together), statistics.fmean(apart))
        self.assertEqual(summary([{"mean": 2, "p50": 0, "p95": 0, "each": [3.0, 1.0]}, {"mean": 2, "p50": 0, "p95": 0, "each": [2.0]}]),
                         Value(2, 0, 2.0, 3.0))
        self.assertEqual(of_all({"latency": {"p95": 1}, "kinds": {"a": {"each": [1.0]}, "b": {"each": [2.0]}, "c": {"answered": 0}}}),
                         {"p95": 1, "each": [1.0, 2.0]})

    def test_error_is_a_part_of_what_was_measured(self):
        self.assertAlmostEqual(error(50, 40), -20)
        self.assertEqual(median_and_p95([-10, 20, 30]), "median 20 %, 95th percentile 30 % (of 3)")
        self.assertEqual(median_and_p95([]), "not measured")

    def test_predicted_mean_of_a_mix_counts_requests(self):
        self.assertAlmostEqual(predicted_of_all({"home": 3, "login": 1}, {"home": Latency(10, 0, 0), "login": Latency(50, 0, 0)}), 20)

    def test_outliers_are_left_out_as_in_the_paper(self):
        self.assertAlmostEqual(mean_without_outliers([10, 11, 10, 11, 10, 11, 10, 100]), 73 / 7)
        self.assertEqual(mean_without_outliers([]), 0)

    def test_state_of_replicas(self):
        self.assertEqual(state_of_replica("role:slave\r\nmaster_link_status:up\r\nmaster_last_io_seconds_ago:1\r\n"),
                         "follows, last message 1 s ago")
        self.assertEqual(state_of_replica("role:slave\r\nmaster_link_status:down\r\n"), "does NOT follow")
        maria = "  Slave_IO_Running: Yes\n  Slave_SQL_Running: {}\n  Seconds_Behind_Master: 0\n"
        self.assertEqual(state_of_replica(maria.format("Yes")), "follows, 0 s behind")
        self.assertEqual(state_of_replica(maria.format("No")), "does NOT follow")

    def test_rows_have_prediction_and_paper_beside_the_measurement(self):
        plans = Plans({"listing": Latency(40, 41, 39), "basket": Latency(30, 31, 29)},
                      {"listing": Latency(50, 60, 48), "basket": Latency(70, 80, 68)})
        records = [record(60, {"GET /catalogue": 3, "GET /basket.html": 1})] * 2
        found = rows("Fig. 5, table 5", "read-only", self.scenarios["cloud"], records, plans)
        self.assertEqual([row.cells() for row in found], [
            ["Fig. 5, table 5", "cloud", "all", "60.0", "0.0", "59.0", "69.0", "37.5", "55.0", "-", "-", "-8", "-", "-", ""],
            ["Fig. 5, table 5", "cloud", "listing", "60.0", "0.0", "59.0", "69.0", "40.0", "50.0", "48.0", "60.0", "-17", "-19", "-13", ""],
            ["Fig. 5, table 5", "cloud", "basket", "60.0", "0.0", "59.0", "69.0", "30.0", "70.0", "68.0", "80.0", "+17", "+15",
             "+16", "69"]])
        self.assertEqual(len(Measurement.HEADS), len(found[0].cells()))
        self.assertEqual(faults([record(60, {"GET /": 1})] * 2), (60.0, 30.0, 0.2, 2))

    def test_requests_without_answers_have_no_row(self):
        plans = Plans({"listing": Latency(40, 41, 39), "basket": Latency(30, 31, 29)},
                      {"listing": Latency(50, 60, 48), "basket": Latency(70, 80, 68)})
        lost = record(60, {"GET /catalogue": 3})
        lost["kinds"]["GET /basket.html"] = {"answered": 0, "lost": 2}
        records = [record(60, {"GET /catalogue": 3, "GET /basket.html": 1}), lost]
        found = rows("write", "write", self.scenarios["cloud"], records, plans)
        self.assertEqual([row.request for row in found], ["all", "listing"])
        with self.assertRaises(RuntimeError):
            rows("write", "write", self.scenarios["cloud"], [lost | {"kinds": {}}], plans)

    def test_ratios_say_whether_they_confirm_the_paper(self):
        means = {"cloud": 60, "mixed": 170, "mostly": 60, "ideal": 30}
        said = {ratio.name: ratio.text(means) for ratio in RATIOS}
        self.assertEqual(said["mixed / cloud"], "2.83 (within 2.5 to 3.5)")
        self.assertEqual(said["mostly / cloud"], "1.00 (NOT within 0.8 to 0.95)")
        self.assertEqual(said["limited / cloud"], "not measured")

        mostly = next(ratio for ratio in RATIOS if ratio.name == "mostly / cloud")
        self.assertEqual(mostly.text(means, False), "1.00")
        self.assertEqual(mostly.text(means, True, frozenset({"mostly", "ideal"})), "1.00 (no verdict: mostly NOT VALID)")

    def test_runs_that_are_not_valid_give_no_errors_and_no_verdict(self):
        def of_mix(mean: float) -> list[Measurement]:
            return [Measurement("Fig. 5", "mostly", request, Value(mean, 1, mean, mean), 40, predicted, mean * 2, None)
                    for request, predicted in (("all", None), ("home", Latency(mean * 2, mean * 2, mean * 2)))]

        found = Found()
        add(found, NEAR, "cloud", "default", of_mix(60), True)
        add(found, NEAR, "mostly", "default", of_mix(30), False)
        self.assertEqual([(scenario, errors) for scenario, errors in found.errors], [("cloud", (100, 100, 100))])
        report = Report("Paper 001", Measurement.HEADS)
        conclude(report, Extent(200, 2, 300, False), found)
        figures = {name: value for name, value, _ in report.figures}
        self.assertEqual(figures["30 ms: mostly / cloud"], "0.50 (no verdict: mostly NOT VALID)")
        self.assertEqual(figures["requests of runs that are NOT VALID, not in these errors"], "1")

    def test_a_run_begins_without_the_data_of_another_one_except_images(self):
        data = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("images", "server"):
            (data / name).mkdir()
            (data / name / "file").touch()
        with self.assertRaisesRegex(RuntimeError, "other files"):
            forget(data, data / "images")
        (data / "token").touch()
        forget(data, data / "images")
        self.assertEqual([str(part.relative_to(data)) for part in data.rglob("*")], ["images", "images/file"])

    def test_report_has_a_bar_per_row(self):
        report = Report("Paper 001", Measurement.HEADS)
        report.row(Measurement("Fig. 5", "cloud", "home", Value(60, 1, 59, 70), 40, Latency(58, 71, 57), 58, None))
        self.assertIn("predicted mean", report.text())
        self.assertIn('<rect x="0" y="0" width="30.0"', report.page())

    @unittest.skipUnless(REAL, "SKIPPED: needs CARAVAN_REAL=1, root, LXC and tshark")
    def test_sample_on_the_real_bed(self):
        """Deploys the scenario with read replicas. Judges only what does not depend on the speed of the machine."""
        report = Report("Paper 001, sample", Measurement.HEADS)
        run(report, Extent(60, 1, 100, True, (self.scenarios["mostly"],), ("default",)))
        self.assertEqual({row.request for row in report.rows},
                         {"all", "home", "basket", "emptying", "adding", "listing", "category", "detail", "login", "order"})
        at_edge = next(value for name, value, _ in report.figures if name == "mostly: at the edge")
        self.assertIn("accounts-db-replica-1", at_edge)
        self.assertEqual(sum(value.startswith("follows") for _, value, _ in report.figures), 3, report.figures)
        near, far = ({row.request: row.value for row in report.rows if row.item.startswith(item)} for item in ("Fig. 5", "Fig. 6"))
        self.assertGreaterEqual(near["listing"].p50, 10)
        self.assertGreaterEqual(near["emptying"].p50, 40, "a basket is emptied in the cloud")
        self.assertGreaterEqual(far["emptying"].p50, 290, "the cloud is far")
        self.assertLess(far["listing"].p50, 290, "a replica at the edge answers")
        self.assertEqual([ratio for name, ratio, _ in report.figures if name == "280 ms: ideal / mostly"], ["not measured"])
        self.assertFalse([doubt for doubt in report.doubts if "without a good answer" in doubt])


if __name__ == "__main__":
    unittest.main()

"""What the estimator is checked against."""
import unittest

from caravan_bench import estimator


class SettingsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.lines = estimator.of_settings(estimator.described())

    def test_an_idle_time_is_the_sum_of_the_delays_there_and_back(self) -> None:
        # 1 ms at Bergen and 3 ms at Simula, each way; the detour of Kvantel's IPv6 takes 17 ms each way.
        self.assertIn("rtt,bergen.BKK/ipv4,simula.Uninett/ipv4,8.0", self.lines)
        self.assertIn("rtt,bergen.BKK/ipv6,simula.Kvantel/ipv6,36.0", self.lines)

    def test_the_long_haul_is_paid_only_by_who_leaves_its_region(self) -> None:
        self.assertIn("rtt,hainan.CERNET/ipv4,users-haikou.CERNET/ipv4,16.0", self.lines)
        self.assertIn("rtt,bergen.BKK/ipv4,hainan.CERNET/ipv4,262.0", self.lines)

    def test_a_flow_gets_the_narrower_line(self) -> None:
        self.assertIn(f"throughput,narvik.PowerTech/ipv4,bergen.BKK/ipv4,{900_000 * 1448 / 1514:.0f}", self.lines)
        self.assertIn(f"throughput,bergen.BKK/ipv4,narvik.PowerTech/ipv4,{16_000_000 * 1448 / 1514:.0f}", self.lines)

    def test_what_was_estimated_is_left_out(self) -> None:
        measured = {"median": 8.1, "mean": 8.2, "origin": "MEASURED"}
        network = [{"from": "bergen.BKK/ipv4", "to": "simula.Uninett/ipv4", "idleRtt": measured,
                    "throughput": {**measured, "origin": "ESTIMATED"}},
                   {"from": "bergen.BKK/ipv4", "to": "bergen.Uninett/ipv4", "idleRtt": measured}]
        self.assertEqual(["rtt,bergen.BKK/ipv4,simula.Uninett/ipv4,8.1000"],
                         [line for line in estimator.of_measured(estimator.described(), network) if line.startswith(("rtt", "through"))])


if __name__ == "__main__":
    unittest.main()

"""The table of standing idle probes, and how processor time and bytes are read."""
import tempfile
import unittest
from pathlib import Path

from caravan_bench import idle_probes
from caravan_bench.idle_probes import IdleProbes, Link, Node


class IdleProbesTest(unittest.TestCase):
    def test_the_cost_is_above_the_node_without_a_server_and_goals_are_compared(self) -> None:
        probes = IdleProbes([Node("pi-1", 0.0015, 0.0005, 6.5, 40), Node("pi-2", 0.0001, 0.0002, 1.0, 3)],
                            [Link("bergen.BKK", 12, 9.5, 9.0, 50.0), Link("ohio.Amazon", 8, 61.0, 8.0, 50.0)], 0.02, 250, 220, 600, 8)
        lines = probes.table().splitlines()
        self.assertEqual(["pi-1", "60.0", "0.100%", "0.80%", "6.5"], lines[3].split())
        self.assertEqual(["pi-2", "0.0", "0.000%", "0.00%", "1.0"], lines[4].split())
        self.assertEqual(["ohio.Amazon", "8", "61.00", "8.00", "50.0"], lines[7].split())
        self.assertIn("CPU: 0.80 % of a slower core, goal below 1: met", lines)
        self.assertIn("memory: 6.50 MiB, goal below 8: met", lines)
        self.assertIn("bytes: 61.00 MB/day and link, goal below 50: missed by 11.00", lines)
        self.assertTrue(any("without metrics" in line for line in lines))
        self.assertFalse(probes.failed)

    def test_the_table_and_the_record_say_that_sensors_were_on(self) -> None:
        probes = IdleProbes([Node("pi-1", 0.0015, 0.0005, 6.5, 40)], [Link("bergen.BKK", 12, 9.5, 9.0, 50.0)], 0.02, 250, 220, 600, 8, True)
        self.assertIn("usage of hosts every 15 s", probes.table())
        self.assertTrue(probes.record()["sensors"])

    def test_processor_time_is_read_from_both_versions_of_control_groups(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            group = Path(folder)
            (group / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
            self.assertEqual(2.5, idle_probes._cpu_seconds(group))
            (group / "cpuacct.usage").write_text("1500000000\n")
            self.assertEqual(1.5, idle_probes._cpu_seconds(group))

    def test_memory_and_processes_of_a_group_that_has_none_are_none(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "cgroup.procs").write_text("")
            self.assertEqual(([], 0), (idle_probes._pids(Path(folder)), idle_probes._memory_mib(Path(folder))))


if __name__ == "__main__":
    unittest.main()

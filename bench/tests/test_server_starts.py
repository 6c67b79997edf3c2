"""The table of the server's starts, and the command without its archive."""
import unittest

from caravan_bench.errors import Skipped
from caravan_bench.server_starts import WITH, WITHOUT, ServerStart, ServerStarts, without_archive


class ServerStartsTest(unittest.TestCase):
    def test_pairs_are_compared_with_each_other(self) -> None:
        starts = ServerStarts({WITHOUT: [ServerStart(8.0, 300_000_000, 9.0), ServerStart(16.0, 310_000_000, 20.0)],
                               WITH: [ServerStart(4.0, 240_000_000, 5.0), ServerStart(4.0, 250_000_000, 7.0)]})
        lines = starts.table().splitlines()
        self.assertIn("2 pairs", lines[0])
        self.assertEqual(["without", "12.00", "s", "8.00", "s", "16.00", "s", "305", "MB", "14.50", "s"], lines[1].split())
        self.assertEqual(["0.38", "0.25", "0.50"], lines[3].split()[-3:])
        self.assertEqual(4.0, starts.record()[WITH][0]["cpu_seconds"])

    def test_without_it_nothing_else_of_the_command_changes(self) -> None:
        self.assertEqual(["java", "-Xmx256m", "-jar", "a.jar"], without_archive(["java", "-Xmx256m", "-XX:SharedArchiveFile=a.jsa", "-jar",
            "a.jar"]))

    def test_a_server_without_an_archive_is_no_pair(self) -> None:
        with self.assertRaises(Skipped):
            without_archive(["java", "-Xshare:auto", "-jar", "a.jar"])

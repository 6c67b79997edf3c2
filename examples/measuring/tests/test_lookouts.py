"""Sites go on measuring while the server is away, and what they found arrives once each.
Needs root on Linux; run by ./caravan test --real."""
from __future__ import annotations

import os
import time
import unittest
from collections import Counter

from .bed import (ask, bytes_of_lines, caravan, hand_over, infrastructure, kill_server, last_visit, raise_bed, raze_bed,
                  results_and_samples, spooled, start_server, wait_until)

EVERY_SECONDS = 10
BUDGET_MB = 100
SENDERS = ("pi-east-1", "pi-west-1", "vantage-coast")
PROBING = (f"--caravan.probing.every={EVERY_SECONDS}s", "--caravan.probing.flows-every=1d", "--caravan.probing.alone=1h",
           f"--caravan.probing.budget={BUDGET_MB}MB")


class Truth:
    """All that ever stood in the spools, looked at from inside the machines."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, str]] = {machine: {} for machine in SENDERS}

    def look(self) -> dict[str, int]:
        for machine, lines in self.lines.items():
            lines.update(spooled(machine))
        return {machine: len(lines) for machine, lines in self.lines.items()}

    def results(self) -> int:
        return sum(len(lines) for lines in self.lines.values())

    def bytes_of_links(self) -> Counter:
        """What the results say was sent over each line, both directions."""
        counted: Counter = Counter()
        for lines in self.lines.values():
            for line in lines.values():
                _, _, path, _, sent, replies = line.split()[:6]
                packets = int(sent) + (0 if replies == "-" else len(replies.strip(",").split(",")))
                for end in path.split(">"):
                    counted[end.split("/")[0]] += packets * (64 + (40 if path.endswith("ipv6") else 20))
        return counted

    def round_trips(self) -> Counter:
        """Path and round-trip time as written there, so often as they stand there."""
        counted: Counter = Counter()
        for lines in self.lines.values():
            for line in lines.values():
                _, _, path, _, sent, replies = line.split()[:6]
                assert sent != "!", line
                counted.update((path, float(reply.split(":")[1])) for reply in replies.strip(",").split(",") if reply != "-")
        return counted


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") in ("1", "true"), "SKIPPED: raising namespaces needs root; set CARAVAN_REAL=1")
class Lookouts(unittest.TestCase):
    """Test methods run by name: each number is one act of one play."""

    truth: Truth

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(raze_bed)
        raise_bed()
        start_server(*PROBING)
        hand_over(infrastructure())
        cls.truth = Truth()

    def test_1_the_server_is_killed_twice_and_each_result_arrives_once(self) -> None:
        wait_until("all senders have orders", lambda: self.armed() == set(SENDERS))
        before = bytes_of_lines()
        kill_server()
        wait_until("all went on alone", lambda: min(self.truth.look().values()) >= 6)
        start_server(*PROBING)
        # Killed again in the midst of what it fetches, wherever that is.
        wait_until("some have arrived", lambda: self.truth.look() and len(results_and_samples()[1]))
        kill_server()
        seen = self.truth.results()
        wait_until("they go on", lambda: self.truth.look() and self.truth.results() > seen)
        start_server(*PROBING)
        self.all_arrived_once("server killed twice")
        crossed = {line: count - before[line] for line, count in bytes_of_lines().items()}
        print("bytes on the interfaces meanwhile, promised at most", BUDGET_MB * 1_000_000, ":", crossed)
        self.assertLess(max(crossed.values()), BUDGET_MB * 1_000_000)
        books = {link["link"]: link["spentBytes"] for link in ask("GET", "/probes/affordable")["links"]}
        for link, sent in self.truth.bytes_of_links().items():
            self.assertGreaterEqual(books[link], sent, "what sites sent alone is in the books")
        self.assertFalse(ask("GET", "/probes/latest")["id"].startswith("away-"), "what goes by the newest run goes by one of the server's")

    def test_2_a_site_is_cut_off_and_what_it_found_arrives_once(self) -> None:
        wait_until("all have orders again", lambda: self.armed() == set(SENDERS))
        already = self.truth.look()
        caravan("testbed", "exec", "pi-east-1", "--", "ip", "link", "set", "mgmt", "down")
        wait_until("the server knows", lambda: any(one["machineId"] == "pi-east-1" and one.get("fault") for one in ask("GET", "/lookouts")))
        known, visits = set(self.truth.lines["vantage-coast"]), set()

        def goes_on() -> bool:
            visits.add(last_visit("vantage-coast"))
            return self.truth.look()["pi-east-1"] >= already["pi-east-1"] + 6

        wait_until("the site goes on", goes_on)
        # A busy server may visit late.
        for number in set(self.truth.lines["vantage-coast"]) - known:
            began = int(self.truth.lines["vantage-coast"][number].split()[1]) / 1000
            silent = min((began - at - after for at, after in visits - {None} if at <= began), default=0)
            self.assertGreaterEqual(silent, -2, "who is visited does not begin")
        caravan("testbed", "exec", "pi-east-1", "--", "ip", "link", "set", "mgmt", "up")
        self.all_arrived_once("site cut off")

    def test_3_clocks_are_known_and_one_that_is_told_ends(self) -> None:
        wait_until("the clocks of all are known", lambda: self.armed() == set(SENDERS) and all(
            "clockBoundMillis" in one for one in ask("GET", "/lookouts")))
        for one in ask("GET", "/lookouts"):
            print(f"{one['machineId']}: clock {one['clockOffsetMillis']:+.1f} ms, within {one['clockBoundMillis']:.1f} ms")
            self.assertLessEqual(abs(one["clockOffsetMillis"]), one["clockBoundMillis"], "all machines of the bed have one clock")
        caravan("server", "stop")
        start_server()
        wait_until("the lookouts are gone", lambda: all(self.gone(machine) for machine in SENDERS))
        self.all_arrived_once("at the end")

    def all_arrived_once(self, when: str) -> None:
        """Spools number what they give out: a number that is missing is a result that was lost. Most were seen there, too; some come and go
        between two looks."""
        wait_until("nothing waits", lambda: self.truth.look() and not any(map(spooled, SENDERS)) and self.taken() >= self.truth.results())
        results, samples = results_and_samples()
        for spool, numbers in results.items():
            self.assertEqual(list(range(1, len(numbers) + 1)), sorted(numbers), f"each result of {spool} is in the store once")
        losses = [(path, taken_at) for path, quantity, taken_at, _ in samples if quantity == "LOSS"]
        arrived = Counter((path, value) for path, quantity, _, value in samples if quantity == "IDLE_RTT")
        wrote = self.truth.round_trips()
        taken = sum(map(len, results.values()))
        print(f"{when}: results taken {taken}, {self.truth.results()} of them seen at the sites before; "
              f"round-trip times seen there {sum(wrote.values())}, "
              f"arrived {sum(arrived.values())}, of those seen lost {sum((wrote - arrived).values())}", flush=True)
        self.assertEqual(Counter(), wrote - arrived)
        self.assertEqual((taken, taken), (len(losses), len(set(losses))), "each result brings its loss once")
        now = time.time_ns()
        self.assertTrue(all(now - 3_600 * 10**9 < taken_at <= now for _, taken_at in losses))

    @staticmethod
    def taken() -> int:
        return sum(map(len, results_and_samples()[0].values()))

    @staticmethod
    def armed() -> set[str]:
        return {one["machineId"] for one in ask("GET", "/lookouts") if one["paths"] and "fault" not in one}

    @staticmethod
    def gone(machine: str) -> bool:
        return "lookout" not in caravan("testbed", "exec", machine, "--", "sh", "-c",
                                        "ls /root/.caravan 2>/dev/null; ps -eo args | grep '[l]ookout.sh' || true")


if __name__ == "__main__":
    unittest.main()

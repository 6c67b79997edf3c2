"""Obligations of the demo, in the order in which a user meets them. Needs root on Linux; run by ./caravan test --real."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from caravan_demo import (
    DATA, HOME, RUN, ask, caravan, copies_on_nodes, front_page, instances, kept_connection, readme_commands, said, shop_answers,
    start, step_running, steps_done, under_load, wait_until,
)

sys.path.insert(0, str(HOME / "examples"))
from installation import kill  # noqa: E402 (the path must be set first)

SHOP_MODEL = HOME / "examples/sock-shop/sock-shop.caravan"
LEAST_KBIT, MOST_KBIT = 200, 400
"""Minimum and maximum of the front end in the act on bandwidth: less than eight users ask for, also on a busy machine."""


def on_node(host: str, *words: str):
    return caravan("testbed", "exec", host, "--", *words)


@unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "SKIPPED: raising namespaces and containers needs root")
class DemoScenario(unittest.TestCase):
    """Test methods run by name: each number is one act of one play."""

    @classmethod
    def tearDownClass(cls) -> None:
        caravan("demo", "down")

    def test_01_one_command_brings_the_shop(self) -> None:
        demo = caravan("demo")
        print(demo.stdout[-2500:])
        self.assertEqual(0, demo.returncode, demo.stdout[-4000:] + demo.stderr)
        self.assertIn("first page of the shop after", demo.stdout)
        self.assertIn("Sock", front_page())
        self.assertEqual(sorted(instances()), sorted(self.instance_of(label) for label in self.running()))

    def test_02_a_second_demo_changes_nothing(self) -> None:
        before = copies_on_nodes()
        demo = caravan("demo")
        print(demo.stdout[-700:])
        self.assertEqual(0, demo.returncode, demo.stderr)
        self.assertIn("Nothing to do", demo.stdout)
        self.assertEqual(before, copies_on_nodes())

    def test_03_degraded_network_moves_the_front_end_and_no_request_is_lost(self) -> None:
        self.back_to_bergen()
        before = instances()["frontend:1"]
        load = start("load", "--rate", "20", "--duration", "60", "--json")
        self.assertEqual(0, caravan("testbed", "degrade", "bergen", "rtt", "+400ms").returncode)
        self.assertEqual(0, caravan("probe", "--scope", "idle").returncode)
        deploy = caravan("deploy", "--auto-approve")
        print(deploy.stdout[-3000:])
        self.assertEqual(0, deploy.returncode, deploy.stdout + deploy.stderr)
        self.assertNotEqual(before, instances()["frontend:1"])
        self.assert_order(deploy.stdout, "CREATE frontend:1", "CONFIRM frontend:1", "ENTRY", "DRAIN frontend:1", "DESTROY frontend:1")
        output, _ = load.communicate(timeout=120)
        self.assertIn("{", output, f"the load ended with {load.returncode} and printed no figures")
        counted = json.loads(output[output.index("{"):])
        print("load through the move:", {key: counted[key] for key in ("sent", "answered", "lost")})
        self.assertEqual(0, counted["lost"], output)
        self.assertGreaterEqual(counted["answered"], 1000)

    def test_03b_one_isp_cut_is_shown_and_the_link_over_it_goes_by_another_way(self) -> None:
        self.back_to_bergen()
        before = self.way_to_orders()
        line = before.split("/")[0]
        self.assertEqual(0, caravan("testbed", "degrade", line, "loss", "100%").returncode)
        self.assertEqual(0, caravan("probe", "--scope", "idle").returncode)
        silent = [row for row in caravan("network").stdout.splitlines() if row.startswith("silent: ")]
        self.assertTrue(any(f" {line}/" in row for row in silent), silent)
        deploy = caravan("deploy", "--auto-approve")
        self.assertEqual(0, deploy.returncode, deploy.stdout + deploy.stderr)
        after = self.way_to_orders()
        print(f"\n{line} cut, {len(silent)} paths silent; frontend:1 -> orders:1 went {before}, goes {after}")
        self.assertFalse(after.startswith(line + "/"), after)
        wait_until("the shop answers from the remaining instances", shop_answers)
        self.assertEqual(0, caravan("testbed", "restore").returncode)
        self.assertEqual(0, caravan("probe", "--scope", "idle").returncode)

    def test_03c_bandwidth_goes_from_the_model_over_the_plan_and_the_node_to_what_users_get(self) -> None:
        self.back_to_bergen()
        began = time.monotonic()
        sites = DATA / "demo.caravan"
        with tempfile.TemporaryDirectory() as folder:
            declared, limited = Path(folder, "demo.caravan"), Path(folder, "sock-shop.caravan")
            declared.write_text(re.sub(r"( isp \w+ \{[^}]*?) \}", r"\1  uplink 50 Mbit/s }", sites.read_text()))
            self.assertEqual(0, caravan("infrastructure", str(declared)).returncode)
            model = f"bandwidth {{ min {LEAST_KBIT} kbit/s  max {MOST_KBIT} kbit/s }}"
            limited.write_text(SHOP_MODEL.read_text().replace("component frontend {\n", f"component frontend {{\n    {model}\n", 1))
            deploy = caravan("deploy", "--auto-approve", str(limited))
        self.assertEqual(0, deploy.returncode, deploy.stdout + deploy.stderr)
        plan = next(line.strip() for line in deploy.stdout.splitlines() if "RESERVE frontend:1" in line)
        host, label = self.front_end()
        node = on_node(host, "cat", f"/var/lib/lxc/{label}/bandwidth").stdout
        divided = [line for line in node.splitlines() if line.startswith("link ")]
        self.assertTrue(divided and all(f" 50000000 {LEAST_KBIT}000 {MOST_KBIT}000 " in line for line in divided), node)
        users, node_counted = self.pages_until_read(label)
        print(f"\nmodel: {model} of frontend\nplan: {plan}\nnode {host}: {'; '.join(divided)}\n"
              f"measured: eight users got {users:.0f} kbit/s of pages; the node counted {node_counted:.0f} kbit/s, as caravan bandwidth "
              f"and the page Nodes of the console show ({time.monotonic() - began:.0f} s)\n{caravan('bandwidth', 'sock-shop').stdout}")
        for kbit in (users, node_counted):
            self.assertTrue(MOST_KBIT * 0.8 < kbit < MOST_KBIT * 1.05, kbit)
        self.assertEqual(0, caravan("deploy", "--auto-approve", str(SHOP_MODEL)).returncode)
        self.assertEqual(0, caravan("infrastructure", str(sites)).returncode)

    def pages_until_read(self, label: str) -> tuple[float, float]:
        """Rates in kbit/s of pages that eight users get who ask again once they are answered, and of the node's reading of that time."""
        over = threading.Event()

        def ask_again() -> int:
            received = 0
            while not over.is_set():
                received += len(front_page(120).encode())
            return received

        began, at = time.monotonic(), datetime.now(UTC)
        counted: list[float] = []

        def is_read() -> bool:
            """Keeps the first reading: later ones are of a time without these users."""
            used = self.front_end_used(label, at)
            if used is not None:
                counted.append(used)
            return used is not None

        with ThreadPoolExecutor(8) as users:
            answers = [users.submit(ask_again) for _ in range(8)]
            try:
                wait_until("the node reports what the pages used", is_read)
            finally:
                over.set()
        received = sum(answer.result() for answer in answers)
        return received * 8 / 1e3 / (time.monotonic() - began), counted[0]

    @staticmethod
    def front_end_used(label: str, since: datetime) -> float | None:
        """kbit/s that the front end sent on its busiest link, in a reading of its node that began after this time."""
        index, generation = label.split(".")[2:]
        used = [one["usedBitsPerSecond"] / 1e3 for one in ask("bandwidth?application=sock-shop")
                if one["copy"] == f"frontend:{index}@{generation}" and not one["inbound"]
                and datetime.fromisoformat(one["at"]) - timedelta(seconds=one["seconds"]) >= since]
        return max(used, default=None)

    def test_04_a_server_killed_in_the_middle_of_a_move_converges_when_it_is_started_again(self) -> None:
        self.back_to_bergen()
        self.assertEqual(0, caravan("testbed", "degrade", "bergen", "rtt", "+400ms").returncode)
        self.assertEqual(0, caravan("probe", "--scope", "idle").returncode)
        deploy = start("deploy", "--auto-approve", "--application", "sock-shop")
        wait_until("five steps of the move are done", lambda: steps_done() >= 5)
        kill(int((DATA / "server.pid").read_text()))
        # At once: the waiting command asks a server that does not answer for two minutes.
        self.assertEqual(0, caravan("server", "start").returncode)
        output, _ = deploy.communicate(timeout=300)
        self.assertEqual(0, deploy.returncode, output)
        self.assertIn("is done.", output, "the waiting command gets the result from the restarted server")
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)
        self.assertEqual("simula-1", instances()["frontend:1"])
        self.assertEqual(sorted(instances()), sorted(self.instance_of(label) for label in self.running()))
        wait_until("the shop answers from its new hosts", shop_answers)

    def test_05_three_mistakes_are_three_located_messages_and_change_nothing(self) -> None:
        before = said("status", "--application", "sock-shop")
        text = SHOP_MODEL.read_text()
        text = text.replace("requires catalogue.http", "requires catalog.http", 1).replace("memory 96 MiB", "memory 96", 1)
        text = text.replace("latency of home", "latency of hom", 1)
        with tempfile.TemporaryDirectory() as folder:
            wrong = Path(folder, "wrong.caravan")
            wrong.write_text(text)
            deploy = caravan("deploy", "--auto-approve", str(wrong))
        print(deploy.stderr)
        self.assertEqual(1, deploy.returncode)
        self.assertEqual(3, sum(": error: " in line for line in deploy.stderr.splitlines()), deploy.stderr)
        self.assertEqual(before, said("status", "--application", "sock-shop"))

    def test_06_an_unreachable_host_is_named_and_the_run_can_go_on(self) -> None:
        """Frozen, because the server would otherwise replace the copies before a person does anything."""
        self.assertEqual(0, caravan("freeze", "sock-shop").returncode)
        self.addCleanup(caravan, "unfreeze", "sock-shop")
        host = instances()["frontend:1"]
        self.assertEqual(0, caravan("testbed", "cut", host).returncode)
        nodes = caravan("nodes")
        print(nodes.stdout)
        self.assertEqual(4, nodes.returncode)
        self.assertIn(f"{host} could not be observed", nodes.stdout)
        target = said("status", "--application", "sock-shop")["targetPlanId"]
        changed = self.deploy_changed_model()
        print(changed.stdout[-1500:], changed.stderr)
        self.assertEqual(1, changed.returncode)
        self.assertIn(host, changed.stdout + changed.stderr)
        self.assertEqual(0, caravan("testbed", "mend", host).returncode)
        if said("status", "--application", "sock-shop")["targetPlanId"] == target:
            self.assertEqual(0, self.deploy_changed_model().returncode)
        else:
            self.assertEqual(0, caravan("resume", "--application", "sock-shop").returncode)
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)

    def test_06b_a_line_cut_in_the_middle_of_a_step_holds_the_deployment_until_it_is_mended(self) -> None:
        self.assertEqual(0, caravan("freeze", "sock-shop").returncode)
        self.addCleanup(caravan, "unfreeze", "sock-shop")
        host = instances()["frontend:1"]
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder, "sock-shop.caravan")
            changed.write_text(SHOP_MODEL.read_text().replace('SHOP_NAME "', 'SHOP_NAME "Newer ', 1))
            with kept_connection():
                deploy = start("deploy", "--auto-approve", str(changed))
                wait_until("the old front end drains", lambda: step_running("DRAIN"))
                self.assertEqual(0, caravan("testbed", "cut", host).returncode)
            self.assertTrue(shop_answers(), "instances on an isolated host keep serving")
            output, _ = deploy.communicate(timeout=900)
        print(output[-1500:])
        self.assertEqual(1, deploy.returncode, output)
        self.assertIn(f"on {host} failed: ", output)
        self.assertEqual("FAILED", ask("applications/sock-shop/deployments/latest")["state"])
        self.assertTrue(shop_answers(), "instances on an isolated host keep serving")
        self.assertEqual(0, caravan("testbed", "mend", host).returncode)
        resume = caravan("resume", "--application", "sock-shop")
        print(resume.stdout[-800:])
        self.assertEqual(0, resume.returncode, resume.stdout + resume.stderr)
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)
        self.assertEqual(sorted(instances()), sorted(self.instance_of(label) for label in self.running()))

    def test_06c_one_command_goes_back_to_an_earlier_plan(self) -> None:
        before = said("plans", "--application", "sock-shop")
        back = caravan("rollback", "sock-shop", "--auto-approve")
        print(back.stdout[-1500:])
        self.assertEqual(0, back.returncode, back.stdout + back.stderr)
        self.assertEqual(len(before) + 1, len(said("plans", "--application", "sock-shop")))
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)
        self.assertEqual(0, caravan("orphans").returncode)
        wait_until("the shop answers", shop_answers)

    def test_06d_a_copy_whose_process_ended_is_started_again_by_its_host(self) -> None:
        host, label = self.front_end()

        def process() -> str:
            return on_node(host, "lxc-info", "-n", label, "-p", "-H").stdout.strip()

        before = process()
        self.assertEqual(0, on_node(host, "lxc-stop", "-k", "-n", label).returncode)
        wait_until("the host starts the copy again", lambda: process() not in ("", "-1", before))
        wait_until("the shop answers", shop_answers)
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)

    def test_06e_what_vanished_behind_our_back_is_found_and_repaired(self) -> None:
        host, label = self.front_end()
        held = f"/run/caravan/hold/{label}"  # or the host starts it again
        self.assertEqual(0, on_node(host, "sh", "-c", f"mkdir -p /run/caravan/hold && touch {held} && lxc-stop -k -n {label}").returncode)
        drift = caravan("drift", "--application", "sock-shop")
        print(drift.stdout)
        self.assertEqual(2, drift.returncode)
        self.assertIn("has stopped", drift.stdout)
        self.assertEqual(0, caravan("drift", "--application", "sock-shop", "--repair", "--auto-approve").returncode)
        self.assertEqual(0, caravan("drift", "--application", "sock-shop").returncode)
        wait_until("the shop answers", shop_answers)

    def test_06f_copies_of_a_node_without_power_are_replaced_by_the_server(self) -> None:
        """A node without data: what is ready only if a database on the lost node answers would wait for it."""
        self.back_to_bergen()
        host = instances()["frontend:1"]
        load = start("load", "--rate", "50", "--duration", "45", "--json")
        wait_until("the load runs", lambda: load.poll() is None and shop_answers())
        time.sleep(3)
        began = time.monotonic()
        self.assertEqual(0, caravan("testbed", "off", host).returncode)
        off = time.monotonic()
        wait_until("the shop does not answer", lambda: not shop_answers(1), 20)
        try:
            wait_until("the shop is served again", lambda: all(shop_answers(2) for _ in range(3)), 120)
        except AssertionError as late:
            raise AssertionError(f"{late}: {ask('decisions')[:4]}, {ask('applications/sock-shop/deployments/latest')}") from late
        served = time.monotonic()
        goal = under_load(60)
        output, _ = load.communicate(timeout=120)
        counted = json.loads(output[output.index("{"):])
        decision = next(one for one in ask("decisions?rule=host-lost") if host in one["subjects"])
        silence = next(figure for figure in decision["figures"] if figure["name"] == "silence")
        print(f"\npower of {host} cut (took {off - began:.1f} s): served again after {served - began:.1f} s, "
              "of which silence until decided "
              f"{silence['value']:.1f} s; load {({key: counted[key] for key in ('sent', 'answered', 'lost')})}")
        self.assertEqual("rule host-lost", decision["action"]["approvedBy"], decision)
        self.assertNotIn(host, instances().values())
        self.assertLess(served - began, goal, decision)
        self.assertEqual(0, caravan("testbed", "on", host).returncode)
        wait_until("the deployment is completed", lambda: ask("applications/sock-shop/deployments/latest")["state"] == "DONE", 120)
        drift = caravan("drift", "--application", "sock-shop")
        self.assertEqual(0, drift.returncode, drift.stdout)
        self.assertEqual(sorted(instances()), sorted(self.instance_of(label) for label in self.running()))

    @staticmethod
    def front_end() -> tuple[str, str]:
        """Its host, and its name there."""
        host = instances()["frontend:1"]
        return host, next(label for label in copies_on_nodes()[host] if ".frontend." in label)

    def test_07_a_changed_host_key_is_refused(self) -> None:
        known = DATA / "credentials/testbed/known_hosts"
        pinned = known.read_text()
        lines = pinned.splitlines()
        first, second = lines[0].split(), lines[1].split()
        known.write_text("\n".join([" ".join([first[0], *second[1:]]), *lines[1:]]) + "\n")
        try:
            caravan("server", "stop")
            self.assertEqual(0, caravan("server", "start").returncode)
            nodes = caravan("nodes")
            print(nodes.stdout)
            self.assertEqual(4, nodes.returncode)
            self.assertIn("host key", nodes.stdout)
        finally:
            known.write_text(pinned)
            caravan("server", "stop")
            caravan("server", "start")

    def test_08_down_leaves_nothing(self) -> None:
        down = caravan("demo", "down")
        self.assertEqual(0, down.returncode, down.stderr)
        left = caravan("testbed", "leftovers")
        print(left.stdout)
        self.assertEqual(0, left.returncode, left.stdout)

    def test_09_every_command_of_the_readme_was_run_as_it_stands_there(self) -> None:
        what_runs_this = {"./caravan test", "./caravan test --real"}
        self.assertEqual(set(), set(readme_commands()) - RUN - what_runs_this)

    @staticmethod
    def way_to_orders() -> str:
        """By which ISPs and IP version the shop's front end reaches orders, which stay in another site's cloud, if it was planned now."""
        links = said("plan", "--application", "sock-shop")["placement"]["links"]
        return next(link["path"] for link in links if (link["from"], link["to"]) == ("frontend:1", "orders:1"))

    def back_to_bergen(self) -> None:
        """With all lines restored, a shop that is deployed afresh goes to its users again."""
        self.assertEqual(0, caravan("testbed", "restore").returncode)
        if "pi-bergen" in instances()["frontend:1"]:
            return
        self.assertEqual(0, caravan("probe", "--scope", "idle").returncode)
        self.assertEqual(0, caravan("destroy", "sock-shop", "--auto-approve").returncode)
        self.assertEqual(0, caravan("deploy", "--auto-approve", str(SHOP_MODEL)).returncode)
        self.assertIn("pi-bergen", instances()["frontend:1"])

    def deploy_changed_model(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder, "sock-shop.caravan")
            changed.write_text(SHOP_MODEL.read_text().replace('SHOP_NAME "', 'SHOP_NAME "New ', 1))
            return caravan("deploy", "--auto-approve", str(changed))

    def assert_order(self, text: str, *parts: str) -> None:
        done = "\n".join(line for line in text.splitlines() if line.strip().startswith("DONE"))
        at = [done.find(part) for part in parts]
        self.assertTrue(all(place >= 0 for place in at) and at == sorted(at), f"{parts} at {at} in\n{done}")

    @staticmethod
    def running() -> list[str]:
        return [label for labels in copies_on_nodes().values() for label in labels]

    @staticmethod
    def instance_of(label: str) -> str:
        _, component, index, _ = label.split(".")
        return f"{component}:{index}"


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""One short scenario on the emulated bed, by Caravan's own server, command line and probes: a deep queue, the limit of one IP version, and
the NAT."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import free_port  # noqa: E402 (the path must be set first)

_PATHS = ("narvik.Broadnet/ipv4 -> simula.Telenor|hainan.CERNET/ipv. -> simula.Uninett|"
          "ohio.Amazon/ipv4 -> bergen|bergen.Uninett/ipv4 -> ohio")
_FLOWS = 5


def why_not_real() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "CARAVAN_REAL=1 asks for it"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    missing = [program for program in ("ip", "nft", "netperfmeter", "ping", "gcc", "java") if shutil.which(program) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else ""


@unittest.skipIf(why_not_real(), f"SKIPPED: {why_not_real()}")
class ShortScenario(unittest.TestCase):
    def setUp(self) -> None:
        self.data = Path(self.enterContext(tempfile.TemporaryDirectory(dir=os.environ.get("CARAVAN_DATA"))))
        self.prefix = f"n{os.getpid() % 16**6:x}"
        self.environment = os.environ | {
            "CARAVAN_DATA": str(self.data), "CARAVAN_NORNET_SERVER": f"http://127.0.0.1:{free_port()}",
            "CARAVAN_NORNET_DNS": str(free_port()),
            # tests of the test bed have even ones
            "CARAVAN_NORNET_OPTIONS": f"--prefix {self.prefix} --mgmt 198.19.{os.getpid() % 127 * 2 + 1}.0/24"}
        self.addCleanup(self.nornet, "down")

    def nornet(self, *words: str) -> str:
        done = subprocess.run([str(HOME / "caravan"), "nornet", *words], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def packets(self, chain: str) -> list[int]:
        rules = subprocess.run(["ip", "netns", "exec", f"{self.prefix}-nat-nornet", "nft", "-j", "list", "chain", "ip", "caravan", chain],
                               capture_output=True, text=True, check=True).stdout
        return [part["counter"]["packets"] for rule in json.loads(rules)["nftables"] if "rule" in rule for part in rule["rule"]["expr"]
                if "counter" in part]

    def test_what_the_inputs_imply_is_what_caravan_measures(self) -> None:
        self.nornet("up")
        print(self.nornet("measure", "--repetitions", "1", "--quick", "--match", _PATHS))
        result = json.loads((self.data / "nornet/result/result.json").read_text())["repetitions"][0]
        self.assertEqual([], result["faults"])
        rows = {(row["from"], row["to"], row["family"]): row for row in result["paths"]}
        self.assertEqual(_FLOWS, len(rows))
        for row in rows.values():
            self.assertGreater(row["echoes"], 5)
        bloat = rows["narvik.Broadnet", "simula.Telenor", "ipv4"]
        self.assertGreater(bloat["loadedRttMs"], 5 * bloat["idleRttMs"], "a deep queue fills")
        self.assertLess(bloat["throughputBps"], 0.83e6)
        ipv4, ipv6 = (rows["hainan.CERNET", "simula.Uninett", family]["throughputBps"] for family in ("ipv4", "ipv6"))
        self.assertLess(ipv4, 1.95e6)
        self.assertGreater(ipv6, 2 * ipv4)
        inwards = rows["ohio.Amazon", "bergen.Uninett", "ipv4"]
        self.assertLess(inwards["throughputBps"] * inwards["idleRttMs"] / 8e3, 1.1 * 46_000, "never more than the window is on its way")
        self.assertGreater(self.packets("translated")[0], 0, "addresses of who is inside are translated")
        self.assertTrue(all(count > 0 for count in self.packets("narrowed")), "windows of connections from outside are narrowed")

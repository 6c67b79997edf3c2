"""From one upload to the first answer, on real nodes; and that nothing is left of an upload that cannot run.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import Installation  # noqa: E402 (the path must be set first)

DATA = Path(os.environ.get("CARAVAN_SERVICES_DATA", HOME / "data/services"))
BUILT = Path(os.environ.get("CARAVAN_IMAGES", DATA / "built"))
PAIR = str(HOME / "examples/testbed/pair.toml")
# A machine that runs other suites at the same time starts a server slowly.
OWN = Installation(DATA, "http://127.0.0.1:8270", "--prefix cvs --mgmt 198.18.170.0/24", {"CARAVAN_SERVER_SECONDS": "300"})
SITE = HOME / "examples/services/site"
UNDONE = 3
PATIENCE_S = 30


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real services need root, namespaces, containers, and CARAVAN_REAL=1")
class FirstAnswer(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        specs = HOME / "executionware/services"
        # What an earlier run created is gone with its nodes; images stay.
        for part in DATA.glob("*"):
            if part != BUILT:
                subprocess.run(["rm", "-rf", "--one-file-system", str(part)], check=True)
        BUILT.mkdir(parents=True, exist_ok=True)
        subprocess.run([str(HOME / "executionware/images/image-build"), str(specs / "debian.toml"), str(specs / "web.toml"),
                        str(specs / "redis.toml"), "--output", str(BUILT)], check=True, stdout=subprocess.DEVNULL)
        cls.models = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.addClassCleanup(OWN.caravan, "testbed", "down", PAIR)
        OWN.caravan("testbed", "up", PAIR)
        OWN.keep_keys_of_bed()
        cls.addClassCleanup(OWN.caravan, "server", "stop")
        OWN.caravan("server", "start", "--caravan.dns.listen=127.0.0.1:5170")
        infrastructure = DATA / "pair.caravan"
        infrastructure.write_text(OWN.caravan("testbed", "infrastructure", PAIR))
        OWN.caravan("infrastructure", str(infrastructure))
        OWN.caravan("probe", "--scope", "idle")
        OWN.caravan("image", "push", str(BUILT), "caravan/services/web", "caravan/services/redis")

    def create(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        return OWN.caravan("service", "create", *words, "--auto-approve", "-o", str(self.models / f"{words[1]}.caravan"), codes=codes)

    def instance(self, application: str) -> dict:
        return OWN.ask("GET", f"/applications/{application}")["instances"][0]

    def as_user(self, path: str) -> str:
        address = next(one for one in self.instance("shop")["addresses"] if ":" not in one)
        end = time.monotonic() + PATIENCE_S
        while True:
            answer = OWN.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-fsS", "--max-time", "5", f"http://{address}:8080{path}",
                                 codes=(0, 7, 22, 28))
            if answer or time.monotonic() > end:
                return answer
            time.sleep(0.2)

    def test_1_a_folder_with_a_page_of_php_answers_its_users(self) -> None:
        began = time.monotonic()
        said = self.create("web", "shop", str(SITE), "--users", "users-coast=5")
        answer = self.as_user("/")
        print(f"web: {time.monotonic() - began:.1f} s from the command to the first answer", flush=True)
        self.assertIn("Hello from web:1 at ", answer, said)
        self.assertIn("font-family", self.as_user("/style.css"))

    def test_2_redis_gets_a_password_that_only_its_copy_knows(self) -> None:
        began = time.monotonic()
        said = self.create("redis", "carts", "--require", "west")
        print(f"redis: {time.monotonic() - began:.1f} s until it runs", flush=True)
        self.assertIn("secret  carts-password is a new random password", said)
        self.assertEqual("west", self.instance("carts")["siteId"])
        self.assertIn("carts-password", str(OWN.ask("GET", "/secrets")))

    def test_3_nothing_is_left_of_an_upload_that_has_no_entry_point(self) -> None:
        empty = self.models / "empty"
        empty.mkdir()
        self.create("web", "bad", str(empty), codes=(1,))
        self.assert_nothing_left("bad")

    def test_4_nothing_is_left_of_an_upload_that_does_not_run(self) -> None:
        """The snapshot has a head and an end, but nothing between them that Redis can load."""
        damaged = self.models / "damaged.rdb"
        damaged.write_bytes(b"REDIS0010" + b"\3" * 20 + b"\xff" + bytes(8))
        self.create("redis", "broken", str(damaged), codes=(UNDONE,))
        self.assert_nothing_left("broken")

    def assert_nothing_left(self, name: str) -> None:
        self.assertFalse((self.models / f"{name}.caravan").exists())
        self.assertNotIn(name, [one["name"] for one in OWN.ask("GET", "/applications") if one["state"] != "DESTROYED"])
        self.assertNotIn(f"service/{name}", [one["name"] for one in OWN.ask("GET", "/images")])
        self.assertNotIn(f"{name}-password", [one["name"] for one in OWN.ask("GET", "/secrets")])


if __name__ == "__main__":
    unittest.main(verbosity=2)

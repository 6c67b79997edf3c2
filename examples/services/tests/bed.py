"""A test bed of two sites with the engines of all services, and what tests of services ask its server."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

DATA = Path(os.environ.get("CARAVAN_SERVICES_DATA", HOME / "data/services"))
BUILT = Path(os.environ.get("CARAVAN_IMAGES", DATA / "built"))
ROUTER = HOME / "executionware/images/router/router.toml"
# Kinds of services, without that of the first tests, in the order of the tests; flink has tests of its own.
KINDS = ("redis", "java", "mysql", "postgresql", "generic", "taskfarm", "files")
# Engines that are images on that of java.
ON_JAVA = ("files", "flink")
PAIR = str(HOME / "examples/testbed/pair.toml")
# A machine that runs other suites at the same time starts a server slowly.
OWN = Installation(DATA, "http://127.0.0.1:8270", "--prefix cvs --mgmt 198.18.170.0/24", {"CARAVAN_SERVER_SECONDS": "300"})
# Bounds of waits for states, on machines with many other suites.
SCALED_S = 400
PATIENCE_S = 300
# Exit codes of curl: no connection, a part of the answer, an error of HTTP, no answer in time, an empty one, a connection that ended.
UNANSWERED = (7, 18, 22, 28, 52, 56)
# The operator's limits of scaling, so that the test takes two minutes instead of thirteen (calculated).
QUICK = ("--caravan.metrics.every=5s", "--caravan.adaptation.cool-down=5s", "--caravan.rules.stabilisation=10s",
         "--caravan.rules.scale-out-cool-down=10s", "--caravan.rules.scale-in-cool-down=10s")
# With characters that a configuration, a statement or a shell would interpret.
PASSWORD = "it's \"quoted\" \\ and $HOME"


def specification(engine: str) -> Path:
    return HOME / f"executionware/services/{engine}.toml"


class ServiceTest(unittest.TestCase):
    kinds: tuple[str, ...] = KINDS

    @classmethod
    def setUpClass(cls) -> None:
        # What an earlier run created is gone with its nodes; images stay.
        for part in DATA.glob("*"):
            if part != BUILT:
                subprocess.run(["rm", "-rf", "--one-file-system", str(part)], check=True)
        BUILT.mkdir(parents=True, exist_ok=True)
        cls.models = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        began = time.monotonic()
        beside = ThreadPoolExecutor(1)
        cls.addClassCleanup(beside.shutdown)
        web = beside.submit(cls.build, ROUTER, *map(specification, ("debian", "web")))
        cls.addClassCleanup(OWN.caravan, "testbed", "down", PAIR)
        OWN.caravan("testbed", "up", PAIR)
        OWN.keep_keys_of_bed()
        cls.addClassCleanup(OWN.caravan, "server", "stop")
        OWN.caravan("server", "start", "--caravan.dns.listen=127.0.0.1:5170", *QUICK, UNPROBED)
        infrastructure = DATA / "pair.caravan"
        infrastructure.write_text(OWN.caravan("testbed", "infrastructure", PAIR))
        OWN.caravan("infrastructure", str(infrastructure))
        # Packet trains tolerate a busy machine.
        OWN.caravan("probe", "--scope", "idle")
        print(f"bed, server and probes: {time.monotonic() - began:.1f} s", flush=True)
        web.result()
        OWN.caravan("image", "push", str(BUILT))
        print(f"engine web: {time.monotonic() - began:.1f} s", flush=True)
        # The first tests need no other engine.
        cls.engines = {kind: beside.submit(cls.build_engine, kind, began) for kind in cls.kinds}
        cls.addClassCleanup(wait, cls.engines.values())

    @staticmethod
    def build(*specifications: Path) -> None:
        subprocess.run([str(HOME / "executionware/images/image-build"), *map(str, specifications), "--output", str(BUILT)], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def build_engine(cls, kind: str, began: float) -> None:
        cls.build(*map(specification, ("debian", "java", kind) if kind in ON_JAVA else ("debian", kind)))
        OWN.caravan("image", "push", str(BUILT), f"caravan/services/{kind}")
        print(f"engine {kind}: {time.monotonic() - began:.1f} s", flush=True)

    def begin(self, kind: str) -> float:
        """The time, in seconds, at which a service of this kind can be created: its engine is at the server."""
        if kind in self.engines:
            self.engines[kind].result()
        return time.monotonic()

    def create(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        self.begin(words[0])
        return OWN.caravan("service", "create", *words, "--auto-approve", "-o", str(self.models / f"{words[1]}.caravan"), codes=codes)

    def instances(self, application: str, component: str) -> list[dict]:
        return [one for one in OWN.ask("GET", f"/applications/{application}")["instances"] if one["instance"].startswith(component)]

    def address(self, application: str, instance: str) -> str:
        return next(one for one in self.instances(application, instance)[0]["addresses"] if ":" not in one)

    def as_user(self, path: str, application: str = "shop", entry: str = "web-router") -> str:
        address = self.address(application, entry)
        end = time.monotonic() + PATIENCE_S
        while True:
            answer = OWN.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-fsS", "--max-time", "30",
                                 f"http://{address}:8080{path}", codes=(0, *UNANSWERED))
            if answer or time.monotonic() > end:
                return answer
            time.sleep(0.2)

    def quicken(self, name: str, window: str = "10 s") -> None:
        """Deploys the written model with shorter spans of its rules. The window of the metrics exceeds the period of the load."""
        model = self.models / f"{name}.caravan"
        quick = model.read_text()
        for span, shorter in (("every 10 s  window 30 s", f"every 5 s  window {window}"), ("for 20 s", "for 5 s"),
                              ("pause 1 min", "pause 15 s"), ("for 5 min", "for 10 s"), ("pause 5 min", "pause 15 s")):
            self.assertIn(span, quick)
            quick = quick.replace(span, shorter)
        model.write_text(quick)
        OWN.caravan("deploy", str(model), "--auto-approve")

    @staticmethod
    def print_decisions(application: str) -> None:
        for decision in reversed(OWN.ask("GET", f"/decisions?rule=model-rule&application={application}")):
            print(f"    {decision['at']} {decision['cause']} {decision['outcome']}", flush=True)

    def copies(self, application: str, component: str) -> int:
        return sum(one["state"] == "RUNNING" for one in self.instances(application, component))

    def await_copies(self, application: str, component: str, number: int, began: float,
                     meanwhile: Callable[[], object] = lambda: None) -> float:
        """Seconds since then until this number of copies runs and no deployment is under way."""
        while (self.copies(application, component) != number
               or OWN.ask("GET", f"/applications/{application}/deployments/latest")["state"] != "DONE"):
            self.assertLess(time.monotonic(), began + SCALED_S, f"{self.copies(application, component)} copies instead of {number}")
            meanwhile()
            time.sleep(0.2)
        return time.monotonic() - began

    def change(self, name: str, old: str, new: str) -> Path:
        """The written model of the service, with other words."""
        model = self.models / f"{name}.caravan"
        self.assertIn(old, model.read_text())
        model.write_text(model.read_text().replace(old, new))
        return model

    def await_state(self, state: Callable[[], bool], otherwise: Callable[[], object] | str, seconds: float = PATIENCE_S) -> None:
        end = time.monotonic() + seconds
        while not state():
            if time.monotonic() >= end:
                self.fail(otherwise() if callable(otherwise) else otherwise)
            time.sleep(0.2)

    def with_password(self, application: str) -> None:
        """A secret that exists stays: so the client of this test knows the password."""
        OWN.ask("PUT", f"/secrets/{application}-password", {"value": PASSWORD})

    def assert_nothing_left(self, name: str) -> None:
        self.assertFalse((self.models / f"{name}.caravan").exists())
        self.assertNotIn(name, [one["name"] for one in OWN.ask("GET", "/applications") if one["state"] != "DESTROYED"])
        self.assertNotIn(f"service/{name}", [one["name"] for one in OWN.ask("GET", "/images")])
        self.assertNotIn(f"{name}-password", [one["name"] for one in OWN.ask("GET", "/secrets")])

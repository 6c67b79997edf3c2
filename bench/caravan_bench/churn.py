"""What happens to applications of a server that is used for long: one thing after another, by chance, and by several people at once."""
import math
import random
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

from . import scene
from .api import Api, approved
from .application import Application
from .errors import BenchError, Refused
from .outages import Outages

ACTIONS = {"new version": 30, "scale": 20, "plan again": 15, "roll back": 12, "destroy": 8, "look": 15}
_LIMIT_S = 300
_QUIET_LIMIT_S = 90
_POLL_S = 0.3
_OUTAGE_S = 20
_BETWEEN_OUTAGES_S = 60
_MOST_REPLICAS = 3
_PLANS = 3  # as many as clients make
# What two people at one server may meet: somebody was quicker.
EXPECTED = {"outdated-plan", "resource-taken", "deployment-running", "no-placement", "no-earlier-plan", "newer-copy", "plan-removes",
            "stateful-moves", "no-address-left", "never-deployed"}


class Churn:
    """Threads that change applications until they are stopped, and one that disconnects and reconnects hosts."""

    def __init__(self, api: Api, data: Path, applications: int, people: int) -> None:
        self._api = api
        self._outages = Outages(data)
        self._applications = [Application(number) for number in range(applications)]
        self._end = threading.Event()
        self._turn = threading.Condition()
        self._acting = 0
        self._paused = False
        self._counting = threading.Lock()
        self.done: Counter = Counter()
        self.refused: Counter = Counter()
        self.wrong: Counter = Counter()
        self._threads = [threading.Thread(target=self._person, args=(seed,), daemon=True) for seed in range(people)]
        self._threads.append(threading.Thread(target=self._mishaps, daemon=True))

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._end.set()
        give_up = time.monotonic() + _LIMIT_S
        for thread in self._threads:
            thread.join(max(0.0, give_up - time.monotonic()))
        for _ in filter(threading.Thread.is_alive, self._threads):
            self._count(self.wrong, f"did not end within {_LIMIT_S} s")

    @contextmanager
    def quiet(self) -> Iterator[bool]:
        """Nobody begins anything inside, and what was begun has ended, unless it says False: then it would have taken too long."""
        with self._turn:
            self._paused = True
            ended = self._turn.wait_for(lambda: self._acting == 0, _QUIET_LIMIT_S)
        try:
            yield ended and self._planned()
        finally:
            with self._turn:
                self._paused = False
                self._turn.notify_all()

    def _planned(self) -> bool:
        """Whether the plans that the server makes by itself of each new model end in time."""
        give_up = time.monotonic() + _QUIET_LIMIT_S
        while any(planning["state"] in ("WAITING", "RUNNING") for planning in self._api.call("GET", "/plannings")):
            if time.monotonic() > give_up:
                return False
            time.sleep(_POLL_S)
        return True

    @contextmanager
    def _action(self) -> Iterator[None]:
        with self._turn:
            self._turn.wait_for(lambda: not self._paused)
            self._acting += 1
        try:
            yield
        finally:
            with self._turn:
                self._acting -= 1
                self._turn.notify_all()

    def deployed(self) -> int:
        """How many of the applications are."""
        return sum(application.deployed for application in self._applications)

    def _person(self, seed: int) -> None:
        chance = random.Random(seed)
        while not self._end.is_set():
            application = self._next(chance)
            if not application.lock.acquire(blocking=False):
                continue
            action = "deploy" if not application.deployed else chance.choices(list(ACTIONS), list(ACTIONS.values()))[0]
            self._try(action, application, lambda: self._act(action, application, chance))

    def _try(self, action: str, application: Application, work: Callable[[], None]) -> None:
        """Counts what came of it, and lets the application go."""
        began = math.inf
        try:
            with self._action():
                began = time.monotonic()
                work()
            self._count(self.done, action)
        except Refused as refusal:
            explained = refusal.code in EXPECTED or self._outages.explain(began, refusal.code)
            self._count(self.refused if explained else self.wrong, f"{action}: {refusal.status} {refusal.code}")
        except BenchError as fault:
            self._count(self.wrong, f"{action}: {str(fault).splitlines()[0][:120]}")
        except Exception as fault:  # who stops unseen leaves a quieter server, and a kinder verdict
            self._count(self.wrong, f"{action}: {type(fault).__name__} {str(fault)[:120]}")
        finally:
            application.lock.release()

    def _next(self, chance: random.Random) -> Application:
        """Those that were never deployed come first."""
        fresh = [each for each in self._applications if not each.deployed and not each.lock.locked()]
        return chance.choice(fresh or self._applications)

    def _act(self, action: str, application: Application, chance: random.Random) -> None:
        path = f"/applications/{application.name}"
        if action == "look":
            self._api.call("GET", "/applications")
            self._api.call("GET", path)
        elif action == "plan again":
            self._api.call("POST", f"{path}/plans")
        elif action == "roll back":
            self._carry_out(application, lambda: self._api.call("POST", f"{path}/rollback", {}))
        elif action == "destroy":
            self._await(application, self._api.call("DELETE", path))
            application.deployed = False
        else:
            application.revision += 1
            application.replicas = (1 + (application.replicas + chance.randrange(_MOST_REPLICAS - 1)) % _MOST_REPLICAS
                                    if action == "scale" else application.replicas)
            self._api.hand_over_texts(f"{path}/model", application.model())
            self._carry_out(application, lambda: self._api.call("POST", f"{path}/plans"))
            application.deployed = True

    def _carry_out(self, application: Application, plan: Callable[[], dict]) -> None:
        begun = approved(self._api, application.name, plan, _PLANS)
        if begun:
            self._await(application, begun)

    def _await(self, application: Application, begun: dict) -> None:
        """Resumes a deployment that failed because of an unreachable host when the host is reachable again."""
        path = f"/applications/{application.name}/deployments/{begun['deploymentId']}"
        began = time.monotonic()
        give_up = began + _LIMIT_S
        while time.monotonic() < give_up:
            state = self._api.call("GET", path)["state"]
            if state in ("DONE", "UNDONE"):
                return
            if state == "FAILED":
                explained = self._outages.explain(began)
                self._count(self.refused if explained else self.wrong,
                    f"a deployment failed while {'a' if explained else 'no'} host was unreachable")
                self._end.wait(_OUTAGE_S / 2)
                self._api.call("POST", f"{path}/resumption")
            time.sleep(_POLL_S)
        raise BenchError(f"{path} did not end within {_LIMIT_S} s.", "the machine is very busy.")

    def _mishaps(self) -> None:
        chance = random.Random(99)
        while not self._end.wait(_BETWEEN_OUTAGES_S):
            host = scene.host(chance.randrange(scene.SITES * scene.HOSTS_A_SITE))
            self._outages.lose(host)
            self._end.wait(_OUTAGE_S)
            self._outages.bring_back()
            self._count(self.done, "host lost and back")
            self._repair()

    def _repair(self) -> None:
        """What ran on the host is there again after it."""
        for application in self._applications:
            if not self._end.is_set() and application.deployed and application.lock.acquire(blocking=False):
                self._try("look for drift", application, lambda: self._mend(application))

    def _mend(self, application: Application) -> None:
        path = f"/applications/{application.name}"
        if self._api.call("GET", f"{path}/drift")["changes"]:
            self._await(application, self._api.call("POST", f"{path}/repair", {"acceptDataLoss": True}))
            self._count(self.done, "repair")

    def _count(self, counter: Counter, what: str) -> None:
        with self._counting:
            counter[what] += 1

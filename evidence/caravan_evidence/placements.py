"""Placements that are drawn at random, of two applications, and how much of them is measured."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from .paper001 import CLOUD, EDGE, REQUESTS
from .shop import HOME, PAPER, SOCK_SHOP, Application

LEAST_PLACEMENTS = 2  # of an application: one is predicted from the others
MOST_REQUESTS = 100_000  # of a run: about 50 min with the usual pauses


@dataclass(frozen=True)
class Subject:
    """An application with the load that is sent to it."""
    application: Application
    mix: str
    requests: dict[str, str]  # kind of the load generator → request of the model
    warm_up: tuple[str, ...] = ()  # more mixes that open connections

    def model(self) -> str:
        return self.application.model.read_text(encoding="utf-8")

    def components(self) -> list[str]:
        return re.findall(r"^  component (\S+)", self.model(), re.MULTILINE)

    def entry_hops(self, text: str) -> dict[str, str]:
        """Component that users ask, by request."""
        return dict(re.findall(r"^  request (\S+) {.*?users -> (\S+)", text, re.MULTILINE | re.DOTALL))

    def components_of(self, request: str) -> frozenset[str]:
        """Components that take part in a request."""
        block = re.search(rf"^  request {re.escape(request)} {{(.*?)^  }}", self.model(), re.MULTILINE | re.DOTALL)
        if not block:
            raise ValueError(f"{self.application.name} has no request {request}.")
        return frozenset(re.findall(r"^\s*\S+ -> (\S+)", block[1], re.MULTILINE))


SHOP = Subject(SOCK_SHOP, "default", REQUESTS, ("write",))
RELAYS = Subject(Application("relays", PAPER / "relays.caravan", "first", HOME / "examples/relay/images"), "home", {"GET /": "ask"})


@dataclass(frozen=True)
class Placement:
    name: str
    edge: frozenset[str]  # components at the edge; all others are in the cloud

    def model(self, subject: Subject) -> str:
        kept = [line for line in subject.model().rstrip().removesuffix("}").splitlines() if not line.strip().startswith("require ")]
        pins = [f"  require {component} at {EDGE if component in self.edge else CLOUD}" for component in subject.components()]
        return "\n".join(kept + pins + ["}", ""]).replace("replicas 1..2", "replicas 1")


def possible(subject: Subject) -> int:
    """Number of placements at two sites."""
    return 2 ** len(subject.components())


def draw(subject: Subject, count: int, seed: int) -> list[Placement]:
    """Different placements; each component is at the edge or in the cloud with equal probability. The same for the same seed."""
    components = subject.components()
    if count > possible(subject):
        raise ValueError(f"{subject.application.name} has {possible(subject)} placements at two sites, not {count}.")
    chance, drawn = random.Random(f"{subject.application.name} {seed}"), {}
    while len(drawn) < count:
        drawn.setdefault(frozenset(component for component in components if chance.random() < 0.5))
    return [Placement(f"{subject.application.name} {number}", edge) for number, edge in enumerate(drawn, 1)]


def shares(placements: int) -> list[tuple[Subject, int]]:
    """Two thirds of the placements are those of the shop, unless too few remain for the relays."""
    relays = min(placements // 3, possible(RELAYS))
    return [(SHOP, placements - relays), (RELAYS, relays)] if relays >= LEAST_PLACEMENTS else [(SHOP, placements)]


@dataclass(frozen=True)
class Extent:
    placements: int
    requests: int  # of a run
    repetitions: int
    think_ms: float
    seed: int


def extent(quick: bool) -> Extent:
    return Extent(6, 200, 1, 300, 1) if quick else Extent(30, 1000, 2, 300, 1)


def check(wanted: Extent) -> None:
    """ValueError for an extent that cannot be measured."""
    most = possible(SHOP) + possible(RELAYS)
    if not LEAST_PLACEMENTS <= wanted.placements <= most:
        raise ValueError(f"--placements is {wanted.placements}; a placement is predicted from others, and there are {most} of both "
                         f"applications.\nMaybe use --placements {extent(False).placements}.")
    if not 1 <= wanted.requests <= MOST_REQUESTS:
        raise ValueError(f"--requests is {wanted.requests}; a run has 1 to {MOST_REQUESTS} requests.\n"
                         f"Maybe use --requests {extent(False).requests}.")

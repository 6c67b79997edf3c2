"""Reads the server's record of a deployment. Pure."""
from dataclasses import dataclass
from datetime import datetime
from statistics import mean
from typing import Mapping

from .errors import BenchError


@dataclass(frozen=True)
class Fleet:
    """A deployment of many copies: from its first step's begin to the end of the last CONFIRM; means of the steps by their kind."""
    total_millis: float
    step_millis: dict[str, float]


def fleet_of(deployment: Mapping, count: int) -> Fleet:
    steps = [step for step in deployment["steps"] if step["state"] == "DONE"]
    confirmed = [_instant(step["endedAt"]) for step in steps if step["kind"] == "CONFIRM"]
    if len(confirmed) != count:
        raise BenchError(f"Deployment {deployment['id']} should have {count} CONFIRM that are DONE, but has {len(confirmed)}.",
                         "run the bench again; if it stays, this is a fault of Caravan.")
    began = min(_instant(step["startedAt"]) for step in steps)
    kinds = sorted({step["kind"] for step in steps})
    return Fleet(_millis(began, max(confirmed)),
                 {kind: mean(_millis(_instant(step["startedAt"]), _instant(step["endedAt"])) for step in steps if step["kind"] == kind)
                  for kind in kinds})


def creation_millis(deployment: Mapping) -> float:
    """From the begin of the copy's CREATE to the end of its CONFIRM, in ms: the deployment has one copy."""
    latest = max((step["attempt"] for step in deployment["steps"]), default=0)
    create = _only(deployment, latest, "CREATE")
    confirm = _only(deployment, latest, "CONFIRM")
    return _millis(_instant(create["startedAt"]), _instant(confirm["endedAt"]))


def _only(deployment: Mapping, attempt: int, kind: str) -> Mapping:
    found = [step for step in deployment["steps"] if step["attempt"] == attempt and step["kind"] == kind]
    if len(found) != 1 or found[0]["state"] != "DONE":
        states = ", ".join(step["state"] for step in found) or "none"
        raise BenchError(f"Deployment {deployment['id']} should have one {kind} that is DONE, but has: {states}.",
                         "run the bench again; if it stays, this is a fault of Caravan.")
    return found[0]


def _millis(began: datetime, ended: datetime) -> float:
    return (ended - began).total_seconds() * 1000


def _instant(text: str) -> datetime:
    """ISO 8601 as the server writes it; digits beyond microseconds are left out."""
    return datetime.fromisoformat(text)

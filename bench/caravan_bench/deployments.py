"""Reads the server's record of a deployment. Pure."""
from datetime import datetime
from typing import Mapping

from .errors import BenchError


def creation_millis(deployment: Mapping) -> float:
    """From the begin of the copy's CREATE to the end of its CONFIRM, in ms: the deployment has one copy."""
    latest = max((step["attempt"] for step in deployment["steps"]), default=0)
    create = _only(deployment, latest, "CREATE")
    confirm = _only(deployment, latest, "CONFIRM")
    return (_instant(confirm["endedAt"]) - _instant(create["startedAt"])).total_seconds() * 1000


def _only(deployment: Mapping, attempt: int, kind: str) -> Mapping:
    found = [step for step in deployment["steps"] if step["attempt"] == attempt and step["kind"] == kind]
    if len(found) != 1 or found[0]["state"] != "DONE":
        states = ", ".join(step["state"] for step in found) or "none"
        raise BenchError(f"Deployment {deployment['id']} should have one {kind} that is DONE, but has: {states}.",
                         "run the bench again; if it stays, this is a fault of Caravan.")
    return found[0]


def _instant(text: str) -> datetime:
    """ISO 8601 as the server writes it; digits beyond microseconds are left out."""
    return datetime.fromisoformat(text)

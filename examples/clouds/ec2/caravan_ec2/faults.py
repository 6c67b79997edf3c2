"""Faults an operator orders: `ec2 fault …` writes a file, the server reads it; those of machines are the ground's.

A rule: {"action": "run_instances", "code": "RequestLimitExceeded", "status": 503, "times": 2, "after": false, "hold": false, "id": "…"}.
"""
import json
import threading
import time
import uuid

from .settings import Settings

_lock = threading.Lock()
_used: dict[str, int] = {}


def order(settings: Settings, **rule: object) -> None:
    _write(settings, [*_rules(settings), {**rule, "id": uuid.uuid4().hex}])


def clear(settings: Settings) -> None:
    _write(settings, [])


def take(settings: Settings, action: str) -> dict | None:
    """The rule that holds for this call; counted against its times, if it has any."""
    for rule in _rules(settings):
        if rule["action"] in (action, "any"):
            with _lock:
                used = _used.get(rule["id"], 0)
                if rule.get("times") is None or used < rule["times"]:
                    _used[rule["id"]] = used + 1
                    return rule
    return None


def wait(settings: Settings, rule: dict) -> None:
    """What is held goes on when the fault is ended."""
    while rule.get("hold") and any(each["id"] == rule["id"] for each in _rules(settings)):
        time.sleep(0.2)


def _rules(settings: Settings) -> list[dict]:
    try:
        return json.loads(settings.api_faults.read_text())
    except FileNotFoundError:
        return []


def _write(settings: Settings, rules: list[dict]) -> None:
    fresh = settings.api_faults.with_suffix(".new")
    fresh.write_text(json.dumps(rules, indent=1))
    fresh.replace(settings.api_faults)

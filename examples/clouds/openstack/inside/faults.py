"""Faults an operator orders: `openstack fault …` writes a file, the services read it. Each rule holds for so many requests.

A rule: {"service": "nova", "method": "POST", "path": "/servers", "status": 500, "times": 2, "delay": 0.0, "id": "…"}; `service` boot is
the driver's: its status 500 fails the boot, its delay slows it. What is held goes on when the fault is ended, whatever the time of day.
"""
import json
import threading
import time

from caravan_openstack.layout import Cloud

FILE = Cloud.of_environment().faults
_lock = threading.Lock()
_used: dict[str, int] = {}


def rules() -> list[dict]:
    try:
        with open(FILE) as file:
            return json.load(file)
    except FileNotFoundError:
        return []


def take(service: str, method: str, path: str) -> dict | None:
    """The rule that holds for this request; counted against its times, if it has any."""
    for rule in rules():
        if rule["service"] == service and rule.get("method") in (None, method) and rule.get("path", "") in path:
            with _lock:
                used = _used.get(rule["id"], 0)
                if rule.get("times") is None or used < rule["times"]:
                    _used[rule["id"]] = used + 1
                    return rule
    return None


def wait(rule: dict) -> None:
    time.sleep(rule.get("delay", 0))
    while rule.get("hold") and any(each["id"] == rule["id"] for each in rules()):
        time.sleep(0.2)


class Faulty:
    """In front of a service: what is not ordered to fail passes."""

    def __init__(self, service: str, application) -> None:
        self._service = service
        self._application = application

    def __call__(self, environ, start_response):
        path = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        rule = take(self._service, environ["REQUEST_METHOD"], path)
        if rule:
            if rule.get("after"):  # the work is done, only the answer is lost
                list(self._application(environ, lambda *ignored: None))
            wait(rule)
            if rule.get("status") or rule.get("after"):
                start_response(f"{rule.get('status') or 504} ordered", [("Content-Type", "application/json"),
                    *map(tuple, rule.get("headers", []))])
                return [b'{"error": {"message": "fault as ordered"}}']
        return self._application(environ, start_response)

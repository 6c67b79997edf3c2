"""A client of the server's REST interface, on loopback only."""
import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Callable

from .errors import BenchError, Refused

_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the server is on this machine
_ANSWER_LIMIT_S = 120
_POLL_S = 0.5  # times are taken from the server's record: asking more often only costs what is measured


class Api:
    def __init__(self, port: int, token: str) -> None:
        self._base = f"http://127.0.0.1:{port}/api/v1"
        self._token = token

    def call(self, method: str, path: str, body: object | None = None) -> dict:
        request = urllib.request.Request(self._base + path, method=method, headers={"Authorization": f"Bearer {self._token}"})
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            with _DIRECT.open(request, timeout=_ANSWER_LIMIT_S) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            problem = _problem(refusal)
            raise Refused(refusal.code, problem.get("code", ""),
                f"{method} {path} was answered {refusal.code}: {problem['detail']}") from refusal
        except OSError as fault:
            raise BenchError(f"{method} {path} was not answered: {fault}.", "the server ended; run the bench again.") from fault

    def hand_over(self, path: str, *files: Path) -> None:
        self.hand_over_texts(path, {file.name: file.read_text() for file in files})

    def hand_over_texts(self, path: str, texts: dict[str, str]) -> None:
        self.call("PUT", path, {"files": texts})

    def probe(self, scope: str, limit_s: float) -> dict:
        begun = self.call("POST", "/probes", {"scope": scope})
        return self._ended(f"/probes/{begun['probeRunId']}", limit_s)

    def deployed(self, application: str, begun: dict, limit_s: float) -> dict:
        """The deployment's record once it is DONE."""
        return self._ended(f"/applications/{application}/deployments/{begun['deploymentId']}", limit_s)

    def _ended(self, path: str, limit_s: float) -> dict:
        give_up = time.monotonic() + limit_s
        while True:
            record = self.call("GET", path)
            if record["state"] == "DONE":
                return record
            if record["state"] != "RUNNING":
                raise BenchError(f"{path} ended {record['state']}: {record.get('error') or record.get('faults')}.", "run the bench again.")
            if time.monotonic() > give_up:
                raise BenchError(f"{path} did not end within {limit_s:.0f} s.", "the machine is very busy; run the bench again.")
            time.sleep(_POLL_S)


def approved(api: Api, application: str, plan: Callable[[], dict], attempts: int) -> dict | None:
    """Makes a plan and approves it; None if it changes nothing. If others have reserved meanwhile what it
    needs, it is made again, as clients do that ask no person."""
    for attempt in range(1, attempts + 1):
        made = plan()
        if not made["changes"]:
            return None
        try:
            return api.call("POST", f"/applications/{application}/plans/{made['id']}/approval")
        except Refused as refusal:
            if refusal.code != "resource-taken" or attempt == attempts:
                raise
    raise ValueError("at least one attempt")


def healthy(port: int) -> bool:
    try:
        with _DIRECT.open(f"http://127.0.0.1:{port}/api/v1/health", timeout=2) as answer:
            return json.loads(answer.read())["status"] == "UP"
    except (OSError, ValueError, KeyError):
        return False


def _problem(refusal: urllib.error.HTTPError) -> dict:
    """The server's words for what it refused, which always has a detail."""
    text = refusal.read().decode(errors="replace")
    try:
        problem = json.loads(text)
        return problem if "detail" in problem else {"detail": text[:200]}
    except (ValueError, TypeError):
        return {"detail": text[:200]}

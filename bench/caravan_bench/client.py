"""One of many clients of the REST interface, on a connection of its own that it keeps, with a token of its own."""
import asyncio
import json
import random
import time

import aiohttp

from . import scene
from .tally import Tally

_ANSWER_LIMIT_S = 130  # the server answers a wait for a plan after 120 s
_RECONNECT_S = 2

# Of a hundred requests of somebody who looks: how many are of a kind, as the table names it, and what is asked.
READS = {
    "applications": (18, "/applications"),
    "application": (14, "/applications/{name}"),
    "deployment": (14, "/applications/{name}/deployments/latest"),
    "caller (token check)": (10, "/caller"),
    "plan (with diff)": (8, "/applications/{name}/plans/latest"),
    "deployments": (5, "/applications/{name}/deployments"),
    "network": (4, "/network"),
    "plans, 5": (3, "/applications/{name}/plans?most=5"),
    "drift (hosts asked)": (3, "/applications/{name}/drift"),
    "nodes": (3, "/nodes"),
    "decisions, 20": (3, "/decisions?most=20"),
    "targets": (3, "/applications/{name}/targets"),
    "plannings": (2, "/plannings"),
}
_CONDITIONAL, _VALIDATION, _UPLOAD, _PLAN = "model if changed", "validate a model", "upload a model", "make a plan"
LOOKS = {**{kind: weight for kind, (weight, _) in READS.items()}, _CONDITIONAL: 8, _VALIDATION: 2}
# And beside them, of somebody who changes things.
CHANGES = {_UPLOAD: 1, _PLAN: 1}


class Client:
    def __init__(self, base: str, token: str, application: str, number: int, changes: bool, think_s: float, tally: Tally) -> None:
        """think_s -- mean of what passes between an answer and the next request, exponentially distributed"""
        self._base = base + "/api/v1"
        self._token = token
        self._own = application
        self._number = number
        self._think_s = think_s
        self._tally = tally
        self._random = random.Random(number)
        self._tag = ""
        self._revision = 1
        self._counts = True
        kinds = {**LOOKS, **(CHANGES if changes else {})}
        self._kinds, self._weights = list(kinds), list(kinds.values())

    async def work(self, applications: list[str], count_from: float, end: float) -> None:
        """Until the end; what ends before count_from warms the server up. Both are moments of time.monotonic()."""
        headers = {"Authorization": f"Bearer {self._token}"}
        async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(limit=1),
            timeout=aiohttp.ClientTimeout(total=_ANSWER_LIMIT_S)) as session:
            await asyncio.sleep(self._random.uniform(0, self._think_s))
            while time.monotonic() < end:
                kind = self._random.choices(self._kinds, self._weights)[0]
                self._counts = time.monotonic() >= count_from
                await self._ask(session, kind, self._random.choice(applications))
                pause = min(self._random.expovariate(1 / self._think_s), 10 * self._think_s)
                await asyncio.sleep(max(0.0, min(pause, end - time.monotonic())))

    async def _ask(self, session: aiohttp.ClientSession, kind: str, name: str) -> None:
        if kind in READS:
            await self._request(session, kind, "GET", READS[kind][1].format(name=name))
        elif kind == _CONDITIONAL:
            await self._model(session, kind)
        elif kind == _VALIDATION:
            await self._request(session, kind, "POST", "/models/validation", json=self._text(name, self._revision))
        elif kind == _UPLOAD:
            await self._upload(session, kind)
        else:
            await self._request(session, kind, "POST", f"/applications/{self._own}/plans", json={})

    async def _model(self, session: aiohttp.ClientSession, kind: str) -> None:
        answer = await self._request(session, kind, "GET", f"/applications/{self._own}/model",
            headers={"If-None-Match": self._tag} if self._tag else {})
        self._tag = answer.get("ETag", self._tag)

    async def _upload(self, session: aiohttp.ClientSession, kind: str) -> None:
        self._revision += 1
        await self._request(session, kind, "PUT", f"/applications/{self._own}/model",
            json=self._text(self._own, self._revision * 1000 + self._number))

    @staticmethod
    def _text(name: str, revision: int) -> dict:
        return {"files": {"application.caravan": scene.application(name, int(name.rpartition("-")[2]), revision)}}

    async def _request(self, session: aiohttp.ClientSession, kind: str, method: str, path: str, **more: object) -> dict:
        """Until the last byte of the answer. Headers of the answer, none where there was none."""
        began = time.monotonic()
        try:
            async with session.request(method, self._base + path, **more) as answer:
                said = await answer.read()
                status, headers = answer.status, answer.headers
        except (aiohttp.ClientError, TimeoutError, asyncio.TimeoutError) as fault:
            self._count(kind, began, 0, type(fault).__name__)
            return {}
        self._count(kind, began, status, _code(said) if status >= 400 else "")
        return headers

    def _count(self, kind: str, began: float, status: int, code: str) -> None:
        if self._counts:
            self._tally.add(kind, (time.monotonic() - began) * 1000, status, code)


class Follower:
    """Listens to events, as a console window does, and comes back after a break with the last number it saw."""

    def __init__(self, base: str, token: str, tally: Tally) -> None:
        self._url = base + "/api/v1/events"
        self._token = token
        self._tally = tally
        self._last = ""
        self.heard = 0

    async def work(self, end: float) -> None:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {self._token}"},
            timeout=aiohttp.ClientTimeout(total=None)) as session:
            while time.monotonic() < end:
                began = time.monotonic()
                try:
                    async with asyncio.timeout(end - began):
                        await self._listen(session, began)
                except TimeoutError:
                    return
                except aiohttp.ClientError as fault:
                    self._tally.add("events (connect)", 0, 0, type(fault).__name__)
                await asyncio.sleep(_RECONNECT_S)

    async def _listen(self, session: aiohttp.ClientSession, began: float) -> None:
        async with session.get(self._url, headers={"Last-Event-ID": self._last} if self._last else {}) as answer:
            self._tally.add("events (connect)", (time.monotonic() - began) * 1000, answer.status,
                "" if answer.status == 200 else _code(await answer.read()))
            async for line in answer.content:
                if line.startswith(b"id:"):
                    self.heard += 1
                    self._last = line[3:].strip().decode()


def _code(said: bytes) -> str:
    try:
        return json.loads(said).get("code", "")
    except (ValueError, AttributeError):
        return ""

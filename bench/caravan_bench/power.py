"""A thousand power cuts: a simulated server works under the recorder, and after each cut everything that was acknowledged must be there and
readable.

One run of the server is recorded, with each answer at its place in the trace. Then the power is cut at random events, most of them close to
an answer, and what the disk may hold (cuts.py) is examined: SQLite opens the databases, recovers and checks them, each row and file that
was acknowledged is compared, no file is a part of one. On some of the disks the real server starts and is asked for all of it.
"""
import argparse
import hashlib
import io
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tarfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Sequence

from . import cuts, scene
from .api import Api
from .errors import BenchError
from .server import Server

PORT = 18170
_DNS = "127.0.0.1:18171"
_HOME = Path(__file__).resolve().parent.parent
_LIMIT_S = 120
_DATABASES = ("server.db", "runs.db", "samples.db", "readings.db", "requests.db", "bandwidth.db")


@dataclass
class Acknowledged:
    """What has to be found at every cut from one place in the trace to another, where a request began that changes it."""
    what: str
    begin: int
    look: Callable[[Path], object]
    expected: object
    ask: str | None = None
    answer: object = None
    end: int | None = None

    def holds_at(self, place: int) -> bool:
        return self.begin <= place and (self.end is None or place < self.end)


@dataclass
class Counts:
    cuts: int = 0
    looked: int = 0
    lost: int = 0
    unreadable: int = 0
    boots: int = 0
    asked: int = 0


def recorder(folder: Path) -> Path:
    """Compiled at each use: it takes a tenth of a second."""
    made = folder / "recorder.so"
    done = subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", made, _HOME / "power" / "recorder.c", "-ldl", "-lpthread"],
        capture_output=True, text=True, check=False)
    if done.returncode:
        raise BenchError(f"The recorder cannot be compiled: {done.stderr.strip()[:300]}", "install gcc and libc6-dev.")
    return made


def environment(library: Path, folder: Path, trace: Path) -> dict[str, str]:
    """The disk lies about flushes, which makes it fast: what counts is the record of them."""
    return {"LD_PRELOAD": str(library), "POWER_LYING_DISK": "yes", "POWER_FOLDER": str(folder.resolve()),
        "POWER_TRACE": str(trace.resolve())}


class Work:
    """What is asked of the server, and what it acknowledged."""

    def __init__(self, api: Api, data: Path, trace: Path) -> None:
        self._api = api
        self._data = data
        self._trace = trace
        self.acknowledged: list[Acknowledged] = []

    def place(self) -> int:
        return self._trace.stat().st_size

    def ends(self, *whats: str) -> None:
        """Before a request that changes it."""
        place = self.place()
        for each in self.acknowledged:
            if each.what in whats and each.end is None:
                each.end = place

    def keep(self, what: str, look: Callable[[Path], object], ask: str | None = None, place: int | None = None) -> None:
        place = self.place() if place is None else place
        self.acknowledged.append(Acknowledged(what, place, look, look(self._data), ask,
            _without_times(self._api.call("GET", ask)) if ask else None))

    def all(self) -> None:
        self._infrastructure()
        self._first_files()
        for revision in range(1, 5):
            self._model(f"app-{revision % 2}", revision)
        self._secrets()
        self._tokens()
        self._images()
        self._deployment()
        for revision in range(5, 9):
            self._model(f"app-{revision % 2}", revision)
        self._organisations()
        self._audit()

    def _audit(self) -> None:
        count = len(rows("server.db", "select number from audit_entry")(self._data))
        self.keep("audit", lambda data: len(rows("server.db", "select number from audit_entry")(data)) >= count)

    def _first_files(self) -> None:
        for name in ("token", "secrets.key"):
            self.keep(name, content(name))

    def _infrastructure(self) -> None:
        self._api.hand_over_texts("/infrastructure", {"bench.caravan": scene.infrastructure()})
        self.keep("infrastructure", rows("server.db", "select name, files from infrastructure order by revision"), "/infrastructure")

    def _model(self, name: str, revision: int) -> None:
        self.ends(f"model {name}")
        self._api.hand_over_texts(f"/applications/{name}/model", {"a.caravan": scene.application(name, revision, revision)})
        self.keep(f"model {name}", rows("server.db",
            f"select version, digest, files from model where application = '{name}' order by revision desc limit 1"),
                  f"/applications/{name}/model")

    def _secrets(self) -> None:
        for name in ("one", "two", "three"):
            self._api.call("PUT", f"/secrets/{name}", {"value": f"value of {name}"})
            self.keep(f"secret {name}", content(f"secrets/{name}"))
        self.ends("secret one", "secret two", "secret three", "secrets.key", "audit")
        self._api.call("POST", "/secret-key-rotations")
        for name in ("secrets.key", "secrets.key.versions", "secrets/one", "secrets/three"):
            self.keep(name.replace("secrets/", "secret "), content(name))
        self.keep("secrets.key.next is gone", content("secrets.key.next"))
        self.keep("secrets", content("secrets/one"), "/secrets")
        self.ends("secret two", "secrets")
        self._api.call("DELETE", "/secrets/two")
        self.keep("secret two is gone", content("secrets/two"))
        self.keep("secrets", content("secrets/one"), "/secrets")

    def _tokens(self) -> None:
        for name in ("first", "second"):
            made = self._api.call("POST", "/tokens", {"name": name, "role": "viewer"})["made"]["id"]
            self.keep(f"token {made}", rows("server.db",
                f"select id, name, role, token_digest, revoked_at from access_token where id = '{made}'"))
        self.ends(f"token {made}")
        self._api.call("DELETE", f"/tokens/{made}")
        self.keep(f"token {made}", rows("server.db", f"select id, revoked_at from access_token where id = '{made}'"))

    def _images(self) -> None:
        chance = random.Random(1)
        kernel = chance.randbytes(3_000_000)
        self._upload({"format": "kernel", "size": len(kernel), "digest": _digest(kernel), "start": [], "environment": {}}, kernel)
        self.keep("layer", content(f"images/layers/sha256-{_digest(kernel)[7:]}.kernel"))
        body = {"kind": "unikernel", "architecture": "amd64", "layers": [{"digest": _digest(kernel)}], "start": [], "environment": {}}
        self._api.call("PUT", "/images/bench/kernel", body)
        self.keep("image bench/kernel", content("images/manifests/bench/kernel.json"), "/images/bench/kernel")
        rootfs = _rootfs(chance.randbytes(200_000))
        self._upload({"format": "rootfs", "size": len(rootfs), "digest": _digest(rootfs), "name": "bench/web", "architecture": "amd64",
            "start": ["/bin/web"], "environment": {}}, rootfs)
        self.keep("image bench/web", content("images/manifests/bench/web.json"))
        self.keep("layers of bench/web", layers("images/manifests/bench/web.json"))
        self.ends("image bench/kernel")
        self._api.call("DELETE", "/images/bench/kernel")
        self.keep("image bench/kernel is gone", content("images/manifests/bench/kernel.json"))

    def _upload(self, announced: dict, whole: bytes) -> None:
        begun = self._api.call("POST", "/image-uploads", announced)
        part = len(whole) // 3 + 1
        for offset in range(0, len(whole), part):
            self.ends("part of an upload")
            self._patch(begun["id"], offset, whole[offset:offset + part])
            self.keep("part of an upload", content(f"images/.uploads/{begun['id']}"))
            self.keep("announcement of an upload", content(f"images/.uploads/{begun['id']}.json"))
        self.ends("part of an upload", "announcement of an upload")
        self._api.call("POST", f"/image-uploads/{begun['id']}/completion")

    def _patch(self, upload: str, offset: int, part: bytes) -> None:
        base, token = self._api._base, self._api._token
        request = urllib.request.Request(f"{base}/image-uploads/{upload}", method="PATCH", data=part,
                                         headers={"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream",
                                             "Upload-Offset": str(offset)})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=_LIMIT_S) as answer:
            answer.read()

    def _deployment(self) -> None:
        self._api.probe("idle", _LIMIT_S)
        for name in ("app-0", "app-1"):
            plan = self._api.call("POST", f"/applications/{name}/plans", {})
            number = rows("server.db", f"select number, id, plan from plan where application = '{name}' order by number desc limit 1")
            self.keep(f"plan of {name}", rows("server.db", f"select id, plan, answer from plan where number = {number(self._data)[0][0]}"))
            begun = self._api.call("POST", f"/applications/{name}/plans/latest/approval")
            run = f"select id, application, plan_id from runs where id = {int(begun['deploymentId'])}"
            self.keep(f"deployment of {name}", rows("runs.db", run))
            self._api.deployed(name, begun, _LIMIT_S)
            self.keep(f"deployment of {name} is done",
                rows("runs.db", f"select state, ended_at from runs where id = {int(begun['deploymentId'])}"))
            self.keep(f"target of {name}", rows("runs.db", f"select plan_id from targets where application = '{name}'"))
            assert plan is not None

    def _organisations(self) -> None:
        for name in ("acme", "zeta"):
            self._api.call("POST", "/organisations", {"name": name})
            self.keep(f"organisation {name}", rows("server.db", f"select name from organisation where name = '{name}'"),
                "/organisations" if name == "zeta" else None)


def _without_times(answer: object) -> object:
    """Some are those of files, which the model does not follow."""
    if isinstance(answer, list):
        return [_without_times(each) for each in answer]
    return {name: _without_times(value) for name, value in answer.items() if name != "setAt"} if isinstance(answer, dict) else answer


def rows(database: str, question: str) -> Callable[[Path], object]:
    def look(data: Path) -> object:
        connection = sqlite3.connect(data / database, timeout=30)
        try:
            return connection.execute(question).fetchall()
        finally:
            connection.close()
    return look


def content(name: str) -> Callable[[Path], object]:
    def look(data: Path) -> object:
        file = data / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None
    return look


def layers(manifest: str) -> Callable[[Path], object]:
    """Whether each layer that the manifest names is there and has its digest."""
    def look(data: Path) -> object:
        return _layers_of(data, data / manifest)
    return look


def _layers_of(data: Path, manifest: Path) -> list[bool]:
    found = set()
    text = manifest.read_text()
    json.loads(text)
    for part in text.split('"'):
        if part.startswith("sha256:"):
            found.add(part[7:])
    return [_digest(file.read_bytes())[7:] == file.name[7:71]
            for file in sorted((data / "images/layers").glob("sha256-*")) if file.name[7:71] in found] or [False]


def unreadable(data: Path) -> str | None:
    """What of the folder nobody could read, however little was acknowledged."""
    for name in _DATABASES:
        if (data / name).exists():
            try:
                connection = sqlite3.connect(data / name, timeout=30)
                try:
                    said = connection.execute("pragma integrity_check").fetchall()
                finally:
                    connection.close()
                if said != [("ok",)]:
                    return f"{name}: {said[:3]}"
            except sqlite3.DatabaseError as fault:
                return f"{name}: {fault}"
    for manifest in (data / "images/manifests").rglob("*.json") if (data / "images/manifests").exists() else ():
        try:
            if not all(_layers_of(data, manifest)):
                return f"{manifest.relative_to(data)}: a layer is damaged or missing"
        except ValueError as fault:
            return f"{manifest.relative_to(data)}: {fault}"
    for name, size in (("secrets.key", 32), ("secrets.key.next", 32), ("token", 44)):
        file = data / name
        if file.exists() and (file.stat().st_size < size or not file.read_bytes().strip(b"\0")):
            return f"{name}: has {file.stat().st_size} bytes"
    return None


def _digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _rootfs(data: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        entry = tarfile.TarInfo("bin/web")
        entry.size, entry.mode = len(data), 0o755
        tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def places(events: Sequence[cuts.Event], acknowledged: Sequence[Acknowledged], count: int, chance: random.Random) -> list[int]:
    """Indices of events after which the power is cut: two thirds of them close to an answer, where a lost flush shows,
    the others anywhere."""
    ends = [event.end for event in events]
    near: list[int] = []
    at = 0
    for place in sorted(each.begin for each in acknowledged):
        while at < len(ends) - 1 and ends[at] < place:
            at += 1
        near.append(at)
    chosen = [min(len(ends) - 1, max(0, chance.choice(near) + chance.choice((0, 0, 0, 1, 2, 5, -1, -3)))) for _ in range(count * 2 // 3)]
    return sorted(chosen + [chance.randrange(len(ends)) for _ in range(count - len(chosen))])


def examine(trace: Path, data: Path, acknowledged: Sequence[Acknowledged], count: int, seed: int, folder: Path, say: Callable[[str], None],
            boot: Callable[[Path, list[Acknowledged]], int] | None = None, boots: int = 0) -> tuple[Counts, list[str]]:
    """Cuts the power at count places."""
    chance = random.Random(seed)
    all_events = list(cuts.events(trace))
    chosen = Counter(places(all_events, acknowledged, count, chance))
    booted = set(chance.sample(range(count), min(boots, count)))
    disk = cuts.Disk(str(data.resolve()))
    counts, faults = Counts(), []
    for number, event in enumerate(all_events):
        disk.play(event)
        for _ in range(chosen[number]):
            target = folder / "disk"
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir()
            disk.cut(target, chance)
            there = [each for each in acknowledged if each.holds_at(event.end)]
            if counts.cuts in booted and boot:
                copy = folder / "booted"
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(target, copy, symlinks=True)
            _examine(target, there, counts, faults, f"cut after event {number} ({event.first.removeprefix(str(data))})")
            if counts.cuts in booted and boot:
                counts.boots += 1
                counts.asked += boot(copy, there)
            counts.cuts += 1
            if counts.cuts % 100 == 0:
                say(f"{counts.cuts} cuts")
    return counts, faults


def _examine(target: Path, there: Sequence[Acknowledged], counts: Counts, faults: list[str], where: str) -> None:
    if said := unreadable(target):
        counts.unreadable += 1
        faults.append(f"{where}: unreadable: {said}")
    for each in there:
        counts.looked += 1
        try:
            found = each.look(target)
        except (sqlite3.DatabaseError, OSError, ValueError) as fault:
            found = repr(fault)
        if found != each.expected:
            counts.lost += 1
            faults.append(f"{where}: {each.what} was acknowledged and is lost: {str(found)[:120]}")


def run(options: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> int:
    data, trace = folder / "data", folder / "trace"
    data.mkdir(mode=0o700)
    if options.quick:
        options.cuts, options.boots = options.cuts // 10, options.boots // 10
    library = recorder(folder)
    say("server that works under the recorder")
    command = ["env", *(f"{name}={value}" for name, value in environment(library, data, trace).items()), *options.server]
    # SQLite would move its log into the database when it is closed: the power is cut before.
    with Server(command, PORT, data, "--caravan.simulated=true", dns=_DNS) as server:
        work = Work(server.api(), data, trace)
        work.all()
        os.kill(server.pid, 9)
    say(f"{len(work.acknowledged)} things acknowledged, {options.cuts} power cuts")

    def boot(disk: Path, there: list[Acknowledged]) -> int:
        with Server(options.server, PORT, disk, "--caravan.simulated=true", dns=_DNS) as again:
            api = again.api()
            asked = 0
            for each in there:
                if each.ask:
                    asked += 1
                    found = _without_times(api.call("GET", each.ask))
                    if found != each.answer:
                        raise BenchError(f"After a power cut {each.ask} answers {json.dumps(found)[:200]}, "
                                         f"before it {json.dumps(each.answer)[:200]}.", "look into cuts.py, then into the server.")
            if not api.call("GET", "/audit/verification")["intact"]:
                raise BenchError("After a power cut the audit log is not intact.", "look into AuditLog.")
            return asked

    began = time.monotonic()
    counts, faults = examine(trace, data, work.acknowledged, options.cuts, options.seed, folder, say, boot, options.boots)
    for fault in faults[:20]:
        print(fault)
    print(f"{counts.cuts} power cuts in {time.monotonic() - began:.0f} s: {counts.looked} acknowledged things looked for, "
          f"{counts.lost} lost, {counts.unreadable} folders unreadable; "
          f"{counts.boots} servers started on the remaining files and queried {counts.asked} times (seed {options.seed})")
    return 1 if counts.lost or counts.unreadable else 0

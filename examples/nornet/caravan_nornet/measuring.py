"""Has Caravan measure: `caravan probe` on chosen paths, then what `caravan network` knows of them. Nothing is measured here."""
import json
import os
import subprocess
import time
from datetime import datetime, timezone
from pathlib import Path as File

from .implied import implied
from .inputs import EXAMPLE, Description, way
from .paper import Path

_CARAVAN = EXAMPLE.parents[1] / "caravan"
_FAST_BPS = 50e6  # above it a flow takes so much of a small machine that it is sent alone
_SLOW_AT_ONCE = 6
_FAST_SECONDS, _SLOW_SECONDS = 6, 7
_FAR_SECONDS = 18  # CUBIC that left slow start half way (HyStart, RFC 9406) needs some ten seconds for the other half of a long way
_FAR_BYTES, _FAR_MS = 400_000, 350  # on their way; idle


class Unmeasured(Exception):
    pass


def groups(description: Description, paths: list[Path]) -> dict[tuple[int, int], list[Path]]:
    """Paths by (seconds of a flow, flows at once). What counts is the second half of a flow: by then it has to fill its way."""
    found: dict[tuple[int, int], list[Path]] = {}
    for path in paths:
        expected = implied(way(description, path.source, path.target, path.family), path.family)
        fast = expected.throughput_bps > _FAST_BPS
        far = expected.idle_rtt_ms > _FAR_MS or (
            expected.idle_rtt_ms > 100 and expected.throughput_bps * expected.idle_rtt_ms / 8e3 > _FAR_BYTES)
        seconds = _FAR_SECONDS if far else _FAST_SECONDS if fast else _SLOW_SECONDS
        found.setdefault((seconds, 1 if fast else _SLOW_AT_ONCE), []).append(path)
    return dict(sorted(found.items()))


def repetition(description: Description, paths: list[Path], kind: str, keep, say) -> None:
    """One measurement of each path of that kind (fast, slow or all); what there is of it is kept after each group."""
    found = {"began": datetime.now(timezone.utc).isoformat(timespec="seconds"), "load": [], "sentBytes": 0, "faults": [], "paths": []}
    for (seconds, at_once), group in groups(description, paths).items():
        if kind != "all" and (at_once == 1) != (kind == "fast"):
            continue
        started = time.monotonic()
        run = _caravan("probe", "--scope", "full", "--json", "--seconds", str(seconds), "--at-once", str(at_once),
                       *(word for path in group for word in ("--path", path.text())))
        known = {(each["from"], each["to"]): each for each in _caravan("network", "--json")}
        rows = [row for path in group if (row := _row(path, known, run["askedAt"])) is not None]
        found["paths"] += rows
        found["faults"] += run["faults"]
        found["sentBytes"] += run["sentBytes"]
        found["load"].append(round(os.getloadavg()[0], 1))
        keep(found)
        say(f"{len(rows)} of {len(group)} paths, flows of {seconds} s, {at_once} at once: {time.monotonic() - started:.0f} s, load {found['load'][-1]}")


def chart(source: str, target: str, quantity: str, window: str, file: File) -> None:
    _run("network", "chart", "--from", source, "--to", target, "--quantity", quantity, "--window", window, "--out", str(file))


def _row(path: Path, known: dict, asked_at: str) -> dict | None:
    """Only what this run measured: older figures, and estimates, are not taken for it."""
    figures = known.get((f"{path.source}/{path.family}", f"{path.target}/{path.family}"), {})
    flow, loaded, idle = (figures.get(key) for key in ("throughput", "loadedRtt", "idleRtt"))
    if flow is None or loaded is None or flow["origin"] != "MEASURED" or _time(flow["newest"]) < _time(asked_at):
        return None
    return {"from": path.source, "to": path.target, "family": path.family, "throughputBps": flow["mean"], "loadedRttMs": loaded["mean"],
            "idleRttMs": idle["median"], "echoes": loaded["samples"], "measuredAt": flow["newest"]}


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _caravan(*words: str) -> object:
    return json.loads(_run(*words))


def _run(*words: str) -> str:
    done = subprocess.run([str(_CARAVAN), *words, "--server", os.environ["CARAVAN_SERVER"]], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0 and not done.stdout.startswith("{"):
        raise Unmeasured(f"./caravan {' '.join(words[:2])} ended with {done.returncode}: {(done.stdout + done.stderr).strip()[-600:]}")
    return done.stdout

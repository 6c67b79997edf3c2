"""Has Caravan measure: `caravan probe` on chosen paths, then what `caravan network` knows of them. Nothing is measured here."""
import json
import os
import subprocess
import time
from datetime import datetime, timezone
from pathlib import Path as File

from . import stalls
from .implied import implied
from .inputs import EXAMPLE, Description, way
from .paper import Path

_CARAVAN = EXAMPLE.parents[1] / "caravan"
_FAST_BPS = 50e6  # above it a flow takes so much of a small machine that it is sent alone
_SLOW_AT_ONCE = 6
_SECONDS = (14, 25, 40)  # of a flow: few different ones, so that many flows may be sent at the same time
_MOST_STALLED = 0.01  # of the second half of a flow that is sent alone; it is taken again where the lines stood still for more of it,
_TAKES = 3  # at most so often
# from one loss to the next, that a flow lasts: half of it until its window has found the end of the queue, half that is measured
_TEETH = 3
_QUICK_SECONDS = 9  # too short for deep queues: to see that all works


class Unmeasured(Exception):
    pass


def groups(description: Description, paths: list[Path], quick: bool = False) -> dict[tuple[int, int], list[Path]]:
    """Paths by (seconds of a flow, flows at once). What counts is the second half of a flow: by then it has to fill its way."""
    found: dict[tuple[int, int], list[Path]] = {}
    for path in paths:
        expected = implied(way(description, path.source, path.target, path.family), path.family)
        seconds = _QUICK_SECONDS if quick else next((each for each in _SECONDS if each >= _TEETH * expected.recovery_s), _SECONDS[-1])
        found.setdefault((seconds, 1 if expected.throughput_bps > _FAST_BPS else _SLOW_AT_ONCE), []).append(path)
    return dict(sorted(found.items()))


def repetition(description: Description, paths: list[Path], kind: str, quick: bool, keep, say) -> None:
    """One measurement of each path of that kind (fast, slow or all); what there is of it is kept after each group."""
    found = {"began": datetime.now(timezone.utc).isoformat(timespec="seconds"), "load": [], "sentBytes": 0, "faults": [], "paths": []}
    for (seconds, at_once), group in groups(description, paths, quick).items():
        if kind != "all" and (at_once == 1) != (kind == "fast"):
            continue
        started, rows = time.monotonic(), {}
        for take in range(1, 2 if quick or at_once > 1 else _TAKES + 1):
            asked = [path for path in group if take == 1 or path in rows and disturbed(rows[path])]
            if not asked:
                break
            for path, row in _taken(asked, seconds, at_once, found).items():
                rows[path] = calmer(rows.get(path, row), row) | {"takes": take}
            found["load"].append(round(os.getloadavg()[0], 1))
        found["paths"] += rows.values()
        keep(found)
        say(f"{len(rows)} of {len(group)} paths, flows of {seconds} s, {at_once} at once, "
            f"{sum(row['takes'] for row in rows.values())} taken: "
            f"{time.monotonic() - started:.0f} s, load {found['load'][-1]}")


def disturbed(row: dict) -> bool:
    return row.get("stalled", 0) > _MOST_STALLED


def calmer(earlier: dict, later: dict) -> dict:
    """Of two takes; by how long the lines stood still, never by what was measured."""
    return later if later.get("stalled", 0) < earlier.get("stalled", 0) else earlier


def _taken(paths: list[Path], seconds: int, at_once: int, found: dict) -> dict[Path, dict]:
    if not paths:
        return {}
    run = _caravan("probe", "--scope", "full", "--json", "--seconds", str(seconds), "--at-once", str(at_once),
                   *(word for path in paths for word in ("--path", path.text())))
    known = {(each["from"], each["to"]): each for each in _caravan("network", "--json")}
    found["faults"] += run["faults"]
    found["sentBytes"] += run["sentBytes"]
    told = stalls.told(File(os.environ.get("CARAVAN_RELAY_LOG", "none")))
    return {path: row | _stalled(told, row, seconds) for path in paths if (row := _row(path, known, run["askedAt"])) is not None}


def _stalled(told: list[stalls.Stall] | None, row: dict, seconds: int) -> dict:
    """As a share of the half that is measured."""
    began = _time(row["measuredAt"]).timestamp()
    return {} if told is None else {"stalled": round(stalls.share(told, began + seconds / 2, began + seconds + 1), 4)}


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
    done = subprocess.run([str(_CARAVAN), *words, "--server", os.environ["CARAVAN_SERVER"]], capture_output=True, text=True,
        stdin=subprocess.DEVNULL)
    if done.returncode != 0 and not done.stdout.startswith("{"):
        raise Unmeasured(f"./caravan {' '.join(words[:2])} ended with {done.returncode}: {(done.stdout + done.stderr).strip()[-600:]}")
    return done.stdout

"""Prints where the parts of an application run, why, which hosts were rejected, and the predicted latencies.

screen.py SERVER TOKEN-FILE APPLICATION
"""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path

COLUMNS = 140


def short(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: columns - 1].rstrip() + "…"


def table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    return [short("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip(), COLUMNS) for row in rows]


def placements(report: dict) -> list[str]:
    """Instances that have host, reason and rejected hosts in common share a line."""
    shared: dict[tuple[str, str, str], list[str]] = {}
    for one in report["instances"]:
        rejected = "; ".join(one["removed"]) or "none"
        shared.setdefault((one["hostId"], one["because"], rejected), []).append(one["instance"])
    rows = [(", ".join(names), host, short(why, 48), rejected) for (host, why, rejected), names in shared.items()]
    return table([("instance", "host", "because", "rejected hosts"), *sorted(rows)])


def latencies(report: dict) -> list[str]:
    rows = [("request", "users", "mean", "p95", "objective")]
    for one in report["latencies"]:
        slos = "; ".join(f"p{slo['percentile']:g} < {slo['limitMillis']:g} ms: {'met' if slo['kept'] else 'missed'}" for slo in one["slos"])
        rows.append((one["requestId"], one["usersId"], f"{one['meanMillis']:.0f} ms", f"{one['p95Millis']:.0f} ms", slos))
    return table(rows)


def screen(plan: dict) -> str:
    report = plan["report"]
    return "\n".join(["", "placements", *placements(report), "", "predicted latency", *latencies(report)])


def main(server: str, token: str, application: str) -> None:
    request = urllib.request.Request(f"{server}/api/v1/applications/{application}/plans/latest")
    request.add_header("Authorization", "Bearer " + Path(token).read_text().strip())
    with urllib.request.urlopen(request, timeout=30) as answer:
        print(screen(json.load(answer)))


if __name__ == "__main__":
    main(*sys.argv[1:])

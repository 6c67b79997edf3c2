"""What all papers share: inputs apart from results, a table, validity of the run, CSV and HTML with pictures."""

from __future__ import annotations

import csv
import html
import json
import os
import pathlib
import platform
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    item: str
    case: str
    approach: str
    measured: list[float]
    expected: list[float]
    paper: str
    error: float
    worst_second: float

    def cells(self) -> list[str]:
        return [self.item, self.case, self.approach, " ".join(map(str, self.measured)), " ".join(map(str, self.expected)), self.paper,
                f"{self.error:.1f}", f"{self.worst_second:.1f}"]

    def picture(self) -> str:
        """1 px per Mbit/s."""
        return bars_of(self.measured, self.expected, 110)


HEADS = ["item", "case", "approach", "Mbit/s", "expected", "paper", "error %", "worst second %"]


class Report:
    """Of rows with cells as the heads say and a picture each."""

    def __init__(self, title: str, heads: list[str] | None = None, beside: str = "paper"):
        self.title = title
        self.beside = beside  # what the third word of a figure is
        self.heads = heads or HEADS
        self.given: list[str] = []
        self.rows: list = []
        self.figures: list[tuple[str, str, str]] = []
        self.missing: tuple[str, ...] = ()
        self.doubts: list[str] = []
        self.load = [os.getloadavg()[0]]
        self.begin = time.monotonic()

    def inputs(self, *lines: str) -> None:
        self.given = list(lines)

    def progress(self, what: str) -> None:
        print(f"{time.monotonic() - self.begin:5.0f} s  {what}", file=sys.stderr, flush=True)
        self.load.append(os.getloadavg()[0])

    def row(self, row) -> None:
        self.rows.append(row)

    def figure(self, name: str, value: str, paper: str) -> None:
        self.figures.append((name, value, paper))

    def left_out(self, *lines: str) -> None:
        self.missing = lines

    def doubt(self, line: str) -> None:
        """What makes results of this run less valid."""
        self.doubts.append(line)

    def validity(self) -> list[str]:
        cores = os.cpu_count() or 1
        busy = max(self.load)
        lines = [f"kernel {platform.release()}, {cores} processors, load {min(self.load):.1f} to {busy:.1f}"]
        if busy > cores:
            lines.append("the machine was busy with other work: single seconds and times are upper bounds")
        return lines + self.doubts

    def text(self) -> str:
        table = [self.heads, *(row.cells() for row in self.rows)]
        widths = [max(len(line[column]) for line in table) for column in range(len(self.heads))]
        lines = [self.title, "", "Inputs", *(f"  {line}" for line in self.given), "", "Results"]
        lines += ["  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in table]
        width = max((len(name) for name, _, _ in self.figures), default=0)
        lines += ["", *(f"  {name.ljust(width)}  {value}" + (f"  ({self.beside}: {paper})" if paper else "")
                        for name, value, paper in self.figures)]
        lines += ["", "Left out", *(f"  {line}" for line in self.missing)] if self.missing else []
        lines += ["", "Validity", *(f"  {line}" for line in self.validity())]
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """The same content for programs."""
        return json.dumps({"title": self.title, "inputs": self.given, "rows": [dict(zip(self.heads, row.cells())) for row in self.rows],
                           "figures": [{"name": name, "value": value, self.beside: other} for name, value, other in self.figures],
                           "leftOut": list(self.missing), "validity": self.validity()}, indent=2, ensure_ascii=False) + "\n"

    def write(self, folder: pathlib.Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.txt").write_text(self.text(), encoding="utf-8")
        with open(folder / "results.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self.heads)
            writer.writerows(row.cells() for row in self.rows)
        (folder / "report.html").write_text(self.page(), encoding="utf-8")

    def page(self) -> str:
        def cells(tag: str, words: list[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(word)}</{tag}>" for word in words) + "</tr>"

        rows = cells("th", self.heads + [""])
        rows += "".join(cells("td", row.cells())[:-5] + f"<td>{row.picture()}</td></tr>" for row in self.rows)
        figures = "".join(cells("td", list(figure)) for figure in self.figures)

        def listed(lines) -> str:
            return "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>"

        return (f"<!doctype html><meta charset=utf-8><title>{html.escape(self.title)}</title>"
                "<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}"
                "td,th{border:1px solid #ccc;padding:2px 6px}</style>"
                f"<h1>{html.escape(self.title)}</h1><h2>Inputs</h2>{listed(self.given)}"
                f"<h2>Results</h2><table>{rows}</table><table>{figures}</table>"
                f"<h2>Left out</h2>{listed(self.missing)}<h2>Validity</h2>{listed(self.validity())}\n")


def bars_of(measured: list[float], expected: list[float], width: int) -> str:
    """Measured values as bars, expected ones as lines across them; all in pixels, longer bars are cut."""
    shapes = []
    for index, (rate, due) in enumerate(zip(measured, expected)):
        shapes.append(f'<rect x="0" y="{index * 8}" width="{rate:.1f}" height="6" fill="#4a7"/>'
                      f'<line x1="{due:.1f}" x2="{due:.1f}" y1="{index * 8 - 1}" y2="{index * 8 + 7}" stroke="#c33"/>')
    return f'<svg width="{width}" height="{len(measured) * 8}">{"".join(shapes)}</svg>'

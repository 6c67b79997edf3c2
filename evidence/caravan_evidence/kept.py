"""Finished measurements in a file, so that a run that ended early is continued."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from datetime import datetime, timezone

from .learning import Figures, Measured, Planned
from .placements import Extent, Placement
from .report import Report
from .shop import HOME


def commit() -> str:
    """Of the checkout, with `-dirty` if files have changed since; empty without Git."""
    try:
        return subprocess.run(["git", "-C", str(HOME), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
                              capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


class Kept:
    """Measurements of finished placements in a file, so that a run can be continued."""

    def __init__(self, folder: pathlib.Path | None, wanted: Extent, resume: bool) -> None:
        """ValueError if the run to be resumed had another load, seed or commit, or there is none. Without a folder, nothing is written."""
        self.file = folder / "measured.json" if folder else None
        self.load = {"requests": wanted.requests, "repetitions": wanted.repetitions, "thinkMillis": wanted.think_ms, "seed": wanted.seed}
        self.commit, self.begun = commit(), now()
        self.placements: list[dict] = []
        self.failures: list[str] = []  # sentences about placements that are measured again
        self.resumed = resume and self.file is not None
        self.own = self.resumed  # whether the file is of this run
        if self.resumed:
            self._read()

    def _read(self) -> None:
        if not self.file.exists():
            raise ValueError(f"--resume: there are no measurements in {self.file}.\nMaybe leave out --resume.")
        kept = json.loads(self.file.read_text(encoding="utf-8"))
        if kept["load"] != self.load:
            raise ValueError(f"--resume: the measurements in {self.file} have another load or seed ({kept['load']}).\n"
                             "Maybe use the options of that run, or leave out --resume.")
        if kept.get("commit") != self.commit:
            raise ValueError(f"--resume: the measurements in {self.file} are of commit {kept.get('commit') or 'unknown'}, and this is "
                             f"{self.commit or 'unknown'}.\nMaybe check that commit out, or leave out --resume.")
        self.begun = kept["begun"]
        # A machine that was busy may be quiet now.
        self.placements = [each for each in kept["placements"] if each["valid"]]
        self.failures = kept["failures"] + [f"{each['name']}: an earlier measurement was NOT VALID" for each in kept["placements"]
                                            if not each["valid"]]

    def _entry(self, placement: Placement) -> dict | None:
        return next((each for each in self.placements
                     if each["name"] == placement.name and frozenset(each["edge"]) == placement.edge), None)

    def origin(self, placements: list[Placement]) -> list[str]:
        """A line about the placements that are not measured again, if the run is resumed."""
        finished = sum(self._entry(each) is not None for each in placements)
        return [f"{finished} placements from the run of {self.begun}"] if self.resumed else []

    def find(self, placement: Placement, report: Report) -> Measured | None:
        """A finished placement; its figures and doubts enter the report."""
        each = self._entry(placement)
        if not each:
            return None
        for figure in each["figures"]:
            report.figure(*figure)
        for doubt in each["doubts"]:
            report.doubt(doubt)
        return Measured(placement, {request: Planned(**paths) for request, paths in each["paths"].items()},
                        {request: Figures(**figures) for request, figures in each["measured"].items()}, each["valid"])

    def add(self, found: Measured, figures: list[tuple[str, str, str]], doubts: list[str]) -> None:
        self.placements.append({"name": found.placement.name, "edge": sorted(found.placement.edge), "valid": found.valid,
                                "paths": {request: vars(paths) for request, paths in found.paths.items()},
                                "measured": {request: vars(each) for request, each in found.measured.items()},
                                "figures": figures, "doubts": doubts})
        self._write()

    def fail(self, placement: Placement, why: str) -> None:
        """A resumed run measures the placement again, and reports that it failed before."""
        self.failures.append(f"{placement.name}: an earlier measurement FAILED at {now()}: {why}")
        self._write()

    def _write(self) -> None:
        """At once: the next placement may be the one that ends the run. The file of another run is renamed."""
        if not self.file:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if not self.own and self.file.exists():
            os.replace(self.file, self.file.with_suffix(".json.old"))
        self.own = True
        written = self.file.with_suffix(".part")
        written.write_text(json.dumps({"load": self.load, "commit": self.commit, "begun": self.begun, "placements": self.placements,
                                       "failures": self.failures}, indent=1), encoding="utf-8")
        os.replace(written, self.file)


def now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")

"""How a command of this module runs: it checks what it needs, measures, and prints and keeps the report also if the run ends early."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import Callable

from .report import Report

# What a measurement on a bed may fail by: programs, the server, files.
FAULTS = (RuntimeError, OSError, AssertionError, subprocess.SubprocessError, StopIteration, json.JSONDecodeError)

# Programs and their Debian packages.
BED = (("ip", "iproute2"), ("ping", "iputils-ping"), ("lxc-start", "lxc"), ("gcc", "gcc"), ("tshark", "tshark"), ("tcpdump", "tcpdump"))
BED_LEFT_BEHIND = "CARAVAN_DATA=data/evidence-001 ./caravan testbed --prefix cve1 down evidence/paper001/bed.toml"


def carry_out(report: Report, work: Callable[[], int | None], needs: tuple[tuple[str, str], ...], left_behind: str, folder: pathlib.Path,
              as_json: bool = False) -> int:
    """Exit code: that of `work` if it ends (none: 0), 1 after a fault, 130 after an interruption. The report is printed as text or JSON and
    written to the folder as soon as it has a row or a figure."""
    if os.geteuid() != 0:
        print("Network namespaces need root.\nMaybe run it by sudo.", file=sys.stderr)
        return 1
    for program, package in needs:
        if not shutil.which(program):
            print(f"There is no program {program}.\nMaybe install it: apt-get install {package}.", file=sys.stderr)
            return 1
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was made is removed
    code, ended = 1, False
    try:
        code = work() or 0
        ended = True
    except KeyboardInterrupt:
        code = 130
    except FAULTS as problem:
        print(f"{str(problem) or repr(problem)}\nMaybe remove what an interrupted run left behind: {left_behind}.", file=sys.stderr)
    finally:
        # Hours of measurements must not be lost with the last one.
        if ended or report.rows or report.figures:
            if not ended:
                report.doubt("NOT COMPLETE: the run ended before its last measurement")
            print(report.json() if as_json else report.text(), end="")
            report.write(folder)
            print(f"written to {folder}", file=sys.stderr if as_json else sys.stdout)
    return code

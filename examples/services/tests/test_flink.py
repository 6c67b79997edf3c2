"""A stream job by Flink, on real nodes: from its upload to RUNNING, and scaled by its rules without a lost or doubled record.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import json
import os
import subprocess
import time
import unittest

from .bed import HOME, OWN, UNANSWERED, ServiceTest

LIBRARIES = HOME / "executionware/services/flink-engine/target/lib"
SOURCE = HOME / "examples/services/counts/Counts.java"
JOB = "http://127.0.0.1:8081/jobs/00000000000000000000000000000001"
# Bounds of waits for states, on machines with many other suites.
RUNNING_S = 300
EXACT_S = 150
# Numbers that need work: those of 80 s at two task managers.
HEAVY = 8000
HEAVY_S = 300


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: a real job needs root, namespaces, containers, and CARAVAN_REAL=1")
class Flink(ServiceTest):
    kinds = ("flink",)

    def test_a_job_is_scaled_from_one_task_manager_to_two_and_back_and_counts_each_number_once(self) -> None:
        job = self.job()
        self.engines["flink"].result()
        began = time.monotonic()
        said = self.create("flink", "counts", str(job), "--require", "east")
        self.await_state(lambda: self.state().startswith("RUNNING"), lambda: (said, self.state()), RUNNING_S)
        print(f"flink: {time.monotonic() - began:.1f} s from the command to RUNNING", flush=True)
        # The one host of the site has no room for a third.
        self.change("counts", "replicas 1..3", "replicas 1..2")
        self.quicken("counts", window="20 s")
        began = time.monotonic()
        try:
            grown = self.await_copies("counts", "flink:", 2, began)
            # The job is quiet once the numbers that need work are counted.
            self.await_state(lambda: self.totals()[0] > HEAVY, self.totals, HEAVY_S)
            began = time.monotonic()
            shrunk = self.await_copies("counts", "flink:", 1, began)
        finally:
            self.print_decisions("counts")
        before, _ = self.totals()
        # One task manager adds the numbers in order, so that a lost or doubled one would be seen from now on.
        self.await_state(lambda: self.totals()[0] > before and self.exact(), self.totals, EXACT_S)
        print(f"flink: 2 task managers {grown:.1f} s after the job was busy, 1 again {shrunk:.1f} s later; "
              f"counted {self.totals()[0]} numbers, lost or doubled 0", flush=True)

    def job(self) -> os.PathLike:
        classes, jar = self.models / "counts", self.models / "counts.jar"
        for command in (["javac", "--release", "17", "-nowarn", "-cp", f"{LIBRARIES}/*", "-d", str(classes), str(SOURCE)],
                        ["jar", "--create", "--file", str(jar), "--main-class", "Counts", "-C", str(classes), "."]):
            subprocess.run(command, check=True, capture_output=True)
        return jar

    @staticmethod
    def state() -> str:
        return OWN.caravan("exec", "counts/manager:1", "--", "/opt/service/job", codes=(0, 1)).strip()

    @staticmethod
    def totals() -> tuple[int, int]:
        """Count and sum, as the job has them now; zeros while it restarts."""
        said = OWN.caravan("exec", "counts/manager:1", "--", "/usr/bin/curl", "-fsS", "--max-time", "30", f"{JOB}/accumulators",
                           codes=(0, *UNANSWERED))
        try:
            said = json.loads(said)
        except json.JSONDecodeError:
            said = {}
        found = {one["name"]: int(one["value"]) for one in said.get("user-task-accumulators", [])}
        return found.get("count", 0), found.get("sum", 0)

    def exact(self) -> bool:
        count, total = self.totals()
        return count > 0 and total == count * (count + 1) // 2


if __name__ == "__main__":
    unittest.main(verbosity=2)

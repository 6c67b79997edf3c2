"""The start of Flink's job manager and task managers, as in their image, each in a root folder and a network of its own.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
SERVICES = HOME / "executionware/services"
LIBRARIES = SERVICES / "flink-engine/target/lib"
SOURCE = HOME / "examples/services/counts/Counts.java"
URL = "http://127.0.0.1:8081"
ID = "00000000000000000000000000000001"
PATIENCE_S = 600
START = """
set -e
root=$1 libraries=$2
shift 2
for each in bin dev etc/alternatives etc/java-17-openjdk lib lib64 usr; do
    [ ! -e /$each ] || { mkdir -p "$root/$each"; mount --rbind /$each "$root/$each"; }
done
mkdir -p "$root/proc"
mount -t proc proc "$root/proc"
mount --bind "$libraries" "$root/opt/service/lib"
exec chroot "$root" /usr/bin/env -i "$@" /bin/bash /opt/service/start
"""


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and LIBRARIES.is_dir() and shutil.which("javac"),
                     "SKIPPED: Flink needs root, a JDK, its libraries (./caravan build) and CARAVAN_REAL=1")
class FlinkStart(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.built = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        for command in (["javac", "--release", "17", "-nowarn", "-cp", f"{LIBRARIES}/*", "-d", str(cls.built / "classes"), str(SOURCE)],
                        ["jar", "--create", "--file", str(cls.built / "job.jar"), "--main-class", "Counts",
                         "-C", str(cls.built / "classes"), "."]):
            subprocess.run(command, check=True, capture_output=True)

    def setUp(self) -> None:
        self.base = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.base.chmod(0o755)
        self.nets = {"manager": self.net()}
        self.inside("manager", "ip", "link", "add", "bridge", "type", "bridge")
        self.inside("manager", "ip", "address", "add", "10.99.0.1/24", "dev", "bridge")
        self.inside("manager", "ip", "link", "set", "bridge", "up")

    def net(self) -> subprocess.Popen:
        net = subprocess.Popen(["unshare", "--net", "/bin/sh", "-c", "ip link set lo up && echo up && exec sleep infinity"],
                               stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, net)
        self.assertEqual("up\n", net.stdout.readline())
        net.stdout.close()
        return net

    def inside(self, name: str, *words: str) -> None:
        subprocess.run(["nsenter", "--net", "--target", str(self.nets[name].pid), *words], check=True)

    def task_manager(self, number: int) -> subprocess.Popen:
        name = f"taskmanager{number}"
        self.nets[name] = self.net()
        self.inside("manager", "ip", "link", "add", f"port{number}", "type", "veth", "peer", "name", "eth0", "netns",
                    str(self.nets[name].pid))
        self.inside("manager", "ip", "link", "set", f"port{number}", "master", "bridge", "up")
        self.inside(name, "ip", "address", "add", f"10.99.0.{number + 1}/24", "dev", "eth0")
        self.inside(name, "ip", "link", "set", "eth0", "up")
        return self.start(name)

    def start(self, role: str, **variables: str) -> subprocess.Popen:
        root = self.base / role
        if not root.exists():
            for folder in ("srv/service/usrlib", "var/lib/flink", "opt/service/lib", "tmp", "etc"):
                (root / folder).mkdir(parents=True)
            for file in (SERVICES / "flink").iterdir():
                shutil.copy(file, root / "opt/service")
            shutil.copy(self.built / "job.jar", root / "srv/service/usrlib")
            (root / "etc/hosts").write_text(f"127.0.0.1 localhost {os.uname().nodename}\n10.99.0.1 manager\n")
        words = [f"{name}={value}" for name, value in {"SERVICE_ROLE": role, "CHECKPOINT_SECONDS": "1", **variables}.items()]
        with (self.base / f"{role}.log").open("a") as log:
            service = subprocess.Popen(["nsenter", "--net", "--target", str(self.nets[role].pid), "unshare", "--mount", "--pid",
                                        "--fork", "/bin/bash", "-c", START, "start", str(root), str(LIBRARIES), *words],
                                       stdout=log, stderr=subprocess.STDOUT)
        self.addCleanup(self.end, service)
        if role == "manager":
            self.manager = service
        return service

    @staticmethod
    def end(started: subprocess.Popen, by: int = signal.SIGKILL) -> None:
        """Ends a service or a network. With the first process of a service's namespace, all others of it end."""
        if started.poll() is None:
            first = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
            for pid in first or [started.pid]:
                os.kill(int(pid), by)
        started.wait(PATIENCE_S)

    def ask(self, path: str) -> dict:
        """Empty without a whole answer."""
        done = subprocess.run(["nsenter", "--net", "--target", str(self.nets["manager"].pid), "curl", "-fsS", "--max-time", "60",
                               URL + path],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def totals(self) -> tuple[int, int]:
        found = {one["name"]: int(one["value"]) for one in self.ask(f"/jobs/{ID}/accumulators").get("user-task-accumulators", [])}
        return found.get("count", 0), found.get("sum", 0)

    def wait(self, holds) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            self.assertIsNone(self.manager.poll(), (self.base / "manager.log").read_text()[-3000:])
            self.assertLess(time.monotonic(), end, (self.base / "manager.log").read_text()[-3000:])
            time.sleep(0.5)

    def checkpoints(self) -> list[Path]:
        return list((self.base / "manager/var/lib/flink").rglob("_metadata"))

    def test_a_job_manager_that_was_killed_continues_the_job_and_counts_no_number_twice(self) -> None:
        manager = self.start("manager", JOB_ARGUMENTS="100 0 0")
        self.task_manager(1)
        self.wait(lambda: self.totals()[0] > 300 and self.checkpoints())
        self.end(manager)
        self.start("manager", JOB_ARGUMENTS="100 0 0")
        self.wait(lambda: self.totals()[0] > 0)
        self.wait(lambda: self.ask(f"/jobs/{ID}/checkpoints").get("latest", {}).get("restored"))
        first = self.totals()[0]
        self.wait(lambda: self.totals()[0] > first + 100 and self.exact())
        self.wait(lambda: self.ask("/jobs"))
        self.assertEqual([ID], [one["id"] for one in self.ask("/jobs")["jobs"]])

    def test_task_managers_that_come_and_go_are_used_and_no_number_is_lost_or_counted_twice(self) -> None:
        self.start("manager", JOB_ARGUMENTS="100 0 0")
        self.task_manager(1)
        self.wait(lambda: self.totals()[0] > 100)
        others = [self.task_manager(2), self.task_manager(3)]
        self.wait(lambda: self.slots() == (3, 0) and self.parallelism() == 3)
        before = self.totals()[0]
        self.wait(lambda: self.totals()[0] > before + 100)
        self.end(others[0], signal.SIGTERM)
        self.end(others[1])
        self.wait(lambda: self.slots() == (1, 0) and self.parallelism() == 1)
        before = self.totals()[0]
        # One task manager adds the numbers in order.
        self.wait(lambda: self.totals()[0] > before + 100 and self.exact())

    def slots(self) -> tuple[int, int]:
        """All and free ones."""
        said = self.ask("/overview")
        return said.get("slots-total", 0), said.get("slots-available", 0)

    def parallelism(self) -> int:
        """Of a job that runs completely; otherwise 0."""
        parts = self.ask(f"/jobs/{ID}").get("vertices", [{"status": "", "parallelism": 0}])
        return parts[0]["parallelism"] if all(one["status"] == "RUNNING" for one in parts) else 0

    def exact(self) -> bool:
        count, total = self.totals()
        return count > 0 and total == count * (count + 1) // 2

    def test_a_job_that_has_ended_does_not_run_again(self) -> None:
        manager = self.start("manager", JOB_ARGUMENTS="100 0 0  50 /*")
        self.task_manager(1)
        self.wait((self.base / "manager/var/lib/flink/ended").exists)
        self.wait(lambda: self.totals() != (0, 0))
        self.assertEqual((50, 1275), self.totals())
        self.assertEqual(["--", "100", "0", "0", "50", "/*"], self.words(manager)[-6:])
        self.end(manager)
        again = self.start("manager", JOB_ARGUMENTS="100 0 0  50 /*")
        self.wait(lambda: self.ask("/jobs").get("jobs"))
        self.assertIn("does not run again", (self.base / "manager.log").read_text())
        # It is ready nevertheless, so that a change of its model does not fail.
        self.wait(lambda: self.ask(f"/jobs/{ID}"))
        for port in (6123, 6124):
            self.wait(lambda port=port: subprocess.run(["nsenter", "--net", "--target", str(self.nets["manager"].pid), "/bin/bash", "-c",
                                                        f"exec 3<>/dev/tcp/127.0.0.1/{port}"], stderr=subprocess.DEVNULL).returncode == 0)
        self.assertEqual("FINISHED, 0 of 0 slots free\n", subprocess.run(
            ["nsenter", "--net", "--target", str(self.nets["manager"].pid), str(SERVICES / "flink/job")], text=True, check=True,
            stdout=subprocess.PIPE).stdout)
        self.assertIsNone(again.poll())

    @staticmethod
    def words(service: subprocess.Popen) -> list[str]:
        """Command line of its first process."""
        first = Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().strip()
        return Path(f"/proc/{first}/cmdline").read_text().rstrip("\0").split("\0")

    def test_a_heap_that_flink_cannot_divide_is_refused(self) -> None:
        for heap in ("20m", "47m", "08m", "096m", "1g", "m"):
            service = self.start("manager", FLINK_HEAP=heap)
            self.assertEqual(2, service.wait(PATIENCE_S), heap)
        self.assertIn("FLINK_HEAP (08m) is not 48m to 99999m. Maybe write", (self.base / "manager.log").read_text())


if __name__ == "__main__":
    unittest.main(verbosity=2)

"""Ends of workers of the task farm: its start, its broker and Celery, in a root folder and a network of their own.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

SERVICES = Path(__file__).resolve().parents[2] / "services"
PATIENCE_S = 600
TASKS = '''
import os
import queue
import time
from celery import Celery, bootsteps

app = Celery("tasks")


@app.task
def wait(seconds):
    time.sleep(seconds)
    return seconds


class Late(bootsteps.StartStopStep):
    """Submits a task between the end of Celery's loop and that of its consumer, and waits until Redis has sent it to this worker."""

    def close(self, worker):
        channel = worker.consumer.task_consumer.channel
        app.send_task("tasks.wait", [0], task_id="late")
        while True:
            # As the loop does: it sends BRPOP if none is outstanding.
            channel.connection.cycle.on_poll_start()
            with channel.conn_or_acquire() as client:
                end = time.monotonic() + 2
                while time.monotonic() < end:
                    if not client.llen("celery"):
                        open("/tmp/taken", "w").close()
                        return
                    time.sleep(0.01)
            # The answer of a BRPOP that ended before the task came.
            try:
                channel._brpop_read()
            except queue.Empty:
                pass


if "LATE" in os.environ:
    app.steps["worker"].add(Late)
'''
BROKER = """
set -e
for each in bin dev etc lib lib64 proc usr; do [ ! -e /$each ] || { mkdir -p "$0/$each"; mount --rbind /$each "$0/$each"; }; done
mount -t tmpfs tmpfs "$0/dev/shm"
mount --bind "$0/hosts" "$0/etc/hosts"
ip link set lo up
exec chroot "$0" /usr/bin/env -i SERVICE_ROLE=broker /bin/bash /opt/service/start
"""


def installed() -> bool:
    return bool(shutil.which("redis-server")) and subprocess.run(["/usr/bin/python3", "-c", "import celery, redis"], check=False,
                                                                 stderr=subprocess.DEVNULL).returncode == 0


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0 and installed(),
                     "SKIPPED: the task farm needs root, the packages redis-server, python3-redis and python3-celery, and CARAVAN_REAL=1")
class FarmEnd(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.root.chmod(0o755)
        for folder in ("srv/service", "var/lib/redis", "run/secrets", "opt/service", "tmp"):
            (self.root / folder).mkdir(parents=True)
        for file in (SERVICES / "taskfarm").iterdir():
            if file.is_file():
                shutil.copy(file, self.root / "opt/service")
        (self.root / "run/secrets/password").write_text("it's secret")
        (self.root / "hosts").write_text("127.0.0.1 localhost broker\n")
        (self.root / "srv/service/tasks.py").write_text(TASKS)
        self.broker = subprocess.Popen(["unshare", "--mount", "--net", "/bin/bash", "-c", BROKER, str(self.root)],
                                       stdout=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(self.kill, self.broker)
        # Before its network is its own, a broker of this machine could answer.
        self.wait_until(lambda: os.readlink(f"/proc/{self.broker.pid}/ns/net") != os.readlink("/proc/self/ns/net")
                        and self.redis("PING") == "PONG", "the broker does not answer")

    @classmethod
    def kill(cls, process: subprocess.Popen) -> None:
        # Its group can be another one's after its end.
        if process.poll() is None:
            cls.kill_group(process)
            process.wait(PATIENCE_S)

    @staticmethod
    def kill_group(process: subprocess.Popen) -> None:
        """Also the programs that a shell has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def wait_until(self, state, otherwise: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not state():
            self.assertLess(time.monotonic(), end, otherwise)
            time.sleep(0.1)

    def inside(self, *words: str) -> list[str]:
        """A command in the root folder and in the network of the broker."""
        return ["nsenter", "--target", str(self.broker.pid), "--mount", "--net", "--root", "--wd", "/usr/bin/env", "-i", *words]

    def redis(self, *words: str) -> str:
        return subprocess.run(self.inside("REDISCLI_AUTH=it's secret", "/usr/bin/redis-cli", *words), text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()

    def submit(self, *words: str) -> None:
        subprocess.run(self.inside("PATH=/usr/bin:/bin", "SERVICE_ROLE=broker", "/opt/service/farm", "--no-wait", *words), check=True,
                       stdout=subprocess.DEVNULL)

    def worker(self, *environment: str) -> subprocess.Popen:
        """A worker that takes tasks."""
        started = subprocess.Popen(self.inside("SERVICE_ROLE=worker", *environment, "/bin/bash", "/opt/service/start"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(self.kill, started)
        self.wait_until(lambda: started.poll() is not None or subprocess.run(
            self.inside("/usr/bin/curl", "-fs", "--max-time", "30", "http://127.0.0.1:8080/ready"), check=False).returncode == 0,
            "the worker is not ready")
        self.assertIsNone(started.poll(), "the worker has ended")
        return started

    def end(self, worker: subprocess.Popen) -> None:
        """As the host ends a copy that is removed."""
        worker.send_signal(signal.SIGTERM)
        worker.wait(PATIENCE_S)
        self.kill_group(worker)

    def tasks(self) -> tuple[int, int]:
        """Tasks that wait, and tasks that a worker has taken and not acknowledged."""
        return int(self.redis("LLEN", "celery") or 0), int(self.redis("HLEN", "unacked") or 0)

    def test_a_task_that_comes_while_an_idle_worker_ends_returns_to_the_queue(self) -> None:
        self.end(self.worker("LATE=1"))
        self.assertTrue((self.root / "tmp/taken").exists(), "the worker took no task at its end")
        self.assertEqual((1, 0), self.tasks())
        self.end_after_result("late")

    def end_after_result(self, task: str) -> None:
        other = self.worker()
        self.wait_until(lambda: '"SUCCESS"' in self.redis("GET", f"celery-task-meta-{task}"), f"no other worker runs the task {task}")
        self.end(other)
        self.assertEqual((0, 0), self.tasks())

    def test_tasks_of_a_worker_that_ends_return_to_the_queue_with_one_that_waits_behind_another(self) -> None:
        worker = self.worker("TASKS_RESERVED=2", "LAST_SECONDS=1")
        self.submit("--count", "3", "wait", "600")
        self.wait_until(lambda: self.tasks() == (1, 2), "the worker does not take two tasks")
        self.end(worker)
        self.assertEqual((3, 0), self.tasks())

    def test_a_worker_that_ends_completes_its_task_and_returns_the_one_behind_it(self) -> None:
        worker = self.worker("TASKS_RESERVED=2", "LAST_SECONDS=60")
        # Long enough for a busy machine: the first must not end before the second is taken, nor before the worker's end begins.
        self.submit("--count", "2", "wait", "20")
        self.wait_until(lambda: self.tasks() == (0, 2), "the worker does not take two tasks")
        self.end(worker)
        self.assertEqual((1, 0), self.tasks())


if __name__ == "__main__":
    unittest.main(verbosity=2)

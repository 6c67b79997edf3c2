"""Boots the unikernel under QEMU, without root: user-mode networking, one port forwarded from loopback.

Run with CARAVAN_REAL=1 after ./build; needs qemu-system-x86."""
import http.client
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

KERNEL = Path(__file__).resolve().parent.parent / "target" / "unikernel.elf"
QEMU = "qemu-system-x86_64"
ADDRESS = "address=10.0.2.15/24@10.0.2.2 address=fec0::15/64@fec0::2"
STATUS_PAGE = 0x200000
PATIENCE = 30.0


def why_not() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "boots virtual machines: set CARAVAN_REAL=1"
    if not shutil.which(QEMU):
        return f"{QEMU} is not installed"
    return "" if KERNEL.is_file() else f"{KERNEL} is not built"


class Machine:
    """A virtual machine while it runs. `port` on loopback leads to its port 80."""

    def __init__(self, folder: Path, parameters: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log, self.memory = folder / "log", folder / "memory"
        self.process = subprocess.Popen(
            [QEMU, "-M", "microvm,acpi=off,rtc=off,pit=on,pic=off,memory-backend=ram", "-accel", "tcg,tb-size=8", "-cpu", "max",
             "-object", f"memory-backend-file,id=ram,size=32M,mem-path={self.memory},share=on", "-m", "32", "-nodefaults",
             "-no-user-config", "-display", "none", "-no-reboot", "-serial", f"file:{self.log}", "-kernel", str(KERNEL),
             "-append", parameters, "-netdev", f"user,id=n,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.15:80",
             "-device", "virtio-net-device,netdev=n"])

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def await_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if self.get("/health") == (200, "UP\n"):
                    return
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)
        raise AssertionError("not ready: " + self.log.read_text())

    def connections(self) -> int:
        page = self.memory.read_bytes()[STATUS_PAGE:STATUS_PAGE + 12]
        assert page[:8] == b"caravan1", page
        return int.from_bytes(page[8:], "little")

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@unittest.skipIf(why_not(), why_not())
class BootTest(unittest.TestCase):

    def boot(self, parameters: str) -> Machine:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        machine = Machine(Path(folder.name), parameters)
        self.addCleanup(machine.end)
        return machine

    def ready(self, variables: str = "env=CARAVAN_INSTANCE=web:1") -> Machine:
        machine = self.boot(f"{ADDRESS} port=80 {variables}")
        machine.await_ready()
        return machine

    def test_serves_under_the_name_and_greeting_it_was_given(self) -> None:
        machine = self.ready("env=CARAVAN_INSTANCE=web:7 env=GREETING=God%20dag")
        self.assertEqual(machine.get("/"), (200, "God dag from web:7, a unikernel\n"))
        self.assertEqual(machine.get("/none")[0], 404)
        self.assertIn("web:7 serves ports [80] of [10.0.2.15, fec0::15] after 0.", machine.log.read_text())

    def test_answers_many_requests_on_one_connection(self) -> None:
        machine = self.ready()
        connection = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=5)
        self.addCleanup(connection.close)
        for _ in range(200):
            connection.request("GET", "/")
            self.assertEqual(connection.getresponse().read(), b"Hello from web:1, a unikernel\n")

    def test_tells_the_host_who_is_connected(self) -> None:
        machine = self.ready()
        held = []
        for _ in range(10):
            held.append(http.client.HTTPConnection("127.0.0.1", machine.port, timeout=5))
            held[-1].request("GET", "/health")
            held[-1].getresponse().read()
        self.await_connections(machine, 10)
        for connection in held:
            connection.close()
        self.await_connections(machine, 0)

    def await_connections(self, machine: Machine, count: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while machine.connections() != count:
            self.assertLess(time.monotonic(), deadline, f"{machine.connections()} connections, not {count}")
            time.sleep(0.01)

    def test_sleeps_while_nobody_asks(self) -> None:
        machine = self.ready()
        self.await_connections(machine, 0)
        before, start = machine.cpu_seconds(), time.monotonic()
        time.sleep(2)  # the time is what is measured
        self.assertLess((machine.cpu_seconds() - before) / (time.monotonic() - start), 0.05)
        self.assertEqual(machine.get("/health"), (200, "UP\n"))

    def test_ends_with_a_word_on_parameters_it_cannot_read(self) -> None:
        machine = self.boot("address=10.0.2.15 port=80")
        self.assertEqual(machine.process.wait(PATIENCE), 0)
        self.assertEqual(machine.log.read_text().strip(), "cannot read the parameter address=10.0.2.15")


if __name__ == "__main__":
    unittest.main()

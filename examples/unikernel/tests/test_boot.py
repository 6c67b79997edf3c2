"""Boots the unikernel under QEMU, without root: user-mode networking, one port forwarded from loopback.

Run with CARAVAN_REAL=1 after ./build; needs qemu-system-x86."""
import concurrent.futures
import hashlib
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
PATIENCE = 300.0


def why_not() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "boots virtual machines: set CARAVAN_REAL=1"
    if not shutil.which(QEMU):
        return f"{QEMU} is not installed"
    return "" if KERNEL.is_file() else f"{KERNEL} is not built"


class Machine:
    """A virtual machine while it runs. `port` on loopback leads to its port 80."""

    def __init__(self, folder: Path, parameters: str, kernel: Path = KERNEL) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log, self.memory = folder / "log", folder / "memory"
        self.process = subprocess.Popen(
            [QEMU, "-M", "microvm,acpi=off,rtc=off,pit=on,pic=off,memory-backend=ram", "-accel", "tcg,tb-size=8", "-cpu", "max",
             "-object", f"memory-backend-file,id=ram,size=32M,mem-path={self.memory},share=on", "-m", "32", "-nodefaults",
             "-no-user-config", "-display", "none", "-no-reboot", "-serial", f"file:{self.log}", "-kernel", str(kernel),
             "-append", parameters, "-netdev", f"user,id=n,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.15:80",
             "-device", "virtio-net-device,netdev=n"])

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def get(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
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
        said = "web:7 serves ports [80] of [10.0.2.15, fec0::15] after 0."
        # The guest's clock goes on while its processor waits: of five starts, one takes less than a second.
        for _ in range(4):
            if said in machine.log.read_text():
                break
            machine = self.ready("env=CARAVAN_INSTANCE=web:7")
        self.assertIn(said, machine.log.read_text())

    def test_answers_many_requests_on_one_connection(self) -> None:
        machine = self.ready()
        connection = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        for _ in range(200):
            connection.request("GET", "/")
            self.assertEqual(connection.getresponse().read(), b"Hello from web:1, a unikernel\n")

    def test_tells_the_host_who_is_connected(self) -> None:
        machine = self.ready()
        held = []
        for _ in range(10):
            held.append(http.client.HTTPConnection("127.0.0.1", machine.port, timeout=PATIENCE))
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


CONTENT_MIB = 5
BUILD = KERNEL.parent.parent / "build"


@unittest.skipIf(why_not(), why_not())
class ContentTest(unittest.TestCase):
    """A kernel with files: what it serves is what was put in."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        content = cls.folder / "content"
        (content / "docs").mkdir(parents=True)
        (content / "index.html").write_text("<!doctype html><title>Files</title>\n")
        (content / "docs" / "index.html").write_text("<!doctype html><title>Docs</title>\n")
        cls.film = bytes(range(251)) * (CONTENT_MIB * 1024 * 1024 // 251)
        (content / "film.mp4").write_bytes(cls.film)
        kernel = cls.folder / "content.elf"
        subprocess.run([BUILD, "--content", content, "--output", kernel], check=True)
        cls.machine = Machine(cls.folder, f"{ADDRESS} port=80 env=CARAVAN_INSTANCE=web:1", kernel)
        cls.addClassCleanup(cls.machine.end)
        cls.machine.await_ready()

    def ask(self, path: str, fields: dict[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
        connection = self.machine.connection()
        self.addCleanup(connection.close)
        connection.request("GET", path, headers=fields)
        answer = connection.getresponse()
        return answer, answer.read()

    def test_serves_files_conditions_and_ranges(self) -> None:
        answer, body = self.ask("/", {})
        self.assertEqual(("text/html; charset=utf-8", b"<!doctype html><title>Files</title>\n"), (answer.getheader("Content-Type"), body))
        answer, body = self.ask("/docs", {})
        self.assertEqual((301, "/docs/"), (answer.status, answer.getheader("Location")))
        answer, body = self.ask("/film.mp4", {"Range": "bytes=1000000-1000999"})
        self.assertEqual((206, self.film[1_000_000:1_001_000]), (answer.status, body))
        self.assertEqual(304, self.ask("/film.mp4", {"If-None-Match": answer.getheader("ETag")})[0].status)

    def test_sends_a_large_file_to_ten_clients_at_once(self) -> None:
        def digest(_: int) -> str:
            connection = self.machine.connection()
            try:
                connection.request("GET", "/film.mp4")
                return hashlib.sha256(connection.getresponse().read()).hexdigest()
            finally:
                connection.close()

        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(10) as clients:
            digests = set(clients.map(digest, range(10)))
        self.assertEqual({hashlib.sha256(self.film).hexdigest()}, digests)
        print(f"10 x {CONTENT_MIB} MiB in {time.monotonic() - begin:.1f} s, emulated processor")

    def test_answers_pipelined_requests_in_order_also_while_the_client_reads_slowly(self) -> None:
        with socket.create_connection(("127.0.0.1", self.machine.port), PATIENCE) as client:
            client.sendall(b"GET /film.mp4 HTTP/1.1\r\nHost: a\r\nRange: bytes=0-199999\r\n\r\n"
                           b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            time.sleep(0.5)  # meanwhile the buffers fill
            received = b"".join(iter(lambda: client.recv(1 << 16), b""))
        head, rest = received.split(b"\r\n\r\n", 1)
        self.assertIn(b"206 Partial Content", head)
        self.assertEqual(self.film[:200_000], rest[:200_000])
        self.assertTrue(rest[200_000:].endswith(b"\r\n\r\nUP\n"))

    def test_a_client_that_leaves_while_it_is_served_frees_its_connection(self) -> None:
        for _ in range(60):  # more than connections of a port
            with socket.create_connection(("127.0.0.1", self.machine.port), PATIENCE) as client:
                client.sendall(b"GET /film.mp4 HTTP/1.1\r\nHost: a\r\n\r\n")
                self.assertTrue(client.recv(1024))
        self.assertEqual(200, self.ask("/health", {})[0].status)


if __name__ == "__main__":
    unittest.main()

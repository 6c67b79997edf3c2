"""Links and serving: peers that move, close, refuse; a service that is told to stop while it answers."""
from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

SERVICES = Path(__file__).resolve().parent.parent / "services"
sys.path.insert(0, str(SERVICES))

from shoplib import link  # noqa: E402
from shoplib.peers import Peer  # noqa: E402

try:
    import flask  # noqa: F401
    import waitress  # noqa: F401
    SERVING = True
except ImportError:
    SERVING = False


class OneAnswer(threading.Thread):
    """Accepts at an address, answers `number` requests with its own name, then closes without a word."""

    def __init__(self, address: str, port: int, number: int) -> None:
        super().__init__()
        self.socket, self.number = socket.create_server((address, port)), number
        self.port, self.name_given = self.socket.getsockname()[1], address
        self.start()

    def run(self) -> None:
        while self.number:
            client, _ = self.socket.accept()
            with client:
                while self.number and client.recv(65536):
                    body = f'"{self.name_given}"'.encode()
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
                    self.number -= 1
        self.socket.close()


class LinkTest(unittest.TestCase):
    def peer(self, port: int) -> Peer:
        with mock.patch.dict(os.environ, {"CATALOGUE_AT": f"catalogue:{port}"}):
            return Peer("catalogue", 8080)

    def test_follows_the_name_to_another_address_and_survives_a_closed_connection(self) -> None:
        first = OneAnswer("127.0.0.2", 0, 2)
        second = OneAnswer("127.0.0.3", first.port, 1)
        names = {"catalogue": ["127.0.0.2"]}
        with mock.patch.object(link, "addresses", lambda host, port: names[host]):
            peer = self.peer(first.port)
            self.assertEqual([(200, "127.0.0.2")] * 2, [peer.get("/"), peer.get("/")])
            names["catalogue"] = ["127.0.0.3"]
            self.assertEqual((200, "127.0.0.3"), peer.get("/"))
        first.join()
        second.join()

    def test_waits_for_a_peer_that_is_not_there_yet(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        late: list[OneAnswer] = []
        tries: list[str] = []

        def addresses(host: str, _: int) -> list[str]:
            tries.append(host)
            if len(tries) == 3:
                late.append(OneAnswer("127.0.0.1", port, 1))
            return ["127.0.0.1"]
        with mock.patch.object(link, "addresses", addresses):
            self.assertEqual((200, "127.0.0.1"), self.peer(port).get("/"))
        late[0].join()

    def test_a_peer_that_stays_away_is_named(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with mock.patch.object(link, "addresses", lambda *_: ["127.0.0.1"]), \
                self.assertRaisesRegex(link.PeerAway, rf"catalogue:{port} does not answer \(ConnectionRefusedError\)"):
            self.peer(port).get("/", patience=0.1)


SLOW_SERVICE = """
import sys, pathlib
from shoplib.service import service
from shoplib.serve import serve
app = service("slow", __name__, lambda: True)
@app.get("/slow/<number>")
def slow(number):
    print("asked", flush=True)
    with open(sys.argv[1] + "/" + number) as gate:
        return gate.read() * 100000
serve(app, "slow", int(sys.argv[2]))
"""


@unittest.skipUnless(SERVING, "SKIPPED: python3-flask and python3-waitress are not installed for this Python")
class StopTest(unittest.TestCase):
    def test_sigterm_finishes_open_requests_on_both_ip_versions_then_exits(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with tempfile.TemporaryDirectory() as folder:
            gates = [Path(folder) / "0", Path(folder) / "1"]
            for gate in gates:
                os.mkfifo(gate)
            service = subprocess.Popen([sys.executable, "-c", SLOW_SERVICE, folder, str(port)], stdout=subprocess.PIPE, text=True,
                                       env={**os.environ, "PYTHONPATH": str(SERVICES)})
            self.addCleanup(service.wait)
            self.addCleanup(service.stdout.close)
            self.assertIn("listens", service.stdout.readline())
            open_requests = [http.client.HTTPConnection(host, port, timeout=300) for host in ("127.0.0.1", "::1")]
            for number, connection in enumerate(open_requests):
                self.addCleanup(connection.close)
                connection.request("GET", f"/slow/{number}")
                self.assertIn("asked", service.stdout.readline())
            service.send_signal(signal.SIGTERM)
            while _accepts(port):
                pass
            for gate in gates:
                gate.write_text("x")
            answers = [connection.getresponse() for connection in open_requests]
            self.assertEqual([(200, 100000)] * 2, [(answer.status, len(answer.read())) for answer in answers])
            self.assertIn("all open requests answered", service.stdout.read())
            self.assertEqual(0, service.wait())


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    unittest.main()

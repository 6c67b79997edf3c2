"""The load generator against a real HTTP server and a real (tiny) name server on loopback."""
from __future__ import annotations

import itertools
import socket
import sys
import threading
import unittest
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "load"))

from sockload import closed_loop, mix  # noqa: E402
from sockload.client import Client, Reply  # noqa: E402
from sockload.open_loop import run  # noqa: E402
from sockload.tally import Tally, percentile, table  # noqa: E402


class Answering(BaseHTTPRequestHandler):
    """Slow under /slow, failing under /fail, cut off under /cut."""

    protocol_version = "HTTP/1.1"
    gate = threading.Event()
    callers: set[str] = set()
    connections: set[int] = set()

    def do_GET(self) -> None:
        self.callers.add(self.client_address[0])
        self.connections.add(self.client_address[1])
        if self.path == "/slow":
            self.gate.wait(120)
        if self.path == "/cut":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(503 if self.path == "/fail" else 200)
        self.send_header("X-Served-By", "frontend:1 on pi-1 (bergen)")
        self.send_header("Set-Cookie", "basket=abc; Path=/")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        pass


class LoadTest(unittest.TestCase):
    def setUp(self) -> None:
        Answering.gate, Answering.callers, Answering.connections = threading.Event(), set(), set()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.server.handle_error = lambda *_: None  # a client that gave up is part of these tests
        thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(Answering.gate.set)

    def client(self, **more: object) -> Client:
        return Client(lambda: "127.0.0.1", self.server.server_port, "shop", more.pop("source", None), more.pop("timeout", 120), **more)

    def test_binds_the_source_address_and_reads_who_served(self) -> None:
        reply = self.client(source="127.0.0.7").send("GET", "/", {})
        self.assertEqual(("frontend:1 on pi-1 (bergen)", 200, (("basket", "abc"),)), (reply.served_by, reply.status, reply.cookies))
        self.assertEqual({"127.0.0.7"}, Answering.callers)

    def test_opens_a_new_connection_per_request_unless_kept_alive(self) -> None:
        for keep, expected in ((False, 3), (True, 1)):
            Answering.connections.clear()
            client = self.client(keep_alive=keep)
            for _ in range(3):
                client.send("GET", "/", {})
            self.assertEqual(expected, len(Answering.connections))

    def test_no_answer_and_5xx_are_lost_but_4xx_is_not(self) -> None:
        tally = Tally()
        for path in ("/", "/fail", "/cut"):
            tally.add(path, self.client().send("GET", path, {}), 0.01)
        tally.add("refused", Reply(409, 0.01, problem="status 409"), 0.01)
        self.assertEqual((4, 2, 2, 1), (tally.sent, tally.answered, tally.lost, tally.refused))

    def test_a_request_without_an_answer_in_time_is_lost(self) -> None:
        reply = self.client(timeout=0.1).send("GET", "/slow", {})
        self.assertEqual((None, "timed out"), (reply.status, reply.problem))

    def test_slow_answers_do_not_slow_the_sending(self) -> None:
        client, started = self.client(), itertools.count(1)

        def send(_: str) -> Reply:
            if next(started) == 20:
                Answering.gate.set()
            return client.send("GET", "/slow", {})
        tally, _ = run(100, 0.2, itertools.repeat("GET /slow"), send, lambda *_: None, threading.Event())
        self.assertEqual((20, 0), (tally.answered, tally.lost), "the first answer came only after the last request was sent")

    def test_users_of_a_closed_loop_wait_for_their_answers(self) -> None:
        client, lock, under_way, most = self.client(keep_alive=True), threading.Lock(), [0], [0]

        def send(_: str) -> Reply:
            with lock:
                under_way[0] += 1
                most[0] = max(most[0], under_way[0])
            try:
                return client.send("GET", "/", {})
            finally:
                with lock:
                    under_way[0] -= 1
        tally, _ = closed_loop.run(3, 50, 0, itertools.repeat("GET /"), send, threading.Event())
        self.assertEqual((50, 50), (tally.sent, tally.answered))
        self.assertLessEqual(most[0], 3)

    def test_users_of_a_closed_loop_connect_before_their_first_request(self) -> None:
        client, opened = self.client(keep_alive=True), threading.Barrier(3)
        connected: list[bool] = []

        def begin() -> None:
            client.open()
            opened.wait(120)

        def send(_: str) -> Reply:
            held = client._held.connection
            reply = client.send("GET", "/", {})
            connected.append(held is not None and held is client._held.connection)
            return reply
        closed_loop.run(3, 30, 0, itertools.repeat("GET /"), send, threading.Event(), begin=begin)
        self.assertEqual([True] * 30, connected)
        unkept = self.client()
        unkept.open()
        self.assertFalse(hasattr(unkept._held, "connection"), "a new connection per request")
        nothing = Client(lambda: "127.0.0.1", 1, "nothing", None, 1, keep_alive=True)
        nothing.open()
        self.assertIsNone(nothing.send("GET", "/", {}).status, "the first request reports that nothing answers")

    def test_a_closed_loop_ends_when_it_is_stopped(self) -> None:
        stop = threading.Event()
        stop.set()
        self.assertEqual(0, closed_loop.run(2, 50, 0, itertools.repeat("GET /"), lambda _: Reply(200, .01), stop)[0].sent)

    def test_a_negative_number_of_requests_sends_none(self) -> None:
        tally, _ = closed_loop.run(2, -1, 0, itertools.repeat("GET /"), lambda _: Reply(200, .01), threading.Event())
        self.assertEqual(0, tally.sent)

    def test_the_mix_is_table_4_of_the_paper(self) -> None:
        sent = Counter(itertools.islice(mix.kinds("default", 7), 1009))
        self.assertEqual(mix.MIXES["default"], dict(sent))
        self.assertEqual([110, 111, 110, 111, 117, 111, 111, 111, 117], list(mix.MIXES["default"].values()))

    def test_percentiles_are_nearest_rank(self) -> None:
        values = [float(value) for value in range(1, 101)]
        self.assertEqual([50.0, 95.0, 99.0, 100.0], [percentile(values, share) for share in (.5, .95, .99, 1)])
        self.assertEqual(3.0, percentile([3.0], .5))

    def test_each_latency_is_recorded_if_wanted(self) -> None:
        tally = Tally()
        for latency in (.02, .01234):
            tally.add("GET /", Reply(200, .01), latency)
        tally.add("GET /login", Reply(None, .01, problem="timed out"), .5)
        self.assertEqual({"GET /": [20.0, 12.3], "GET /login": []},
                         {kind: each["each"] for kind, each in tally.record(1, True)["kinds"].items()})
        self.assertNotIn("each", tally.record(1)["kinds"]["GET /"])

    def test_the_table_for_people(self) -> None:
        tally = Tally()
        tally.add("GET /", Reply(200, .01, "frontend:1 on pi-1 (bergen)"), .010)
        tally.add("GET /", Reply(None, .01, problem="timed out"), .5)
        self.assertEqual(
            "sent 2  answered 1  lost 1  refused 0  in 1 s\n"
            "milliseconds         answered  lost     mean      p50      p95      p99\n"
            "GET /                       1     1     10.0     10.0     10.0     10.0\n"
            "all                         1     1     10.0     10.0     10.0     10.0\n"
            "served by frontend:1 on pi-1 (bergen): 1\n"
            "problem GET /: timed out: 1", table(tally.record(1)))


if __name__ == "__main__":
    unittest.main()

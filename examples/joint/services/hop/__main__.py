"""`HOP_PORT` is served; `HOP_ASKS` are the peers, as name:port, that are asked for every request."""
from __future__ import annotations

import json
import os
import signal
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .peer import Peer

PEERS = [Peer(*text.rsplit(":", 1)) for text in os.environ.get("HOP_ASKS", "").split()]
WHO = {"instance": os.environ.get("CARAVAN_INSTANCE", "hop"), "host": os.environ.get("CARAVAN_HOST", "here"),
       "site": os.environ.get("CARAVAN_SITE", "here")}


class Hop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/health":
            self._say(200, {"healthy": True})
            return
        try:
            asked = [peer.ask() for peer in PEERS]
        except OSError as failure:
            self._say(503, {**WHO, "failure": str(failure)})
            return
        self._say(200, {**WHO, "at": _plain(self.connection.getsockname()), "asked-by": _plain(self.client_address), "asked": asked})

    def _say(self, status: int, content: dict) -> None:
        body = json.dumps(content).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *values: object) -> None:
        """Nothing: readiness is asked every few milliseconds."""


class Server(ThreadingHTTPServer):
    address_family = socket.AF_INET6
    daemon_threads = True

    def server_bind(self) -> None:
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        super().server_bind()


def _plain(address: tuple) -> str:
    return address[0].removeprefix("::ffff:")


def main() -> None:
    server = Server(("::", int(os.environ["HOP_PORT"])), Hop)
    signal.signal(signal.SIGTERM, lambda number, frame: threading.Thread(target=server.shutdown).start())
    print(f"{WHO} asks {[str(peer) for peer in PEERS]}", flush=True)
    server.serve_forever(poll_interval=0.1)


main()

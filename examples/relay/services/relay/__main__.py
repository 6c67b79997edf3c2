"""`relay PORT [PEER:PORT]`: answers every request; with a peer, only what the peer answers. An answer has at least RELAY_BYTES bytes.

RELAY_SERVICE_MS simulates a service with one worker: each request but GET /health occupies it for so long, one after the other. It needs no
processor time, so a copy saturates at 1000 / RELAY_SERVICE_MS requests per second on any machine.
RELAY_CONGESTION_CONTROL names one that the kernel allows, for answers.
"""
from __future__ import annotations

import asyncio
import os
import select
import signal
import socket
import sys

from .peer import Peer

GRACE_S = 10.0
SERVICE_S = float(os.environ.get("RELAY_SERVICE_MS", "0")) / 1000
CONGESTION_CONTROL = os.environ.get("RELAY_CONGESTION_CONTROL")  # accepted connections inherit it
BODY = b"relayed\n".rjust(int(os.environ.get("RELAY_BYTES", "0")), b".")
WHO = (f"{os.environ.get('CARAVAN_INSTANCE', 'relay')} on {os.environ.get('CARAVAN_HOST', 'here')} "
       f"({os.environ.get('CARAVAN_SITE', 'here')})")


class Service:
    def __init__(self, peer: Peer | None) -> None:
        self._peer = peer
        self._under_way = 0
        self._ending = False
        self._worker_free_at = 0.0
        self._waiting: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while not self._ending:
                self._waiting.add(writer)
                head = await reader.readuntil(b"\r\n\r\n")
                self._waiting.discard(writer)
                self._under_way += 1
                try:
                    keep = await self._answer(head, writer)
                finally:
                    self._under_way -= 1
                if not keep:
                    break
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the service ends while nobody asks
        finally:
            self._waiting.discard(writer)
            writer.close()

    async def _answer(self, head: bytes, writer: asyncio.StreamWriter) -> bool:
        """Says `close` where the connection ends with this answer: a client must not send another request into it."""
        status, body = 200, BODY
        if SERVICE_S and not head.startswith(b"GET /health"):
            await self._be_served()
        if self._peer is not None and not head.startswith(b"GET /health"):
            try:
                body = await self._peer.ask()
            except OSError as failure:
                status, body = 503, f"{failure}\n".encode()
        keep = not self._ending and b"connection: close" not in head.lower()
        writer.write((f"HTTP/1.1 {status} {'OK' if status == 200 else 'Away'}\r\nX-Served-By: {WHO}\r\nContent-Length: {len(body)}\r\n"
                      f"Connection: {'keep-alive' if keep else 'close'}\r\n\r\n").encode() + body)
        await writer.drain()
        return keep

    async def _be_served(self) -> None:
        """By the clock of the worker: a process that wakes late delays this request, but not those behind it."""
        now = asyncio.get_running_loop().time()
        self._worker_free_at = max(now, self._worker_free_at) + SERVICE_S
        await asyncio.sleep(self._worker_free_at - now)

    async def end(self, server: asyncio.Server, listener: socket.socket) -> None:
        """First takes in who waits in the kernel's queue: closing the port would reset them."""
        while select.select([listener], [], [], 0)[0]:
            await asyncio.sleep(0.005)
        self._ending = True
        server.close()
        deadline = asyncio.get_running_loop().time() + GRACE_S
        while self._under_way and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.005)
        for writer in list(self._waiting):
            writer.close()


async def main(port: int, peer: Peer | None) -> None:
    listener = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=512)
    if CONGESTION_CONTROL:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, CONGESTION_CONTROL.encode())
    service, asked = Service(peer), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    server = await asyncio.start_server(service.serve, sock=listener)
    print(f"{WHO} listens on [::]:{port}", flush=True)
    await asked.wait()
    await service.end(server, listener)
    print(f"{WHO} stopped", flush=True)


asyncio.run(main(int(sys.argv[1]), Peer(*sys.argv[2].rsplit(":", 1)) if len(sys.argv) > 2 else None))

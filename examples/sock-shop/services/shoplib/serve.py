"""Serves a service on both IP versions and stops without losing a request.

waitress drops queued requests when its loop ends; here the loop goes on after SIGTERM until the last answer is out.
"""
from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

GRACE = 10.0
"""Seconds after SIGTERM for the requests under way."""


def serve(app: Flask, service: str, port: int) -> None:
    """Runs until SIGTERM or SIGINT; the port is SHOP_PORT when that is set."""
    port = int(os.environ.get("SHOP_PORT", port))
    listener = _listen(port)
    server = create_server(app, sockets=[listener], threads=int(os.environ.get("SHOP_THREADS", "16")),
                           ident=None, clear_untrusted_proxy_headers=True)
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _: asked.append(got))
    say(service, f"listens on [::]:{port}")
    while not asked:
        wasyncore.loop(timeout=0.5, map=server._map, use_poll=True, count=1)
    _drain(server, listener)
    say(service, "stopped, all open requests answered" if not _busy(server) else f"stopped after {GRACE:.0f} s of grace")
    os._exit(0)


def say(service: str, text: str) -> None:
    print(f"{os.environ.get('CARAVAN_INSTANCE', service)} {text}", flush=True)


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    control = os.environ.get("SHOP_CONGESTION_CONTROL")  # of all answers: accepted connections inherit it
    if control:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, control.encode())
    try:
        listener.bind(("::", port))
    except OSError as failure:
        sys.exit(f"Port {port} cannot be used: {failure.strerror}.\nMaybe another service listens there; set SHOP_PORT.")
    return listener


def _drain(server, listener: socket.socket) -> None:
    """First takes in who was waiting in the kernel's queue: closing the port would reset them."""
    deadline = time.monotonic() + GRACE
    while select.select([listener], [], [], 0)[0]:
        wasyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=1)
    server.del_channel()
    listener.close()
    while _busy(server) and time.monotonic() < deadline:
        wasyncore.loop(timeout=0.05, map=server._map, use_poll=True, count=1)


def _busy(server) -> bool:
    return any(channel.requests or channel.total_outbufs_len or _unread(channel)
               for channel in list(server.active_channels.values()))


def _unread(channel) -> bool:
    """A request may have arrived that the loop has not read yet."""
    return channel.socket is not None and channel.connected and bool(select.select([channel.socket], [], [], 0)[0])

"""The process behind a door: a loopback TCP forwarder that resolves the application's name as users of the site would and connects
from inside that site's vantage.   python3 -m caravan_testbed.door_server LISTENING-DESCRIPTOR DOOR-AS-JSON"""
import json
import socket
import sys
import threading
from ipaddress import ip_network

from . import dns, kernel
from .doors import Door, endpoint

_SECONDS = 10.0
_CHUNK = 65536


def _serve(door: Door, listener: socket.socket) -> None:
    while True:
        client, _ = listener.accept()
        threading.Thread(target=_forward, args=(door, client), daemon=True).start()


def _forward(door: Door, client: socket.socket) -> None:
    try:
        with client, _connect(door) as server:
            back = threading.Thread(target=_copy, args=(server, client), daemon=True)
            back.start()
            _copy(client, server)
            back.join()
    except OSError:
        pass  # no instance answers: the browser sees the connection close


def _connect(door: Door) -> socket.socket:
    """The first address that answers, IPv4 before IPv6; resolved each time, so that a move takes effect immediately."""
    last: OSError = OSError(f"{door.name} has no address")
    for version, source in door.sources.items():
        found = dns.resolve(door.name, int(version), ip_network(door.subnets[version]), endpoint(door.dns, "the DNS server"))
        for address in found:
            try:
                with kernel.in_network(door.namespace):
                    opened = socket.socket(socket.AF_INET if version == "4" else socket.AF_INET6, socket.SOCK_STREAM)
                opened.settimeout(_SECONDS)
                opened.bind((source, 0))
                opened.connect((address, door.port))
                opened.settimeout(None)
                return opened
            except OSError as error:
                last = error
    raise last


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(_CHUNK):
            target.sendall(data)
    except OSError:
        pass  # one side was reset: the other is closed below
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # already closed


if __name__ == "__main__":
    _serve(Door(**json.loads(sys.argv[2])), socket.socket(fileno=int(sys.argv[1])))

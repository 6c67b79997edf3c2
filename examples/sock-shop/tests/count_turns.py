"""Counts turns and bytes per link and kind of request from a capture of the local shop: count_turns.py [--profiles FOLDER] [PORT].
With a folder, each kind becomes a file there that a model names: request order from profile "order.turns.json".

A turn is a change of direction (the paper, section 4.1) among packets that carry data or open a connection. Each kind is
sent alone, several times; connections between services are warm, as they are under load; the median is printed.
"""
from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "load"))

from local.parts import PORTS  # noqa: E402
from local.shop import LocalShop  # noqa: E402
from sockload import mix  # noqa: E402
from sockload.client import Client  # noqa: E402
from sockload.shoppers import Shoppers  # noqa: E402

LINE = re.compile(r"^(?P<time>[0-9.]+) IP6? (?P<source>\S+)\.(?P<from>\d+) > (?P<target>\S+)\.(?P<to>\d+): "
                  r"Flags \[(?P<flags>[^\]]*)\].*length (?P<length>\d+)")
ONLY_CALLER = {"frontend": "users", "catalogue": "frontend", "orders": "frontend", "payment": "orders", "shipping": "orders",
               "catalogue-db": "catalogue", "accounts-db": "accounts", "orders-db": "orders", "carts-db": "carts"}


def link_of(host: str, service: str) -> str:
    """Who called: the orders service alone uses 127.0.0.2."""
    return f"{ONLY_CALLER.get(service) or ('orders' if host == '127.0.0.2' else 'frontend')} -> {service}"


def measure(lines: list[str], port: int) -> dict[str, tuple[int, int]]:
    """Link → (turns, bytes of payload both ways) of the packets of one request."""
    services = {port + offset: name for name, offset in PORTS.items()}
    directions: dict[str, list[int]] = defaultdict(list)
    sizes: dict[str, int] = defaultdict(int)
    for match in filter(None, map(LINE.match, lines)):
        if int(match["length"]) == 0 and "S" not in match["flags"]:
            continue
        asks = int(match["to"]) in services
        service = services.get(int(match["to"])) or services.get(int(match["from"]))
        if service is None:
            continue
        link = link_of(match["target"] if asks else match["source"], service)
        directions[link].append(1 if asks else -1)
        sizes[link] += int(match["length"])
    return {link: (sum(a != b for a, b in zip(way, way[1:])), sizes[link]) for link, way in directions.items()}


class Capture:
    """tcpdump on loopback; `take()` gives the lines since the last one, up to a packet that marks now."""

    def __init__(self, port: int) -> None:
        ports = f"tcp portrange {port}-{port + 14} or udp port {port + 15}"
        self._process = subprocess.Popen(["tcpdump", "-i", "lo", "-nn", "-tt", "-l", ports],
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr and self._process.stdout
        while "listening" not in self._process.stderr.readline():
            pass
        self._port = port

    def take(self) -> list[str]:
        import socket
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as marker:
            marker.sendto(b"now", ("127.0.0.1", self._port + 15))
        lines = []
        for line in self._process.stdout:
            if "UDP" in line:
                return lines
            lines.append(line)
        raise AssertionError("tcpdump ended")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


def main(port: int = 18279, repeat: int = 9) -> dict[str, dict[str, tuple[float, float]]]:
    """Kind → link → (turns, bytes)."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    quiet = threading.Event()
    # One thread per service: under load each of the eight has its connection, here one has to stand for them.
    with LocalShop(port, {"SHOP_THREADS": "1"}) as shop:
        shoppers = Shoppers(Client(lambda: "127.0.0.1", port, "127.0.0.1", None, 5), 2, 1)
        shoppers.prepare("default")
        capture = Capture(port)
        for kind in mix.MIXES["default"]:
            samples: dict[str, list[tuple[int, int]]] = defaultdict(list)
            for _ in range(repeat):
                capture.take()
                shoppers.send(kind)
                quiet.wait(0.05)
                for link, figures in measure(capture.take(), port).items():
                    samples[link].append(figures)
            found[kind] = {link: (statistics.median(turns for turns, _ in values), statistics.median(size for _, size in values))
                           for link, values in samples.items() if len(values) > repeat / 2}
        capture.close()
    return found


def profile(kind: str, links: dict[str, tuple[float, float]], samples: int) -> str:
    """What a model reads. Hops stand in an order in which each starts where an earlier one arrived."""
    rest, reached, hops = dict(links), {"users"}, []
    while ready := [link for link in rest if link.split(" -> ")[0] in reached]:
        for link in ready:
            turns, size = rest.pop(link)
            start, end = link.split(" -> ")
            reached.add(end)
            hops.append({"from": start, "to": end, "turns": max(1, round(turns)), "bytes": round(size)})
    return json.dumps({"request": kind, "samples": samples, "hops": hops}, indent=1) + "\n"


if __name__ == "__main__":
    begun = time.monotonic()
    arguments = sys.argv[1:]
    folder = Path(arguments[1]) if arguments[:1] == ["--profiles"] else None
    repetitions = 9
    for name, links in main(*map(int, arguments[2:] if folder else arguments), repeat=repetitions).items():
        if folder:
            (folder / f"{name}.turns.json").write_text(profile(name, links, repetitions))
        print(name)
        for link, (turns, size) in sorted(links.items()):
            print(f"  {link:<28} turns {turns:<4g} bytes {size:g}")

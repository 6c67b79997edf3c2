"""The command line of sock-shop-load."""
from __future__ import annotations

import argparse
import ipaddress
import json
import signal
import sys
import threading
from urllib.parse import urlsplit

from . import closed_loop, mix
from .client import Client
from .names import FollowedName, NoAddress
from .open_loop import run
from .shoppers import Shoppers
from .tally import Tally, table


def main(arguments: list[str]) -> int:
    """0: every request was answered; 1: some were lost; 2: the load could not begin."""
    options = _parser().parse_args(arguments)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    try:
        client, name = _client(options)
    except (NoAddress, ValueError) as failure:
        print(failure, file=sys.stderr)
        return 2
    shoppers = Shoppers(client, options.shoppers, options.seed)
    refused = shoppers.prepare(options.mix)
    if refused:
        print(f"The shop does not take shoppers in: {refused.problem or refused.status}.\n"
              "Maybe it is not ready yet, or --url or --dns points elsewhere.", file=sys.stderr)
        return 2
    kinds = mix.kinds(options.mix, options.seed)
    if options.requests:
        timer = threading.Timer(options.duration, stop.set)
        timer.daemon = True
        timer.start()
        tally, seconds = closed_loop.run(options.shoppers, options.requests, options.think / 1000, kinds, shoppers.send, stop, options.seed,
                                         shoppers.open)
    else:
        tally, seconds = run(options.rate, options.duration, kinds, shoppers.send, _Live(options.json), stop)
    record = tally.record(seconds, options.each) | _names(name)
    print(json.dumps(record) if options.json else table(record), flush=True)
    return 1 if tally.lost else 0


class _Live:
    """One line per second on standard error: how it went since the last one."""

    def __init__(self, quiet: bool) -> None:
        self._target, self._before = (sys.stderr if quiet else sys.stdout), (0, 0, 0)

    def __call__(self, second: int, tally: Tally) -> None:
        now = (tally.sent, tally.answered, tally.lost)
        done, answered, lost = (new - old for new, old in zip(now, self._before))
        self._before = now
        mean, p95 = (seconds * 1000 for seconds in tally.take_recent())
        print(f"{second:4d} s  done {done:4d}  answered {answered:4d}  lost {lost:3d}  mean {mean:7.1f} ms  p95 {p95:7.1f} ms"
              f"  from {len(tally.served_by)} instances", file=self._target, flush=True)


def _client(options: argparse.Namespace) -> tuple[Client, FollowedName | None]:
    if options.source and ipaddress.ip_address(options.source).version != int(options.family[-1]):
        raise ValueError(f"The source address {options.source} is not {options.family}.\nMaybe set --family to the other one.")
    if options.url:
        url = urlsplit(options.url)
        if url.scheme != "http" or not url.hostname:
            raise ValueError(f"The URL ({options.url}) is not http://host:port.\nMaybe write --url http://127.0.0.1:8079.")
        host = url.hostname
        return _made(lambda: host, url.port or 80, host, options), None
    if not options.name:
        raise ValueError("The load needs --url, or --application-url-name with --dns.\nMaybe add --url http://127.0.0.1:8079.")
    server, _, port = options.dns.rpartition(":")
    name = FollowedName(options.name, (server.strip("[]"), int(port)), options.source, options.family, not options.once,
                        options.client_subnet)
    return _made(name.address, options.port, f"{options.name}:{options.port}", options), name


def _made(address, port: int, host: str, options: argparse.Namespace) -> Client:
    return Client(address, port, host, options.source, options.timeout, options.keep_alive)


def _names(name: FollowedName | None) -> dict:
    if name is None:
        return {}
    name.close()
    return {"dns": {"answers": [list(addresses) for addresses in name.changes], "unanswered": name.stale}}


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0. Maybe --requests 1000.")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sock-shop-load", description=(
        "Sends the paper's request mix at a constant rate and reports the answers. Exit code 1 if any request was lost."))
    parser.add_argument("--url", help="a shop without names, such as http://127.0.0.1:8079")
    parser.add_argument("--application-url-name", "--name", dest="name", help="frontend.sock-shop.caravan")
    parser.add_argument("--dns", default="127.0.0.1:5053", help="name server for that name (default 127.0.0.1:5053)")
    parser.add_argument("--port", type=int, default=8079)
    parser.add_argument("--source", help="source address; the name server also uses it to locate the user")
    parser.add_argument("--client-subnet", metavar="ADDRESS",
                        help="address that locates the user for the name server, if its network is not that of the source (RFC 7871)")
    parser.add_argument("--family", choices=("ipv4", "ipv6"), default="ipv4")
    parser.add_argument("--rate", type=float, default=20.0, help="requests per second (default 20)")
    parser.add_argument("--duration", type=float, default=60.0, help="seconds (default 60)")
    parser.add_argument("--requests", type=_count, default=0, metavar="N",
                        help="closed loop: each shopper waits for an answer before the next request, N requests in sum; ends "
                             "after --duration at the latest")
    parser.add_argument("--think", type=float, default=0.0, metavar="MS",
                        help="closed loop: mean pause of a shopper between an answer and the next request (default 0)")
    parser.add_argument("--mix", choices=sorted(mix.MIXES), default="default")
    parser.add_argument("--shoppers", type=int, default=10, help="the paper's 10 concurrent users")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds after which a request is lost")
    parser.add_argument("--keep-alive", action="store_true",
                        help="keep connections instead of a new one per request; a closed loop connects before its first request")
    parser.add_argument("--once", action="store_true", help="look the name up once, as a program that keeps the address for ever")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the end as JSON; the live lines go to standard error")
    parser.add_argument("--each", action="store_true", help="with --json: also the latency of each answer in ms, by kind")
    return parser

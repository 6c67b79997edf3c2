"""The parts that are a table of their own: load and soak, each with its server, the starts of client and server,
and the price of filters."""
import argparse
import json
from pathlib import Path
from typing import Callable

from . import machine
from .errors import BenchError, Skipped

_HOME = Path(__file__).resolve().parent.parent.parent
PARTS = ("load", "soak", "cli", "filter", "start", "probes")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clients", type=int, default=200, help="of load, at once")
    parser.add_argument("--seconds", type=float, default=300, help="of load, that are counted")
    parser.add_argument("--think", type=float, default=2, metavar="S",
        help="of load, mean pause of a client between an answer and its next request")
    parser.add_argument("--minutes", type=float, default=30, help="of soak")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="of soak, its samples")
    parser.add_argument("--pairs", type=int, choices=range(1, 1001), metavar="1..1000",
                        help="of filter and start, measurements without and with it")
    parser.add_argument("--cpu", action="store_true",
                        help="of filter, only processor time for the same bytes, which a busy machine can decide")
    parser.add_argument("--slower", type=float, default=10, metavar="N",
                        help="of probes, how many times slower than here the core of a node is")
    parser.add_argument("--no-sensors", action="store_true", help="of probes, do not read the usage of hosts every 15 s")
    parser.add_argument("--archive", type=Path, metavar="FILE", help="of cli, what ./caravan package cli made")


def run(options: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> int:
    try:
        measured = {"load": _load, "soak": _soak, "cli": _cli, "filter": _filter, "start": _start,
                    "probes": _probes}[options.part](options, folder, say)
    except Skipped as reason:
        print(f"{options.part.capitalize()}: SKIPPED: {reason}")
        return 0
    except BenchError as fault:
        print(f"{options.part.capitalize()}: FAILED: {fault}")
        return 1
    facts = machine.describe(options.server[0])
    if options.json:
        print(json.dumps({"machine": facts, **measured.record()}, indent=2))
    else:
        print("".join(f"{name:<9} {value}\n" for name, value in facts.items()) + "\n" + measured.table(), end="")
    return 1 if measured.failed else 0


def _load(options: argparse.Namespace, folder: Path, say: Callable[[str], None]):
    try:
        from . import load
    except ModuleNotFoundError as missing:
        if missing.name != "aiohttp":
            raise
        raise Skipped("aiohttp is missing, which Debian has as python3-aiohttp") from missing
    return load.measure(options.server, folder, options.clients, options.seconds, options.think, say)


def _soak(options: argparse.Namespace, folder: Path, say: Callable[[str], None]):
    from . import soak
    return soak.measure(options.server, folder, options.minutes * 60, options.csv, say)


def _cli(options: argparse.Namespace, folder: Path, say: Callable[[str], None]):
    from . import starts
    return starts.measure(options.archive, folder, say)


def _filter(options: argparse.Namespace, _: Path, say: Callable[[str], None]):
    from . import filter_price
    return filter_price.measure(_HOME, options.pairs or (3 if options.quick else filter_price.PAIRS), say, options.cpu)


def _probes(options: argparse.Namespace, folder: Path, say: Callable[[str], None]):
    from . import idle_probes
    return idle_probes.measure(_HOME, options.server, folder, 5 if options.quick else idle_probes.MINUTES, options.slower,
                               not options.no_sensors, say)


def _start(options: argparse.Namespace, folder: Path, say: Callable[[str], None]):
    from . import server_starts
    return server_starts.measure(options.server, folder, options.pairs or (1 if options.quick else server_starts.PAIRS), say)

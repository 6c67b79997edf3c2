"""Options, the order of the parts, and the end of all of it. Exit codes: 0 all shown or skipped, 1 a part failed."""
import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from . import containers, fleet, interrupts, long_runs, machine, planning, power
from .api import Api
from .bed import Bed, build_images, why_not
from .errors import BenchError, Skipped
from .figures import Figures
from .server import Server
from .table import table

_HOME = Path(__file__).resolve().parent.parent.parent
_MOUNTS = Path("/proc/self/mounts")
_BEGAN = time.monotonic()


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    interrupts.install()
    figures = Figures()
    try:
        with _temporary_folder(options.data) as folder:
            if options.part in long_runs.PARTS:
                return long_runs.run(options, folder, say)
            if options.part == "power":
                return power.run(options, folder, say)
            if options.part == "fleet":
                return _measure_fleet(options, folder)
            _measure(figures, options, folder)
    except KeyboardInterrupt:
        print("Stopped; all processes of the bench have ended.", file=sys.stderr)
        return 130
    print(json.dumps(figures.record(), indent=2) if options.json else table(figures), end="\n" if options.json else "")
    return 1 if figures.failed else 0


def _measure(figures: Figures, options: argparse.Namespace, folder: Path) -> None:
    figures.machine = machine.describe(options.server[0])
    with _part(figures, "server"):
        planning.measure(figures, _HOME, options.server, folder, options.quick, say)
    if reason := why_not():
        figures.skipped.update({"container": reason, "probes": reason})
        return
    with _part(figures, "container", "probes"):
        _on_real_hosts(figures, options, folder)


def _on_real_hosts(figures: Figures, options: argparse.Namespace, folder: Path) -> None:
    images = options.data / "images"
    with _bed_and_server(options, folder, images) as (bed, api):
        with _part(figures, "probes"):
            containers.probe(figures, api, say)
        with _part(figures, "container"):
            containers.measure(figures, api, bed, images, options.quick, say)


def _measure_fleet(options: argparse.Namespace, folder: Path) -> int:
    images = options.data / "images"
    try:
        if reason := why_not():
            raise Skipped(reason)
        with _bed_and_server(options, folder, images) as (bed, api):
            api.probe("idle", containers.PROBE_LIMIT_S)
            comparison = fleet.measure(api, bed, images, options.count, 1 if options.quick else 3, say)
    except Skipped as reason:
        print(f"Fleet of containers: SKIPPED: {reason}")
        return 0
    except BenchError as fault:
        print(f"Fleet of containers: FAILED: {fault}")
        return 1
    facts = machine.describe(options.server[0])
    print(json.dumps({"machine": facts, **comparison.record()}, indent=2) if options.json else
          "".join(f"{name:<9} {value}\n" for name, value in facts.items()) + "\n" + comparison.table(), end="\n" if options.json else "")
    return 0


@contextmanager
def _bed_and_server(options: argparse.Namespace, folder: Path, images: Path) -> Iterator[tuple[Bed, Api]]:
    say("image of the containers")
    build_images(_HOME, images)
    say("test bed of two sites")
    with Bed(_HOME, folder / "testbed") as bed:
        data = folder / "real"
        bed.credentials(data)
        say("server for the test bed")
        with Server(options.server, containers.PORT, data, f"--caravan.images={images}") as server:
            api = server.api()
            api.hand_over_texts("/infrastructure", {"pair.caravan": bed.infrastructure})
            yield bed, api


@contextmanager
def _part(figures: Figures, *names: str) -> Iterator[None]:
    """A part that cannot be shown does not keep the others from being shown."""
    try:
        yield
    except Skipped as reason:
        figures.skipped.update({name: str(reason) for name in names})
    except BenchError as fault:
        figures.failed.update({name: str(fault) for name in names})


@contextmanager
def _temporary_folder(data: Path) -> Iterator[Path]:
    """Beside the data, since a bed's state needs a file system that can be an overlay's upper layer: /tmp may not be one."""
    data.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=data))
    try:
        yield folder
    finally:
        with interrupts.undisturbed():
            _remove(folder)


def _remove(folder: Path) -> None:
    """Never through a mount: a bed that could not be taken down shows the machine's own files below its folder."""
    if _MOUNTS.exists() and str(folder) in _MOUNTS.read_text():
        print(f"Something is still mounted below {folder}, so it stays.", file=sys.stderr)
    else:
        shutil.rmtree(folder, ignore_errors=True)


def say(text: str) -> None:
    print(f"{time.monotonic() - _BEGAN:4.0f}s  {text} …", file=sys.stderr, flush=True)


def _options(arguments: list[str]) -> argparse.Namespace:
    """Behind -- stands the command that starts a server, its data folder and port left out."""
    parser = argparse.ArgumentParser(
        prog="./caravan bench", description="Prints the figures of this machine: server start, plans, containers, probes.")
    parser.add_argument("part", nargs="?", choices=["fleet", "power", *long_runs.PARTS],
                        help="fleet: many containers of one deployment, compared with as many without Caravan; "
                             "power: power cuts; load: many clients at once; soak: many deployments for long; "
                             "cli: starts of the client; start: starts of the server; probes: cost of standing idle probes")
    parser.add_argument("--count", type=int, default=fleet.COUNT, choices=range(1, 101), metavar="1..100", help="containers of the fleet")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--quick", action="store_true", help="everything once")
    parser.add_argument("--cuts", type=int, default=1000, help="of power, power cuts")
    parser.add_argument("--boots", type=int, default=10, help="of power, servers that are started on what a cut left")
    parser.add_argument("--seed", type=int, default=1, help="of power, of the random choices")
    long_runs.add_options(parser)
    if "--" not in arguments:
        parser.error("the command that starts a server is missing. Maybe run ./caravan bench")
    split = arguments.index("--")
    options = parser.parse_args(arguments[:split])
    options.server = arguments[split + 1:]
    options.data = Path(os.environ.get("CARAVAN_DATA", _HOME / "data"))
    return options

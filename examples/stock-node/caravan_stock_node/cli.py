"""The verbs and their options. Exit codes: 0 done or nothing to do, 1 error, 2 wrong command line; `ssh`: that of the command."""
import argparse
import os
import sys
from ipaddress import IPv4Network
from pathlib import Path

from . import verbs
from .errors import StockNodeError
from .ground import Ground
from .recipe import ARCHITECTURES, Recipe

_PARSED = {"formatter_class": argparse.RawDescriptionHelpFormatter}
_WAIT_SECONDS = 600.0


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if os.geteuid() != 0:
            raise StockNodeError("Images and networks need root.", "repeat it with sudo.")
        code = options.run(Ground(options.state.absolute(), options.prefix, options.mgmt), options)
        sys.stdout.flush()
        return code or 0
    except StockNodeError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("Interrupted.\nMaybe remove the parts that exist: stock-node down", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stock-node", description="A stock Debian 12 machine in QEMU.", **_PARSED)
    _common(parser, defaults=True)
    verb = parser.add_subparsers(required=True, metavar="VERB", title="verbs")
    _add(verb, "build", lambda _, o: verbs.build(Recipe(o.arch), o.cache, o.again), "build the image if it is not in the cache",
        "stock-node build --arch arm64", _image, _again)
    _add(verb, "up", lambda ground, o: verbs.up(ground, Recipe(o.arch), o.cache, o.wait),
        "create the node, switch it on, wait for its SSH server",
         "stock-node up --mgmt 198.18.246.0/24", _image, _wait)
    _add(verb, "status", lambda ground, o: verbs.status(ground, o.json), "show state, addresses, keys; exit code 1 unless it is on",
        "stock-node status --json", _json)
    _add(verb, "ssh", lambda ground, o: verbs.ssh(ground, o.command[1:] if o.command[:1] == ["--"] else o.command),
        "run a command on the node as root, or a shell", "stock-node ssh -- systemctl --failed", _command)
    _add(verb, "power-off", lambda ground, _: verbs.power_off(ground), "cut the power: the system inside gets no notice",
        "stock-node power-off")
    _add(verb, "power-on", lambda ground, o: verbs.power_on(ground, o.wait), "switch it on again, with its disk as it is",
        "stock-node power-on", _wait)
    _add(verb, "down", lambda ground, _: verbs.down(ground), "remove the node, its disk and its network; the image stays",
        "stock-node down")
    return parser


def _add(verbs_parser, name: str, function, summary: str, example: str, *additions) -> None:
    parser = verbs_parser.add_parser(name, help=summary, description=summary, epilog=f"example:\n  {example}", **_PARSED)
    for addition in additions:
        addition(parser)
    _common(parser, defaults=False)
    parser.set_defaults(run=function)


def _common(parser: argparse.ArgumentParser, defaults: bool) -> None:
    """Accepted before and after the verb; only the parser before it sets the default, or the later one would overwrite it."""
    def default(value: object) -> object:
        return value if defaults else argparse.SUPPRESS
    parser.add_argument("--state", type=Path, default=default(Path("data/stock-node")), metavar="DIR",
        help="folder of all that the node writes (data/stock-node)")
    parser.add_argument("--prefix", default=default("cvk"), help="begins the names of namespace and device (cvk)")
    parser.add_argument("--mgmt", type=_network, default=default(IPv4Network("198.18.77.0/24")), metavar="NETWORK",
                        help="network of this machine (.1), the node (.2) and its containers (198.18.77.0/24)")


def _network(text: str) -> IPv4Network:
    try:
        return IPv4Network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is not an IPv4 network: {error}. Maybe write it like 198.18.77.0/24") from error


def _image(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cache", type=Path, default=Path(os.environ.get("CARAVAN_CACHE", "/var/cache/caravan")), metavar="DIR",
                        help="folder of images, shared by all checkouts (CARAVAN_CACHE, else /var/cache/caravan)")
    parser.add_argument("--arch", choices=ARCHITECTURES, default=ARCHITECTURES[0],
        help="architecture of the image (amd64); the other one is emulated")


def _again(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--again", action="store_true", help="build it again, with today's packages")


def _wait(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--wait", type=float, default=_WAIT_SECONDS, metavar="SECONDS",
        help=f"until the node counts as failed ({_WAIT_SECONDS:.0f})")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND")

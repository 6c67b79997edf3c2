"""The verbs and their options. Exit codes: 0 done or nothing to do, 1 error, 2 wrong command line."""
import argparse
import os
import sys
from ipaddress import IPv4Network
from pathlib import Path

from . import verbs
from .errors import TestbedError
from .names import check_prefix

_PARSED = {"formatter_class": argparse.RawDescriptionHelpFormatter}


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        check_prefix(options.prefix)
        code = options.verb(options)
        sys.stdout.flush()
        return code
    except TestbedError as error:
        print(error, file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"The test bed may not do that: {error}.\nMaybe run it as root.", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader (head, less) has seen enough
        return 0
    except KeyboardInterrupt:
        print("Interrupted.\nMaybe run `testbed down` to remove what already exists.", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="testbed", description="Sites, providers and nodes emulated on this machine.", **_PARSED)
    _common(parser, defaults=True)
    verb = parser.add_subparsers(required=True, metavar="VERB", title="verbs")
    _add(verb, "up", verbs.up, "start the test bed; does nothing if it is running", "testbed up nornet.toml", _file, _wan, _weight)
    _add(verb, "down", verbs.down, "remove all of it", "testbed down", _file)
    _add(verb, "status", verbs.status, "show the parts of the test bed and its degraded links", "testbed status --json", _json)
    _add(verb, "infrastructure", verbs.infrastructure, "print the bed as Caravan's infrastructure text",
         "testbed infrastructure > nornet.caravan", _file_of_standing)
    _add(verb, "degrade", verbs.degrade, "make a site's links worse at once, in both directions",
         "testbed degrade bergen.BKK rtt +400ms loss 2%\n  testbed degrade hainan rate 1Mbit/s", _degrade)
    _add(verb, "restore", verbs.restore, "links as described again", "testbed restore bergen", _restore)
    _add(verb, "cut", verbs.cut, "take the management network away from a host", "testbed cut pi-bergen-1", _node)
    _add(verb, "mend", verbs.mend, "revert the break of a node", "testbed mend pi-bergen-1", _node)
    _add(verb, "reboot", verbs.reboot, "cut a host's power and start it again; its disk stays, its containers come back",
         "testbed reboot pi-bergen-1", _node)
    _add(verb, "off", verbs.off, "cut a host's power; its disk stays", "testbed off pi-bergen-1", _node)
    _add(verb, "on", verbs.on, "start a host whose power was cut; its containers come back", "testbed on pi-bergen-1", _node)
    _add(verb, "join", verbs.join, "put another emulated network, as of a cloud, behind a site's gateway",
         "testbed join lab --namespace cvo-cloud --device cvo-wan --prefixes Fibre=10.140.0.0/24 Fibre=fdca:140::/64", _join)
    _add(verb, "exec", verbs.execute, "run a command on a host, or in the network of a site or of the core",
         "testbed exec pi-bergen-1 -- lxc-ls --fancy", _execute)
    _add(verb, "door", verbs.door, "let a browser here see the application as users of a site do",
         "testbed door --listen 127.0.0.1:8090 --users users-oslo --name front-end.sock-shop.caravan --port 8080\n"
         "  testbed door --close --listen 127.0.0.1:8090", _door)
    _add(verb, "leftovers", verbs.leftovers, "list remaining parts of the test bed on this machine; exit code 1 if there are any",
         "testbed leftovers", _file)
    return parser


def _add(verbs_parser, name: str, function, summary: str, example: str, *additions) -> None:
    parser = verbs_parser.add_parser(name, help=summary, description=summary, epilog=f"example:\n  {example}", **_PARSED)
    for addition in additions:
        addition(parser)
    _common(parser, defaults=False)
    parser.set_defaults(verb=function)


def _common(parser: argparse.ArgumentParser, defaults: bool) -> None:
    """Accepted before and after the verb; only the parser before it sets the default, or the later one would overwrite."""
    def default(value: object) -> object:
        return value if defaults else argparse.SUPPRESS
    parser.add_argument("--state", type=Path, default=default(Path("data/testbed")), metavar="DIR",
                        help="all the bed writes (data/testbed)")
    parser.add_argument("--prefix", default=default("cvn"), help="begins the names of namespaces and devices (cvn)")
    parser.add_argument("--mgmt", type=_network, default=default(IPv4Network("198.18.255.0/24")), metavar="NETWORK",
                        help="management network (198.18.255.0/24)")


def _network(text: str) -> IPv4Network:
    try:
        network = IPv4Network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is not an IPv4 network: {error}. Maybe write it like 198.18.254.0/24") from error
    if network.prefixlen > 24:
        raise argparse.ArgumentTypeError(f"{text} is too small for the nodes of a bed. Maybe give it a /24")
    return network


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, default=verbs.DEFAULT_FILE, metavar="FILE", help="description (nornet.toml)")


def _file_of_standing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE",
                        help="description (default: that of the running test bed, otherwise nornet.toml)")


def _wan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--wan", choices=("auto", "netem", "relay"), default="auto",
                        help="emulator of the lines (auto: netem if available)")


def _weight(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weight", type=int, choices=range(1, 257), default=1, metavar="1..256",
                        help="CPU weight of all nodes together relative to other programs (default: 1)")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _degrade(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="SITE[.ISP]")
    parser.add_argument("changes", nargs="+", metavar="CHANGE", help="rtt +400ms | rate 1Mbit/s | loss 2%%, or several of them")


def _restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", metavar="SITE[.ISP]", help="all links if left out")


def _node(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("node", metavar="NODE")


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("site", metavar="SITE")
    parser.add_argument("--namespace", required=True, help="of the other network's router")
    parser.add_argument("--device", required=True, help="what the router's end is called there")
    parser.add_argument("--prefixes", nargs="+", default=[], metavar="ISP=PREFIX",
                        help="of that network; the site's vantage gets .250 in each")
    parser.add_argument("--public", nargs="+", default=[], metavar="ISP=PREFIX", help="public addresses that are translated there")


def _execute(parser: argparse.ArgumentParser) -> None:
    _node(parser)
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND")


def _door(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--listen", required=True, metavar="127.0.0.1:PORT")
    parser.add_argument("--users", metavar="SITE")
    parser.add_argument("--isp", help="of that site (its first)")
    parser.add_argument("--name", help="of the component, to be resolved for each connection")
    parser.add_argument("--port", type=int, default=80, help="of the component (80)")
    parser.add_argument("--dns", default="127.0.0.1:5053", metavar="HOST:PORT", help="server to ask (127.0.0.1:5053)")
    parser.add_argument("--close", action="store_true", help="close this door")

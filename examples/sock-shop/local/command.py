"""The command line of run-local."""
from __future__ import annotations

import argparse
import signal
import sys

from .shop import LocalShop, ShopError


def main(arguments: list[str]) -> int:
    """0 after Ctrl-C or SIGTERM, 2 when the shop could not start."""
    parser = argparse.ArgumentParser(prog="run-local", description="Runs the sock shop as processes on this machine.")
    parser.add_argument("--port", type=int, default=8079, help="of the front end; the others take the 14 after it (default 8079)")
    options = parser.parse_args(arguments)
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        signal.signal(number, _stop)
    try:
        with LocalShop(options.port) as shop:
            print(f"The sock shop is open at {shop.url} (Ctrl-C closes it). Log in as astrid / wool.", flush=True)
            for name, mebibytes in shop.memory().items():
                print(f"  {name:<13} {mebibytes:6.1f} MiB", flush=True)
            signal.pause()
    except ShopError as failure:
        print(failure, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Closed.")
    return 0


def _stop(*_: object) -> None:
    """Once is enough: a second Ctrl-C must not leave a database behind."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt

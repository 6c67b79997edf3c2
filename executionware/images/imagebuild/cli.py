"""The command line of image-build."""
from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from .build import build_all
from .debian import MACHINE
from .errors import BuildError
from .spec import Spec, read_spec
from .store import Store



def main(arguments: list[str]) -> int:
    """0: all images are there; 2: a failure the user can act on, reported on standard error."""
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    begun = time.monotonic()
    try:
        specs = _specs(options.specs)
        store = Store(options.output)
        with store.locked():
            for arch in options.arch or [MACHINE]:
                build_all(specs, store, arch, options.fresh, lambda text: print(text, flush=True))
    except BuildError as failure:
        print(failure, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped; nothing half built was kept.", file=sys.stderr)
        return 130
    print(f"{len(specs)} images in {store.folder} after {time.monotonic() - begun:.1f} s")
    return 0


def _specs(paths: list[Path]) -> list[Spec]:
    files = [found for path in paths for found in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    if not files:
        raise BuildError(f"There is no spec (*.toml) in {', '.join(map(str, paths))}.", "another folder was meant.")
    return [read_spec(path) for path in files]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="image-build", description="Builds container images from TOML specs into a folder; only what changed.")
    parser.add_argument("specs", metavar="SPEC", nargs="+", type=Path, help="a .toml file, or a folder of them")
    parser.add_argument("--output", required=True, type=Path, help="the image folder: manifests/ and layers/ are written there")
    parser.add_argument("--arch", action="append", metavar="ARCH",
                        help=f"Debian architecture; may be repeated (default: this machine's, {MACHINE}); others need qemu-user-static")
    parser.add_argument("--fresh", action="store_true", help="build all again, to take in newer Debian packages")
    return parser

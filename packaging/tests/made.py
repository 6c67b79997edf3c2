"""Packages that are made now, by the command that a person would give; once for all tests of a run."""

import functools
import os
import subprocess
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
PACKAGES = HOME / "target/packages"


@functools.cache
def built(kind: str, pattern: str, version: str = "") -> Path:
    subprocess.run([str(HOME / "caravan"), "package", kind], check=True, stdin=subprocess.DEVNULL,
                   env={**os.environ, **({"CARAVAN_PACKAGE_VERSION": version} if version else {})})
    return max(PACKAGES.glob(pattern), key=lambda file: file.stat().st_mtime)

"""Tools from PyPI for one test: pinned with all that they take, in a folder of their own."""
from __future__ import annotations

import subprocess
import unittest
import venv
from pathlib import Path


def installed(folder: Path, requirements: Path) -> Path:
    """The folder of their programs."""
    venv.create(folder, with_pip=True)
    done = subprocess.run([folder / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r", requirements], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise unittest.SkipTest(f"SKIPPED: what {requirements.parent.name} needs cannot be installed: "
                                f"{done.stdout.strip().splitlines()[-1]}")
    return folder / "bin"

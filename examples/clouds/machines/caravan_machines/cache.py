"""What takes minutes to make and is the same for every checkout: kept on this machine,
each thing under a name that has its versions in it."""
import fcntl
import hashlib
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from .errors import MachinesError

PYTHON = str(Path("/usr/bin/python3").resolve())  # Debian's, of whichever version
FOLDER = Path(os.environ.get("CARAVAN_CACHE", "/var/cache/caravan"))
"""Removing it frees disk space and only costs time; do not remove it while a cloud is running."""


def key(*contents: str | bytes) -> str:
    text = hashlib.sha256()
    for content in contents:
        text.update(hashlib.sha256(content.encode() if isinstance(content, str) else content).digest())
    return text.hexdigest()[:12]


@contextmanager
def making(cache: Path) -> Iterator[None]:
    """One maker at a time, also of several checkouts; the kernel gives the lock back even when we are killed."""
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def environment(cache: Path, name: str, requirements: Path) -> Path:
    """Folder of Debian's Python with what the requirements pin, whether it is there or not."""
    return cache / f"{name}-{key(requirements.read_bytes(), PYTHON)}"


def install(folder: Path, name: str, requirements: Path, *options: str) -> None:
    """Ensures that the environment exists. An incomplete one is recreated."""
    proof = folder / "complete"
    with making(folder.parent):
        if not proof.exists():
            print(f"{name}: installing {requirements} (once on this machine, a minute or two)", flush=True)
            shutil.rmtree(folder, ignore_errors=True)
            _run("/usr/bin/python3", "-m", "venv", str(folder))
            _run(str(folder / "bin/pip"), "install", "-q", "--disable-pip-version-check", *options, "-r", str(requirements))
            proof.touch()


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise MachinesError(f"The command ({' '.join(command)}) failed: {done.stderr.strip()[-800:]}",
            "see that pip reaches a package index.")

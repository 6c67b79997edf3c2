"""Running programs of the real machine."""
import subprocess
from typing import Sequence

from .errors import MachinesError


def run(command: Sequence[str], text: str | None = None) -> str:
    done = subprocess.run(list(command), input=text, stdin=subprocess.DEVNULL if text is None else None,
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise MachinesError(f"The command ({' '.join(command)}) failed: {done.stderr.strip()[:600]}",
                            "see README.md for the requirements, then repeat it.")
    return done.stdout


def succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(list(command), stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def ip(arguments: str, namespace: str = "") -> str:
    return run(["ip", *(["-n", namespace] if namespace else []), *arguments.split()])

"""Runs one building step where its mounts and processes cannot outlive it.

The step gets a mount and a process namespace of its own: when it ends, or is killed half way, the kernel takes both away.
`setpriv --pdeathsig` covers the third case, this program itself being killed with -9.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from .errors import BuildError

TOOLS = ("mmdebstrap", "apt-get", "unshare", "setpriv", "zstd", "tar", "chroot", "mount")
FENCE = ("setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--propagation", "private", "--pid", "--fork",
         "--kill-child=KILL", "--mount-proc")


def require_root() -> None:
    if os.geteuid() != 0:
        raise BuildError(f"Building an image needs root (this is user id {os.geteuid()}): packages set owners, layers are mounted.",
                         "run it with sudo; an image that is unchanged needs no root.")


def require_tools() -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise BuildError(f"Building an image needs [{', '.join(missing)}], which this machine does not have.",
                         "install the Debian packages mmdebstrap, zstd and util-linux.")


def run_step(job: dict, folder: Path, log: Path) -> None:
    """Runs `imagebuild.inside` on the job; its last error line is the message when it fails, `log` holds all of them."""
    description = folder / "job.json"
    description.write_text(json.dumps(job))
    env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
           "PYTHONPATH": str(Path(__file__).resolve().parent.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    with log.open("wb") as output:
        done = subprocess.run([*FENCE, sys.executable, "-m", "imagebuild.inside", str(description)],
                              stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=env)
    if done.returncode != 0:
        raise BuildError(f"The image ({job['name']}) could not be built: {last_words(log)}",
                         f"the archive was out of reach; all it said is in {log}.")


def last_words(log: Path) -> str:
    """The last error line of a build's log, without the addresses of an archive."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("E:", "dpkg: error", "imagebuild:"))]
    words = (errors or lines or ["it said nothing"])[-1]
    return " ".join("(archive)" if "://" in word else word for word in words.split())

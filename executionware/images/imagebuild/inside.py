"""One building step, run inside the fence: fills the `upper` folder of a job and decides nothing.

Must not be called outside `sandbox.run_step`: its mounts are taken away by the end of its namespace.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import debian
from .layer import EPOCH
from .strip import strip

DEVICES = ("null", "zero", "full", "random", "urandom")


def main(description: str) -> int:
    job = json.loads(Path(description).read_text())
    upper = Path(job["upper"])
    os.umask(0o022)
    if job["lower"]:
        root = _mount(job)
        if job["packages"]:
            debian.install(root, job)
    else:
        root = upper
        debian.bootstrap(root, job)
    _place_files(root, job)
    if root != upper:
        _unmount(root)
    strip(upper, job["remove"])
    if job["compile"]:
        root = _mount(job) if job["lower"] else upper
        _compile(root, job)
    return 0


def _mount(job: dict) -> Path:
    merged = Path(job["folder"]) / "merged"
    merged.mkdir(exist_ok=True)
    options = (f"lowerdir={':'.join(job['lower'])},upperdir={job['upper']},workdir={job['folder']}/overlay,"
               "redirect_dir=off,metacopy=off,index=off")
    (Path(job["folder"]) / "overlay").mkdir(exist_ok=True)
    _mount_one("-t", "overlay", "overlay", "-o", options, str(merged))
    _mount_one("-t", "proc", "proc", str(merged / "proc"))
    _mount_one("-t", "tmpfs", "devices", str(merged / "dev"))
    for device in DEVICES:
        (merged / "dev" / device).touch()
        _mount_one("--bind", f"/dev/{device}", str(merged / "dev" / device))
    return merged


def _unmount(root: Path) -> None:
    """Overlayfs does not notice changes made to its upper folder while it is mounted."""
    subprocess.run(["umount", "--recursive", str(root)], check=True)


def _mount_one(*words: str) -> None:
    if subprocess.run(["mount", *words]).returncode != 0:
        sys.exit(f"imagebuild: mount {words[-1]} failed; overlayfs needs an --output on ext4 or xfs")


def _place_files(root: Path, job: dict) -> None:
    for folder in job["folders"]:
        (root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
    for source, target in job["files"]:
        place = root / target.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
        place.chmod(0o755 if os.stat(source).st_mode & 0o111 else 0o644)


def _compile(root: Path, job: dict) -> None:
    """Byte code bound to no file time: layers set all times to one, and a Raspberry Pi compiles slowly."""
    env = {"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
           "SOURCE_DATE_EPOCH": str(EPOCH), "LC_ALL": "C.UTF-8"}
    command = ["/usr/sbin/chroot", str(root), "/usr/bin/python3", "-m", "compileall", "-q", "-f", "-j1",
               "--invalidation-mode", "unchecked-hash", *job["compile"]]
    if subprocess.run(debian.running(job, command), env={**os.environ, **env} if job["arch"] != debian.MACHINE else env).returncode != 0:
        sys.exit(f"imagebuild: Python files under {', '.join(job['compile'])} do not compile")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

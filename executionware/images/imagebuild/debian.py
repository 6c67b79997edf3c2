"""Debian packages into a root folder: a whole one from nothing, or more on top of mounted layers.

apt runs on the machine that builds, dpkg in the image: images need no apt of their own.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .layer import EPOCH

MACHINE = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True).stdout.strip()
ENV = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": str(EPOCH)}


def bootstrap(root: Path, job: dict) -> None:
    """Debian's essential packages and the spec's, unpacked into the empty `root`."""
    root.rmdir()
    include = ["--include=" + ",".join(job["packages"])] if job["packages"] else []
    options = [f"--aptopt={line}" for line in job["proxies"]]
    # A build that is interrupted starts again: nothing has to reach the disk before its end.
    options.append("--dpkgopt=force-unsafe-io")
    # The check wants arch-test and the machine's own registration of qemu; foreign.py makes one for this build alone.
    skipped = [] if job["arch"] == MACHINE else ["--skip=check/qemu"]
    command = ["mmdebstrap", "--quiet", "--mode=root", *skipped, "--variant=essential", "--format=directory",
               f"--architectures={job['arch']}", *include, *options, job["suite"], str(root), "-"]
    done = subprocess.run(running(job, command), input=job["sources"].encode(), env=ENV)
    if done.returncode != 0:
        sys.exit(done.returncode)


def running(job: dict, command: list[str]) -> list[str]:
    """The command itself, or for another architecture than this machine's where that one's programs run."""
    return command if job["arch"] == MACHINE else [sys.executable, "-m", "imagebuild.foreign", job["arch"], *command]


def install(root: Path, job: dict) -> None:
    """Adds packages to the mounted `root`; archives and lists are kept in the job's cache."""
    folder, cache = Path(job["folder"]), Path(job["cache"])
    archives = root / "var/cache/apt/archives"
    for needed in (archives, cache / "archives/partial", cache / "lists/partial", folder / "sources.d"):
        needed.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "--bind", str(cache / "archives"), str(archives)], check=True)
    (folder / "sources.d/debian.sources").write_text(job["sources"])
    config = folder / "apt.conf"
    config.write_text(apt_config(root, folder, cache, job["arch"], job["proxies"]))
    silence = root / "usr/sbin/policy-rc.d"
    silence.write_text("#!/bin/sh\nexit 101\n")
    silence.chmod(0o755)
    for words in (["update"], ["install", "--yes", *job["packages"]]):
        done = subprocess.run(running(job, ["apt-get", "-q", *words]), env={**ENV, "APT_CONFIG": str(config)})
        if done.returncode != 0:
            sys.exit(done.returncode)
    silence.unlink()


def apt_config(root: Path, folder: Path, cache: Path, arch: str, proxies: list[str]) -> str:
    """Nothing of the building machine's apt but its proxies; everything of the image's dpkg."""
    lines = {
        "Dir::Etc::main": "/dev/null", "Dir::Etc::parts": "/dev/null", "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": f"{folder}/sources.d", "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null", "Dir::Etc::trustedparts": "/dev/null",
        "Dir::State": str(cache), "Dir::State::lists": f"{cache}/lists",
        "Dir::State::extended_states": f"{folder}/extended_states", "Dir::State::status": f"{root}/var/lib/dpkg/status",
        "Dir::Cache": str(cache), "Dir::Cache::archives": f"{root}/var/cache/apt/archives", "Dir::Log": str(folder),
        "Dir::Cache::pkgcache": "", "Dir::Cache::srcpkgcache": "",
        "APT::Architecture": arch, "APT::Install-Recommends": "false", "APT::Sandbox::User": "root",
        "Acquire::Languages": "none", "DPkg::Chroot-Directory": str(root), "DPkg::Use-Pty": "false",
        "Binary::apt-get::APT::Keep-Downloaded-Packages": "true"}
    text = [f'{key} "{value}";' for key, value in lines.items()]
    text += [f'APT::Architectures {{ "{arch}"; }};', 'DPkg::Options { "--force-unsafe-io"; "--force-confold"; };']
    return "\n".join(text + proxies) + "\n"

"""A folder as a layer: one tar, the same bytes for the same content, compressed with zstd.

Deletions stay what overlayfs writes (a character device 0:0), so that a node needs only `tar -x` as root.
An opaque folder would need extended attributes there; it is spelled out as one deletion per hidden name.
"""
from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .errors import BuildError

EPOCH = 1_700_000_000
"""Seconds since 1970; every entry carries it, so that the hour of a build never changes a digest."""

ZSTD = ("zstd", "-9", "-T1", "-q", "-c")
"""Level 15 takes nine times the processor time of level 9 for layers that are 1 to 2 % smaller."""


@dataclass(frozen=True)
class Layer:
    """`digest` and `size` are the packed file's, `unpacked` are those of the tar within; a kernel has none."""

    digest: str
    size: int
    unpacked: tuple[str, int] | None = None

    def entry(self) -> dict:
        """The layer as manifests write it."""
        plain: dict = {"digest": self.digest, "size": self.size}
        if self.unpacked:
            plain["unpacked"] = {"digest": self.unpacked[0], "size": self.unpacked[1]}
        return plain


class _Summed:
    """Passes a stream on and knows its digest and size in the end."""

    def __init__(self, target: BinaryIO) -> None:
        self._target, self._sum, self.size = target, hashlib.sha256(), 0

    def write(self, data: bytes) -> int:
        self._sum.update(data)
        self.size += len(data)
        return self._target.write(data)

    def digest(self) -> str:
        return "sha256:" + self._sum.hexdigest()


def write_layer(root: Path, lower: list[Path], staging: Path) -> Layer:
    """Packs `root` into `staging`; `lower` are the folders beneath it, top first. Digest and size are the file's."""
    with staging.open("wb") as target:
        squeeze = subprocess.Popen(ZSTD, stdin=subprocess.PIPE, stdout=target)
        assert squeeze.stdin is not None
        summed = _Summed(squeeze.stdin)
        with tarfile.open(fileobj=summed, mode="w|", format=tarfile.PAX_FORMAT) as tar:
            _add_folder(tar, root, "", lower)
        squeeze.stdin.close()
        if squeeze.wait() != 0:
            raise BuildError(f"zstd could not write the layer {staging}.", "the disk is full.")
    return Layer(_file_digest(staging), staging.stat().st_size, (summed.digest(), summed.size))


def kernel_layer(kernel: Path, staging: Path) -> Layer:
    """A unikernel as a layer: the file that is booted, as it is."""
    shutil.copyfile(kernel, staging)
    return Layer(_file_digest(staging), staging.stat().st_size)


def _file_digest(path: Path) -> str:
    with path.open("rb") as content:
        return "sha256:" + hashlib.file_digest(content, "sha256").hexdigest()


def _add_folder(tar: tarfile.TarFile, root: Path, relative: str, lower: list[Path]) -> None:
    folder = root / relative
    for name in _hidden_below(folder, relative, lower):
        tar.addfile(_deletion(f"{relative}/{name}".lstrip("/")))
    for entry in sorted(os.scandir(folder), key=lambda found: found.name):
        inner = f"{relative}/{entry.name}".lstrip("/")
        if stat.S_ISSOCK(entry.stat(follow_symlinks=False).st_mode):
            continue
        info = _plain(tar.gettarinfo(str(root / inner), arcname=inner))
        if info.isreg():
            with open(root / inner, "rb") as content:
                tar.addfile(info, content)
        else:
            tar.addfile(info)
        if info.isdir():
            _add_folder(tar, root, inner, lower)


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.mtime, info.uname, info.gname = EPOCH, "", ""
    return info


def _deletion(name: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.devmajor, info.devminor, info.mtime = tarfile.CHRTYPE, 0, 0, EPOCH
    return info


def _hidden_below(folder: Path, relative: str, lower: list[Path]) -> list[str]:
    if not _opaque(folder):
        return []
    own = set(os.listdir(folder))
    below = {name for layer in lower if (layer / relative).is_dir() for name in os.listdir(layer / relative)}
    return sorted(below - own)


def _opaque(folder: Path) -> bool:
    try:
        return os.getxattr(folder, "trusted.overlay.opaque") == b"y"
    except OSError:
        return False


def unpack(packed: Path, folder: Path) -> None:
    """Unpacks a layer as a node does it."""
    folder.mkdir(parents=True)
    done = subprocess.run(["tar", "--zstd", "-xpf", str(packed), "--numeric-owner", "-C", str(folder)])
    if done.returncode != 0:
        raise BuildError(f"The layer {packed} could not be unpacked.", "it was cut short: delete it and build again.")

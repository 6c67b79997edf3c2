"""Takes out of a layer what no container reads, before it is packed.

Works on the layer's own folder, not on the mounted whole: a deletion there would cost an entry instead of saving one.
Copyright files stay: an image is a distribution of other people's work.
"""
from __future__ import annotations

import os
import shutil
from pathlib import Path

ALWAYS = (
    "/dev/*", "/proc/*", "/sys/*", "/run/*", "/tmp/*", "/boot/*",
    "/etc/apt/sources.list*", "/etc/apt/apt.conf.d/99mmdebstrap", "/etc/dpkg/dpkg.cfg.d/99mmdebstrap",
    "/etc/hostname", "/etc/resolv.conf", "/etc/machine-id",
    "/etc/*-", "/usr/share/man/*", "/usr/share/info/*", "/usr/share/locale/*", "/usr/share/lintian", "/usr/share/bug",
    "/usr/share/doc-base", "/usr/share/linda", "/usr/share/gdb", "/usr/share/i18n",
    "/var/cache/*", "/var/log/*", "/var/lib/apt", "/var/lib/dpkg/*-old", "/var/lib/dpkg/lock*", "/var/lib/systemd",
    "/var/lib/dpkg/triggers/Lock",
    "/usr/lib/python3*/test", "/usr/lib/python3*/idlelib", "/usr/lib/python3*/lib2to3", "/usr/lib/python3*/ensurepip",
    "/usr/lib/python3*/pydoc_data", "/usr/lib/python3*/turtledemo", "/usr/lib/python3*/tkinter")
DOCS = "usr/share/doc"


def strip(layer: Path, more: list[str]) -> None:
    """Removes the fixed list, all docs but copyright files, old byte code, and the spec's own globs."""
    for pattern in (*ALWAYS, *more):
        for path in sorted(layer.glob(pattern.lstrip("/"))):
            _remove(path)
    for folder, _, names in os.walk(layer / DOCS):
        for name in names:
            if name != "copyright":
                _remove(Path(folder) / name)
    for path in sorted(layer.rglob("__pycache__")):
        _remove(path)
    _drop_empty(layer / DOCS)


def _remove(path: Path) -> None:
    if os.path.ismount(path):
        return
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


def _drop_empty(top: Path) -> None:
    for folder, _, _ in os.walk(top, topdown=False):
        if not os.listdir(folder):
            os.rmdir(folder)

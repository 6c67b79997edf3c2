"""The digest that decides whether an image has to be built again."""
from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Iterator

from .spec import FileEntry, Spec

LAYER_FORMAT = 1
"""Raised when this program would lay the same spec out differently, so that old layers are rebuilt."""

LEFT_OUT = {"__pycache__", ".git", ".pytest_cache"}


def canonical(value: object) -> bytes:
    """JSON that is the same text for the same value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest_of(value: object) -> str:
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def files_of(entry: FileEntry) -> Iterator[tuple[Path, str]]:
    """Every regular file under the entry with its place in the image, sorted."""
    if not entry.source.is_dir():
        yield entry.source, entry.target
        return
    for path in sorted(entry.source.rglob("*")):
        relative = path.relative_to(entry.source)
        if path.is_file() and not LEFT_OUT.intersection(relative.parts) and path.suffix != ".pyc":
            yield path, f"{entry.target.rstrip('/')}/{relative.as_posix()}"


def recipe_digest(spec: Spec, arch: str, parent_digest: str | None) -> str:
    """Covers all that this program reads from the user; not the state of Debian's archive."""
    files = [[target, path.stat().st_mode & 0o111 != 0, hashlib.sha256(path.read_bytes()).hexdigest()]
             for entry in spec.files for path, target in files_of(entry)]
    kernel = {"kernel": hashlib.sha256(spec.kernel.read_bytes()).hexdigest()} if spec.kernel else {}
    return digest_of({
        **kernel, "format": LAYER_FORMAT, "name": spec.name, "arch": arch, "parent": parent_digest,
        "suite": None if spec.parent else spec.suite, "packages": spec.packages, "files": files,
        "folders": spec.folders, "remove": spec.remove, "compile": spec.compile,
        "start": spec.start, "env": spec.env})

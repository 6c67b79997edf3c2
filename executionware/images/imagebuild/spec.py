"""One image as a person wrote it: read from TOML, checked, immutable."""
from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from .errors import BuildError

NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*(?:/[a-z0-9]+(?:[.-][a-z0-9]+)*)*")
PACKAGE = re.compile(r"[a-z0-9][a-z0-9+.-]+")
KEYS = {"name", "arch", "suite", "from", "packages", "files", "folders", "remove", "compile", "start", "env", "kernel"}
BUILT = ("from", "suite", "packages", "files", "folders", "remove", "compile")


@dataclass(frozen=True)
class FileEntry:
    """A file or a whole folder beside the spec, and its absolute place in the image."""

    source: Path
    target: str


@dataclass(frozen=True)
class Spec:
    """`parent` is None for an image that starts from Debian's archive itself, or is a unikernel: then `kernel` is its file."""

    path: Path
    name: str
    parent: str | None
    suite: str
    arch: str | None
    packages: tuple[str, ...] = ()
    files: tuple[FileEntry, ...] = ()
    folders: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    kernel: Path | None = None


def read_spec(path: Path) -> Spec:
    """Reads and checks one TOML file; BuildError names the file and the value that is wrong."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BuildError(f"The spec {path} does not exist.", "the path is relative to another folder.") from None
    except tomllib.TOMLDecodeError as broken:
        raise BuildError(f"The spec {path} is not TOML: {broken}.", "a quote or a bracket is missing there.") from None
    return _checked(path, table)


def _checked(path: Path, table: dict) -> Spec:
    for key in table:
        if key not in KEYS:
            raise BuildError(f"The spec {path} has the key ({key}), which does not exist.",
                             f"use one of [{', '.join(sorted(KEYS))}].")
    name = table.get("name", "")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BuildError(f"The spec {path} has the name ({name}), which is no image name.",
                         "write lower-case words joined by / or -, such as sock-shop/front-end.")
    packages = _texts(path, table, "packages")
    for package in packages:
        if not PACKAGE.fullmatch(package):
            raise BuildError(f"The image ({name}) asks for the package ({package}), which is no Debian package name.",
                             "remove version or architecture from it.")
    return Spec(path, name, table.get("from"), table.get("suite", "bookworm"), table.get("arch"),
                tuple(sorted(set(packages))), _files(path, name, table), _absolute(path, table, "folders"),
                _absolute(path, table, "remove"), _absolute(path, table, "compile"),
                _texts(path, table, "start"), _env(path, table), _kernel(path, name, table))


def _kernel(path: Path, name: str, table: dict) -> Path | None:
    if "kernel" not in table:
        return None
    built = [key for key in BUILT if key in table]
    if built:
        raise BuildError(f"The image ({name}) is the unikernel {table['kernel']} and has {built} too.",
                         "leave them out: nothing is put into a kernel that is there already.")
    kernel = path.parent / str(table["kernel"])
    if not kernel.is_file():
        raise BuildError(f"The image ({name}) is the unikernel {kernel}, which does not exist.",
                         f"build it first; the path is meant relative to {path.parent}.")
    return kernel.resolve()


def _texts(path: Path, table: dict, key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BuildError(f"The spec {path} has {key} = {value!r}, which is no list of texts.",
                         f'write {key} = ["…", "…"].')
    return tuple(value)


def _absolute(path: Path, table: dict, key: str) -> tuple[str, ...]:
    values = _texts(path, table, key)
    for value in values:
        _inside_image(path, key, value)
    return values


def _inside_image(path: Path, key: str, value: object) -> None:
    if not isinstance(value, str) or not value.startswith("/") or ".." in value.split("/"):
        raise BuildError(f"The spec {path} has ({value}) under {key}, which is no absolute path in the image.",
                         "start it with / and leave out any `..`.")


def _files(path: Path, name: str, table: dict) -> tuple[FileEntry, ...]:
    entries = []
    for entry in table.get("files", []):
        source, target = path.parent / str(entry.get("source")), entry.get("target")
        _inside_image(path, "files", target)
        if not source.exists():
            raise BuildError(f"The image ({name}) takes the file {source}, which does not exist.",
                             "build it first: ./caravan --version." if "target" in source.parts
                             else f"the path is meant relative to {path.parent}.")
        entries.append(FileEntry(source.resolve(), target))
    return tuple(entries)


def _env(path: Path, table: dict) -> dict[str, str]:
    env = table.get("env", {})
    if not isinstance(env, dict) or not all(isinstance(value, str) for value in env.values()):
        raise BuildError(f"The spec {path} has env = {env!r}, which is no table of texts.", "put the values in quotes.")
    return dict(sorted(env.items()))

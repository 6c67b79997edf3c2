"""From specs to a store: looks what is there, decides what to build, builds it."""
from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Callable

from . import sandbox
from .archive import apt_texts, debian_sources
from .debian import MACHINE
from .errors import BuildError
from .foreign import require_emulator
from .layer import kernel_layer, unpack, write_layer
from .order import parents_first
from .recipe import files_of, recipe_digest
from .spec import Spec
from .store import UNIKERNEL, Store, image_manifest

Say = Callable[[str], None]


def build_all(specs: list[Spec], store: Store, arch: str, fresh: bool, say: Say) -> list[dict]:
    """Returns the manifests in building order. Only what changed is built; `fresh` builds all of them."""
    ordered = parents_first(specs, store.names(arch))
    width = max(len(spec.name) for spec in ordered)
    manifests = []
    for number, spec in enumerate(ordered, 1):
        lead = f"[{number}/{len(ordered)}] {spec.name:<{width}} {arch}"
        _check_arch(spec, arch)
        parent = store.manifest(spec.parent, arch) if spec.parent else None
        recipe = recipe_digest(spec, arch, parent["digest"] if parent else None)
        manifest = None if fresh else store.up_to_date(spec.name, arch, recipe)
        if manifest:
            say(f"{lead}  unchanged  {_short(manifest)}")
        else:
            build = _take_kernel if spec.kernel else _build
            manifest = build(spec, store, arch, parent, recipe, lambda text: say(f"{lead}  {text}"))
        manifests.append(manifest)
    return manifests


def _build(spec: Spec, store: Store, arch: str, parent: dict | None, recipe: str, say: Say) -> dict:
    sandbox.require_root()
    sandbox.require_tools()
    if arch != MACHINE:
        require_emulator(arch)
    begun = time.monotonic()
    say("building   " + _what(spec))
    folder = store.work / spec.name.replace("/", "+")
    (folder / "upper").mkdir(parents=True)
    layers = parent["layers"] if parent else []
    lower = [_unpacked(store, layer["digest"]) for layer in reversed(layers)]
    sandbox.run_step(_job(spec, store, arch, folder, lower), folder, store.cache / f"{folder.name}.log")
    layer = write_layer(folder / "upper", lower, folder / "layer.tar.zst")
    store.keep(folder / "layer.tar.zst", layer)
    manifest = image_manifest(
        arch, [*layers, layer.entry()],
        list(spec.start) or (parent["start"] if parent else []), {**(parent["env"] if parent else {}), **spec.env})
    store.publish(spec.name, manifest, recipe)
    say(f"built      {_short(manifest)} in {time.monotonic() - begun:.1f} s")
    return manifest


def _take_kernel(spec: Spec, store: Store, arch: str, parent: None, recipe: str, say: Say) -> dict:
    assert spec.kernel is not None
    folder = store.work / spec.name.replace("/", "+")
    folder.mkdir(parents=True)
    layer = kernel_layer(spec.kernel, folder / "kernel")
    store.keep(folder / "kernel", layer, UNIKERNEL)
    manifest = image_manifest(arch, [layer.entry()], list(spec.start), spec.env, UNIKERNEL)
    store.publish(spec.name, manifest, recipe)
    say(f"taken      {_short(manifest)}")
    return manifest


def _job(spec: Spec, store: Store, arch: str, folder: Path, lower: list[Path]) -> dict:
    needs_archive = spec.packages or not lower
    return {"name": spec.name, "arch": arch, "suite": spec.suite, "packages": spec.packages,
            "files": [[str(path), target] for entry in spec.files for path, target in files_of(entry)],
            "folders": spec.folders, "remove": spec.remove, "compile": spec.compile,
            "folder": str(folder), "upper": str(folder / "upper"), "lower": [str(path) for path in lower],
            "cache": str(store.cache), "proxies": _proxies() if needs_archive else [],
            "sources": debian_sources(apt_texts(), spec.suite) if needs_archive else ""}


def _unpacked(store: Store, digest: str) -> Path:
    folder = store.work / "lower" / digest.replace(":", "-")
    if not folder.exists():
        unpack(store.layer_path(digest), folder)
    return folder


def _proxies() -> list[str]:
    lines = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if line.startswith(("Acquire::http::Proxy", "Acquire::https::Proxy"))]


def _check_arch(spec: Spec, arch: str) -> None:
    if spec.arch and spec.arch != arch:
        raise BuildError(f"The image ({spec.name}) is for {spec.arch}, this build for {arch}.", f"build it with --arch {spec.arch}.")


def _what(spec: Spec) -> str:
    files = sum(1 for entry in spec.files for _ in files_of(entry))
    start = f"on {spec.parent}" if spec.parent else f"from Debian {spec.suite}"
    return f"{start}, {len(spec.packages)} packages, {files} files"


def _short(manifest: dict) -> str:
    sizes = [layer["size"] / 1e6 for layer in manifest["layers"]]
    return f"{manifest['digest'][:19]}  own layer {sizes[-1]:.2f} MB, whole image {sum(sizes):.1f} MB"

"""The image folder: manifests, layers, and what was built from which recipe.

The manifest is the contract with the nodes; the recipe notes are ours alone and stand apart from it.
"""
from __future__ import annotations

import fcntl
import json
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from .errors import BuildError
from .layer import Layer
from .recipe import digest_of


CONTAINER, UNIKERNEL = "container", "unikernel"


class Store:
    """All paths below one folder given by `--output`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.manifests = self.folder / "manifests"
        self.layers = self.folder / "layers"
        self.recipes = self.folder / ".recipes"
        self.work = self.folder / ".work"
        self.cache = self.folder / ".cache"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One build at a time; what a killed build left is removed here."""
        for folder in (self.manifests, self.layers, self.recipes, self.cache):
            folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BuildError(f"Another build writes into {self.folder}.", "wait for it, or use another --output.") from None
            self._clear_work()
            try:
                yield
            finally:
                self._clear_work()

    def _clear_work(self) -> None:
        if not self.work.exists():
            return
        if str(self.work) + "/" in Path("/proc/self/mountinfo").read_text():
            raise BuildError(f"Something is still mounted below {self.work}.", "a process of a killed build lives: look with `findmnt`.")
        shutil.rmtree(self.work)

    def layer_path(self, digest: str, kind: str = CONTAINER) -> Path:
        return self.layers / (digest.replace(":", "-") + (".kernel" if kind == UNIKERNEL else ".tar.zst"))

    def names(self, arch: str) -> set[str]:
        """Of the images that are there for this architecture."""
        every = (path.relative_to(self.manifests).as_posix().removesuffix(".json") for path in self.manifests.rglob("*.json"))
        return {name for name in every if self.manifest(name, arch)}

    def manifest(self, name: str, arch: str) -> dict | None:
        return next((image for image in self._images(name) if image["arch"] == arch), None)

    def _images(self, name: str) -> list[dict]:
        path = self.manifests / f"{name}.json"
        if not path.is_file():
            return []
        index = json.loads(path.read_text())
        return index.get("images", [index])  # once a file held one manifest, no index

    def up_to_date(self, name: str, arch: str, recipe: str) -> dict | None:
        """The manifest when it was built from this very recipe and its layers are all there, else None."""
        note, manifest = self.recipes / arch / f"{name}.json", self.manifest(name, arch)
        if not manifest or not note.is_file() or json.loads(note.read_text()).get("recipe") != recipe:
            return None
        paths = [(self.layer_path(layer["digest"], manifest.get("kind", CONTAINER)), layer) for layer in manifest["layers"]]
        whole = all(path.is_file() and path.stat().st_size == layer["size"] for path, layer in paths)
        return manifest if whole else None

    def keep(self, staged: Path, layer: Layer, kind: str = CONTAINER) -> None:
        """Moves a finished layer to its place; the same content is kept once."""
        os.replace(staged, self.layer_path(layer.digest, kind))

    def publish(self, name: str, manifest: dict, recipe: str) -> None:
        """Last step of a build: from here on the image is visible. Those for other architectures stay beside it."""
        others = [image for image in self._images(name) if image["arch"] != manifest["arch"]]
        if any(image.get("kind", CONTAINER) != manifest["kind"] for image in others):
            raise BuildError(f"The image ({name}) is there as another kind than {manifest['kind']}.", "choose another name.")
        images = sorted([*others, manifest], key=lambda image: image["arch"])
        _replace(self.recipes / manifest["arch"] / f"{name}.json", {"recipe": recipe, "image": manifest["digest"]})
        _replace(self.manifests / f"{name}.json", {"name": name, "images": images})


def image_manifest(arch: str, layers: list[dict], start: list[str], env: dict[str, str], kind: str = CONTAINER) -> dict:
    """One entry of an index; the digest covers what is started, not what the image is called."""
    started = {"layers": [layer["digest"] for layer in layers], "start": start, "env": env}
    if kind != CONTAINER:
        started["kind"] = kind
    return {"kind": kind, "arch": arch, "digest": digest_of(started), "layers": layers, "start": start, "env": env}


def _replace(path: Path, value: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_suffix(".new")
    staged.write_text(json.dumps(value, indent=2) + "\n")
    os.replace(staged, path)

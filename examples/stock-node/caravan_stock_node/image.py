"""Builds an image (disk, kernel, initial RAM disk) and keeps it in the cache of this machine, under a name with its recipe's digest."""
import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Iterator

from .errors import StockNodeError
from .recipe import Recipe

_TOOLS = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "debugfs": "e2fsprogs", "dpkg-deb": "dpkg"}


def find(recipe: Recipe, cache: Path) -> Path:
    return cache / recipe.name


def ensure(recipe: Recipe, cache: Path) -> tuple[Path, bool]:
    """The image's folder, and whether it was built just now. An image is never changed: each node works on its own copy of the disk."""
    image = find(recipe, cache)
    if image.exists():
        return image, False
    cache.mkdir(parents=True, exist_ok=True)
    with _one_builder(cache, recipe):
        if image.exists():
            return image, False
        with tempfile.TemporaryDirectory(dir=cache, prefix=f".{recipe.name}-") as folder:
            fresh = Path(folder) / "image"
            fresh.mkdir()
            _build(recipe, Path(folder) / "root", fresh)
            fresh.rename(image)
    return image, True


@contextmanager
def _one_builder(cache: Path, recipe: Recipe) -> Iterator[None]:
    """Of all checkouts on this machine. The kernel releases the lock even if the builder is killed."""
    with open(cache / f"{recipe.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(recipe: Recipe, root: Path, image: Path) -> None:
    if recipe.architecture != _run("dpkg", "--print-architecture").strip() and shutil.which("arch-test") is None:
        raise StockNodeError(f"Programs of the architecture ({recipe.architecture}) do not run here yet.",
                             "run: apt-get install qemu-user-static binfmt-support arch-test")
    missing = sorted({package for tool, package in _TOOLS.items() if shutil.which(tool) is None})
    if missing:
        raise StockNodeError(f"Programs that build the image are missing: {', '.join(missing)}.",
            f"run: apt-get install {' '.join(missing)}")
    _run("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--format=directory", f"--architectures={recipe.architecture}",
         f"--include={','.join(recipe.included)}",
         # Of the packages that are offered only the archives are taken; apt of this machine fetches them with the image's configuration.
         '--customize-hook=mkdir -p "$1/srv/offered" && cd "$1/srv/offered" && apt-get -q download ' + " ".join(recipe.downloads),
         recipe.suite, str(root))
    for name, text in recipe.files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for key in (root / "etc/ssh").glob("ssh_host_*"):
        key.unlink()  # each node has its own
    (root / "etc/network/interfaces").unlink(missing_ok=True)
    for name in recipe.disabled:
        (root / "etc/systemd/system" / name).symlink_to("/dev/null")
    _index(root / "srv/offered")
    shutil.copyfile(next((root / "boot").glob("vmlinuz-*")), image / "vmlinuz")
    shutil.copyfile(next((root / "boot").glob("initrd.img-*")), image / "initrd.img")
    with open(image / "disk.img", "wb") as disk:
        disk.truncate(recipe.disk_bytes)
    _run("mke2fs", "-q", "-t", "ext4", "-L", "stock-node", "-d", str(root), str(image / "disk.img"))


def _index(folder: Path) -> None:
    """The file Packages of a flat repository, as apt reads it from the machine's own disk."""
    entries = []
    for archive in sorted(folder.glob("*.deb")):
        control = _run("dpkg-deb", "--field", str(archive)).rstrip()
        entries.append(f"{control}\nFilename: ./{archive.name}\nSize: {archive.stat().st_size}\nSHA256: "
                       f"{sha256(archive.read_bytes()).hexdigest()}\n")
    (folder / "Packages").write_text("\n".join(entries))


def _run(*command: str) -> str:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise StockNodeError(f"The image cannot be built, {command[0]} failed: {done.stderr.strip()[-600:]}",
                             "see that apt on this machine reaches a Debian mirror, and that the disk has 3 GiB free.")
    return done.stdout


def personal_disk(image: Path, target: Path, files: dict[str, tuple[str, int]]) -> None:
    """A copy of the image's disk with these files: name -> (text, mode). They belong to root.
    Written into the file system without a mount."""
    _run("cp", "--sparse=always", "--reflink=auto", str(image / "disk.img"), str(target))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".files-") as folder:
        script = ["mkdir /root/.ssh", "set_inode_field /root/.ssh mode 040700"]
        for number, (name, (text, mode)) in enumerate(sorted(files.items())):
            (Path(folder) / str(number)).write_text(text)
            script += [f"write {folder}/{number} {name}", f"set_inode_field {name} mode 0{0o100000 | mode:o}",
                       f"set_inode_field {name} uid 0", f"set_inode_field {name} gid 0"]
        (Path(folder) / "script").write_text("\n".join(script) + "\n")
        _run("debugfs", "-w", "-f", f"{folder}/script", str(target))
        for name in files:  # debugfs reports no error by its exit code
            if "Type: regular" not in _run("debugfs", "-R", f"stat {name}", str(target)):
                raise StockNodeError(f"The file ({name}) is not on the node's disk.", "build the image again: stock-node build --again.")

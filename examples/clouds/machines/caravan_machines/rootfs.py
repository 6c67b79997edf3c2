"""The disk image of all machines: Debian with what a host of containers needs, built once and kept."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import cache
from .errors import MachinesError
from .ground import Ground

SUITE = "bookworm"
PACKAGES = ("openssh-server", "iproute2", "iputils-ping", "lxc", "nftables", "uidmap", "tini", "zstd", "procps", "sudo", "curl",
    "python3-minimal",
            "libpython3-stdlib", "netperfmeter", "kmod", "netbase")
INSIDE = Path(__file__).resolve().parent.parent / "inside"
_INSTALLED = {"boot": "usr/local/lib/machine/boot", "reboot": "usr/sbin/reboot", "poweroff": "usr/sbin/poweroff"}


def path(ground: Ground) -> Path:
    """Changes with what it is made of; a former one stays for machines that still use it."""
    content = SUITE + ",".join(PACKAGES) + "".join((INSIDE / name).read_text() for name in _INSTALLED)
    return ground.cache / f"rootfs-{cache.key(content)}"


def ensure(ground: Ground) -> Path:
    root = path(ground)
    if root.exists():
        return root
    with cache.making(ground.cache):
        if not root.exists():
            with tempfile.TemporaryDirectory(dir=ground.cache, prefix=".rootfs-") as folder:
                fresh = Path(folder) / "root"
                _build(fresh)
                os.rename(fresh, root)
    return root


def _build(root: Path) -> None:
    done = subprocess.run(["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--format=directory",
                           f"--include={','.join(PACKAGES)}", SUITE, str(root)], capture_output=True, text=True)
    if done.returncode != 0:
        raise MachinesError(f"The root file system cannot be built: {done.stderr.strip()[-600:]}",
                            "see that apt finds a Debian mirror on this machine.")
    for key in (root / "etc/ssh").glob("ssh_host_*"):
        key.unlink()  # every machine makes its own
    for rest in ("etc/hostname", "etc/resolv.conf", "var/cache/apt/archives", "var/lib/apt/lists"):
        place = root / rest
        shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
    for name, target in _INSTALLED.items():
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(INSIDE / name, root / target)
        (root / target).chmod(0o755)

"""What an image consists of, as a value; its digest is part of the image's name in the cache."""
import hashlib
import json
from dataclasses import dataclass, field

ARCHITECTURES = ("amd64", "arm64")  # Debian's names
DISK_BYTES = 6 * 2**30  # sparse: about 0.8 GiB are written

# What Debian's cloud images have, as far as it matters to containers and their networks.
_SYSTEM = ("systemd", "systemd-sysv", "dbus", "libpam-systemd", "openssh-server", "ifupdown", "iproute2", "iputils-ping", "ca-certificates",
           "apparmor", "initramfs-tools", "udev", "kmod", "procps", "nftables")
# What `caravan node add` would install: the machine has no package source. One is left out of the installed ones, see `offered`.
_CONTAINERS = ("lxc", "uidmap", "zstd", "netperfmeter", "sysbench", "iperf3")

_FILES = {
    "etc/fstab": "/dev/vda / ext4 errors=remount-ro 0 1\n",
    "etc/hostname": "stock-node\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 stock-node\n::1 localhost ip6-localhost ip6-loopback\n",
    "etc/machine-id": "",  # systemd writes a new one at the first boot
    # The only source: the machine has no way to others, and each that does not answer costs apt a minute.
    "etc/resolv.conf": "",
    "etc/apt/sources.list": "",
    "etc/apt/sources.list.d/offered.list": "deb [trusted=yes] file:/srv/offered ./\n",
}
# They need a package source on the internet, and under emulation they take minutes of processor time.
_DISABLED = ("apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_all.timer", "fstrim.timer", "dpkg-db-backup.timer")


@dataclass(frozen=True)
class Recipe:
    """One image.

    offered: packages that are not installed but that apt finds on the machine's own disk, so that an installation can be tested.
    """

    architecture: str = "amd64"
    suite: str = "bookworm"
    packages: tuple[str, ...] = _SYSTEM + _CONTAINERS
    offered: tuple[str, ...] = ("mbw",)
    files: dict[str, str] = field(default_factory=lambda: dict(_FILES))
    disabled: tuple[str, ...] = _DISABLED
    disk_bytes: int = DISK_BYTES

    @property
    def included(self) -> tuple[str, ...]:
        return (f"linux-image-cloud-{self.architecture}", *self.packages)

    @property
    def downloads(self) -> tuple[str, ...]:
        """The offered packages as apt must be asked: without its architecture a package is taken for the building machine."""
        return tuple(f"{package}:{self.architecture}" for package in self.offered)

    @property
    def digest(self) -> str:
        """12 hexadecimal digits that change with everything the image is made of."""
        content = {"architecture": self.architecture, "suite": self.suite, "packages": sorted(self.included),
            "offered": sorted(self.downloads),
                   "files": self.files, "disabled": sorted(self.disabled), "disk": self.disk_bytes}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def name(self) -> str:
        """Of its folder in the cache."""
        return f"stock-node-{self.suite}-{self.architecture}-{self.digest}"

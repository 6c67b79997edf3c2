"""DRR (Shreedhar and Varghese) in a virtual machine between the bridge of the node and its uplink: few kernels have drr."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from .uplink import CAPACITY, DEVICE, NODE, Claim, Uplink, inside, run

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "target/evidence/kernel"  # of the package, unpacked
PACKAGE = "linux-image-cloud-amd64"
MODULES = ("virtio_pci", "virtio_net", "bridge", "sch_tbf", "sch_drr", "cls_u32")
TAPS = ("cev-in", "cev-out")
FAR = "br1"
FRAME = 1_514  # quantum of the least share: a whole frame
BOOT_S = 120  # without KVM, on a busy machine
READY = "drr is ready"


class Missing(Exception):
    """Why there is no such machine here."""


class Machine:
    """Use as a context. Copies queue in DRR at the line: below a token bucket of the uplink's rate, as administrators write it."""

    def __init__(self, uplink: Uplink, claims: list[Claim]):
        self.uplink = uplink
        self.claims = claims
        self.process: subprocess.Popen | None = None
        self.accelerator = ""
        self.folder: pathlib.Path | None = None

    def __enter__(self) -> Machine:
        if any(claim.min or claim.max for claim in self.claims):
            raise ValueError("DRR has no minima or maxima")
        for program, package in (("qemu-system-x86_64", "qemu-system-x86"), ("busybox", "busybox-static"), ("dpkg-deb", "dpkg")):
            if not shutil.which(program):
                raise Missing(f"there is no program {program} (apt-get install {package})")
        kernel, modules = debian_kernel()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="caravan-drr-"))
        try:
            image = self.folder / "initrd"
            image.write_bytes(initial_disk(modules, guest_script(self.uplink, self.claims)))
            self.uplink.clear()
            self._connect()
            for accelerator in (["kvm"] if os.path.exists("/dev/kvm") else []) + ["tcg"]:
                if self._boots(kernel, image, accelerator):
                    self.accelerator = accelerator
                    return self
            raise Missing(f"the virtual machine does not start: {self._said()}")
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self._end()
        for words in (["link", "set", DEVICE, "master", "br0"], ["link", "del", FAR], *(["link", "del", tap] for tap in TAPS)):
            subprocess.run(["ip", "-n", NODE, *words], capture_output=True, check=False)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _connect(self) -> None:
        """The uplink leaves the bridge of the copies; the machine is between them."""
        run("ip", "-n", NODE, "link", "add", FAR, "type", "bridge")
        run("ip", "-n", NODE, "link", "set", FAR, "up")
        run("ip", "-n", NODE, "link", "set", DEVICE, "master", FAR)
        for tap, bridge in zip(TAPS, ("br0", FAR)):
            run("ip", "-n", NODE, "tuntap", "add", "dev", tap, "mode", "tap", "vnet_hdr")
            run("ip", "-n", NODE, "link", "set", tap, "master", bridge, "up")

    def _boots(self, kernel: pathlib.Path, image: pathlib.Path, accelerator: str) -> bool:
        words = ["qemu-system-x86_64", "-M", "q35", "-accel", accelerator, "-cpu", "host" if accelerator == "kvm" else "max", "-m", "256",
                 "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-serial", f"file:{self.folder / 'console'}",
                 "-kernel", str(kernel), "-initrd", str(image), "-append", "console=ttyS0 quiet panic=-1"]
        for number, tap in enumerate(TAPS):
            words += ["-netdev", f"tap,id=n{number},ifname={tap},script=no,downscript=no,vnet_hdr=on",
                      "-device", f"virtio-net-pci,netdev=n{number},mac=52:54:00:ce:00:0{number + 1}"]
        with open(self.folder / "errors", "wb") as errors:
            self.process = subprocess.Popen(inside(NODE, *words), stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        os.setpriority(os.PRIO_PROCESS, self.process.pid, -15)  # as senders and receiver
        # Where KVM exists but does not work, the kernel says nothing at all.
        started, limit = time.monotonic(), 20 if accelerator == "kvm" else BOOT_S
        while time.monotonic() - started < limit and self.process.poll() is None:
            if READY in self._said():
                return True
            time.sleep(0.2)
        self._end()
        return False

    def _said(self) -> str:
        console = self.folder / "console"
        said = console.read_text(errors="replace") if console.exists() else ""
        return said if READY in said else (said + (self.folder / "errors").read_text(errors="replace"))[-300:].strip()

    def _end(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def guest_script(uplink: Uplink, claims: list[Claim]) -> str:
    """First process of the machine: a bridge of both devices, and DRR below the line at the one that leads out."""
    least = min(claim.share for claim in claims)
    lines = ["#!/bin/busybox sh", "/bin/busybox mkdir -p /proc /sys /dev", "/bin/busybox mount -t proc none /proc",
             "/bin/busybox mount -t sysfs none /sys", "/bin/busybox mount -t devtmpfs none /dev",
             "exec >/dev/console 2>&1", "for name in $(/bin/busybox cat /order); do /bin/busybox insmod /modules/$name; done",
             "set -e", "ip() { /bin/busybox ip \"$@\"; }",
             # The order of devices is not that of the command line.
             "for path in /sys/class/net/*; do",
             "case $(/bin/busybox cat $path/address) in *:01) in=${path##*/} ;; *:02) out=${path##*/} ;; esac; done",
             "/bin/busybox brctl addbr br0; /bin/busybox brctl addif br0 $in; /bin/busybox brctl addif br0 $out",
             "for device in $in $out br0; do ip link set $device up; done",
             f"/bin/tc qdisc add dev $out root handle 1: tbf rate {CAPACITY:.0f} burst 64k limit 1250000",
             "/bin/tc qdisc add dev $out parent 1:1 handle 2: drr"]
    for number, claim in enumerate(claims, 1):
        lines += [f"/bin/tc class add dev $out parent 2: classid 2:{number} drr quantum {FRAME * claim.share / least:.0f}",
                  # As deep as a queue of Caravan; without one, a copy could fill that of all.
                  f"/bin/tc qdisc add dev $out parent 2:{number} bfifo limit 625000",
                  f"/bin/tc filter add dev $out parent 2: protocol ip prio 1 u32 match ip src {uplink.address(number)}/32 "
                  f"flowid 2:{number}"]
    others = len(claims) + 1  # DRR drops what no filter assigns, ARP for example
    lines += [f"/bin/tc class add dev $out parent 2: classid 2:{others} drr quantum {FRAME}",
              f"/bin/tc filter add dev $out parent 2: protocol all prio 9 u32 match u32 0 0 flowid 2:{others}",
              f"echo {READY}", "while :; do /bin/busybox sleep 1000; done", ""]
    return "\n".join(lines)


def debian_kernel() -> tuple[pathlib.Path, list[pathlib.Path]]:
    """The kernel and its modules in the order of loading: of Debian's package, which is downloaded once."""
    if not list(FOLDER.glob("boot/vmlinuz-*")):
        download()
    kernel = sorted(FOLDER.glob("boot/vmlinuz-*"))[-1]
    root = FOLDER / "lib/modules" / kernel.name.removeprefix("vmlinuz-")
    files = {path.name.split(".")[0].replace("-", "_"): path for path in root.rglob("*.ko")}
    order: list[pathlib.Path] = []

    def add(name: str) -> None:
        path = files.get(name)
        if path is None or path in order:  # compiled in
            return
        needed = re.search(rb"\0depends=([^\0]*)\0", b"\0" + path.read_bytes())
        for other in needed[1].decode().split(",") if needed else []:
            add(other.replace("-", "_"))
        order.append(path)

    for name in MODULES:
        add(name)
    if "sch_drr" not in files:
        raise Missing(f"the kernel of {PACKAGE} has no drr")
    return kernel, order


def download() -> None:
    if os.uname().machine != "x86_64":
        raise Missing("its kernel is for x86_64")
    FOLDER.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["apt-cache", "depends", PACKAGE], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Depends: (linux-image-\S+)", listed)
    if not found:
        raise Missing(f"apt does not have the package {PACKAGE}")
    print(f"downloads {found[1]} (27 MB, once)", file=sys.stderr, flush=True)
    done = subprocess.run(["apt-get", "download", found[1]], cwd=FOLDER, capture_output=True, text=True, check=False)
    packages = sorted(FOLDER.glob("linux-image-*.deb"))
    if done.returncode or not packages:
        raise Missing(f"the package {found[1]} cannot be downloaded: {(done.stderr.strip().splitlines() or ['no answer'])[-1]}")
    run("dpkg-deb", "-x", str(packages[-1]), str(FOLDER))
    packages[-1].unlink()


def initial_disk(modules: list[pathlib.Path], script: str) -> bytes:
    """An archive in the format newc of cpio(5): busybox, tc with its libraries, modules, the first process and the console."""
    tc = shutil.which("tc")
    libraries = re.findall(r"(/\S+) \(0x", run("ldd", tc))
    busybox = pathlib.Path(shutil.which("busybox"))
    if b"ld-linux" in busybox.read_bytes()[:4096]:  # its interpreter
        raise Missing("busybox is not static (apt-get install busybox-static)")
    files = {"init": script.encode(), "bin/busybox": busybox.read_bytes(), "bin/tc": pathlib.Path(tc).read_bytes(),
             "order": "\n".join(path.name for path in modules).encode(),
             **{f"modules/{path.name}": path.read_bytes() for path in modules},
             **{library.lstrip("/"): pathlib.Path(library).read_bytes() for library in libraries}}
    folders = sorted({str(parent) for name in files for parent in pathlib.PurePath(name).parents} - {"."} | {"dev"})
    entries = [(name, 0o040755, b"") for name in folders] + [(name, 0o100755, data) for name, data in files.items()]
    archive = bytearray()
    for number, (name, mode, data) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        archive += b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
        archive += b"\0" * (-len(archive) % 4) + data
        archive += b"\0" * (-len(archive) % 4)
    return bytes(archive)

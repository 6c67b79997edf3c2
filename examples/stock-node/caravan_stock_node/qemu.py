"""The emulated machine's command line, and which accelerator runs it here."""
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import StockNodeError
from .network import TAP

MEMORY_MIB = 1024
_PROBE_SECONDS = 20  # a kernel that KVM runs says its first line within one
_KERNEL_LINE = "Linux version "


@dataclass(frozen=True)
class Architecture:
    """program: of QEMU; package: Debian's, which has it; machine: QEMU's name; console: the kernel's name of its serial line."""

    program: str
    package: str
    machine: str
    console: str


ARCHITECTURES = {
    "amd64": Architecture("qemu-system-x86_64", "qemu-system-x86", "q35", "ttyS0"),
    "arm64": Architecture("qemu-system-aarch64", "qemu-system-arm", "virt", "ttyAMA0"),
}


def command(architecture: str, accelerator: str, image: Path, disk: Path, process_file: Path) -> list[str]:
    """Foreground, its console on standard output. A restart of the system inside restarts the machine; it keeps its hardware address.

    cache=unsafe: writes go to this machine's page cache and survive the end of QEMU, but not that of this machine.
    """
    kind = ARCHITECTURES[architecture]
    return [kind.program, *_machine(kind, accelerator), "-m", str(MEMORY_MIB), "-pidfile", str(process_file),
            "-kernel", str(image / "vmlinuz"), "-initrd", str(image / "initrd.img"),
            "-append", f"root=/dev/vda rw console={kind.console} net.ifnames=0",
            "-drive", f"file={disk},format=raw,if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk",
            "-netdev", f"tap,id=net,ifname={TAP},script=no,downscript=no", "-device", "virtio-net-pci,netdev=net,mac=52:54:00:ca:00:02",
            "-device", "virtio-rng-pci"]


def _machine(kind: Architecture, accelerator: str) -> list[str]:
    processor = "host" if accelerator == "kvm" else "max"
    return ["-M", kind.machine, "-accel", accelerator, "-cpu", processor, "-smp", "1", "-nodefaults", "-no-user-config", "-display", "none",
            "-serial", "stdio", "-monitor", "none"]


def accelerator(architecture: str, image: Path) -> str:
    """kvm if the image's kernel starts under it, else tcg. /dev/kvm alone proves nothing: nested virtualisation may be switched off."""
    machine = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True).stdout.strip()
    if machine != architecture or not Path("/dev/kvm").exists():
        return "tcg"
    kind = ARCHITECTURES[architecture]
    try:
        probe = subprocess.run([kind.program, *_machine(kind, "kvm"), "-m", "256", "-no-reboot", "-kernel", str(image / "vmlinuz"),
                                "-append", f"console={kind.console} earlyprintk={kind.console} panic=-1"],
                               capture_output=True, text=True, errors="replace", timeout=_PROBE_SECONDS, stdin=subprocess.DEVNULL)
        said = probe.stdout
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
    return "kvm" if _KERNEL_LINE in said else "tcg"


def require(architecture: str) -> None:
    kind = ARCHITECTURES[architecture]
    if subprocess.run(["which", kind.program], capture_output=True).returncode != 0:
        raise StockNodeError(f"The program ({kind.program}) is missing.", f"run: apt-get install {kind.package}")

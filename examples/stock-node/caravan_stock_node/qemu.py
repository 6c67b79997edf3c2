"""The emulated machine's command line, and which accelerator runs it here."""
import platform
import subprocess
from pathlib import Path

from .errors import StockNodeError
from .network import TAP

MEMORY_MIB = 1024
_PROBE_SECONDS = 20  # a kernel that KVM runs says its first line within one
_KERNEL_LINE = "Linux version "
# By Debian's name of the architecture: program, its package, machine, serial console.
_EMULATORS = {"amd64": ("qemu-system-x86_64", "qemu-system-x86", "q35", "ttyS0"),
    "arm64": ("qemu-system-aarch64", "qemu-system-arm", "virt", "ttyAMA0")}
# Without what costs time to emulate: wide vectors, which the C library would use for each string; single bytes as the fastest way to clear
# a page.
_EMULATED = {"amd64": "qemu64", "arm64": "cortex-a72"}
_NATIVE = {"x86_64": "amd64", "aarch64": "arm64"}


def command(architecture: str, accelerator: str, image: Path, disk: Path, process_file: Path) -> list[str]:
    """Foreground, its console on standard output. A restart of the system inside restarts the machine; it keeps its hardware address.

    cache=unsafe: writes go to this machine's page cache and survive the end of QEMU, but not that of this machine.
    """
    program, _, _, console = _EMULATORS[architecture]
    return [program, *_machine(architecture, accelerator), "-m", str(MEMORY_MIB), "-pidfile", str(process_file),
            "-kernel", str(image / "vmlinuz"), "-initrd", str(image / "initrd.img"),
            "-append", f"root=/dev/vda rw console={console} net.ifnames=0",
            "-drive", f"file={disk},format=raw,if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk",
            "-netdev", f"tap,id=net,ifname={TAP},script=no,downscript=no", "-device", "virtio-net-pci,netdev=net,mac=52:54:00:ca:00:02",
            "-device", "virtio-rng-pci"]


def _machine(architecture: str, accelerator: str) -> list[str]:
    processor = "host" if accelerator == "kvm" else _EMULATED[architecture]
    return ["-M", _EMULATORS[architecture][2], "-accel", accelerator, "-cpu", processor, "-smp", "1", "-nodefaults", "-no-user-config",
        "-display", "none",
            "-serial", "stdio", "-monitor", "none"]


def accelerator(architecture: str, image: Path) -> str:
    """tcg for the other architecture; kvm if the image's kernel starts under it, else tcg. /dev/kvm alone proves nothing: nested
    virtualisation may be switched off."""
    if not Path("/dev/kvm").exists() or _NATIVE.get(platform.machine()) != architecture:
        return "tcg"
    program, _, _, console = _EMULATORS[architecture]
    try:
        probe = subprocess.run([program, *_machine(architecture, "kvm"), "-m", "256", "-no-reboot", "-kernel", str(image / "vmlinuz"),
                                "-append", f"console={console} earlyprintk={console} panic=-1"],
                               capture_output=True, text=True, errors="replace", timeout=_PROBE_SECONDS, stdin=subprocess.DEVNULL)
        said = probe.stdout
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
    return "kvm" if _KERNEL_LINE in said else "tcg"


def require(architecture: str) -> None:
    program, package, _, _ = _EMULATORS[architecture]
    if subprocess.run(["which", program], capture_output=True).returncode != 0:
        raise StockNodeError(f"The program ({program}) is missing.", f"run: apt-get install {package}")

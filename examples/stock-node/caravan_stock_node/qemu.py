"""The emulated machine's command line, and which accelerator runs it here."""
import subprocess
from pathlib import Path

from .errors import StockNodeError
from .network import TAP

MEMORY_MIB = 1024
_PROBE_SECONDS = 20  # a kernel that KVM runs says its first line within one
_KERNEL_LINE = "Linux version "
_PROGRAM = "qemu-system-x86_64"
# Without what costs time to emulate: wide vectors, which the C library would use for each string; single bytes as the fastest way to clear a page.
_EMULATED = "qemu64"


def command(accelerator: str, image: Path, disk: Path, process_file: Path) -> list[str]:
    """Foreground, its console on standard output. A restart of the system inside restarts the machine; it keeps its hardware address.

    cache=unsafe: writes go to this machine's page cache and survive the end of QEMU, but not that of this machine.
    """
    return [_PROGRAM, *_machine(accelerator), "-m", str(MEMORY_MIB), "-pidfile", str(process_file),
            "-kernel", str(image / "vmlinuz"), "-initrd", str(image / "initrd.img"),
            "-append", "root=/dev/vda rw console=ttyS0 net.ifnames=0",
            "-drive", f"file={disk},format=raw,if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk",
            "-netdev", f"tap,id=net,ifname={TAP},script=no,downscript=no", "-device", "virtio-net-pci,netdev=net,mac=52:54:00:ca:00:02",
            "-device", "virtio-rng-pci"]


def _machine(accelerator: str) -> list[str]:
    processor = "host" if accelerator == "kvm" else _EMULATED
    return ["-M", "q35", "-accel", accelerator, "-cpu", processor, "-smp", "1", "-nodefaults", "-no-user-config", "-display", "none",
            "-serial", "stdio", "-monitor", "none"]


def accelerator(image: Path) -> str:
    """kvm if the image's kernel starts under it, else tcg. /dev/kvm alone proves nothing: nested virtualisation may be switched off."""
    if not Path("/dev/kvm").exists():
        return "tcg"
    try:
        probe = subprocess.run([_PROGRAM, *_machine("kvm"), "-m", "256", "-no-reboot", "-kernel", str(image / "vmlinuz"),
                                "-append", "console=ttyS0 earlyprintk=ttyS0 panic=-1"],
                               capture_output=True, text=True, errors="replace", timeout=_PROBE_SECONDS, stdin=subprocess.DEVNULL)
        said = probe.stdout
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
    return "kvm" if _KERNEL_LINE in said else "tcg"


def require() -> None:
    if subprocess.run(["which", _PROGRAM], capture_output=True).returncode != 0:
        raise StockNodeError(f"The program ({_PROGRAM}) is missing.", "run: apt-get install qemu-system-x86")

"""Runs programs of another architecture: qemu-user executes them, registered with the kernel in a separate user namespace.

A registration in the machine's own namespace would change what every process on it can run, and outlive a killed build.
Since Linux 6.7 each user namespace may have its own; where that fails, one that the machine has already is used.
Used as a program: `python3 -m imagebuild.foreign ARCH COMMAND…`.
"""
from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from .errors import BuildError

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x00020000, 0x10000000, 0x20000000
REGISTRATIONS = Path("/proc/sys/fs/binfmt_misc")
EVERYBODY = b"0 0 4294967295"
"""All ids stand for themselves: packages set owners as on the machine itself."""


@dataclass(frozen=True)
class Emulator:
    """`machine` is e_machine of an ELF header (little endian); class and byte order are 64 bits, little endian."""

    program: str
    machine: bytes

    def registration(self, name: str) -> bytes:
        magic = b"\x7fELF\x02\x01\x01" + b"\x00" * 9 + b"\x02\x00" + self.machine
        mask = b"\xff" * 7 + b"\x00" + b"\xff" * 8 + b"\xfe\xff\xff\xff"  # executables and shared objects, any system
        text = ["".join(f"\\x{byte:02x}" for byte in part) for part in (magic, mask)]
        # F: the program is opened now, so that it need not stand in the image
        return f":{name}:M::{text[0]}:{text[1]}:{self.program}:F".encode()


EMULATORS = {"arm64": Emulator("/usr/bin/qemu-aarch64-static", b"\xb7\x00"),
             "amd64": Emulator("/usr/bin/qemu-x86_64-static", b"\x3e\x00")}
LIBC = ctypes.CDLL(None, use_errno=True)


def require_emulator(arch: str) -> None:
    emulator = EMULATORS.get(arch)
    if emulator is None:
        raise BuildError(f"Images for ({arch}) cannot be built here.", f"use one of [{', '.join(sorted(EMULATORS))}].")
    if not os.access(emulator.program, os.X_OK):
        raise BuildError(f"Building for {arch} needs {emulator.program}, which this machine does not have.",
                         "install the Debian package qemu-user-static.")


def run_for(arch: str, command: list[str]) -> int:
    """Exit code of the command, carried out where programs of `arch` run."""
    told, tell = os.pipe()
    mapped, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        _unshare(CLONE_NEWUSER)
        os.write(tell, b".")
        os.read(mapped, 1)
        _in_own_namespaces(arch, command)
    os.read(told, 1)
    for name in ("gid_map", "uid_map"):
        Path(f"/proc/{child}/{name}").write_bytes(EVERYBODY)
    os.close(go)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _in_own_namespaces(arch: str, command: list[str]) -> None:
    _unshare(CLONE_NEWNS | CLONE_NEWPID)
    inner = os.fork()
    if inner == 0:
        _mount(b"proc", b"/proc")
        _register(arch)
        os.execvp(command[0], command)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]) & 0xFF)


def _register(arch: str) -> None:
    try:
        _mount(b"binfmt_misc", os.fsencode(REGISTRATIONS))
        (REGISTRATIONS / "register").write_bytes(EMULATORS[arch].registration(f"caravan-{arch}"))
    except OSError as failure:
        name = Path(EMULATORS[arch].program).name.removesuffix("-static")
        if not (REGISTRATIONS / name).exists():
            sys.exit(f"imagebuild: programs for {arch} cannot be run here: {failure}; Linux 6.7 or later lets a build register "
                     f"{EMULATORS[arch].program} for itself, an older one needs it registered on the machine (systemd-binfmt)")


def _unshare(what: int) -> None:
    if LIBC.unshare(what) != 0:
        raise OSError(ctypes.get_errno(), "unshare: " + os.strerror(ctypes.get_errno()))


def _mount(kind: bytes, place: bytes) -> None:
    if LIBC.mount(kind, place, kind, 0, None) != 0:
        raise OSError(ctypes.get_errno(), f"mount {kind.decode()}: " + os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    sys.exit(run_for(sys.argv[1], sys.argv[2:]))

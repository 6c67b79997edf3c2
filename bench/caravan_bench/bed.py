"""A test bed of the bench's own: two sites and users, beside any other bed on this machine."""
import os
import shutil
import sys
from pathlib import Path

from .errors import BenchError, Skipped
from .interrupts import undisturbed
from .programs import run

PREFIX = "cvb"
MANAGEMENT = "198.18.252.0/24"
HOST = "pi-east-1"
_PROGRAMS = ("lxc-start", "ip", "ssh", "sshd", "gcc", "netperfmeter", "mkfs.ext4", "zstd", "nsenter")


def why_not() -> str | None:
    """Why this machine can raise no bed; None if it can."""
    if not sys.platform.startswith("linux"):
        return "containers and network namespaces need Linux"
    if os.geteuid() != 0:
        return "only root may make network namespaces and containers"
    if not os.access("/dev/net/tun", os.W_OK):
        return "/dev/net/tun cannot be opened"
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
    missing = [program for program in _PROGRAMS if shutil.which(program, path=path) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else None


class Bed:
    """A context: the bed stands inside, and nothing of it is left after it. Two sites unless another description is given."""

    def __init__(self, home: Path, state: Path, description: Path | None = None, prefix: str = PREFIX,
                 management: str = MANAGEMENT) -> None:
        self._testbed = home / "examples" / "testbed" / "testbed"
        self._description = description or home / "examples" / "testbed" / "pair.toml"
        self._prefix, self._management = prefix, management
        self._state = state
        self.infrastructure = ""

    def __enter__(self) -> "Bed":
        if reason := why_not():
            raise Skipped(reason)
        self._refuse_another()
        try:
            self._run("up")
            self.infrastructure = self._run("infrastructure")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with undisturbed():
            self._run("down")

    def credentials(self, data: Path) -> None:
        """Puts the bed's key where a server with this data folder looks for it."""
        folder = data / "credentials" / "testbed"
        folder.mkdir(parents=True, mode=0o700)
        (folder / "user").write_text("root\n")
        for name in ("id_ed25519", "known_hosts"):
            shutil.copy(self._state / name, folder / name)
            (folder / name).chmod(0o600)

    def on_host(self, script: str) -> str:
        """What bash on the host answers to a script, over ssh."""
        command = ["ssh", "-i", str(self._state / "id_ed25519"), "-o", f"UserKnownHostsFile={self._state / 'known_hosts'}",
                   "-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-F", "none", f"root@{self._address()}", "bash", "-s"]
        return run(command, f"The script on {HOST}", script)

    def inside(self, machine: str, *words: str) -> str:
        """What a program prints that runs at a machine or router of the bed."""
        return run([str(self._testbed), "--state", str(self._state), "--prefix", self._prefix, "--mgmt", self._management, "exec", machine,
                    "--", *words],
                   f"{words[0]} on {machine}")

    def _address(self) -> str:
        words = self.infrastructure.split()
        return words[words.index("at", words.index(HOST)) + 1].strip('"')

    def _refuse_another(self) -> None:
        """A bed of the same names that some other bench raised is not ours to remove."""
        found = run(["ip", "-o", "link", "show"], "ip link")
        if f": {self._prefix}-mgmt" in found:
            raise BenchError(f"A test bed with the prefix {self._prefix} already exists.",
                             f"another bench runs; else remove it: examples/testbed/testbed --prefix {self._prefix} --mgmt "
                             f"{self._management}"
                             f" down {self._description}")

    def _run(self, verb: str) -> str:
        options = ["--state", str(self._state), "--prefix", self._prefix, "--mgmt", self._management]
        return run([str(self._testbed), *options, verb, str(self._description)], f"testbed {verb}")


def build_images(home: Path, images: Path) -> None:
    """The image of the container, and the one below it; only what changed, so mostly nothing."""
    specs = home / "examples" / "sock-shop" / "images"
    run([str(home / "executionware" / "images" / "image-build"), str(specs / "debian.toml"), str(specs / "redis.toml"),
          "--output", str(images)], "image-build")


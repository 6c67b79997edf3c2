"""A Debian machine of a container: systemd is its first process, and its network is its own loopback, which leads nowhere."""

import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "modeling"))
from simulated_server import kept_logs  # noqa: E402 (the path must be set first)

# What the package depends on, and what a small installation of Debian has beside it.
_PACKAGES = "adduser,curl,default-jre-headless,systemd,systemd-sysv,dbus,iproute2,procps"
_BOOT_LIMIT_S = 600
_CONFIGURATION = """\
lxc.uts.name = caravan-debian
lxc.rootfs.path = dir:{root}
lxc.net.0.type = empty
lxc.mount.auto = proc:mixed sys:mixed cgroup:mixed
lxc.apparmor.profile = unconfined
lxc.tty.max = 0
lxc.pty.max = 16
lxc.init.cmd = /lib/systemd/systemd
"""


class DebianMachine:
    def __init__(self):
        self.name = f"caravan-debian-{uuid.uuid4().hex[:8]}"
        self.folder = Path(tempfile.mkdtemp(prefix="caravan-packages-"))
        self.folder.chmod(0o755)
        self.root = self.folder / "root"
        try:
            self._begin()
        except BaseException:
            self.end()
            raise

    def _begin(self):
        subprocess.run(["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--format=directory", f"--include={_PACKAGES}",
                        "bookworm", str(self.root)], check=True)
        configuration = self.folder / "config"
        configuration.write_text(_CONFIGURATION.format(root=self.root))
        (self.folder / "lxc").mkdir()
        subprocess.run(["lxc-start", *self._named(), "-f", str(configuration)], check=True)
        self.wait("systemctl is-system-running", "running", _BOOT_LIMIT_S)

    def _named(self):
        return ["-P", str(self.folder / "lxc"), "-n", self.name]

    def run(self, command: str, expected: int = 0) -> str:
        """What a command of a shell there prints on both streams."""
        done = subprocess.run(["lxc-attach", *self._named(), "--clear-env", "--", "/bin/sh", "-c",
                               f"export PATH=/usr/sbin:/usr/bin:/sbin:/bin; {command}"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
        if done.returncode != expected:
            raise AssertionError(f"{command}: exit {done.returncode}, expected {expected}\n{done.stdout}")
        return done.stdout

    def wait(self, command: str, said: str, seconds: int):
        end = time.monotonic() + seconds
        last = ""
        while time.monotonic() < end:
            try:
                last = self.run(command)
                if said in last:
                    return
            except AssertionError as e:
                last = str(e)
            time.sleep(1)
        raise AssertionError(f"not {said!r} within {seconds} s: {last}")

    def copy(self, file: Path, target: str):
        shutil.copy(file, self.root / target.lstrip("/"))

    def end(self):
        # Without it nothing says why a service did not start.
        (kept_logs("debian") / "journal.log").write_bytes(subprocess.run(
            ["lxc-attach", *self._named(), "--clear-env", "--", "/usr/bin/journalctl", "--no-pager"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, check=False).stdout)
        subprocess.run(["lxc-stop", "-k", *self._named()], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(self.folder)

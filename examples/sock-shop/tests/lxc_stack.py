"""The whole shop as LXC containers on this machine, from built images: as a node runs it, but without Caravan.

Meant to be run inside network and mount namespaces of its own (see `test_real_lxc.py`): their end takes bridge and mounts away.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

MIB = 1024 * 1024
# component → image, memory limit in MiB, port, environment: as sock-shop.caravan says.
COMPONENTS = {
    "catalogue-db": ("mariadb", 128, 3306, {"SHOP_SCHEMA": "catalogue"}),
    "accounts-db": ("mariadb", 128, 3306, {"SHOP_SCHEMA": "accounts"}),
    "orders-db": ("mariadb", 128, 3306, {"SHOP_SCHEMA": "orders"}),
    "carts-db": ("redis", 32, 6379, {}),
    "catalogue": ("catalogue", 64, 8080, {}), "carts": ("carts", 64, 8081, {}), "orders": ("orders", 64, 8082, {}),
    "accounts": ("accounts", 96, 8083, {}), "payment": ("payment", 64, 8084, {}), "shipping": ("shipping", 64, 8085, {}),
    "frontend": ("front-end", 96, 8079, {}),
}


class Stack:
    """Containers `shop<pid>-<component>` at 10.99.0.10 and up, and at the same number in fd99::/64."""

    def __init__(self, images: Path) -> None:
        self._images, self._folder = images, Path(tempfile.mkdtemp(prefix="shop-lxc-"))
        self._running: dict[str, subprocess.Popen] = {}
        self.address = {name: f"10.99.0.{number}" for number, name in enumerate(COMPONENTS, 10)}
        self._pause = threading.Event()

    def __enter__(self) -> "Stack":
        self._own_sysfs()
        for words in ("link set lo up", "link add br0 type bridge", "addr add 10.99.0.1/24 dev br0",
                      "addr add fd99::1/64 dev br0 nodad", "link set br0 up"):
            subprocess.run(["ip", *words.split()], check=True)
        try:
            for name in COMPONENTS:
                self._start(name)
            for name, (_, _, port, _) in COMPONENTS.items():
                self._await(name, port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(reversed(self._running)):
            self.stop(name)
        for rootfs in self._folder.glob("*/rootfs"):
            subprocess.run(["umount", str(rootfs)])
        subprocess.run(["rm", "-rf", "--one-file-system", str(self._folder)])

    def _own_sysfs(self) -> None:
        """LXC looks for its bridge in /sys, which must show this network namespace, and for cgroups below it."""
        kept = self._folder / "cgroup"
        kept.mkdir()
        for words in (["--rbind", "/sys/fs/cgroup", str(kept)], ["-t", "sysfs", "sysfs", "/sys"], ["--rbind", str(kept), "/sys/fs/cgroup"]):
            subprocess.run(["mount", *words], check=True)
        subprocess.run(["umount", "-R", "-l", str(kept)], check=True)
        kept.rmdir()

    def stop(self, name: str) -> float:
        """Seconds until the container was gone after SIGTERM to its init."""
        begun = time.monotonic()
        subprocess.run(["lxc-stop", "-P", str(self._folder), "-n", self._id(name), "-t", "20"])
        self._running.pop(name).wait()
        return time.monotonic() - begun

    def log(self, name: str) -> str:
        """What LXC said, then what the container printed."""
        texts = (self._folder / self._id(name) / file for file in ("lxc.log", "console"))
        return "".join(text.read_text(errors="replace") for text in texts if text.exists())

    def memory(self, name: str) -> dict[str, float]:
        """MiB: resident memory of the container's processes, and the most its cgroup was ever charged, when it can be read."""
        members = _family(self._running[name].pid)[1:]
        resident = sum(_resident(pid) for pid in members)
        groups = Path(f"/proc/{members[0]}/cgroup").read_text().splitlines()
        group = next((line.split(":", 2)[2] for line in groups if ":memory:" in line), "none")
        peak = Path(f"/sys/fs/cgroup/memory{group}/memory.max_usage_in_bytes")
        return {"resident": round(resident, 1)} | ({"peak": round(int(peak.read_text()) / MIB, 1)} if peak.is_file() else {})

    def _id(self, name: str) -> str:
        return f"shop{os.getpid()}-{name}"

    def _start(self, name: str) -> None:
        image, limit, _, env = COMPONENTS[name]
        manifest = json.loads((self._images / f"manifests/sock-shop/{image}.json").read_text())["images"][0]
        home = self._folder / self._id(name)
        rootfs = self._rootfs(home, manifest)
        hosts = "".join(f"{address} {peer}\n" for peer, address in self.address.items())
        (rootfs / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n" + hosts)
        (home / "config").write_text(self._config(name, home, manifest, limit, env))
        self._running[name] = subprocess.Popen(
            ["lxc-start", "-F", "-P", str(self._folder), "-n", self._id(name)], stdin=subprocess.DEVNULL,
            stdout=(home / "lxc.log").open("wb"), stderr=subprocess.STDOUT)

    def _rootfs(self, home: Path, manifest: dict) -> Path:
        lower = [self._layer(layer["digest"]) for layer in reversed(manifest["layers"])]
        for folder in ("upper", "work", "rootfs"):
            (home / folder).mkdir(parents=True)
        options = f"lowerdir={':'.join(map(str, lower))},upperdir={home}/upper,workdir={home}/work"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(home / "rootfs")], check=True)
        return home / "rootfs"

    def _layer(self, digest: str) -> Path:
        folder = self._folder / "layers" / digest.replace(":", "-")
        if not folder.exists():
            folder.mkdir(parents=True)
            packed = self._images / "layers" / (digest.replace(":", "-") + ".tar.zst")
            subprocess.run(["tar", "--zstd", "-xpf", str(packed), "--numeric-owner", "-C", str(folder)], check=True)
        return folder

    def _config(self, name: str, home: Path, manifest: dict, limit: int, env: dict[str, str]) -> str:
        env = {**manifest["env"], **env, "CARAVAN_INSTANCE": f"{name}:1", "CARAVAN_HOST": "pi-bergen-1", "CARAVAN_SITE": "bergen"}
        number = self.address[name].rsplit(".", 1)[1]
        lines = [f"lxc.uts.name = {name}", f"lxc.rootfs.path = dir:{home}/rootfs", "lxc.signal.halt = SIGTERM",
                 f"lxc.init.cmd = /usr/bin/tini -- {' '.join(manifest['start'])}", "lxc.mount.auto = proc:mixed sys:ro",
                 "lxc.autodev = 1", f"lxc.console.logfile = {home}/console", "lxc.pty.max = 8", "lxc.net.0.type = veth",
                 "lxc.net.0.link = br0", "lxc.net.0.flags = up",
                 f"lxc.net.0.ipv4.address = {self.address[name]}/24", f"lxc.net.0.ipv6.address = fd99::{number}/64",
                 f"lxc.cgroup.memory.limit_in_bytes = {limit * MIB}", f"lxc.cgroup2.memory.max = {limit * MIB}"]
        return "\n".join(lines + [f"lxc.environment = {key}={value}" for key, value in env.items()]) + "\n"

    def _await(self, name: str, port: int) -> None:
        deadline = time.monotonic() + 300
        while not _ready(self.address[name], port):
            if self._running[name].poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{name} is not ready: {self.log(name)[-800:]}")
            self._pause.wait(0.1)


def _ready(address: str, port: int) -> bool:
    import socket
    if port in (3306, 6379):
        with socket.socket() as probe:
            probe.settimeout(10)
            return probe.connect_ex((address, port)) == 0
    try:
        with urllib.request.urlopen(f"http://{address}:{port}/health", timeout=30) as answer:
            return answer.status == 200
    except OSError:
        return False


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in _family(int(child)))]


def _resident(pid: int) -> float:
    return next(int(line.split()[1]) / 1024 for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))


def main(images: str, rate: str, duration: str) -> int:
    """Raises the shop, loads it, prints one JSON line about both."""
    load = Path(__file__).resolve().parent.parent / "load/sock-shop-load"
    begun = time.monotonic()
    with Stack(Path(images)) as stack:
        ready = time.monotonic() - begun
        command = [str(load), "--url", f"http://{stack.address['frontend']}:8079", "--source", "10.99.0.1", "--rate", rate,
                   "--duration", duration, "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        memory = {name: stack.memory(name) for name in COMPONENTS}
        with urllib.request.urlopen("http://[fd99::" + stack.address["frontend"].rsplit(".", 1)[1] + "]:8079/") as page:
            over_ipv6 = page.status
        stops = {name: round(stack.stop(name), 2) for name in reversed(COMPONENTS)}
    print(json.dumps({"ready": round(ready, 1), "load": json.loads(done.stdout or "null"), "memory": memory, "ipv6": over_ipv6,
                      "stops": stops}))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

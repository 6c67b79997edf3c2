"""The stock node and a server beside any other on this machine: names begin with cvs, 198.18.77.0/24, ports 8283 and 5283."""
from __future__ import annotations

import functools
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from caravan_stock_node.recipe import ARCHITECTURES  # noqa: E402

DATA = Path(os.environ.get("CARAVAN_STOCK_DATA", HOME / "data/stock"))
PREFIX = os.environ.get("CARAVAN_STOCK_PREFIX", "cvs")
NETWORK = os.environ.get("CARAVAN_STOCK_NETWORK", "198.18.77.0/24")
PORT = int(os.environ.get("CARAVAN_STOCK_PORT", "8283"))
DNS_PORT = int(os.environ.get("CARAVAN_STOCK_DNS_PORT", "5283"))
ARCHITECTURE = os.environ.get("CARAVAN_STOCK_ARCH", "amd64")  # Debian's name; another one than this machine's is emulated
OWN = Installation(DATA, f"http://127.0.0.1:{PORT}", "")
TOOL = [str(HERE.parent / "stock-node"), "--state", str(DATA / "node"), "--prefix", PREFIX, "--mgmt", NETWORK]
NODE = "stock-1"
PLACE = ["--site", "attic", "--type", "board", "--credentials", "stock"]
# For a machine that is stuck: emulation on a busy machine is many times slower than on an idle one. An image of another architecture is
# built in 40 minutes.
_LIMIT_S = 1800 if ARCHITECTURE == "amd64" else 5400
if ARCHITECTURE not in ARCHITECTURES:
    raise SystemExit(f"CARAVAN_STOCK_ARCH is {ARCHITECTURE}.\nMaybe use one of: {', '.join(ARCHITECTURES)}")
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def say(text: str) -> None:
    print(f"stock {time.strftime('%H:%M:%S')}: {text}", flush=True)


def tool(*words: str, codes: tuple[int, ...] = (0,)) -> str:
    return OWN.run([*TOOL, *words], codes, _LIMIT_S)


def caravan(*words: str, codes: tuple[int, ...] = (0,)) -> str:
    """Both streams of the client, so that a refusal is seen as well."""
    done = subprocess.run([str(HOME / "caravan"), *words], env=OWN.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=_LIMIT_S, stdin=subprocess.DEVNULL, check=False)
    if done.returncode not in codes:
        raise AssertionError(f"caravan {' '.join(words)} ended with {done.returncode}: {done.stdout[-12000:]}")
    return done.stdout


def on_node(script: str) -> str:
    return tool("ssh", "--", script).strip()


def raise_node() -> dict:
    say(tool("up", "--arch", ARCHITECTURE, "--wait", str(_LIMIT_S)).strip().splitlines()[-1])
    return json.loads(tool("status", "--json"))


def start_server() -> None:
    caravan("server", "start", f"--caravan.dns.listen=127.0.0.1:{DNS_PORT}", UNPROBED)


def prepare_server(node: dict) -> None:
    """Credentials without known_hosts: no key is pinned yet."""
    shutil.rmtree(DATA / "credentials", ignore_errors=True)
    OWN.keep("stock", {"user": "root\n", "id_ed25519": Path(node["key"]).read_text()})
    start_server()
    text = (HERE / "attic.caravan.template").read_text()
    text = text.replace("@arch@", ARCHITECTURE)
    for word in ("network6", "gateway6", "network", "gateway"):
        text = text.replace(f"@{word}@", node[word])
    file = DATA / "attic.caravan"
    file.write_text(text)
    caravan("infrastructure", str(file))
    caravan("image", "import", str(_web_archive()), "--format", "rootfs", "--name", "stock/web", "--arch", ARCHITECTURE, "--start",
            "/bin/serve")
    if "stock/web" not in caravan("image", "list"):
        raise AssertionError("the image was not imported")


def _web_archive() -> Path:
    """The smallest image that serves HTTP. LXC starts what it runs by tini."""
    archive = DATA / "web.tar"
    with tarfile.open(archive, "w") as tar:
        for source, name in (("bin/busybox", "bin/busybox"), ("usr/bin/tini-static", "usr/bin/tini")):
            tar.add(_programs() / source, name)
        for name in ("sh", "httpd", "cat", "sleep"):
            link = tarfile.TarInfo(f"bin/{name}")
            link.type, link.linkname = tarfile.SYMTYPE, "busybox"
            tar.addfile(link)
        for name, text, mode in (("srv/index.html", b"stock node\n", 0o644),
                                 ("bin/serve", b"#!/bin/sh\nexec httpd -f -p 80 -h /srv\n", 0o755)):
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(text), mode
            tar.addfile(info, io.BytesIO(text))
    return archive


@functools.cache
def _programs() -> Path:
    """A root folder with busybox and tini of the node's architecture: this machine's, or Debian's packages of another one."""
    if ARCHITECTURE == OWN.run(["dpkg", "--print-architecture"]).strip():
        return Path("/")
    apt, root = DATA / "apt", DATA / "programs"
    for folder in (apt / "lists/partial", apt / "archives/partial", root):
        folder.mkdir(parents=True, exist_ok=True)
    options = {"APT::Architecture": ARCHITECTURE, "APT::Architectures": ARCHITECTURE, "Dir::State::lists": apt / "lists", "Dir::Cache": apt,
               "Dir::State::status": "/dev/null"}
    words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    OWN.run(["apt-get", "-q", *words, "update"])
    OWN.run(["env", "-C", str(apt), "apt-get", "-q", *words, "download", "busybox-static", "tini"])
    for package in apt.glob("*.deb"):
        OWN.run(["dpkg-deb", "-x", str(package), str(root)])
    return root


def restart_node() -> None:
    """From inside, as an operator does; the machine stays switched on."""
    before = on_node("cat /proc/sys/kernel/random/boot_id")
    tool("ssh", "--", "systemd-run --quiet --on-active=1 systemctl reboot")
    wait_until("the node has restarted", lambda: _boot() not in ("", before))


def _boot() -> str:
    done = subprocess.run([*TOOL, "ssh", "--", "cat /proc/sys/kernel/random/boot_id"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=_LIMIT_S, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def page(address: str, seconds: float = 20) -> str:
    """What a copy answers to a user on this machine; empty if it does not."""
    try:
        with _DIRECT.open(f"http://{'[' + address + ']' if ':' in address else address}/", timeout=seconds) as answer:
            return answer.read().decode()
    except OSError:
        return ""


def wait_until(what: str, ready):
    """What `ready` returned once it is true. The limit is for a machine that is stuck."""
    end = time.monotonic() + _LIMIT_S
    while not (found := ready()):
        if time.monotonic() > end:
            raise AssertionError(f"not so after {_LIMIT_S} s: {what}")
        time.sleep(1)
    return found


def raze() -> None:
    if os.environ.get("CARAVAN_KEEP") != "1":
        OWN.run([str(HOME / "caravan"), "server", "stop"])
        tool("down")
        shutil.rmtree(DATA, ignore_errors=True)

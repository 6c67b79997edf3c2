"""The node's network: a namespace with a bridge between QEMU's tap device and a cable to this machine. Nothing forwards from it."""
import subprocess

from .errors import StockNodeError
from .ground import Ground

TAP = "tap0"
_CABLE = "cable"
_BRIDGE = "lan"


def inside(ground: Ground) -> list[str]:
    """Lines for `ip -batch` in the namespace."""
    return ["link set lo up", f"link add {_BRIDGE} type bridge forward_delay 0", f"tuntap add dev {TAP} mode tap",
            *(f"link set {port} master {_BRIDGE}" for port in (TAP, _CABLE)),
                *(f"link set {device} up" for device in (TAP, _CABLE, _BRIDGE))]


def outside(ground: Ground) -> list[str]:
    """Lines for `ip -batch` on this machine."""
    return [f"link add {ground.host_device} type veth peer name {_CABLE} netns {ground.namespace}",
            f"address add {ground.machine_address}/{ground.network.prefixlen} dev {ground.host_device}",
            f"address add {ground.machine_address6}/64 dev {ground.host_device} nodad",
            f"link set {ground.host_device} up"]


def exists(ground: Ground) -> bool:
    return any(line.split()[0] == ground.namespace for line in _run("ip", "netns", "list").splitlines() if line)


def ensure(ground: Ground) -> None:
    if exists(ground):
        return
    taken = _run("ip", "-4", "-o", "address", "show", "to", str(ground.network)).strip()
    if taken:
        raise StockNodeError(f"This machine already has an address in the network ({ground.network}): {taken.split()[1]}.",
                             "name another network: --mgmt 198.18.246.0/24.")
    _run("ip", "netns", "add", ground.namespace)
    try:
        _run("ip", "-batch", "-", text="\n".join(outside(ground)))
        _run("ip", "-netns", ground.namespace, "-batch", "-", text="\n".join(inside(ground)))
    except StockNodeError:
        remove(ground)
        raise


def remove(ground: Ground) -> None:
    """The devices end with the namespace; this machine's end of the cable is removed first, because the kernel removes namespaces later."""
    subprocess.run(["ip", "link", "delete", ground.host_device], capture_output=True)
    if exists(ground):
        _run("ip", "netns", "delete", ground.namespace)


def command(ground: Ground, *words: str) -> list[str]:
    return ["ip", "netns", "exec", ground.namespace, *words]


def _run(*words: str, text: str = "") -> str:
    done = subprocess.run(words, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise StockNodeError(f"The command ({' '.join(words)}) failed: {done.stderr.strip()[-400:]}",
            "remove the remaining parts: stock-node down.")
    return done.stdout

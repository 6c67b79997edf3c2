"""The files a node starts with: who it is, who may log in, what it offers."""
import json
import shutil
import socket
from pathlib import Path

from . import kernel
from .addresses import management_address
from .description import Host, Options, Site
from .state import StateFolder

_OWN_FOLDER = "usr/local/lib/caravan-testbed"
_SSHD = """\
ListenAddress {address}
HostKey /etc/ssh/ssh_host_ed25519_key
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
PrintMotd no
MaxStartups 100
MaxSessions 100
PidFile none
Subsystem sftp internal-sftp
SetEnv PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
"""
_LXC_DEFAULT = """\
lxc.net.0.type = veth
lxc.net.0.link = br0
lxc.net.0.flags = up
"""
_IDS = "root:1900544000:16777216\n"  # of unprivileged containers, as `caravan node add` gives a real node
_NETPERFMETER = """\
#!/bin/sh
# nosctp: this kernel has no SCTP, which the passive side insists on; paced: this host is described so.
LD_PRELOAD="{libraries}" exec /usr/bin/netperfmeter "$@"
"""


_NO_SCTP, _PACED = PRELOADED = ("nosctp", "paced")


def kernel_has_sctp() -> bool:
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_SCTP).close()
        return True
    except OSError:
        return False


def make_user_key(state: StateFolder) -> None:
    if not state.key.exists():
        _keygen(state.key, "testbed")


def write_seed(state: StateFolder, site: Site, host: Host, options: Options, sctp: bool) -> None:
    seed = state.node(host.id) / "seed"
    address = str(management_address(options, host))
    _write(seed / "etc/hostname", f"{host.id}\n")
    _write(seed / "etc/hosts", f"127.0.0.1 localhost {host.id}\n::1 localhost {host.id}\n")
    _write(seed / "etc/resolv.conf", "# the test bed has no resolver: names come from the application's own /etc/hosts\n")
    _write(seed / "etc/lxc/default.conf", _LXC_DEFAULT)
    _write(seed / "etc/caravan/node.json", _node_json(site, host))
    for name in ("subuid", "subgid"):
        _write(seed / "etc" / name, _IDS)
    _write(seed / "etc/ssh/sshd_config", _SSHD.format(address=address))
    (seed / "root/.ssh").mkdir(parents=True, exist_ok=True)
    (seed / "root/.ssh").chmod(0o700)
    shutil.copyfile(f"{state.key}.pub", seed / "root/.ssh/authorized_keys")
    _keygen(seed / "etc/ssh/ssh_host_ed25519_key", host.id)
    (seed / _OWN_FOLDER).mkdir(parents=True, exist_ok=True)
    shutil.copy(state.binary("init"), seed / _OWN_FOLDER / "init")
    libraries = ([] if sctp else [_NO_SCTP]) + ([_PACED] if host.type is not None and host.type.paced else [])
    for name in libraries:
        shutil.copy(state.binary(f"{name}.so"), seed / _OWN_FOLDER / f"{name}.so")
    if libraries:
        preload = " ".join(f"/{_OWN_FOLDER}/{name}.so" for name in libraries)
        _write(seed / "usr/local/bin/netperfmeter", _NETPERFMETER.format(libraries=preload), 0o755)


def known_hosts_line(state: StateFolder, host: Host, options: Options) -> str:
    public = (state.node(host.id) / "seed/etc/ssh/ssh_host_ed25519_key.pub").read_text().split()
    return f"{management_address(options, host)} {public[0]} {public[1]}\n"


def _node_json(site: Site, host: Host) -> str:
    facts: dict[str, object] = {"id": host.id, "site": site.id}
    if host.type is not None:
        facts |= {"cpuMilliCores": host.type.cores * 1000, "memoryBytes": host.type.memory_bytes,
                  "diskBytes": host.type.disk_bytes, "arch": host.type.arch}
    return json.dumps(facts) + "\n"


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def _keygen(path: Path, comment: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in (path, Path(f"{path}.pub")):
        old.unlink(missing_ok=True)
    kernel.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", str(path)])

"""What the node's kernel says of a container of Caravan: read from outside of it, never asked of Caravan."""
from __future__ import annotations

import re
from dataclasses import dataclass

DEVICES = ("/dev/null", "/dev/urandom", "/dev/vda", "/dev/kmsg", "/dev/mem", "/dev/fuse", "/dev/net/tun")
SCRIPT = f"DEVICES='{' '.join(DEVICES)}'" + r"""
set -eu
for device in $DEVICES; do (exec 3<"$device") || echo "the node itself cannot open $device"; done
for config in /var/lib/lxc/*/config; do
  name=$(basename "$(dirname "$config")")
  pid=$(lxc-info -pH -n "$name" 2>/dev/null || true)
  [ -n "$pid" ] && [ "$pid" != -1 ] || { echo "copy $name"; continue; }
  group=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/$pid/cgroup)
  while case "$group" in
    /sys/fs/cgroup/?*) [ ! -f "$group/memory.max" ] || [ "$(cat "$group/memory.max")" = max ] ;;
    *) false ;;
  esac; do group=$(dirname "$group"); done
  echo "copy $name"
  echo "pid $pid"
  echo "memory.max $(cat "$group/memory.max" 2>/dev/null || echo none)"
  echo "cpu.max $(cat "$group/cpu.max" 2>/dev/null || echo none)"
  echo "profile $(tr -d '\000' < /proc/$pid/attr/current)"
  sed -n 's/^\(Seccomp\|NoNewPrivs\|CapBnd\|CapEff\):[[:space:]]*/\1 /p' /proc/$pid/status
  echo "uid $(awk '/^Uid:/ { print $2 }' /proc/$pid/status)"
  echo "cpu.weight $(cat "$group/cpu.weight" 2>/dev/null || echo none)"
  for device in $DEVICES; do
    (
      # Root of the node itself, with no other limit than the devices of the copy's group.
      echo $BASHPID >"/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/$pid/cgroup)/cgroup.procs"
      if (exec 3<"$device") 2>/dev/null; then echo "device $device opens"; else echo "device $device refused"; fi
    )
  done
  for flags in $(awk '$2 ~ "^/(proc|sys|dev|run)?$" || $2 == "/" { print $2 "=" $4 }' /proc/$pid/mounts); do echo "mount $flags"; done
done
"""


@dataclass(frozen=True)
class Copy:
    """name: label of the container. facts: word -> value, as the script above writes them. mounts: folder -> options.
    devices: path on the node -> whether root of the node opens it in the copy's control group.
    """

    name: str
    facts: dict[str, str]
    mounts: dict[str, str]
    devices: dict[str, bool]

    @property
    def running(self) -> bool:
        return "pid" in self.facts


def read(text: str) -> dict[str, Copy]:
    """By component: the label is APPLICATION.COMPONENT.NUMBER.…"""
    copies: dict[str, Copy] = {}
    missing, *blocks = re.split(r"^copy ", text, flags=re.M)
    if missing.strip():
        raise ValueError(missing)
    for block in blocks:
        name, *lines = block.splitlines()
        facts = dict(line.split(" ", 1) for line in lines if " " in line and not line.startswith(("mount ", "device ")))
        mounts = dict(line.removeprefix("mount ").split("=", 1) for line in lines if line.startswith("mount "))
        devices = {device: state == "opens" for device, state in (line.split(" ")[1:] for line in lines if line.startswith("device "))}
        copies[name.split(".")[1]] = Copy(name, facts, mounts, devices)
    return copies

#!/bin/bash
# Copies one container COUNT times by `lxc-copy -B overlayfs` and starts the copies by `lxc-start` alone; prints the milliseconds until the
# port of each has answered inside. Run on a host whose layers are there; LAYERS (topmost first, a colon between), START, PORT, COUNT and
# SIDE_BY_SIDE (how many at once) are set in front of this text. Names, routes, limits, a check before: Caravan's copies have them, these not.
set -eu
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
ANSWER_LIMIT_S=60
folder=$(mktemp -d /var/lib/caravan/bench.XXXXXX) # on the disk of the layers, which can be an overlay's upper layer
end() {
    for number in $(seq "$COUNT"); do echo "raw$number"; done | xargs -P 4 -n 1 lxc-stop -P "$folder" -k -n >/dev/null 2>&1 || true
    rm -rf --one-file-system "$folder"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

network=$(ip -4 -o address show dev br0 | awk '{ split($4, part, "."); print part[1] "." part[2] "." part[3]; exit }')
# The image as one folder, since lxc-copy knows no layers: not timed.
mkdir -p "$folder/base/rootfs"
for layer in $(tr : '\n' <<<"$LAYERS" | tac); do cp -a "$layer/." "$folder/base/rootfs/"; done
cat >"$folder/base/config" <<END
lxc.uts.name = base
lxc.rootfs.path = dir:$folder/base/rootfs
lxc.init.cmd = /usr/bin/tini -- $START
lxc.mount.auto = proc:mixed sys:ro
lxc.tty.max = 0
lxc.pty.max = 64
lxc.net.0.type = veth
lxc.net.0.link = br0
lxc.net.0.name = eth0
lxc.net.0.flags = up
lxc.apparmor.profile = generated
END

one() { # NUMBER
    lxc-copy -P "$folder" -n base -p "$folder" -N "raw$1" -B overlayfs -s >/dev/null
    echo "lxc.net.0.ipv4.address = $network.$((99 + $1))/24" >>"$folder/raw$1/config"
    lxc-start -P "$folder" -n "raw$1" -d -o "$folder/log$1" -l ERROR </dev/null >/dev/null 2>&1 || { head -n 1 "$folder/log$1" >&2; exit 1; }
}
answers() { # NUMBER
    nsenter -t "$(lxc-info -P "$folder" -n "raw$1" -pH)" -n timeout $ANSWER_LIMIT_S bash -c '
        until { exec 3<>"/dev/tcp/$0/$1"; } 2>/dev/null; do sleep 0.005; done' "$network.$((99 + $1))" "$PORT"
}
export -f one answers
export folder network PORT ANSWER_LIMIT_S

began=${EPOCHREALTIME/./}
if [ "$SIDE_BY_SIDE" -gt 1 ]; then
    seq "$COUNT" | xargs -P "$SIDE_BY_SIDE" -n 1 bash -euc 'one "$0"; answers "$0"'
else
    for number in $(seq "$COUNT"); do one "$number"; done
    for number in $(seq "$COUNT"); do answers "$number"; done
fi
ended=${EPOCHREALTIME/./}
echo "$(((ended - began) / 1000)).$(printf %03d $(((ended - began) % 1000)))"

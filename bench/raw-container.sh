#!/bin/bash
# Starts the image once by lxc-start alone, and prints the milliseconds until its port answers inside. Run on a host whose
# layers are there; LAYERS (topmost first, a colon between), START and PORT are set in front of this text.
set -eu
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
ANSWER_LIMIT_S=60
folder=$(mktemp -d /var/lib/caravan/bench.XXXXXX) # on the disk of the layers, which can be an overlay's upper layer
end() {
    lxc-stop -P "$folder" -n raw -k >/dev/null 2>&1 || true
    rm -rf --one-file-system "$folder"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

# .250 is beyond the slots that Caravan gives to copies.
address=$(ip -4 -o address show dev br0 | awk '{ split($4, part, "."); print part[1] "." part[2] "." part[3] ".250"; exit }')
mkdir -p "$folder/raw/upper"
cat >"$folder/raw/config" <<END
lxc.uts.name = raw
lxc.rootfs.path = overlay:$LAYERS:$folder/raw/upper
lxc.init.cmd = /usr/bin/tini -- $START
lxc.mount.auto = proc:mixed sys:ro
lxc.tty.max = 0
lxc.pty.max = 64
lxc.net.0.type = veth
lxc.net.0.link = br0
lxc.net.0.name = eth0
lxc.net.0.flags = up
lxc.net.0.ipv4.address = $address/24
lxc.apparmor.profile = generated
END

began=${EPOCHREALTIME/./}
lxc-start -P "$folder" -n raw -d -o "$folder/log" -l ERROR </dev/null >/dev/null 2>&1 || { head -n 1 "$folder/log" >&2; exit 1; }
pid=$(lxc-info -P "$folder" -n raw -pH)
nsenter -t "$pid" -n timeout $ANSWER_LIMIT_S bash -s -- "$address" "$PORT" <<'END' || { echo "port $PORT did not answer" >&2; exit 1; }
until { exec 3<>"/dev/tcp/$1/$2"; } 2>/dev/null; do sleep 0.005; done
END
ended=${EPOCHREALTIME/./}
echo "$(((ended - began) / 1000)).$(printf %03d $(((ended - began) % 1000)))"

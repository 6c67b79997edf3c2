# Begins both scripts that measure containers without Caravan. Run on a host whose layers are there; LAYERS (topmost first, a colon
# between), START and PORT are set in front of this text. Names, routes, limits, a check before: Caravan's copies have them, these not.
set -eu
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
ANSWER_LIMIT_S=60
FIRST=149 # the last number of the address before the first container's
folder=$(mktemp -d /var/lib/caravan/bench.XXXXXX) # on the disk of the layers, which can be an overlay's upper layer
end() {
    for container in "$folder"/raw*/; do basename "$container"; done | xargs -P 4 -n 1 lxc-stop -P "$folder" -k -n >/dev/null 2>&1 || true
    rm -rf --one-file-system "$folder"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

network=$(ip -4 -o address show dev br0 | awk '{ split($4, part, "."); print part[1] "." part[2] "." part[3]; exit }')

config() { # NAME ROOTFS
    cat <<END
lxc.uts.name = $1
lxc.rootfs.path = $2
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
}

start() { # NUMBER
    lxc-start -P "$folder" -n "raw$1" -d -o "$folder/log$1" -l ERROR </dev/null >/dev/null 2>&1 \
        || { head -n 1 "$folder/log$1" >&2; exit 1; }
}

answers() { # NUMBER
    nsenter -t "$(lxc-info -P "$folder" -n "raw$1" -pH)" -n timeout $ANSWER_LIMIT_S bash -c '
        until { exec 3<>"/dev/tcp/$0/$1"; } 2>/dev/null; do sleep 0.005; done' "$network.$((FIRST + $1))" "$PORT" ||
        { echo "port $PORT of raw$1 did not answer" >&2; exit 1; }
}

millis() { echo "$((($2 - $1) / 1000)).$(printf %03d $((($2 - $1) % 1000)))"; } # BEGIN END, in µs

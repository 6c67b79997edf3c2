# A bare Debian machine for a test: its own root, network, processes and name, an sshd, and ifupdown as on a Raspberry Pi.
# $1: up, boot, halt or down; $2: a folder. Prints nothing where all went well.
set -eu
P=cvbare
root=$2/root
case $1 in
up) # ROOT, then who may log in: $3 a public key; $4 the port of a proxy to the package source
    mkdir -p "$2"
    [ -d "$root" ] || {
        rm -rf "$root.new"
        cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
            mmdebstrap --quiet --mode=root --variant=minbase --format=directory --include=openssh-server,ifupdown,procps \
                --aptopt='Acquire::Check-Valid-Until "false"' bookworm "$root.new" - >&2
        mv "$root.new" "$root"
    }
    cp -a /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/apt/keyrings /etc/apt/trusted.gpg.d "$root/etc/apt/" 2>/dev/null || true
    rm -f "$root/etc/apt/sources.list" "$root/etc/apt/apt.conf.d/docker-clean"
    echo "Acquire::http::Proxy \"http://198.18.81.1:$4\";" >"$root/etc/apt/apt.conf.d/00test-proxy"
    mkdir -p "$root/root/.ssh"
    printf '%s\n' "$3" >"$root/root/.ssh/authorized_keys"
    chmod -R go= "$root/root/.ssh"
    sed -i 's/^root:!/root:*/' "$root/etc/shadow"
    printf 'auto lo\niface lo inet loopback\nauto eth0\niface eth0 inet static\n  address 198.18.81.2/24\n  gateway 198.18.81.1\n' \
        >"$root/etc/network/interfaces"
    ;;
boot)
    ip netns add $P
    ip link add $P-h type veth peer name eth0 netns $P
    ip addr add 198.18.81.1/24 dev $P-h
    ip link set $P-h up
    nsenter --net=/run/netns/$P unshare --mount --pid --uts --ipc --fork --kill-child sh "$0" inside "$2" </dev/null >"$2/log" 2>&1 &
    echo $! >"$2/pid"
    ;;
inside)
    mount --make-rprivate /
    mount --bind "$root" "$root"
    cd "$root"
    mount -t proc proc proc
    mount -t sysfs sysfs sys
    mount --rbind /sys/fs/cgroup sys/fs/cgroup
    mount --bind /dev dev
    mount -t tmpfs -o mode=755 tmpfs run
    mkdir -p run/lock run/sshd run/network
    hostname bare
    mkdir -p mnt/machine
    pivot_root . mnt/machine
    cd /
    umount -l /mnt/machine
    ifup -a || true
    exec /usr/sbin/sshd -D -e
    ;;
halt)
    [ ! -f "$2/pid" ] || { kill -9 "$(cat "$2/pid")" 2>/dev/null || true; }
    rm -f "$2/pid"
    # The cable goes with the name, and the name when the last process is gone.
    ip link del $P-h 2>/dev/null || true
    ip netns del $P 2>/dev/null || true
    ;;
down)
    sh "$0" halt "$2"
    rm -rf --one-file-system "$root"
    ;;
esac

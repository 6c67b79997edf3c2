# A copy is a process of QEMU with its label as its name, in control groups of its own, on a tap device at the bridge. Its memory is
# a file, because it tells there what cannot be seen from outside.
MEMORY_FILE=/dev/shm/caravan.${LABEL:-none}
STATUS_PAGE=$((0x200000))
HAS_FILTERS=yes
HAS_BANDWIDTH=yes
START_NEEDS='HAS_FILTERS CPU_MILLIS CPU_QUOTA_US MEMORY MEMORY_FILE IMAGE KERNEL COMMAND_LINE GUEST_MEBIBYTES HARDWARE_ADDRESS'

running_in() { # FOLDER: sets pid
    pid=
    { read -r pid <"$1/pid"; } 2>/dev/null || return 1
    grep -qzxF -- "${1##*/}" "/proc/$pid/cmdline" 2>/dev/null
}

# From the host itself: it is on the same bridge.
nearby() { "$@"; }

port_of() { echo "$1"; }

change_routes() { :; } # the adapter gives it none

last_words() { cat "$FOLDER/console.log.1" "$FOLDER/console.log" 2>/dev/null || true; }

# QEMU appends, so a log that is cut goes on at its new end.
trim_log() {
    local size
    size=$(stat -c %s "$FOLDER/console.log" 2>/dev/null || echo 0)
    if [ "$size" -gt 2097152 ]; then
        tail -c 1048576 "$FOLDER/console.log" >"$FOLDER/console.log.1"
        : >"$FOLDER/console.log"
    fi
}
[ -z "${LABEL:-}" ] || trim_log

# One folder in version 2, one per controller in version 1.
groups() {
    local controller
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        echo "/sys/fs/cgroup/caravan/$LABEL"
        return
    fi
    for controller in cpu cpuacct memory pids; do
        [ ! -d /sys/fs/cgroup/$controller ] || echo "/sys/fs/cgroup/$controller/caravan/$LABEL"
    done
}

limit() { # FILE VALUE, in every group that knows the file
    local group
    for group in $(groups); do
        [ ! -e "$group/$1" ] || echo "$2" >"$group/$1"
    done
}

make_groups() {
    local group
    for group in $(groups); do
        mkdir -p "$group"
    done
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        echo '+cpu +memory +pids' >/sys/fs/cgroup/cgroup.subtree_control
        echo '+cpu +memory +pids' >/sys/fs/cgroup/caravan/cgroup.subtree_control
    fi
    limit cpu.shares $((CPU_MILLIS * 1024 / 1000 > 2 ? CPU_MILLIS * 1024 / 1000 : 2))
    limit cpu.weight $((CPU_MILLIS < 10 ? 1 : CPU_MILLIS > 100000 ? 10000 : CPU_MILLIS / 10))
    limit cpu.cfs_period_us 100000
    limit cpu.cfs_quota_us "$CPU_QUOTA_US"
    limit cpu.max "$CPU_QUOTA_US 100000"
    limit memory.limit_in_bytes "$MEMORY"
    limit memory.max "$MEMORY"
    limit pids.max 128 # threads of QEMU: at most 64 for its files, and a few more
}

# A user of its own for each copy, above the ids that systemd and LXC give to containers: what breaks out of one machine can neither signal
# nor read another. 28 bits of the digest of its label.
user() { echo $((0x70000000 + 0x$(printf %s "$LABEL" | sha256sum | cut -c 1-7))); }

# QEMU opens its files, then sees an empty folder instead of the host's files. Version 8.1 has another option for it.
make_jail() {
    local empty=/var/lib/caravan/microvm/.empty
    mkdir -p -m 555 "$empty"
    if qemu-system-x86_64 -help | grep 'chroot=dir' >/dev/null; then JAIL=(-run-with "chroot=$empty"); else JAIL=(-chroot "$empty"); fi
}

members() {
    local group
    for group in $(groups); do cat "$group/cgroup.procs" 2>/dev/null || true; done | sort -u
}

# Its filter is in force before the machine exists. The hardware address is above all others, because a bridge takes the lowest of its
# ports.
make_port() {
    local reason
    ip tuntap add dev "$DEVICE" mode tap
    ip link set dev "$DEVICE" address "fe:${HARDWARE_ADDRESS#*:}"
    reason=$(put_filter 2>&1) || {
        stop
        refuse_start "${reason##*$'\n'}" "see whether the kernel is Linux 5.16 or later with nf_tables: caravan node check."
    }
    ip link set dev "$DEVICE" master "$BRIDGE" up
}

keep_filter() { renew_again; }

refuse_start() { # REASON WAY-OUT
    fault FAILED "The copy ($LABEL) does not start on the host ($HOST): $1." "$2"
}

start() {
    echo "$KERNEL  $FOLDER/kernel" | sha256sum --check --status ||
        fault FAILED "The kernel of the copy ($LABEL) on the host ($HOST) is not the one of its image ($IMAGE)." \
            "destroy the copy and transfer the image again: the disk may be failing."
    local accelerator cache='' reason
    accelerator=$(accelerator)
    [ "$accelerator" = kvm ] || cache=,tb-size=8 # MiB of translated code
    make_groups
    make_jail
    make_port
    if ! (
        for group in $(groups); do echo $BASHPID >"$group/cgroup.procs"; done
        qemu "$accelerator$cache" -name "$LABEL" -m "$GUEST_MEBIBYTES" \
            -M microvm,acpi=off,rtc=off,pit=on,pic=off,memory-backend=memory \
            -object "memory-backend-file,id=memory,size=${GUEST_MEBIBYTES}M,mem-path=$MEMORY_FILE,share=on" \
            -chardev "file,id=console,path=$FOLDER/console.log,append=on" -serial chardev:console \
            -kernel "$FOLDER/kernel" -append "$COMMAND_LINE" \
            -netdev "tap,id=net,ifname=$DEVICE,script=no,downscript=no" -device "virtio-net-device,netdev=net,mac=$HARDWARE_ADDRESS" \
            -sandbox on,obsolete=deny,resourcecontrol=deny -runas "$(user):$(user)" "${JAIL[@]}" \
            -daemonize -pidfile "$FOLDER/pid"
    ) </dev/null >/dev/null 2>"$FOLDER/qemu.log" 9>&-; then
        reason=$(tail -n 1 "$FOLDER/qemu.log")
        stop
        refuse_start "${reason:-QEMU gives no reason}" "look into $FOLDER/qemu.log on the host."
    fi
}

# It has nothing to be asked: a unikernel is done with a request when it has answered.
stop() {
    local pids
    for _ in $(seq 200); do
        pids=$(members)
        [ -n "$pids" ] || break
        # shellcheck disable=SC2086 # a list of numbers
        kill -9 $pids 2>/dev/null || true
        sleep 0.01
    done
    groups | xargs -r rmdir 2>/dev/null || true
    [ ! -e "/sys/class/net/$DEVICE" ] || ip link delete "$DEVICE" 2>/dev/null || true
    rm -f "$MEMORY_FILE"
}

qemu() { # ACCELERATOR, further options
    local accelerator=$1
    shift
    qemu-system-x86_64 -accel "$accelerator" -cpu max -smp 1 -nodefaults -no-user-config -display none -no-reboot "$@"
}

# Milliseconds of a kernel that talks to a device 2000 times and ends; nothing where it does not run. An ELF file of 164 bytes with
# a PVH entry: mov ecx, 2000; mov dx, 0x80; out dx, al; loop; mov dx, 0xf4; mov al, 0x10; out dx, al; hlt.
probe() { # ACCELERATOR
    local file=/run/caravan/probe.$BASHPID begin=${EPOCHREALTIME/./} code=0
    base64 -d >"$file" <<<'f0VMRgEBAQAAAAAAAAAAAAIAAwABAAAAkAAQADQAAAAAAAAAAAAAADQAIAACAAAAAAAAAAEAAAAAAAAAAAAQ'\
'AAAAEACkAAAApAAAAAcAAAAAEAAABAAAAHQAAAB0ABAAdAAQABgAAAAYAAAABAAAAAQAAAAEAAAABAAAABIAAABYZW4AkAAQAAAAAAAAAAAAudAHAABmuoAA7uL9Zrr0ALAQ7vQ='
    export -f qemu
    timeout 10 bash -c 'qemu "$@"' qemu "$1" -M microvm,acpi=off,rtc=off,pit=off,pic=off -m 16 \
        -device isa-debug-exit,iobase=0xf4,iosize=1 -kernel "$file" >/dev/null 2>&1 || code=$?
    rm -f "$file"
    [ $code -ne 33 ] || echo $(((${EPOCHREALTIME/./} - begin) / 1000)) # (0x10 << 1) | 1: it came to its end
}

# KVM is not always there, not always allowed, and inside of other virtual machines now and then slower than emulation: the
# quicker one is taken, found out once after each boot.
accelerator() {
    if [ ! -f /run/caravan/accelerator ]; then
        mkdir -p /run/caravan
        local found=tcg hardware emulated
        if [ -w /dev/kvm ]; then
            hardware=$(probe kvm)
            emulated=$(probe tcg)
            if [ -n "$hardware" ] && [ "$hardware" -le "${emulated:-10000}" ]; then found=kvm; fi
        fi
        echo $found >/run/caravan/accelerator.$BASHPID
        mv -f /run/caravan/accelerator.$BASHPID /run/caravan/accelerator
    fi
    cat /run/caravan/accelerator
}

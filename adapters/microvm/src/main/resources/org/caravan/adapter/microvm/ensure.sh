require_kernel() {
    [ -f "$CARAVAN/layers/$KERNEL/kernel" ] || fault FAILED "The image ($IMAGE) is not on the host ($HOST)." "bring it there first."
}

# A link of its own: it may be started again after the image was tidied away.
create() {
    ln "$CARAVAN/layers/$KERNEL/kernel" "$STAGE/kernel"
}

start() {
    echo "$KERNEL  $FOLDER/kernel" | sha256sum --check --status ||
        fault FAILED "The kernel of the copy ($LABEL) on the host ($HOST) is not the one of its image ($IMAGE)." "destroy the copy and transfer the image again: the disk may be failing."
    local accelerator cache='' reason
    accelerator=$(accelerator)
    [ "$accelerator" = kvm ] || cache=,tb-size=8 # MiB of translated code
    make_groups
    ip tuntap add dev "$DEVICE" mode tap
    ip link set dev "$DEVICE" master "$BRIDGE" up
    if ! (
        for group in $(groups); do echo $BASHPID >"$group/cgroup.procs"; done
        qemu "$accelerator$cache" -name "$LABEL" -m "$GUEST_MEBIBYTES" \
            -M microvm,acpi=off,rtc=off,pit=on,pic=off,memory-backend=memory \
            -object "memory-backend-file,id=memory,size=${GUEST_MEBIBYTES}M,mem-path=$MEMORY_FILE,share=on" \
            -chardev "file,id=console,path=$FOLDER/console.log,append=on" -serial chardev:console \
            -kernel "$FOLDER/kernel" -append "$COMMAND_LINE" \
            -netdev "tap,id=net,ifname=$DEVICE,script=no,downscript=no" -device "virtio-net-device,netdev=net,mac=$HARDWARE_ADDRESS" \
            -sandbox on,obsolete=deny,resourcecontrol=deny -runas nobody \
            -daemonize -pidfile "$FOLDER/pid"
    ) </dev/null >/dev/null 2>"$FOLDER/qemu.log" 9>&-; then
        reason=$(tail -n 1 "$FOLDER/qemu.log")
        stop
        fault FAILED "The copy ($LABEL) does not start on the host ($HOST): ${reason:-QEMU gives no reason}." "look into $FOLDER/qemu.log on the host."
    fi
}

need qemu-system-x86_64 qemu-system-x86
need ip iproute2
require_kernel
ensure_copy

require_kernel() {
    [ -f "$CARAVAN/layers/$KERNEL/kernel" ] || fault FAILED "The image ($IMAGE) is not on the host ($HOST)." "bring it there first."
}

# A link of its own: it may be started again after the image was tidied away.
create() {
    ln "$CARAVAN/layers/$KERNEL/kernel" "$STAGE/kernel"
}


need qemu-system-x86_64 qemu-system-x86
need ip iproute2
require_kernel
ensure_copy

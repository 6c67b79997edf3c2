# What the kernel needs for dividing bandwidth, found out by doing it in a network namespace of its own: asking leaves nothing behind. Part
# of node calls and of the preparation of a machine, whose sh need not be bash.
has_discipline() { unshare --net -- sh -c 'ip link set lo up && tc qdisc add dev lo root handle 1: '"$1" >/dev/null 2>&1; } # NAME

has_ifb() { unshare --net -- ip link add caravan-in type ifb >/dev/null 2>&1; }

can_forward() {
    printf '%s\n' 'table netdev test0 {' 'chain received {' 'type filter hook ingress device "lo" priority 0' \
        'ip protocol tcp fwd to "lo"' '}' '}' |
        unshare --net -- nft -f - >/dev/null 2>&1
}

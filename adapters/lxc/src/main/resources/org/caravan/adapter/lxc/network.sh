#!/bin/bash
# Puts a copy's addresses and routes in force in its network namespace, with the node's own `ip`: its image may have none.
# LXC runs it before each start of the copy (no arguments); a change of routes runs it again (INIT-PID -, routes on stdin).
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
folder=$(dirname "$0")
pid=${1:-$LXC_PID}
[ -n "${1:-}" ] || exec 2>"$folder/network.log" # LXC does not pass on what a hook says
[ -n "${1:-}" ] || [ ! -x /var/lib/caravan/routed ] || /var/lib/caravan/routed # a machine that answers for its copies
routes=$(if [ "${2:-}" = - ]; then cat; else cat "$folder/routes"; fi)
OURS=142 # our number among routing protocols: marks the routes to peers, which alone are ever removed

in_copy() { nsenter -t "$pid" -n "$@"; }

of_family() { case $2 in *:*) [ "$1" = 6 ] ;; *) [ "$1" = 4 ] ;; esac; }

# Packets from an address leave by that address' gateway, whatever the main table's default says; routes to peers and
# the site's own prefixes come before.
addresses() { # FAMILY
    local table=1000 default='' word address length gateway
    while read -r word address length gateway; do
        [ "$word" = address ] && of_family "$1" "$address" || continue
        table=$((table + 1))
        # nodad: the plan gives an address once; waiting a second for an echo would lose the first packets
        echo "address replace $address/$length dev eth0 $([ "$1" = 4 ] || echo nodad)"
        if [ -z "$default" ]; then
            default=yes
            echo "rule add pref 1000 lookup main suppress_prefixlength 0"
            echo "route replace default via $gateway dev eth0 src $address"
        fi
        echo "route replace default via $gateway dev eth0 table $table"
        echo "rule add pref $table from $address lookup $table"
    done <"$folder/caravan"
}

connected() { [ -n "$(in_copy ip "-$1" route show to match "$2" proto kernel)" ]; }

peers() { # FAMILY
    local peer address source gateway way
    while read -r peer address source; do
        [ -n "$peer" ] && of_family "$1" "$address" || continue
        gateway=$(awk -v source="$source" '$1 == "address" && $2 == source { print $4 }' "$folder/caravan")
        if [ -z "$gateway" ]; then
            echo "the copy has no address $source for its route to $peer" >&2
            return 1
        fi
        way="via $gateway"
        ! connected "$1" "$address" || way=
        echo "route replace $address $way dev eth0 src $source proto $OURS"
    done <<<"$routes"
}

former() { # FAMILY
    local address
    in_copy ip "-$1" route show proto $OURS | while read -r address _; do
        awk -v address="$address" '$2 == address { found = 1 } END { exit !found }' <<<"$routes" || echo "route del $address proto $OURS"
    done
}

batch() { # FAMILY COMMANDS
    [ -z "$2" ] || in_copy ip "-$1" -batch - <<<"$2"
}

if [ -z "${1:-}" ]; then
    in_copy sh -c 'echo 0 > /proc/sys/net/ipv6/conf/eth0/accept_ra' 2>/dev/null || true # only planned addresses
    in_copy ip link set lo up
fi
for family in 4 6; do
    if [ -z "${1:-}" ]; then
        batch $family "$(addresses $family)"
    fi
    wanted=$(peers $family)
    batch $family "$wanted"
    batch $family "$(former $family)"
done

# Addresses and routes in the network namespace of a process, with the host's own `ip`: an image may have none.
PEER_ROUTES=142 # our number among routing protocols: marks the routes to peers, which alone are ever removed

inside() { nsenter -t "$pid" -n "$@"; }

of_family() { case $2 in *:*) [ "$1" = 6 ] ;; *) [ "$1" = 4 ] ;; esac; }

batch() { # FAMILY COMMANDS
    [ -z "$2" ] || inside ip "-$1" -batch - <<<"$2"
}

# A pair of devices between the bridge and the process.
plug_in() {
    ip link add "$DEVICE" type veth peer name eth0 address "$HARDWARE_ADDRESS" netns "$pid"
    ip link set dev "$DEVICE" master "$BRIDGE" up
    inside sh -c 'echo 0 >/proc/sys/net/ipv6/conf/eth0/accept_ra' 2>/dev/null || true # only planned addresses
    inside sh -c 'echo 0 >/proc/sys/net/ipv6/conf/eth0/disable_ipv6' 2>/dev/null || true # Docker turns it off
    inside sh -c 'echo 0 >/proc/sys/net/ipv6/conf/lo/disable_ipv6' 2>/dev/null || true
    inside ip link set lo up
    inside ip link set eth0 up
}

unplug() { [ ! -e "/sys/class/net/$DEVICE" ] || ip link delete "$DEVICE" 2>/dev/null || true; }

# Packets from an address leave by that address' gateway, whatever the main table's default says; routes to peers and
# the site's own prefixes come before.
address_commands() { # FAMILY
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
    done <"$FOLDER/caravan"
}

give_addresses() {
    local family
    for family in 4 6; do batch $family "$(address_commands $family)"; done
}

connected() { [ -n "$(inside ip "-$1" route show to match "$2" proto kernel)" ]; }

route_commands() { # FAMILY
    local peer address source gateway way
    while read -r peer address source; do
        [ -n "$peer" ] && of_family "$1" "$address" || continue
        gateway=$(awk -v source="$source" '$1 == "address" && $2 == source { print $4 }' "$FOLDER/caravan")
        [ -n "$gateway" ] ||
            fault FAILED "The copy ($LABEL) on host ($HOST) has no address ($source) for its route to ($peer)." "plan again: its addresses may have changed."
        way="via $gateway"
        ! connected "$1" "$address" || way=
        echo "route replace $address $way dev eth0 src $source proto $PEER_ROUTES"
    done <<<"$ROUTES"
}

former_commands() { # FAMILY
    local address
    inside ip "-$1" route show proto $PEER_ROUTES | while read -r address _; do
        awk -v address="$address" '$2 == address { found = 1 } END { exit !found }' <<<"$ROUTES" ||
            echo "route del $address proto $PEER_ROUTES"
    done
}

give_routes() {
    local family wanted
    for family in 4 6; do
        wanted=$(route_commands $family)
        batch $family "$wanted"
        batch $family "$(former_commands $family)"
    done
}

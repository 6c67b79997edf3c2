# Addresses and routes in the network namespace of a process (pid), with the host's own `ip`: an image may have none. What the copy has
# stands in $FOLDER/caravan, its peers in ROUTES.
PEER_ROUTES=142 # our number among routing protocols: marks the routes to peers, which alone are ever removed

inside() { nsenter -t "$pid" -n "$@"; }

port_of() { echo eth0; } # DEVICE: by which port packets of the copy pass, seen from nearby

of_family() { [[ $2 == *:* ]] && [ "$1" = 6 ] || [[ $2 != *:* && $1 = 4 ]]; }

# Sets HEX to the address as 8 or 32 digits.
hex_digits() { # ADDRESS
    local word head=${1%%::*} tail='' IFS=:
    HEX=
    if [[ $1 != *:* ]]; then
        IFS=.
        # shellcheck disable=SC2086 # a list of numbers
        printf -v HEX %02x $1
        return
    fi
    [[ $1 != *::* ]] || for word in ${1#*::}; do printf -v word %04x "0x$word" && tail+=$word; done
    for word in $head; do printf -v word %04x "0x$word" && HEX+=$word; done
    while [ $((${#HEX} + ${#tail})) -lt 32 ]; do HEX+=0; done
    HEX+=$tail
}

# Whether the address is on the network of the other.
on_network() { # ADDRESS OTHER BITS
    local whole=$(($3 / 4)) rest=$(($3 % 4)) one
    hex_digits "$1" && one=$HEX && hex_digits "$2"
    [ "${one:0:whole}" = "${HEX:0:whole}" ] && [ $((16#0${one:whole:1} >> (4 - rest))) = $((16#0${HEX:whole:1} >> (4 - rest))) ]
}

# Lines for `ip -batch`. Packets from an address leave by that address' gateway, whatever the main table's default says; routes to
# peers and the site's own prefixes come before.
network_commands() { # FAMILY yes-for-addresses-too
    local word address length gateway table=1000 peer source number way own=() lengths=() gateways=()
    while read -r word address length gateway; do
        [ "$word" = address ] && of_family "$1" "$address" || continue
        own+=("$address") lengths+=("$length") gateways+=("$gateway")
        [ -n "${2:-}" ] || continue
        table=$((table + 1))
        # nodad: the plan gives an address once; waiting a second for an echo would lose the first packets
        [ "$1" = 4 ] && word= || word=' nodad'
        echo "address replace $address/$length dev eth0$word"
        if [ $table = 1001 ]; then
            echo "rule add pref 1000 lookup main suppress_prefixlength 0"
            echo "route replace default via $gateway dev eth0 src $address"
        fi
        echo "route replace default via $gateway dev eth0 table $table"
        echo "rule add pref $table from $address lookup $table"
    done <"$FOLDER/caravan"
    while read -r peer address source; do
        [ -n "$peer" ] && of_family "$1" "$address" || continue
        gateway=
        way=no
        for number in "${!own[@]}"; do
            [ "${own[number]}" != "$source" ] || gateway=${gateways[number]}
            ! on_network "$address" "${own[number]}" "${lengths[number]}" || way=connected
        done
        if [ -z "$gateway" ]; then
            echo "the copy has no address $source for its route to $peer" >&2
            return 1
        fi
        [ $way = connected ] && way= || way=" via $gateway"
        echo "route replace $address$way dev eth0 src $source proto $PEER_ROUTES"
    done <<<"$ROUTES"
}

# All that a network namespace gets that is new. Each fails with the reason as its last line on stderr.
give_network() {
    local four six
    four=$(network_commands 4 yes) && six=$(network_commands 6 yes) && inside sh -c '
        { echo 0 >/proc/sys/net/ipv6/conf/eth0/accept_ra; } 2>/dev/null # only planned addresses
        printf "link set lo up\n%s\n" "$1" | ip -4 -batch - || exit 1
        [ -z "$2" ] || printf "%s\n" "$2" | ip -6 -batch -' sh "$four" "$six"
}

give_routes() {
    local family commands
    for family in 4 6; do
        commands=$(network_commands $family) || return 1
        [ -z "$commands" ] || inside ip -$family -batch - <<<"$commands" || return 1
    done
}

# Routes to peers that are not in ROUTES. Without them, connections to former peers would come from another address, which these do not
# admit.
drop_former_routes() {
    local family commands
    for family in 4 6; do
        commands=$(former_commands $family)
        [ -z "$commands" ] || inside ip -$family -batch - <<<"$commands" || return 1
    done
}

former_commands() { # FAMILY
    local address
    inside ip "-$1" route show proto $PEER_ROUTES | while read -r address _; do
        [[ $'\n'$ROUTES == *" $address "* ]] || echo "route del $address proto $PEER_ROUTES"
    done
}

# The routes of a copy as they are in force, asked of the kernel inside of it: packets that leave otherwise than planned are
# shown with the source they have, and with their gateway where that is not the source's.
routes_in_force() { # FOLDER
    awk 'NF { print "route get " $2 }' "$1/routes" | inside ip -o -force -batch - 2>/dev/null | awk '
        FILENAME == ARGV[1] { if ($1 == "address") gateway[$2] = $4; next }
        FILENAME == ARGV[2] { if (NF) { peer[++count] = $1; address[count] = $2 } next }
        { for (i = 2; i < NF; i++) { if ($i == "src") source[$1] = $(i + 1); if ($i == "via") via[$1] = $(i + 1) } }
        END {
            for (i = 1; i <= count; i++) {
                from = source[address[i]]
                way = via[address[i]]
                print peer[i], address[i], (from == "" ? "none" : from (way == "" || way == gateway[from] ? "" : ",via=" way))
            }
        }' "$1/caravan" "$1/routes" - || true
}

# The control interface of the router whose first process is $pid: it ends the connection behind its answer.
# Bytes of an answer of a router. Tables of 64 requests with 512 times each have 3 MB.
LONGEST_ANSWER=4194304
tell_router() { # PORT COMMAND TRIES
    inside timeout 20 bash -c '
        for ((try = 1; ; try++)); do
            if { exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null; then break; fi
            [ $try -lt "$3" ] || exit 1
            sleep 0.05
        done
        printf "%s\n" "$2" >&3 && cat <&3' bash "$@"
}

# Of a router, a route is in force if it also hands requests on that way: what it does otherwise shows as another route.
routes_served() { # FOLDER CONTROL-PORT
    local servers
    servers=$(tell_router "$2" 'show servers state copies' 1 2>/dev/null | head -c "$LONGEST_ANSWER") || true
    routes_in_force "$1" | awk -v servers="$servers" '
        BEGIN {
            count = split(servers, lines, "\n")
            for (i = 3; i <= count; i++) if (split(lines[i], cell, " ") > 7) ready[cell[4]] = cell[7] == 0
        }
        { name = $2; gsub(":", "-", name); print $1, $2, (ready[name] ? $3 : $3 ",unserved"); delete ready[name] }
        END { for (name in ready) print "unplanned", name, "served" }'
}

verify_routes() {
    local wrong
    [ -s "$FOLDER/routes" ] && has_network || return 0
    wrong=$(routes_in_force "$FOLDER" | grep -vxFf "$FOLDER/routes" | head -n 1) || true
    [ -z "$wrong" ] || ! has_network ||
        fault FAILED "The copy ($LABEL) on host ($HOST) sends packets to ${wrong%% *} at ${wrong#* }, \
not as planned ($(grep "^${wrong% *} " "$FOLDER/routes"))." \
            "another program changes its routes: check \`ip rule\` and \`ip route\` inside of it."
}

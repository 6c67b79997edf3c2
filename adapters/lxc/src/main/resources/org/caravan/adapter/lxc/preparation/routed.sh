# Copies of a routed machine. Its cloud passes only frames of the machine's own hardware address, so the copies' addresses are
# answered for by the machine (ARP and neighbour proxy) and each is a route to the bridge. `caravan-routed` brings all of that in
# line with the copies there are; it runs at each start and removal of one, and so after each boot, too.
routed() {
    [ "$NETWORK" = routed ] || return 0
    if has_text "$CARAVAN/routed" "$(routed_text)"; then ok routed "the machine answers for its copies"; else
        change routed "the machine answers for its copies: $CARAVAN/routed" install_routed
    fi
}

install_routed() { write_file "$CARAVAN/routed" "$(routed_text)" && chmod 755 "$CARAVAN/routed" && "$CARAVAN/routed"; }

routed_text() {
    sed "s/@BRIDGE@/$BRIDGE/" <<'END'
#!/bin/bash
# Written by Caravan's preparation. CARAVAN_COPIES: folder of the copies' folders, each with a file `caravan`.
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
bridge=@BRIDGE@ ours=143 copies=${CARAVAN_COPIES:-/var/lib/lxc}
uplink=$(ip -o route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
[ -n "$uplink" ] || uplink=$(ip -6 -o route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
[ -n "$uplink" ] || exit 0
mkdir -p /run/lock
exec 9>/run/lock/caravan.routed
flock 9

set_to() { [ ! -w "$2" ] || [ "$(cat "$2")" = "$1" ] || echo "$1" >"$2"; }
for device in "$uplink" "$bridge"; do
    set_to 1 "/proc/sys/net/ipv4/conf/$device/proxy_arp"
    set_to 2 "/proc/sys/net/ipv4/conf/$device/rp_filter"
    set_to 1 "/proc/sys/net/ipv6/conf/$device/proxy_ndp"
done
# A router ignores router advertisements, by which clouds give the machine its own IPv6 default route, unless configured otherwise.
set_to 2 "/proc/sys/net/ipv6/conf/$uplink/accept_ra"
set_to 1 /proc/sys/net/ipv4/ip_forward
set_to 1 /proc/sys/net/ipv6/conf/all/forwarding
set_to 0 "/proc/sys/net/ipv4/neigh/$bridge/proxy_delay"
set_to 0 "/proc/sys/net/ipv4/neigh/$uplink/proxy_delay"
set_to 0 "/proc/sys/net/ipv6/neigh/$uplink/proxy_delay"
set_to 0 "/proc/sys/net/ipv6/neigh/$bridge/proxy_delay"

# Lines: address gateway. Of one IP version.
wanted() {
    cat "$copies"/*/caravan 2>/dev/null | awk -v six="$1" '$1 == "address" && (index($2, ":") > 0) == (six == 6) { print $2, $4 }' || true
}

for family in 4 6; do
    bits=$([ $family = 4 ] && echo 32 || echo 128)
    list=$(wanted $family)
    # What no copy has any more.
    ip -$family route show proto $ours dev "$bridge" | while read -r address _; do
        grep -q "^${address%/*} " <<<"$list" || ip -$family route del "$address" dev "$bridge" proto $ours || true
    done
    ip -$family rule show pref 2000 | sed -n 's/.*from \([^ ]*\) .*/\1/p' | while read -r address; do
        grep -q "^$address " <<<"$list" || ip -$family rule del pref 2000 from "$address" || true
    done
    [ $family = 4 ] || ip -6 neigh show proxy | while read -r address _ device _; do
        grep -q "\(^\| \)$address\( \|$\)" <<<"$list" || ip -6 neigh del proxy "$address" dev "$device" || true
    done
    [ -n "$list" ] || continue
    [ -n "$(ip -$family rule show pref 1990)" ] || ip -$family rule add pref 1990 iif "$bridge" lookup main suppress_prefixlength 0
    gateways=$(cut -d ' ' -f 2 <<<"$list" | sort -u)
    table=2000
    while read -r gateway; do
        table=$((table + 1))
        # A second prefix of the site is not on the machine's own link until it is configured.
        [ -n "$(ip -$family route show to match "$gateway" dev "$uplink" scope link)" ] || [ $family = 6 ] ||
            ip -4 route replace "$gateway/32" dev "$uplink" proto $ours
        ip -$family route replace default via "$gateway" dev "$uplink" onlink table $table
        [ $family = 4 ] || ip -6 neigh replace proxy "$gateway" dev "$bridge"
        while read -r address its; do
            [ "$its" = "$gateway" ] || continue
            # Some images give the machine's own cable every address the cloud lists.
            ip -$family address del "$address/$bits" dev "$uplink" 2>/dev/null || true
            ip -$family route replace "$address/$bits" dev "$bridge" proto $ours
            [ $family = 4 ] || ip -6 neigh replace proxy "$address" dev "$uplink"
            [ -n "$(ip -$family rule show pref 2000 from "$address" lookup $table)" ] || {
                while ip -$family rule del pref 2000 from "$address" 2>/dev/null; do :; done
                ip -$family rule add pref 2000 iif "$bridge" from "$address" lookup $table
            }
        done <<<"$list"
    done <<<"$gateways"
done
END
}

# The bridge that containers are attached to. Moving the machine's address while we talk to it through that address can lock
# everybody out: the network manager of the machine applies the written files at the next boot.
bridge() {
    if [ -e "/sys/class/net/$BRIDGE" ]; then
        if [ -d "/sys/class/net/$BRIDGE/bridge" ]; then ok bridge "$BRIDGE is there"; else
            tell missing bridge "$BRIDGE is a device, but no bridge" "rename it, or name another bridge in Caravan's settings"
        fi
        return
    fi
    if [ "$NETWORK" = routed ]; then
        change bridge "$BRIDGE without a port, now and at boot (caravan-bridge.service)" make_routed
        return
    fi
    uplink=$(ip -o route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
    keeper=$(network_keeper)
    if [ -f "$CARAVAN/bridge-written" ]; then
        tell reboot bridge "$BRIDGE is written down for $keeper" "reboot the machine"
    elif [ -z "$uplink" ]; then
        tell missing bridge "the machine has no default route: its uplink interface is unknown" "connect it first"
    elif [ -d "/sys/class/net/$uplink/wireless" ]; then
        tell missing bridge "$uplink is wireless and cannot be part of a bridge" \
            "use a cable, or NETWORK=routed and routes on the site's router"
    elif [ "$keeper" = none ]; then
        tell missing bridge "there is no $BRIDGE, and none of ifupdown, NetworkManager, systemd-networkd manages $uplink" \
            "create $BRIDGE with $uplink as its port and the machine's addresses on it"
    else
        AFTER=reboot
        change bridge "$BRIDGE takes over $uplink and its addresses at the next boot, by $keeper" "write_for_$keeper" "$uplink"
        AFTER=
    fi
}

network_keeper() {
    if with_systemd && systemctl is-active --quiet NetworkManager; then echo networkmanager
    elif with_systemd && systemctl is-active --quiet systemd-networkd; then echo networkd
    elif grep -rqsE "^[[:space:]]*iface[[:space:]]+$uplink[[:space:]]" /etc/network/interfaces /etc/network/interfaces.d; then echo ifupdown
    else echo none; fi
}

written() { mkdir -p "$CARAVAN" && touch "$CARAVAN/bridge-written"; }

# The hardware address of the cable: a DHCP server gives the machine its old address.
hardware_address() { cat "/sys/class/net/$1/address"; }

write_for_ifupdown() {
    for file in /etc/network/interfaces /etc/network/interfaces.d/*; do
        [ ! -f "$file" ] || sed -i -E \
            "s/^([[:space:]]*(auto|allow-hotplug|iface)[[:space:]]+)$1([[:space:]]|\$)/\1$BRIDGE\3/; \
s/^([[:space:]]*)allow-hotplug ($BRIDGE)/\1auto \2/" "$file" || return 1
    done
    write_file /etc/network/if-pre-up.d/caravan-bridge "#!/bin/sh
[ \"\$IFACE\" = $BRIDGE ] && [ ! -e /sys/class/net/$BRIDGE ] || exit 0
ip link add $BRIDGE address $(hardware_address "$1") type bridge && ip link set $1 master $BRIDGE && ip link set $1 up" &&
        chmod 755 /etc/network/if-pre-up.d/caravan-bridge && written
}

write_for_networkmanager() {
    old=$(nmcli -g GENERAL.CONNECTION device show "$1") && [ -n "$old" ] || { echo "no connection is active on $1"; return 1; }
    nmcli connection add type bridge con-name "caravan-$BRIDGE" ifname "$BRIDGE" autoconnect no \
        bridge.stp no bridge.mac-address "$(hardware_address "$1")" \
        $(for kind in ipv4 ipv6; do
            for name in method addresses gateway dns; do
                value=$(nmcli -g $kind.$name connection show "$old" | tr -d ' \\')
                [ -z "$value" ] || echo "$kind.$name $value"
            done
        done) &&
        nmcli connection add type ethernet con-name "caravan-$1" ifname "$1" autoconnect no master "$BRIDGE" &&
        nmcli connection modify "caravan-$BRIDGE" connection.autoconnect yes &&
        nmcli connection modify "caravan-$1" connection.autoconnect yes connection.autoconnect-priority 100 &&
        nmcli connection modify "$old" connection.autoconnect no && written
}

write_for_networkd() {
    own=$(networkctl status "$1" 2>/dev/null | sed -n 's/^ *Network File: //p')
    [ -f "$own" ] || { echo "no .network file is known for $1"; return 1; }
    write_file "/etc/systemd/network/05-caravan-$BRIDGE.netdev" "[NetDev]
Name=$BRIDGE
Kind=bridge
MACAddress=$(hardware_address "$1")" &&
        write_file "/etc/systemd/network/05-caravan-$BRIDGE.network" "[Match]
Name=$BRIDGE
$(sed '/^\[Match\]/,/^\[/{/^\[Match\]/d;/^\[/!d;}' "$own")" &&
        write_file "/etc/systemd/network/05-caravan-port.network" "[Match]
Name=$1

[Network]
Bridge=$BRIDGE" && written
}

make_routed() {
    with_systemd || { ip link add "$BRIDGE" type bridge && ip link set "$BRIDGE" up; return; }
    write_file /etc/systemd/system/caravan-bridge.service "[Unit]
Description=Bridge for Caravan's containers
Before=lxc.service network-online.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'ip link show $BRIDGE >/dev/null 2>&1 || ip link add $BRIDGE type bridge; ip link set $BRIDGE up'

[Install]
WantedBy=multi-user.target" && systemctl daemon-reload && systemctl enable --now caravan-bridge
}

# Docker and firewalls make bridges pass through rules meant for routers; containers then hear nothing.
filters() {
    file=/proc/sys/net/bridge/bridge-nf-call-iptables
    [ ! -f $file ] || [ "$(cat $file)" = 0 ] || [ -z "$(iptables -S FORWARD 2>/dev/null | grep -x -- '-P FORWARD DROP')" ] ||
        tell advice filters "packets between containers pass through iptables, which drops forwarded packets (set by Docker)" \
            "allow them: iptables -I FORWARD -i $BRIDGE -j ACCEPT, kept in your firewall's own files"
}

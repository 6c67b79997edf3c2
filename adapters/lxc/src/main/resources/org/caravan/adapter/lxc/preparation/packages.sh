# What proves that it is there, then the package that brings it.
needed_programs() {
    printf '%s\n' 'bash bash' 'lxc-start lxc' 'newuidmap uidmap' 'ip iproute2' 'ss iproute2' 'tc iproute2' 'nft nftables' \
        'nsenter util-linux' 'flock util-linux' 'zstd zstd' \
        'perl perl-base' 'sysctl procps' 'ping iputils-ping' 'netperfmeter netperfmeter'
    [ "$MEASURING" = no ] || printf '%s\n' 'sysbench sysbench' 'mbw mbw' 'iperf3 iperf3'
}

missing_packages() {
    needed_programs | while read -r program package; do
        command -v "$program" >/dev/null || echo "$package"
    done | sort -u | tr '\n' ' '
}

# None of them shall start a daemon of its own now, nor put the bridge of lxc-net beside ours.
install_packages() {
    policy=/usr/sbin/policy-rc.d
    [ -e $policy ] || { printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy && touch "$NOTES/policy"; }
    result=0
    # shellcheck disable=SC2086 # a list of names
    { apt-get -q update && apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-confold install $1; } || result=1
    [ ! -e "$NOTES/policy" ] || rm -f $policy
    # Who takes the machine back wants to know what came with us.
    # shellcheck disable=SC2086
    [ $result -ne 0 ] || { mkdir -p "$CARAVAN" && printf '%s\n' $1 >>"$CARAVAN/packages-brought"; }
    return $result
}

packages() {
    if ! command -v apt-get >/dev/null; then
        tell missing system "this is neither Debian nor Raspberry Pi OS: it has no apt-get" "use Debian or Raspberry Pi OS, 11 or later"
        return
    fi
    wanted=$(missing_packages)
    WAY_OUT="see that the machine reaches its package source: apt-get update"
    if [ -z "$wanted" ]; then
        ok packages "all programs are there"
    else
        change packages "install by apt: ${wanted% }" install_packages "$wanted"
    fi
    WAY_OUT=
}

no_bridge_of_lxc() {
    if grep -q '^USE_LXC_BRIDGE="\{0,1\}true' /etc/default/lxc-net 2>/dev/null ||
        { [ "$MODE" = check ] && ! command -v lxc-start >/dev/null; }; then
        change lxc-net "no bridge lxcbr0 with addresses of its own: $BRIDGE takes its place" switch_lxc_net_off
    else
        ok lxc-net "no bridge lxcbr0 with addresses of its own"
    fi
}

switch_lxc_net_off() {
    sed -i 's/^USE_LXC_BRIDGE=.*/USE_LXC_BRIDGE="false"/' /etc/default/lxc-net || return 1
    ! with_systemd || systemctl stop lxc-net
}

# Containers come back after a reboot because LXC's own service starts all that have lxc.start.auto.
autostart() {
    if ! with_systemd; then
        tell advice autostart "systemd does not run here" "start \`lxc-autostart\` at boot, or copies stay down after a reboot"
    elif systemctl is-enabled --quiet lxc 2>/dev/null; then
        ok autostart "lxc.service starts the copies at boot"
    else
        change autostart "lxc.service starts the copies at boot" systemctl enable lxc
    fi
}

# Takes away what the preparation brought, as far as nobody else can have come to rely on it; says what stays and how it goes.
# FORCE yes: also where copies of ours are left, which then stay as they are, with all that they need.
[ "$(id -u)" -eq 0 ] || { tell missing user "root is needed, this is $(id -un)" "log in as root"; exit 0; }

copies() {
    for file in /var/lib/lxc/*/caravan "$CARAVAN"/microvm/* "$CARAVAN"/docker/*; do
        [ ! -e "$file" ] || { file=${file%/caravan}; echo "${file##*/}"; }
    done
}

take_file() { # SUBJECT PATH WHAT
    [ ! -e "$2" ] || change "$1" "$3: $2" rm -f "$2"
}

take_line() { # PATH LINE
    ! grep -qxF "$2" "$1" 2>/dev/null || change "${1#/etc/}" "take $2 out of $1" remove_line "$1" "$2"
}

remove_line() { grep -vxF "$2" "$1" >"$NOTES/kept" || true; cat "$NOTES/kept" >"$1"; }

remove_unit() {
    ! with_systemd || systemctl disable --now caravan-bridge
    rm -f /etc/systemd/system/caravan-bridge.service
    ! with_systemd || systemctl daemon-reload
}

remove_copies_unit() {
    ! with_systemd || systemctl disable caravan-copies
    ! with_systemd || systemctl disable --now caravan-keeper 2>/dev/null || true
    rm -f /etc/systemd/system/caravan-copies.service /etc/systemd/system/caravan-keeper.service
    ! with_systemd || systemctl daemon-reload
}

# What calls and copies keep in memory until the next start.
clear_memory() { find /run/caravan -xdev -mindepth 1 -delete && rmdir /run/caravan && rm -f /run/lock/caravan.*; }

# It may be a disk of its own, which then stays, empty.
clear_folder() { find "$CARAVAN" -xdev -mindepth 1 -delete && { mountpoint -q "$CARAVAN" || rmdir "$CARAVAN"; }; }

# A copy's filter goes with the copy; but one whose folder somebody removed by hand has left it behind.
filters_left() { nft list tables netdev 2>/dev/null | sed -nE 's/^table netdev ((users_)?caravan_.*)/\1/p' || true; }
drop_filters() { filters_left | while read -r table; do nft delete table netdev "$table" || return 1; done; }

left=$(copies | tr '\n' ' ')
if [ -n "$left" ] && [ "${FORCE:-no}" = no ]; then
    tell missing copies "copies of ours are left: ${left% }" "drain the node, or remove them: caravan orphans --remove"
    exit 0
fi
brought=$(sort -u "$CARAVAN/packages-brought" 2>/dev/null | tr '\n' ' ' || true)
take_file tunings /etc/sysctl.d/60-caravan.conf "tunings, in force until the next start"
if [ -n "$left" ]; then
    tell advice copies "these copies stay, keep running and keep their files: ${left% }" \
        "remove them on the machine: lxc-destroy -f -n NAME"
else
    take_file modules /etc/modules-load.d/caravan.conf "modules loaded at boot"
    take_line /etc/subuid "root:$FIRST_ID:$IDS"
    take_line /etc/subgid "root:$FIRST_ID:$IDS"
    [ ! -e /etc/systemd/system/caravan-bridge.service ] || change bridge "the bridge without a port and its service" remove_unit
    [ ! -e /etc/systemd/system/caravan-copies.service ] || change copies-at-boot "the service that starts copies at boot" remove_copies_unit
    [ ! -f "$CARAVAN/bridge-written" ] ||
        tell advice bridge "$BRIDGE stays: it carries the machine's address, and moving that can lock everybody out" \
            "undo it at the machine: files named caravan-* of its network's manager"
    [ ! -s /run/caravan/shaped ] || change bandwidth "classes of copies that are gone" perl "$CARAVAN/shaper" apply
    [ ! -d /run/caravan ] || change memory "state kept until a restart: /run/caravan" clear_memory
    [ -z "$(filters_left)" ] || change filters "network filters of copies that are gone" drop_filters
    [ ! -d "$CARAVAN" ] || change folders "images and notes: $CARAVAN" clear_folder
fi
[ -z "$brought" ] || tell advice packages "stay, because others may have come to use them: ${brought% }" "apt-get purge ${brought% }"
[ ! -f /etc/default/lxc-net ] || tell advice lxc-net "LXC's own bridge stays as it is" "look at USE_LXC_BRIDGE in /etc/default/lxc-net"

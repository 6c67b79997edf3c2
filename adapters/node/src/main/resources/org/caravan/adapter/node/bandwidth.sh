# Bandwidth of a copy on the access links of its site: $FOLDER/bandwidth, as the server wrote it. The program `shaper`, which calls install,
# makes classes of the files of all copies, and counts what links with a quota sent; it needs no start of a copy, because it knows packets
# by their source addresses. BANDWIDTH is empty in calls for copies that have none.

# Why the host cannot divide its uplink, in LACKING; nothing if it can. Found out by doing it, and that it can is noted until the host
# restarts.
lacks_bandwidth() {
    local command found=$RUN/classes
    for command in tc nft perl; do
        command -v $command >/dev/null || { LACKING="it has no command ($command)" && return 0; }
    done
    [ ! -e "$found" ] || return 1
    has_discipline htb || { LACKING="its kernel has no HTB" && return 0; }
    mkdir -p "$RUN"
    : >"$found"
    return 1
}

# Why it can divide outbound traffic only, in the same way; the shaper falls back to outbound classes.
lacks_inbound() {
    local found=$RUN/inbound-classes
    [ ! -e "$found" ] || return 1
    has_ifb || { LACKING="its kernel has no IFB devices" && return 0; }
    can_forward || { LACKING="its kernel forwards no packets to a device (nft_fwd_netdev)" && return 0; }
    mkdir -p "$RUN"
    : >"$found"
    return 1
}

# Before anything is made: a copy that was promised a minimum would not have it.
require_bandwidth() {
    [ -n "${BANDWIDTH:-}" ] || return 0
    ! lacks_bandwidth ||
        fault UNSUPPORTED "The copy ($LABEL) would not have its bandwidth on the host ($HOST): $LACKING." \
            "prepare the host (caravan node add), boot a kernel with CONFIG_NET_SCH_HTB (see: caravan node check), and plan again."
}

write_bandwidth() {
    local written=
    if [ -z "${BANDWIDTH:-}" ]; then
        [ ! -e "$FOLDER/bandwidth" ] || rm -f "$FOLDER/bandwidth"
        return
    fi
    # A repeated call that changes nothing must not make its plan the last one.
    { IFS= read -r -d '' written <"$FOLDER/bandwidth"; } 2>/dev/null || true
    [ "${written#*$'\n'}" != "$BANDWIDTH" ] || return 0
    # Copies of several plans may say different capacities of a link: the shaper takes what was written last.
    printf 'written %s\n%s' "${EPOCHREALTIME:-0}" "$BANDWIDTH" >"$FOLDER/bandwidth.new"
    mv -f "$FOLDER/bandwidth.new" "$FOLDER/bandwidth"
}

# The process that divides ends by itself when there is nothing to divide, and the keeper starts it again when somebody ended it.
install_shaper() {
    local written=
    { IFS= read -r -d '' written <"$CARAVAN/shaper"; } 2>/dev/null || true
    [ "$written" != "$SHAPER" ] || return 0
    printf '%s' "$SHAPER" >"$CARAVAN/shaper.$BASHPID"
    chmod 755 "$CARAVAN/shaper.$BASHPID"
    mv -f "$CARAVAN/shaper.$BASHPID" "$CARAVAN/shaper"
    if divides; then kill "$DIVIDER" 2>/dev/null || true; fi
}

divides() { # sets DIVIDER
    local words=
    { read -r DIVIDER <"$RUN/shaper.pid" && IFS= read -r -d '' words <"/proc/$DIVIDER/cmdline"; } 2>/dev/null && [[ $words == *perl ]]
}

# Of all copies of the host. One without bandwidth has a class, too, where others have reserved some: it must not take theirs.
shape() {
    local reason
    if [ -n "${BANDWIDTH:-}" ]; then install_shaper; elif [ ! -s "$RUN/shaped" ]; then return 0; fi
    reason=$(perl "$CARAVAN/shaper" apply 2>&1) || {
        [ -n "${BANDWIDTH:-}" ] || return 0
        fault FAILED "The copy ($LABEL) on host ($HOST) does not have its bandwidth: ${reason##*$'\n'}." \
            "look at the host's own traffic control: tc qdisc show."
    }
    if [ -z "${BANDWIDTH:-}" ] || divides; then return 0; fi
    # Alone in the background: a shell around it would keep the output of the call open.
    setsid perl "$CARAVAN/shaper" run </dev/null >/dev/null 2>&1 4>&- 8>&- 9>&- &
}

# The copy may be older than bandwidth on its host, whose boot then says nothing about it.
change_bandwidth() {
    require_bandwidth
    [ -z "${BANDWIDTH:-}" ] || write_boot
    write_bandwidth
    shape
}

# Labels of the copies whose bandwidth the kernel enforces.
shapes_in_force() { [ ! -s "$RUN/shaped" ] || perl "$CARAVAN/shaper" holds 2>/dev/null || true; }

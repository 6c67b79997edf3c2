# The filter on the copy's network port, as the server wrote it for nft(8): $FOLDER/filter. Beside it, in filter.seen, what the kernel
# made of it. FILTER is empty in calls of servers, or for copies, that have none.

# FILE BRIDGE, for any shell: LXC's hook runs it, too.
# shellcheck disable=SC2016
LOAD_FILTER='
    if [ -x /var/lib/caravan/routed ]; then way="/# bridged\$/d"; else way="s/@bridge@/$(cat "/sys/class/net/$2/address")/"; fi
    if ! said=$(sed "$way" "$1" | nft -f - 2>&1); then
        echo "nft refuses its filter: $(echo "$said" | sed -n "1s/^[^ ]* //p")" >&2
        exit 1
    fi'

# Before anything is made: a copy without its filter could be reached by every other.
require_filter() {
    [ -n "${FILTER:-}" ] || return 0
    command -v nft >/dev/null ||
        fault UNSUPPORTED "The host ($HOST) has no command (nft), so the copy ($LABEL) would have no filter." \
            "install the package (nftables) on it: caravan node add."
}

write_filter() {
    [ -n "${FILTER:-}" ] || return 0
    printf '%s' "$FILTER" >"$FOLDER/filter.new"
    mv -f "$FOLDER/filter.new" "$FOLDER/filter"
}

# After the device is there and before the copy sends or receives.
put_filter() {
    [ ! -s "$FOLDER/filter" ] || sh -c "$LOAD_FILTER" sh "$FOLDER/filter" "$BRIDGE"
}

note_filter() {
    [ -s "$FOLDER/filter" ] || return 0
    local table
    read -r _ _ table <"$FOLDER/filter"
    nft -s -t list table netdev "$table" >"$FOLDER/filter.seen.new" 2>/dev/null && mv -f "$FOLDER/filter.seen.new" "$FOLDER/filter.seen"
}

# What the kernel enforces on this host, all copies together.
filters_in_force() { nft -s -t list ruleset netdev 2>/dev/null || true; }

# Whether the filter is in force as it was loaded. FOLDER RULES
filter_holds() {
    local seen=
    [ -s "$1/filter" ] && { read -r -d '' seen <"$1/filter.seen"; } 2>/dev/null || [ -n "$seen" ] || return 1
    [[ $'\n'$2$'\n' == *$'\n'"$seen"$'\n'* ]]
}

same_filter() {
    local known=
    { read -r -d '' known <"$FOLDER/filter"; } 2>/dev/null || true
    [ "${FILTER%$'\n'}" = "${known%$'\n'}" ]
}

# The script `again` of a copy of before there were filters: functions of now replace those of then.
renew_again() {
    # shellcheck disable=SC2016 # for that script
    local text='' last='"${@:-start_again}"'
    { IFS= read -r -d '' text <"$FOLDER/again"; } 2>/dev/null || true
    [[ $text != *' HAS_FILTERS='* ]] || return 0
    (
        umask 077
        {
            printf '%s' "${text%"$last"*}"
            declare -p HAS_FILTERS LOAD_FILTER
            declare -f
            printf '%s\n' "$last"
        } >"$FOLDER/again.new"
    )
    mv -f "$FOLDER/again.new" "$FOLDER/again"
}

keep_filter() { :; } # what an adapter has to do so that the filter is put again when the copy starts again

# In force first, then kept for the next start.
change_filter() {
    [ -n "${FILTER:-}" ] || return 0
    require_filter
    if ! running; then
        write_filter
        return
    fi
    if same_filter && filter_holds "$FOLDER" "$(filters_in_force)"; then return 0; fi
    printf '%s' "$FILTER" >"$FOLDER/filter.new"
    local reason
    reason=$(sh -c "$LOAD_FILTER" sh "$FOLDER/filter.new" "$BRIDGE" 2>&1) ||
        fault FAILED "The copy ($LABEL) on host ($HOST) keeps its former filter: ${reason##*$'\n'}." \
            "see whether the kernel is Linux 5.16 or later with nf_tables: caravan node check."
    keep_filter
    mv -f "$FOLDER/filter.new" "$FOLDER/filter"
    note_filter
}

drop_filter() { # DEVICE: with the counter of users' connections, see usages.sh
    ! command -v nft >/dev/null || nft delete table netdev "caravan_$1" 2>/dev/null || true
    if [ -e "$RUN/users.$1" ]; then
        nft delete table netdev "users_caravan_$1" 2>/dev/null || true
        rm -f "$RUN/users.$1"
    fi
}

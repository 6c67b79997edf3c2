# A copy is a container of LXC with its label as its name. Its root is nobody on the host: it has a range of ids of its own.
need lxc-start lxc
HAS_FILTERS=yes
HAS_BANDWIDTH=yes
lxc_path() {
    local key value path=/var/lib/lxc
    [ ! -r /etc/lxc/lxc.conf ] || while IFS=' =' read -r key value; do [ "$key" != lxc.lxcpath ] || path=$value; done </etc/lxc/lxc.conf
    copies_in "$path"
}
lxc_path
copies_now() { lxc_path; } # a session would otherwise keep the path of its beginning

refuse_foreign() {
    if [ -e "$FOLDER" ] && ! ours; then
        fault FAILED "The host ($HOST) has a container ($LABEL) that Caravan did not make." "rename it, or the application."
    fi
}

# Asked of the kernel, not of LXC, which takes 10 ms for an answer: the id is written by the hook `network`, and the group is the
# container's as long as its first process lives.
running_in() { # FOLDER: sets pid
    local groups=
    pid=
    { read -r pid <"$1/pid" && read -r -d '' groups <"/proc/$pid/cgroup"; } 2>/dev/null || [ -n "$groups" ] || return 1
    [[ $groups$'\n' == */lxc.payload."${1##*/}"[$'\n'/-]* ]]
}

# From inside: its network is its own.
nearby() { inside "$@"; }

# LXC has libseccomp build the filter of system calls for each instruction set of the machine that uname(2) names: three on x86_64, which
# takes 31 ms of processor time instead of 4 at each start and each command inside. As i686 it is built for the machine's own set alone, and
# a call by another set ends the program that makes it: those of i386 can hide from a filter what they ask for (socketcall(2)). `lxc.arch`
# gives the copy its machine's name back, and a command inside has that of the copy. On ARM, 32-bit images need the other set.
own_calls() { # sets OWN_CALLS: words before a program of LXC; OWN_NAME: options of lxc-start
    OWN_CALLS=() OWN_NAME=()
    [ "$HOSTTYPE" = x86_64 ] || return 0
    hash setarch
    OWN_CALLS=("${BASH_CMDS[setarch]}" i686) OWN_NAME=(-s lxc.arch=x86_64)
}

# MARK COMMAND…: the command, before words that the copy runs with what its image gives to its own program. Not without the mark: by it all
# of it is found.
within() {
    local mark=$1
    shift
    own_calls
    "$@" "${OWN_CALLS[@]}" lxc-attach -n "$LABEL" --clear-env --set-var "$mark" -- "${words[@]}"
}

last_words() { cat "$FOLDER/console.log.1" "$FOLDER/console.log" 2>/dev/null || true; }

first_user() {
    local line
    [ -f "$FOLDER/config" ] || return 0
    while read -r line; do
        [[ $line != 'lxc.idmap = u 0 '* ]] || { line=${line#lxc.idmap = u 0 } && echo "${line%% *}" && return; }
    done <"$FOLDER/config"
    echo 0
}

write_names() {
    names_of_peers >"$FOLDER/names/hosts.new"
    mv -f "$FOLDER/names/hosts.new" "$FOLDER/names/hosts"
    write_network 2>/dev/null || true # the caller reports the error
}

# What the hook `network` gives to `ip -batch` when the copy starts.
write_network() {
    {
        echo 'link set lo up'
        network_commands 4 yes
    } >"$FOLDER/network.4" && network_commands 6 yes >"$FOLDER/network.6"
}

# Run by LXC before each start of the copy, with the id of its first process; an image may have no `ip`.
# shellcheck disable=SC2016 # for the shells of the hook
HOOK='exec 2>"$FOLDER/network.log" # LXC does not pass on what a hook says
set -eu
LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
export LC_ALL PATH
[ ! -x /var/lib/caravan/routed ] || /var/lib/caravan/routed # a machine that answers for its copies
[ ! -s "$FOLDER/filter" ] || sh -c "$LOAD_FILTER" sh "$FOLDER/filter" "$BRIDGE"
nsenter -t "$LXC_PID" -n sh -c '\''
    { echo 0 >/proc/sys/net/ipv6/conf/eth0/accept_ra; } 2>/dev/null # only planned addresses
    { echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start; } 2>/dev/null # files have no capabilities for that
    ip -4 -batch "$0/network.4" || exit 1
    [ ! -s "$0/network.6" ] || exec ip -6 -batch "$0/network.6"'\'' "$FOLDER"
echo "$LXC_PID" >"$FOLDER/pid"'

write_hook() {
    {
        printf 'FOLDER=%s BRIDGE=%s\n' "$FOLDER" "$BRIDGE"
        printf "LOAD_FILTER='%s'\n" "$LOAD_FILTER"
        printf '%s\n' "$HOOK"
    } >"$FOLDER/network.new"
    mv -f "$FOLDER/network.new" "$FOLDER/network"
}

# A copy of before there were filters has a hook that does not know them.
keep_filter() { (umask 077 && write_hook); }

# LXC's control groups of the copy, at the top of each hierarchy.
groups() {
    local group
    for group in /sys/fs/cgroup/{,*/}lxc.{payload,monitor}."$LABEL"{,-[0-9]*}; do
        [ ! -d "$group" ] || echo "$group"
    done
}

members() {
    groups | while read -r group; do find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null || true; done | sort -u
}

# LXC's monitor writes how the first process ended, which is tini and ends as its program did, and then takes the control groups away;
# it writes nothing of code 0, and nothing at all if it was killed.
end_code() {
    local line code=0
    for _ in {1..100}; do
        [ -n "$(groups)" ] || break
        sleep 0.05
    done
    [ -z "$(groups)" ] || code=-
    while read -r line; do
        [[ $line =~ \>\ ended\ on\ (error|signal)\ .*\(([0-9]+)\)$ ]] || continue
        code=${BASH_REMATCH[2]}
        [ "${BASH_REMATCH[1]}" = error ] || code=$((code + 128))
    done <"$FOLDER/lxc.log"
    echo "$code"
}

# Also after somebody killed LXC's monitor: then LXC itself believes the container is gone.
stop() {
    local pids
    if running; then
        lxc-stop -n "$LABEL" -t "$GRACE" >/dev/null 2>&1 9>&- || lxc-stop -n "$LABEL" -k >/dev/null 2>&1 9>&- || true
    fi
    for _ in {1..100}; do
        [ -n "$(groups)" ] || break
        pids=$(members)
        [ -n "$pids" ] || break
        # shellcheck disable=SC2086 # a list of numbers
        kill -9 $pids 2>/dev/null || true
        sleep 0.05
    done
    groups | while read -r group; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true; done
    [ ! -e "$FOLDER/pid" ] || rm -f "$FOLDER/pid"
    [ ! -e "/sys/class/net/$DEVICE" ] || ip link delete "$DEVICE" 2>/dev/null || true
}

discard() {
    local base range owner=
    base=$(first_user)
    if [ "${base:-0}" -gt 0 ] && id_ranges; then
        range=$CARAVAN/ranges/$(((base - FIRST_ID) / IDS))
        { read -r owner <"$range"; } 2>/dev/null || true
        [ "$owner" != "$LABEL" ] || rm -f "$range"
    fi
    rm -f "/run/lxc/lock$COPIES/.$LABEL" # LXC's own lock, which it leaves behind
}

# Ids that /etc/subuid and /etc/subgid both give to root: those alone nobody else uses.
IDS=65536
id_ranges() { # sets FIRST_ID, RANGES
    local user first count groups=
    RANGES=0
    { read -r -d '' groups </etc/subgid; } 2>/dev/null || true
    [ -r /etc/subuid ] || return 1
    while IFS=: read -r user first count; do
        if [ "$user" = root ] && [ $((count / IDS)) -gt $RANGES ] && [[ $'\n'$groups$'\n' == *$'\n'"root:$first:$count"$'\n'* ]]; then
            FIRST_ID=$first
            RANGES=$((count / IDS))
        fi
    done </etc/subuid
    [ $RANGES -gt 0 ]
}

START_NEEDS=IDS

# Ranges of ids and control groups of copies that are gone. A group with processes cannot be removed.
tidy_own() {
    local range owner group label
    old "$CARAVAN/ranges" -type f | while read -r range; do
        { read -r owner <"$range"; } 2>/dev/null || owner=none
        [ -e "$COPIES/$owner" ] || [ -e "$COPIES/.caravan.$owner" ] || rm -f "$range"
    done
    for group in /sys/fs/cgroup/{,*/}lxc.{payload,monitor}.*.*.[0-9]*.[0-9]*; do
        label=${group##*/lxc.????????} # payload. or monitor.
        [ ! -d "$group" ] || [ -e "$COPIES/$label" ] || find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
    done
}

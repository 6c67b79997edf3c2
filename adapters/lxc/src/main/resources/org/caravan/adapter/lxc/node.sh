# Begins every script sent to a node. Set before: HOST; for a copy also LABEL, INSTANCE, LOCK.
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

CARAVAN=/var/lib/caravan

# KIND MESSAGE WAY-OUT: the adapter takes these lines over as they are.
fault() {
    printf 'caravan-fault %s\n%s\nMaybe %s\n' "$1" "$2" "$3" >&2
    exit 40
}

need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || fault FAILED "The host ($HOST) has no command ($1)." "install the package ($2) on it."
}
need lxc-start lxc
LXC_PATH=$(lxc-config lxc.lxcpath)

# The folder of the copy, its files: `caravan` says whose it is and stands there from the first moment, `complete` follows
# after the first start. A folder without `caravan` is somebody else's.
FOLDER=$LXC_PATH/${LABEL:-none}
STAGE=$LXC_PATH/.caravan.${LABEL:-none}

# A memory of its own for each copy's secrets: its files, and their versions beside them. ramfs, because what is in a tmpfs
# may be swapped to a disk.
SECRETS_FOLDER=/run/caravan/secrets/${LABEL:-none}

drop_secrets() { # LABEL
    umount -l "/run/caravan/secrets/$1" 2>/dev/null || true
    [ ! -d "/run/caravan/secrets/$1" ] || rmdir "/run/caravan/secrets/$1"
}

# Number of the node's user that is user 0 in the copy.
first_user() { sed -n 's/^lxc\.idmap *= *u 0 \([0-9]*\) .*/\1/p' "$FOLDER/config" 2>/dev/null | grep . || echo 0; }

# Once its configuration says who its users are: the copy may be made after its secrets came.
own_secrets() {
    local base name owner
    base=$(first_user)
    while read -r name owner _; do
        chown "$((base + owner)):$((base + owner))" "$SECRETS_FOLDER/files/$name"
    done <"$SECRETS_FOLDER/versions"
}

# Calls for the same instance wait for each other; calls for others go on, but for one in 64 that shares the file.
lock() {
    mkdir -p /run/lock
    exec 9>"/run/lock/caravan.$LOCK"
    flock -w 60 9 || fault FAILED "The host ($HOST) is still busy with an earlier call for ($INSTANCE)." "repeat it later."
}

ours() { [ -f "$FOLDER/caravan" ]; }

refuse_foreign() {
    if [ -e "$FOLDER" ] && ! ours; then
        fault FAILED "The host ($HOST) has a container ($LABEL) that Caravan did not make." "rename it, or the application."
    fi
}

require_ours() {
    ours || fault FAILED "The host ($HOST) has no copy ($LABEL)." "it was removed since: observe again."
}

field() { sed -n "s/^$1 //p" "$FOLDER/caravan"; }

running() { [ "$(lxc-info -n "$LABEL" -sH 2>/dev/null)" = RUNNING ]; }

init_pid() { lxc-info -n "$LABEL" -pH; }

# Names of peers, where the copy sees them. Renamed into place: a reader sees the old or the new ones.
write_routes() {
    {
        printf '127.0.0.1 localhost\n::1 localhost ip6-localhost\n'
        printf '%s' "$ROUTES" | awk 'NF { print $2, $1 }'
    } >"$FOLDER/names/hosts.new"
    mv -f "$FOLDER/names/hosts.new" "$FOLDER/names/hosts"
    printf '%s' "$ROUTES" >"$FOLDER/routes.new"
    mv -f "$FOLDER/routes.new" "$FOLDER/routes"
}

# The routes of a copy as they are in force, asked of the kernel inside of it: packets that leave otherwise than planned are
# shown with the source they have, and with their gateway where that is not the source's.
routes_in_force() { # FOLDER PID
    awk 'NF { print "route get " $2 }' "$1/routes" | nsenter -t "$2" -n ip -o -force -batch - 2>/dev/null | awk '
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

verify_routes() {
    local pid wrong
    pid=$(init_pid)
    [ -n "$pid" ] || return 0
    wrong=$(routes_in_force "$FOLDER" "$pid" | grep -vxFf "$FOLDER/routes" | head -n 1) || true
    [ -z "$wrong" ] || ! running || fault FAILED "The copy ($LABEL) on host ($HOST) sends packets to ${wrong%% *} at ${wrong#* }, not as planned ($(grep "^${wrong% *} " "$FOLDER/routes"))." "somebody else changes its routes: look at \`ip rule\` and \`ip route\` inside of it."
}

# The way first, then the name: a peer's new name must not resolve before packets to it take the planned ISP. The list is
# kept for the next start only when it is in force.
change_routes() {
    if printf '%s' "$ROUTES" | cmp -s - "$FOLDER/routes" && (verify_routes) 2>/dev/null; then return 0; fi
    if running; then
        local reason
        reason=$(printf '%s' "$ROUTES" | "$FOLDER/network" "$(init_pid)" - 2>&1) ||
            fault FAILED "The copy ($LABEL) on host ($HOST) did not take its routes: $(tail -n 1 <<<"$reason")." "plan again: its addresses may have changed."
    fi
    write_routes
    verify_routes
}

groups() {
    find /sys/fs/cgroup -type d \( -name "lxc.*.$LABEL" -o -name "lxc.*.$LABEL-[0-9]*" \) 2>/dev/null || true
}

members() {
    groups | while read -r group; do find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null || true; done | sort -u
}

# Also after somebody killed LXC's monitor: then LXC itself believes the container is gone.
stop() {
    if [ "$(lxc-info -n "$LABEL" -sH 2>/dev/null || echo STOPPED)" != STOPPED ]; then
        lxc-stop -n "$LABEL" -t "$GRACE" >/dev/null 2>&1 9>&- || lxc-stop -n "$LABEL" -k >/dev/null 2>&1 9>&- || true
    fi
    for _ in $(seq 100); do
        pids=$(members)
        [ -n "$pids" ] || break
        # shellcheck disable=SC2086 # a list of numbers
        kill -9 $pids 2>/dev/null || true
        sleep 0.05
    done
    groups | while read -r group; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true; done
    ip link delete "$VETH" 2>/dev/null || true
}

remove() {
    stop
    rm -rf --one-file-system "$STAGE"
    if [ -e "$FOLDER" ]; then
        # Out of sight at once and as a whole: a removal cut short must not leave a folder without its label.
        mv -T "$FOLDER" "$STAGE"
        rm -rf --one-file-system "$STAGE"
    fi
    rm -f "/run/lxc/lock$LXC_PATH/.$LABEL" # LXC's own lock, which it leaves behind
    [ ! -x $CARAVAN/routed ] || $CARAVAN/routed # no longer answers for it
}

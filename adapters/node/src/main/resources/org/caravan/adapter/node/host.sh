# Begins every script sent to a host. Set before: HOST, PROVIDER, BRIDGE, GRACE; for a copy also LABEL, INSTANCE, LOCK, DEVICE.
# After it comes the adapter's node.sh, which says how a copy of its kind is `running_in` a folder (and sets pid), and how to `stop` it.
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

CARAVAN=/var/lib/caravan
COPIES=$CARAVAN/$PROVIDER

# The folder of the copy, its files: `caravan` says whose it is and stands there from the first moment, `complete` follows
# after the first start.
FOLDER=$COPIES/${LABEL:-none}
STAGE=$COPIES/.${LABEL:-none}

# KIND MESSAGE WAY-OUT: the adapter takes these lines over as they are.
fault() {
    printf 'caravan-fault %s\n%s\nMaybe %s\n' "$1" "$2" "$3" >&2
    exit 40
}

need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || fault FAILED "The host ($HOST) has no command ($1)." "install the package ($2) on it."
}

require_bridge() {
    [ -e "/sys/class/net/$BRIDGE" ] ||
        fault FAILED "The host ($HOST) has no bridge ($BRIDGE) for copies." "create it with the host's address on it, or name another bridge in the settings."
}

# Calls for the same instance wait for each other; calls for others go on, but for one in 64 that shares the file.
lock() {
    mkdir -p /run/lock
    exec 9>"/run/lock/caravan.$LOCK"
    flock -w 60 9 || fault FAILED "The host ($HOST) is still busy with an earlier call for ($INSTANCE)." "repeat it later."
}

ours() { [ -f "$FOLDER/caravan" ]; }

require_ours() {
    ours || fault FAILED "The host ($HOST) has no copy ($LABEL)." "it was removed since: observe again."
}

field() { sed -n "s/^$1 //p" "$FOLDER/caravan"; }

running() { running_in "$FOLDER"; }

# A memory of its own for each copy's secrets: its files, and their versions beside them. ramfs, because what is in a tmpfs
# may be swapped to a disk.
SECRETS_FOLDER=/run/caravan/secrets/${LABEL:-none}

drop_secrets() { # LABEL
    umount -l "/run/caravan/secrets/$1" 2>/dev/null || true
    [ ! -d "/run/caravan/secrets/$1" ] || rmdir "/run/caravan/secrets/$1"
}

require_secrets() {
    [ -z "$NEEDS_SECRETS" ] || [ -f "$SECRETS_FOLDER/versions" ] ||
        fault FAILED "The copy ($LABEL) has no secrets in the memory of the host ($HOST)." "the host was restarted: deploy again, so that it gets them."
}

refuse_outdated() {
    local file other
    for file in "$COPIES/$INSTANCE".*/caravan; do
        [ -f "$file" ] || continue
        other=${file%/caravan}
        other=${other##*/}
        if [ "${other##*.}" -gt "${LABEL##*.}" ]; then
            fault OUTDATED "The host ($HOST) has the newer copy ($other), so ($LABEL) is not started." "plan again: this plan is outdated."
        fi
    done
}

# What was made before is kept if it is the same; a copy that was only begun is made anew. The adapter's `create` fills $STAGE.
ensure_copy() {
    lock
    refuse_outdated
    require_bridge
    require_secrets
    if ours && [ -e "$FOLDER/complete" ] && [ "$(field spec)" = "$SPEC" ]; then
        if running; then
            change_routes
        else
            stop
            printf '%s' "$ROUTES" >"$FOLDER/routes"
            start
        fi
        return
    fi
    remove
    mkdir -p "$STAGE"
    printf '%s' "$FACTS" >"$STAGE/caravan"
    printf '%s' "$ROUTES" >"$STAGE/routes"
    create
    mv -T "$STAGE" "$FOLDER"
    start
    : >"$FOLDER/complete"
}

discard() { :; } # what an adapter keeps of a copy that is stopped, beside its folder

remove() {
    stop
    discard
    rm -rf --one-file-system "$STAGE"
    if [ -e "$FOLDER" ]; then
        # Out of sight at once and as a whole: a removal cut short must not leave a folder without its label.
        mv -T "$FOLDER" "$STAGE"
        rm -rf --one-file-system "$STAGE"
    fi
}

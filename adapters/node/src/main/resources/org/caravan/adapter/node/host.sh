# Begins every script sent to a host. Set before `for_call`: HOST, PROVIDER, BRIDGE, GRACE; for a copy also LABEL, INSTANCE, LOCK, DEVICE.
# After it, network.sh and `for_call` comes the adapter's node.sh, which says how a copy of its kind is `running_in` a folder (and sets
# pid), how to `create` it in $STAGE, `start` and `stop` it, its `last_words`, how to be `nearby`; and may say otherwise what is said here.
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

CARAVAN=/var/lib/caravan
RUN=/run/caravan

# The folder of the copy, its files: `caravan` says whose it is and stands there from the first moment, `complete` follows
# after the first start. A folder without `caravan` is somebody else's.
copies_in() { # FOLDER
    COPIES=$1
    FOLDER=$1/${LABEL:-none}
    STAGE=$1/.caravan.${LABEL:-none}
}

for_call() {
    copies_in "$CARAVAN/$PROVIDER"
    # A memory of its own for each copy's secrets: its files, and their versions beside them. ramfs, because what is in a tmpfs
    # may be swapped to a disk.
    SECRETS_FOLDER=/run/caravan/secrets/${LABEL:-none}
}

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
        fault FAILED "The host ($HOST) has no bridge ($BRIDGE) for copies." \
            "create it with the host's address on it, or name another bridge in the settings."
}

require_layers() {
    local layer
    for layer in $LAYERS; do
        [ -d "$CARAVAN/layers/$layer" ] ||
            fault FAILED "The image ($IMAGE) is not on the host ($HOST)." "bring it there first."
    done
}

# Calls for the same instance wait for each other; calls for others go on, but for one in 64 that shares the file.
open_lock() {
    [ -d /run/lock ] || mkdir -p /run/lock
    exec 9>"/run/lock/caravan.$LOCK"
}

lock() {
    open_lock
    flock -w 60 9 || fault FAILED "The host ($HOST) is still busy with an earlier call for ($INSTANCE)." "repeat it later."
}

ours() { [ -f "$FOLDER/caravan" ]; }

require_ours() {
    ours || fault FAILED "The host ($HOST) has no copy ($LABEL)." "it was removed since: observe again."
}

refuse_foreign() { :; }

field() { # WORD: values of the copy's facts, one per line
    local word value
    while read -r word value; do [ "$word" != "$1" ] || printf '%s\n' "$value"; done <"$FOLDER/caravan"
}

running() { running_in "$FOLDER"; }
copies_now() { :; } # of a call about all copies: what `running_in` needs to know beforehand
has_network() { running; }

drop_secrets() { # LABEL
    umount -l "/run/caravan/secrets/$1" 2>/dev/null || true
    [ ! -d "/run/caravan/secrets/$1" ] || rmdir "/run/caravan/secrets/$1"
}

# Number of the host's user that is user 0 in the copy; nothing while that is not known.
first_user() { echo 0; }

# Nobody but the host's root reads them before it is known who the copy's users are.
own_secrets() { # FOLDER-OF-FILES FILE-OF-VERSIONS
    local base name owner
    base=$(first_user)
    while read -r name owner _; do
        owner=$([ -z "$base" ] && echo 0 || echo $((base + owner)))
        chown "$owner:$owner" "$1/$name"
    done <"$2"
}

require_secrets() {
    [ -n "$NEEDS_SECRETS" ] || return 0
    [ -f "$SECRETS_FOLDER/versions" ] ||
        fault FAILED "The copy ($LABEL) has no secrets: they were in the memory of the host ($HOST) alone, which was restarted." \
            "let the server supply them again: caravan drift --repair."
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

# Renamed into place: who reads sees the old or the new ones.
write_routes() {
    write_names
    printf '%s' "$ROUTES" >"$FOLDER/routes.new"
    mv -f "$FOLDER/routes.new" "$FOLDER/routes"
}

write_names() { :; } # of peers, where the copy sees them

names_of_peers() {
    local peer address
    printf '127.0.0.1 localhost\n::1 localhost ip6-localhost\n'
    while read -r peer address _; do [ -z "$peer" ] || printf '%s %s\n' "$address" "$peer"; done <<<"$ROUTES"
}

same_routes() {
    local known=
    read -r -d '' known <"$FOLDER/routes" || true
    [ "${ROUTES%$'\n'}" = "${known%$'\n'}" ]
}

# The way first, then the name: a peer's new name must not resolve before packets to it take the planned ISP. The way to a former peer is
# removed after its name. A router sends requests to its former servers until it has new ones: `unroute` follows. The list is kept for the
# next start only when it is in force.
change_routes() {
    if same_routes && (verify_routes) 2>/dev/null; then
        # An earlier call may have ended before it did this.
        end_former_routes
        return 0
    fi
    ! has_network || in_force give_routes
    write_routes
    end_former_routes
    verify_routes
}

end_former_routes() { ! has_network || [ -n "$(field router)" ] || in_force drop_former_routes; }

in_force() { # FUNCTION
    local reason
    reason=$("$1" 2>&1) ||
        fault FAILED "The copy ($LABEL) on host ($HOST) did not take its routes: ${reason##*$'\n'}." \
            "plan again: its addresses may have changed."
}

# Starts copies again when their host has lost its power: without the server, each by its own file `again`, several at once.
BOOT='#!/bin/bash
# Written by Caravan. Starts the copies of this host after the host itself; says which stay down, and why.
export LC_ALL=C
again() {
    label=${1%/again}
    label=${label##*/}
    mkdir -p /run/caravan/down
    bash "$1" </dev/null >/dev/null 2>"/run/caravan/down/$label" && rm -f "/run/caravan/down/$label" && echo "$label runs again" && return
    sed -i "/^caravan-fault /d" "/run/caravan/down/$label"
    echo "$label stays down: $(head -n 1 "/run/caravan/down/$label")"
}
export -f again
# Before the first packet of a copy.
[ ! -x /var/lib/caravan/shaper ] || /var/lib/caravan/shaper apply
lxc=$(sed -n "s/^ *lxc\.lxcpath *= *//p" /etc/lxc/lxc.conf 2>/dev/null | tail -n 1)
for file in /var/lib/caravan/*/*/again "${lxc:-/var/lib/lxc}"/*/again; do
    [ ! -e "${file%/again}/complete" ] || printf "%s\0" "$file"
done | xargs -0 -r -n 1 -P 4 bash -c '\''again "$0"'\''
# With systemd it is a service.
if [ -x /var/lib/caravan/keeper ] && { [ ! -d /run/systemd/system ] || [ ! -e /etc/systemd/system/caravan-keeper.service ]; }; then
    setsid /var/lib/caravan/keeper </dev/null >/dev/null 2>&1 &
fi'

write_boot() {
    local written=
    { IFS= read -r -d '' written <"$CARAVAN/boot"; } 2>/dev/null || true
    [ "$written" != "$BOOT"$'\n' ] || return 0
    printf '%s\n' "$BOOT" >"$CARAVAN/boot.$BASHPID"
    chmod 755 "$CARAVAN/boot.$BASHPID"
    mv -f "$CARAVAN/boot.$BASHPID" "$CARAVAN/boot"
}

START_NEEDS= # variables that the adapter's `start` reads

# This script's own functions, and what they have to know.
write_again() { # FOLDER
    umask 077
    {
        printf '#!/bin/bash\nset -euo pipefail\n'
        # shellcheck disable=SC2086 # a list of names
        declare -p LC_ALL PATH CARAVAN COPIES FOLDER STAGE SECRETS_FOLDER PEER_ROUTES HOST PROVIDER BRIDGE GRACE \
            LOAD_FILTER GPU_FILE LABEL INSTANCE LOCK DEVICE NEEDS_SECRETS $START_NEEDS
        declare -f
        # shellcheck disable=SC2016 # for that script
        echo '"${@:-start_again}"'
    } >"$1/again"
    umask 022
}

# The script of a copy that an earlier version made can only start it.
knows_keeper() {
    local text=
    { IFS= read -r -d '' text <"$FOLDER/again"; } 2>/dev/null || true
    [[ $text == *'"${@:-start_again}"'* ]]
}

start_again() {
    lock
    # It may have been removed while this waited.
    { ours && [ -e "$FOLDER/complete" ]; } || return 0
    if running; then return; fi
    ROUTES=$(<"$FOLDER/routes")
    require_secrets
    stop
    start
    note_filter # as it was changed while the copy was down
    verify_routes
}

# How the last process of a copy ended that is down and that no call works on: its exit code, 128 + signal, or - if that is not known.
how_it_ended() {
    open_lock
    flock -n 9 && ours && [ -e "$FOLDER/complete" ] && ! running || exit 1
    end_code
}

end_code() { echo -; }

# Restarts by the host's keeper: sets COUNT, CODE and DUE, the second of the next one. Fails where there was none.
restarts_of() { # LABEL
    COUNT=0 CODE=- DUE=0
    { read -r COUNT CODE DUE <"$RUN/restarts/$1"; } 2>/dev/null
}
CRASH_LOOP=5 # restarts, as in keeper.sh

# Starts the keeper where it does not run, and after it has changed. The copies of a host come and go; it does not matter which call does
# it.
keep_watch() {
    local written='' process='' script=''
    [ -n "${KEEPER:-}" ] || return 0
    { IFS= read -r -d '' written <"$CARAVAN/keeper"; } 2>/dev/null || true
    {
        read -r process <"$RUN/keeper" &&
            { IFS= read -r -d '' script && IFS= read -r -d '' script; } <"/proc/$process/cmdline"
    } 2>/dev/null || script=''
    if [ "$written" != "$KEEPER" ]; then
        printf '%s' "$KEEPER" >"$CARAVAN/keeper.$BASHPID"
        chmod 755 "$CARAVAN/keeper.$BASHPID"
        mv -f "$CARAVAN/keeper.$BASHPID" "$CARAVAN/keeper"
        [ "$script" != "$CARAVAN/keeper" ] || kill "$process" 2>/dev/null || true
    elif [ "$script" = "$CARAVAN/keeper" ]; then
        return 0
    fi
    if [ -d /run/systemd/system ] && [ -e /etc/systemd/system/caravan-keeper.service ]; then
        systemctl restart --no-block caravan-keeper
    else
        setsid bash "$CARAVAN/keeper" </dev/null >/dev/null 2>&1 4>&- 8>&- 9>&- &
    fi
}

# What the host noted about a copy.
drop_notes() {
    local kind
    for kind in down restarts hold; do [ ! -e "$RUN/$kind/$LABEL" ] || rm -f "$RUN/$kind/$LABEL"; done
}

# Why the copy did not come back when the host did.
why_down() { head -n 1 "/run/caravan/down/$LABEL" 2>/dev/null || true; }

# An existing copy is kept if it is equal; an incomplete copy is recreated.
ensure_copy() {
    require_bridge
    require_filter
    require_bandwidth
    require_secrets
    drop_notes
    [ -d "$COPIES" ] || mkdir -p "$COPIES"
    # Other users of the host have nothing to look for there. LXC's root in a copy, and programs on a machine of their own, pass through
    # theirs.
    case $COPIES in "$CARAVAN/docker" | "$CARAVAN/microvm") chmod 700 "$COPIES" ;; esac
    if ! begin_first; then
        lock
        refuse_foreign
        refuse_outdated
        if ours && [ -e "$FOLDER/complete" ] && [ "$(field spec)" = "$SPEC" ]; then
            go_on
            drop_notes # the keeper may have seen the process end before this call took the lock
            keep_watch
            return
        fi
        remove
        begin
    fi
    write_boot
    take_gpus "$FOLDER"
    fill
    write_filter
    write_bandwidth
    shape
    start
    note_filter
    verify_routes
    : >"$FOLDER/complete"
    drop_notes
    keep_watch
    flush_later
}

go_on() {
    knows_keeper || write_again "$FOLDER"
    if running; then
        change_filter
        change_bandwidth
        change_routes
    else
        stop
        write_routes
        write_filter
        change_bandwidth
        start
        note_filter
        verify_routes
    fi
}

# Whether the copy could be begun under its lock because nothing of its instance is there: for adapters that do so with fewer programs.
begin_first() { false; }

# The copy's folder with its facts and routes. The adapter's `create` fills $STAGE.
begin() {
    mkdir "$STAGE"
    {
        printf '%s' "$FACTS"
        # shellcheck disable=SC2086 # a list of layers
        [ -z "$LAYERS" ] || printf 'layer %s\n' $LAYERS
    } >"$STAGE/caravan"
    printf '%s' "$ROUTES" >"$STAGE/routes"
    create
    write_again "$STAGE"
    mv -T "$STAGE" "$FOLDER"
}

fill() { :; } # what an adapter writes into the folder once it is in place

# A power cut must not leave a copy of empty files; but nobody has to wait for the disk. What many calls wrote within two seconds is
# flushed by one program: it takes its name away before it takes the list, so a process that sees the name is on the list.
FLUSH='sleep 2;
    unlink "flusher";
    rename "flush", "flush.$$" or exit;
    open my $list, "<", "flush.$$" or exit;
    unlink "flush.$$";
    chomp(my @folders = <$list>);
    my %seen;
    exec "sync", grep { -e } map { my $folder = $_; $folder, map { "$folder/$_" } qw(caravan again routes config network network.4
        network.6 layers.pl seccomp filter filter.seen bandwidth gpus complete) } grep { !$seen{$_}++ } @folders'

flush_later() {
    local flusher=
    [ -d "$RUN" ] || mkdir -p "$RUN"
    printf '%s\n' "$FOLDER" >>"$RUN/flush"
    { read -r flusher <"$RUN/flusher"; } 2>/dev/null || true
    if [ -n "$flusher" ] && [ -d "/proc/$flusher" ]; then return; fi
    (
        cd "$RUN"
        command -v perl >/dev/null || { sync && exec rm -f flush flusher; }
        exec perl -e "$FLUSH"
    ) </dev/null >/dev/null 2>&1 9>&- &
    echo $! >"$RUN/flusher"
}

tidy_own() { :; } # what else an adapter may have left behind

discard() { :; } # what an adapter keeps of a copy that is stopped, beside its folder

remove() {
    if [ -e "$FOLDER" ] || [ -e "$STAGE" ]; then
        stop
        [ ! -e "$FOLDER/filter" ] || drop_filter "$DEVICE"
        # How long nobody has used a layer counts from now on.
        ! ours || field layer | (cd "$CARAVAN/layers" && xargs -r touch -c) || true
        discard
        rm -rf --one-file-system "$STAGE"
    fi
    if [ -e "$FOLDER" ]; then
        # Out of sight at once and as a whole: a removal cut short must not leave a folder without its label.
        mv -T "$FOLDER" "$STAGE"
        rm -rf --one-file-system "$STAGE"
        BANDWIDTH='' shape
    fi
}

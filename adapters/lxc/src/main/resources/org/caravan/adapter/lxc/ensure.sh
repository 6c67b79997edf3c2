# The host's owner says so, not the application's.
may_have_privilege() {
    local said=
    { read -r -d '' said </etc/caravan/node.json; } 2>/dev/null || true
    [[ $said =~ \"privilegedCopies\"[[:space:]]*:[[:space:]]*true ]]
}

# How copies see the layers under ids of their own: `mapped` by id-mapped mounts; `shifted` by a second copy of each layer, where the
# kernel or the disk has no such mounts; `plain`, where the host's owner allows copies whose root is the host's. Found out by doing
# it, once after each start of the host.
shown() { # sets WAY
    local found=/run/caravan/layers-shown
    WAY=plain
    if may_have_privilege; then return; fi
    [ -f $found ] || {
        WAY=$(find_way)
        mkdir -p /run/caravan
        echo "$WAY" >$found.$BASHPID
        mv -f $found.$BASHPID $found
    }
    read -r WAY <$found
}

find_way() {
    local probe=$CARAVAN/.caravan.probe.$BASHPID
    mkdir -p "$probe"/{layer,lower/0,upper,work,root}
    : >"$probe/layer/file"
    # shellcheck disable=SC2016 # for the inner shell
    if unshare --mount \
        bash -c 'perl -e "$1" "$2" 65536 "$3" "$3/layer" && [ "$(stat -c %u "$3/root/file")" = "$2" ]' \
        bash "$LAYERS_SCRIPT" "$FIRST_ID" "$probe" >/dev/null 2>&1; then
        echo mapped
    elif unshare --user true 2>/dev/null; then
        echo shifted
    else
        echo none
    fi
    rm -rf --one-file-system "$probe"
}

# A range of ids for this copy alone: its number is a file with the copy's label, made only where there is none.
take_range() { # sets BASE
    local wanted=$((16#${DEVICE:2:7} % RANGES)) number owner
    [ -d "$CARAVAN/ranges" ] || mkdir -p "$CARAVAN/ranges"
    for ((number = wanted; number < wanted + RANGES; number++)); do
        if own_range $((number % RANGES)); then return; fi
    done
    # Those of copies that a call cut short has left behind.
    for ((number = 0; number < RANGES; number++)); do
        { read -r owner <"$CARAVAN/ranges/$number"; } 2>/dev/null || continue
        if [ ! -e "$COPIES/$owner" ] && [ ! -e "$COPIES/.caravan.$owner" ]; then
            rm -f "$CARAVAN/ranges/$number"
            if own_range $number; then return; fi
        fi
    done
    fault NO_CAPACITY "The host ($HOST) has ids for $RANGES copies, and as many have them." \
        "give root more in /etc/subuid and /etc/subgid of the host: $IDS for each copy."
}

own_range() { # NUMBER
    local owner=
    set -C
    if { printf '%s\n' "$LABEL" >"$CARAVAN/ranges/$1"; } 2>/dev/null; then
        set +C
        BASE=$((FIRST_ID + $1 * IDS))
        return
    fi
    set +C
    { read -r owner <"$CARAVAN/ranges/$1"; } 2>/dev/null || true
    [ "$owner" = "$LABEL" ] && BASE=$((FIRST_ID + $1 * IDS)) # an earlier attempt for this copy
}

# The layers of this copy, the lowest first, as they are under its ids; sets BASE, MAPPED (what the mount still has to add) and SHOWN.
show_layers() {
    local layer
    if ! id_ranges; then
        may_have_privilege || fault FAILED \
            "The host ($HOST) has no ids for the users of copies, so root in the copy ($LABEL) would be root of the host." \
            "prepare it: caravan node add; or add root:1900544000:16777216 to its /etc/subuid and /etc/subgid."
        FIRST_ID=0
    fi
    shown
    SHOWN=()
    case $WAY in
    mapped)
        take_range
        MAPPED=$BASE
        ;;
    shifted)
        BASE=$FIRST_ID MAPPED=0 # one range for all: a second copy of each layer for each copy would be too much
        ;;
    plain) BASE=0 MAPPED=0 ;;
    *)
        local permission='"privilegedCopies": true in /etc/caravan/node.json'
        fault UNSUPPORTED \
            "The kernel of the host ($HOST) has no user namespaces, so root in the copy ($LABEL) would be root of the host." \
            "boot a kernel with CONFIG_USER_NS (see: caravan node check); or allow it there by $permission."
        ;;
    esac
    for layer in $LAYERS; do
        if [ "$WAY" = shifted ]; then
            shift_layer "$layer" || exit
            SHOWN+=("$CARAVAN/shifted/$layer")
        else
            SHOWN+=("$CARAVAN/layers/$layer")
        fi
    done
}

# By tar, which knows deletions (devices 0:0) and keeps rights; only files' own capabilities do not hold then.
shift_layer() { # LAYER
    local target=$CARAVAN/shifted/$1 staging=$CARAVAN/shifted/$1.new-$BASHPID kind
    [ ! -d "$target" ] || return 0
    exec 8>/run/lock/caravan.shifting
    flock -w 300 8 || fault FAILED "The host ($HOST) is still busy with a layer of the image ($IMAGE)." "repeat it later."
    if [ ! -d "$target" ]; then
        [ -d "$CARAVAN/shifted" ] || mkdir -m 700 "$CARAVAN/shifted"
        mkdir -p "$staging"
        for kind in U G; do
            find "$CARAVAN/layers/$1" -printf "%$kind\n" | sort -u | awk -v base="$BASE" '{ print "+" $1, "+" base + $1 }' >"$staging.$kind"
        done
        if ! tar --numeric-owner --owner-map="$staging.U" --group-map="$staging.G" --xattrs --xattrs-include='*' \
            -C "$CARAVAN/layers/$1" -c . |
            tar -x -p --numeric-owner --xattrs --xattrs-include='*' -C "$staging" -f -; then
            rm -rf --one-file-system "$staging" "$staging".?
            return 1
        fi
        sync -f "$staging"
        mv -T "$staging" "$target"
        rm -f "$staging".?
    fi
    exec 8>&-
}

# One program for the lock, the folder with its facts and routes, the folders in it and whose they are: FIRST INSTANCE STAGE FOLDER BASE
# LAYERS-TO-MAP FACTS ROUTES. With FIRST only if nothing of the instance is there; else the lock is held already.
FOLDERS='
    my ($first, $instance, $stage, $folder, $base, $layers, %texts) = (@ARGV[0 .. 5], "caravan", $ARGV[6], "routes", $ARGV[7]);
    my ($copies) = $folder =~ m{(.*)/};
    alarm 60;
    open my $lock, ">&=", 9 or die "lock: $!\n";
    flock $lock, 2 or die "lock: $!\n";
    alarm 0;
    opendir my $all, $copies or die "$copies: $!\n";
    exit 3 if $first and grep { index($_, "$instance.") == 0 || index($_, ".caravan.$instance.") == 0 } readdir $all;
    (mkdir $stage and chdir $stage) or die "$stage: $!\n";
    for (sort keys %texts) {
        open my $file, ">", $_ or die "$stage/$_: $!\n";
        (print $file $texts{$_} and close $file) or die "$stage/$_: $!\n";
    }
    my @lower = map { "lower/$_" } 0 .. $layers - 1;
    for (qw(upper upper/etc work root names), @lower ? ("lower", @lower) : ()) { mkdir $_ or die "$stage/$_: $!\n" }
    # Root in the copy has to get through to its own, but may not read what root of the host runs for it; nobody else gets in.
    chown($base, $base, "upper", "upper/etc") == 2 && chown(0, $base, ".") && chmod(0710, ".") or die "$stage: $!\n";
    # Links, because a file that is mounted cannot be replaced as a whole. Made by their owner: chown would follow them.
    chdir "upper/etc" or die "$stage/upper/etc: $!\n";
    $) = "$base $base";
    $> = $base;
    symlink "/run/caravan/$_", $_ or die "$stage/upper/etc/$_: $!\n" for qw(hosts resolv.conf);
    $> = 0;
    $) = "0 0";
    rename $stage, $folder or die "$folder: $!\n";'

make_folders() { # yes-if-first
    local layer facts=$FACTS mapped=${#SHOWN[@]}
    for layer in $LAYERS; do facts+="layer $layer"$'\n'; done
    [ "$MAPPED" != 0 ] || mapped=0
    perl -e "$FOLDERS" "$1" "$INSTANCE" "$STAGE" "$FOLDER" "$BASE" "$mapped" "$facts" "$ROUTES"
}

begin_first() {
    local there
    for there in "$COPIES/$INSTANCE".* "$COPIES/.caravan.$INSTANCE".*; do [ ! -e "$there" ] || return 1; done
    open_lock
    show_layers
    make_folders yes 2>/dev/null
}

begin() {
    show_layers
    make_folders ''
}

fill() {
    echo '# Peers are found in /etc/hosts alone.' >"$FOLDER/names/resolv.conf"
    printf '%s' "$START" >"$FOLDER/names/start"
    names_of_peers >"$FOLDER/names/hosts"
    umask 077
    printf '%s' "$LAYERS_SCRIPT" >"$FOLDER/layers.pl"
    printf '%s' "$SECCOMP" >"$FOLDER/seccomp"
    {
        printf '%s\n' "${CONFIG//@folder@/$FOLDER}"
        printf 'lxc.hook.pre-start = /usr/bin/perl %s' "$FOLDER/layers.pl $MAPPED $IDS $FOLDER"
        printf ' %s' "${SHOWN[@]}"
        printf '\n'
        [ "$GPU_COUNT" = 0 ] || printf 'lxc.include = %s\n' "$FOLDER/gpus.conf"
        [ "$BASE" = 0 ] || printf 'lxc.idmap = %s 0 %s %s\n' u "$BASE" $IDS g "$BASE" $IDS
    } >"$FOLDER/config"
    write_hook
    write_again "$FOLDER"
}

start() {
    local log reason=
    [ -z "$NEEDS_SECRETS" ] || own_secrets "$SECRETS_FOLDER/files" "$SECRETS_FOLDER/versions"
    for log in lxc layers network; do : >"$FOLDER/$log.log"; done
    hash lxc-start
    own_calls
    [ ! -f "$FOLDER/gpus" ] || write_devices
    # On a path without newuidmap: root writes the maps itself, which saves four programs; whose the ids are was looked up here.
    if write_network 2>"$FOLDER/network.log" &&
        PATH=/usr/sbin:/sbin "${OWN_CALLS[@]}" "${BASH_CMDS[lxc-start]}" -n "$LABEL" "${OWN_NAME[@]}" -d -o "$FOLDER/lxc.log" -l INFO \
            </dev/null >/dev/null 2>&1 9>&-; then return; fi
    for log in layers network; do
        [ -n "$reason" ] || reason=$(tail -n 1 "$FOLDER/$log.log" 2>/dev/null || true)
    done
    # LXC's first error is the cause, the later ones are its consequences.
    [ -n "$reason" ] || reason=$(grep -m 1 ' ERROR ' "$FOLDER/lxc.log" | sed 's/.* - [^ ]*:[0-9]* - //')
    fault FAILED "The copy ($LABEL) does not start on the host ($HOST): ${reason:-LXC gives no reason}." \
        "look into $FOLDER on the host: layers.log, network.log, lxc.log."
}

# At each start, because a driver may give its devices other numbers after a restart of the host.
write_devices() {
    local device numbers major minor mode version
    while read -r device; do
        numbers=$(stat -c '%t %T %a' "$device" 2>/dev/null) ||
            fault FAILED "The host ($HOST) has no GPU device ($device) now." "load its driver, or correct $GPU_FILE on the host."
        read -r major minor mode <<<"$numbers"
        [ "$(first_user)" = 0 ] || (((8#$mode & 6) == 6)) ||
            fault FAILED "The users of the copy ($LABEL) cannot open the device ($device) of the host ($HOST): its mode is $mode." \
                "give it mode 0666 by a udev rule."
        for version in '' 2; do printf 'lxc.cgroup%s.devices.allow = c %d:%d rw\n' "$version" "0x$major" "0x$minor"; done
        printf 'lxc.mount.entry = %s %s none bind,create=file 0 0\n' "$device" "${device#/}"
    done < <(gpu_devices "$FOLDER") >"$FOLDER/gpus.conf"
}

require_layers
ensure_copy

# Where copies live, and whose numbers their users get.
folders() {
    fit=yes
    # Files of layers keep their names and rights, so no other user of the machine may get to them.
    for folder in layers packed incoming ranges shifted docker microvm; do
        if [ -d "$CARAVAN/$folder" ]; then [ "$(stat -c %a "$CARAVAN/$folder")" = 700 ] || fit=no; else
            case $folder in layers | packed | incoming | ranges) fit=no ;; esac
        fi
    done
    [ -d "$CARAVAN" ] && [ "$(stat -c %a "$CARAVAN")" = 711 ] || fit=no
    # The root of a container is somebody else on the machine and has to get through, but need not list.
    [ -x /var/lib/lxc ] && [ "$(stat -c %a /var/lib/lxc)" = 711 ] || fit=no
    if [ $fit = yes ]; then ok folders "$CARAVAN, /var/lib/lxc"; else
        change folders "$CARAVAN for images (its folders for root alone), /var/lib/lxc (mode 711) for copies" make_folders
    fi
}

make_folders() {
    mkdir -p "$CARAVAN/layers" "$CARAVAN/packed" "$CARAVAN/incoming" "$CARAVAN/ranges" /var/lib/lxc && chmod 711 /var/lib/lxc "$CARAVAN" \
        || return 1
    for folder in layers packed incoming ranges shifted docker microvm; do
        [ ! -d "$CARAVAN/$folder" ] || chmod 700 "$CARAVAN/$folder" || return 1
    done
}

ranges() {
    for file in /etc/subuid /etc/subgid; do
        if grep -qx "root:$FIRST_ID:$IDS" $file 2>/dev/null; then
            ok "${file#/etc/}" "256 ranges of ids for copies"
        elif awk -F : -v first=$FIRST_ID -v count=$IDS '$2 < first + count && first < $2 + $3 { found = 1 } END { exit !found }' \
            $file 2>/dev/null; then
            tell missing "${file#/etc/}" \
                "the ids $FIRST_ID to $((FIRST_ID + IDS - 1)), which copies need, are assigned to another user in $file" "move that entry"
        else
            change "${file#/etc/}" "256 ranges of ids for copies: root:$FIRST_ID:$IDS" add_line $file "root:$FIRST_ID:$IDS"
        fi
    done
}

add_line() { printf '%s\n' "$2" >>"$1"; }

# How the files of an image get the ids of a copy: asked by doing it.
layers() {
    if ! command -v perl >/dev/null; then tell advice layers "not known before perl-base is there" "check again"; return; fi
    probe=$(mktemp -d "$(existing "$CARAVAN")/.probe.XXXXXX")
    mkdir -p "$probe/layer" "$probe/lower/0" "$probe/upper" "$probe/work" "$probe/root"
    if said=$(unshare --mount -- perl -e "$LAYERS" $FIRST_ID 65536 "$probe" "$probe/layer" 2>&1); then
        ok layers "id-mapped: images are stored once, each copy sees them under its own ids"
    else
        reason="the kernel or file system has no id-mapped mounts ($(echo "$said" | head -n 1))"
        tell advice layers "shifted: $reason; a second copy of each layer is kept, all copies share one range" \
            "use a kernel of 5.19 or later, with ext4, xfs or btrfs below $CARAVAN"
    fi
    rm -rf "$probe"
}

login() {
    [ -n "$LOGIN_KEY" ] || return 0
    key=$(echo "$LOGIN_KEY" | cut -d ' ' -f 2)
    # Cloud images list the same key for root with a command that sends people away: the first line with a key counts.
    if [ "$(grep -sF "$key" /root/.ssh/authorized_keys)" = "$LOGIN_KEY" ]; then ok login "root may log in with Caravan's key"; else
        change login "root may log in with Caravan's key" allow_login "$key"
    fi
}

allow_login() {
    mkdir -p /root/.ssh && chmod 700 /root/.ssh && touch /root/.ssh/authorized_keys &&
        { grep -vF "$1" /root/.ssh/authorized_keys || true; } >"$NOTES/keys" &&
        printf '%s\n' "$LOGIN_KEY" >>"$NOTES/keys" && cat "$NOTES/keys" >/root/.ssh/authorized_keys && chmod 600 /root/.ssh/authorized_keys
}

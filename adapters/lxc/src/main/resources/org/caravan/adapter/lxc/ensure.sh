require_layers() {
    for layer in $LAYERS; do
        [ -d "$CARAVAN/layers/$layer" ] ||
            fault FAILED "The image ($IMAGE) is not on the host ($HOST)." "bring it there first."
    done
}

refuse_outdated() {
    for file in "$LXC_PATH/$INSTANCE".*/caravan; do
        [ -f "$file" ] || continue
        other=${file%/caravan}
        other=${other##*/}
        if [ "${other##*.}" -gt "${LABEL##*.}" ]; then
            fault OUTDATED "The host ($HOST) has the newer copy ($other), so ($LABEL) is not started." "plan again: this plan is outdated."
        fi
    done
}

create() {
    mkdir "$STAGE"
    printf '%s' "$FACTS" >"$STAGE/caravan"
    mv -T "$STAGE" "$FOLDER"
    mkdir -p "$FOLDER/upper/etc" "$FOLDER/names"
    # Links, because a file that is mounted cannot be replaced as a whole.
    ln -s /run/caravan/hosts "$FOLDER/upper/etc/hosts"
    ln -s /run/caravan/resolv.conf "$FOLDER/upper/etc/resolv.conf"
    echo '# Peers are found in /etc/hosts alone.' >"$FOLDER/names/resolv.conf"
    printf '%s' "$START" >"$FOLDER/names/start"
    printf '%s' "$NETWORK" >"$FOLDER/network"
    chmod 755 "$FOLDER/network"
    printf '%s' "${CONFIG//@folder@/$FOLDER}" >"$FOLDER/config"
    local calls=/usr/share/lxc/config/common.seccomp
    [ ! -f $calls ] || echo "lxc.seccomp.profile = $calls" >>"$FOLDER/config"
    write_routes
}

require_secrets() {
    grep -q " run/secrets none" "$FOLDER/config" || return 0
    [ -f "$SECRETS_FOLDER/versions" ] ||
        fault FAILED "The copy ($LABEL) has no secrets in the memory of the host ($HOST)." "the host was restarted: deploy again, so that it gets them."
    own_secrets
}

start() {
    require_secrets
    : >"$FOLDER/lxc.log"
    rm -f "$FOLDER/network.log"
    if ! lxc-start -n "$LABEL" -d -o "$FOLDER/lxc.log" -l ERROR </dev/null >/dev/null 2>&1 9>&-; then
        local reason
        reason=$(tail -n 1 "$FOLDER/network.log" 2>/dev/null || true)
        # LXC's first error is the cause, the later ones are its consequences.
        [ -n "$reason" ] || reason=$(head -n 1 "$FOLDER/lxc.log" | sed 's/.* - [^ ]*:[0-9]* - //')
        fault FAILED "The copy ($LABEL) does not start on the host ($HOST): ${reason:-LXC gives no reason}." "look into $FOLDER/lxc.log on the host."
    fi
}

lock
refuse_foreign
refuse_outdated
require_layers
[ -e "/sys/class/net/$BRIDGE" ] ||
    fault FAILED "The host ($HOST) has no bridge ($BRIDGE) for containers." "create it with the host's address on it, or name another bridge in the settings."
if ours && [ -e "$FOLDER/complete" ] && [ "$(field spec)" = "$SPEC" ]; then
    if ! running; then
        stop
        write_routes
        start
        verify_routes
    else
        change_routes
    fi
else
    remove
    create
    start
    verify_routes
    : >"$FOLDER/complete"
fi

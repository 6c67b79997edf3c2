# A copy is a container with its label as its name and as the value of a label of Docker's. Docker gives it no network.
need docker docker.io
[ -z "${LABEL:-}" ] && RUNNING=$(docker ps --filter label=org.caravan.copy --format '{{.Names}}') || RUNNING=

running_in() { # FOLDER: sets pid where it is about one copy
    if [ -z "${LABEL:-}" ]; then
        grep -qxF -- "${1##*/}" <<<"$RUNNING"
        return
    fi
    pid=$(docker container inspect -f '{{if .State.Running}}{{.State.Pid}}{{end}}' "${1##*/}" 2>/dev/null) && [ -n "$pid" ]
}

# From inside: its network is its own.
nearby() { inside "$@"; }

last_words() { docker logs --tail "${LINES_WANTED:-1}" "$LABEL" 2>&1 || true; }

# Written over, not renamed: a file that is mounted cannot be replaced as a whole.
write_names() {
    {
        printf '127.0.0.1 localhost\n::1 localhost ip6-localhost\n'
        printf '%s' "$ROUTES" | awk 'NF { print $2, $1 }'
    } >"$FOLDER/hosts.new"
    cat "$FOLDER/hosts.new" >"$FOLDER/hosts"
    printf '%s' "$ROUTES" >"$FOLDER/routes.new"
    mv -f "$FOLDER/routes.new" "$FOLDER/routes"
}

# The way first, then the name: a peer's new name must not resolve before packets to it take the planned ISP.
change_routes() {
    printf '%s' "$ROUTES" | cmp -s - "$FOLDER/routes" && return 0
    ! running || give_routes
    write_names
}

# Somebody may have given the name to a container by hand.
bears_our_label() {
    [ "$(docker container inspect -f '{{index .Config.Labels "org.caravan.copy"}}' "$LABEL" 2>/dev/null)" = "$LABEL" ]
}

stop() {
    rm -f "$FOLDER/run/network" "$STAGE/run/network"
    ! bears_our_label || docker stop -t "$GRACE" "$LABEL" >/dev/null 2>&1 9>&- || true
    unplug
}

discard() { ! bears_our_label || docker rm -f -v "$LABEL" >/dev/null 9>&-; }

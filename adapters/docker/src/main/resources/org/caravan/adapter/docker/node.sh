# A copy is a container with its label as its name and as the value of a label of Docker's. Docker gives it no network.
need docker docker.io
HAS_FILTERS=yes
HAS_BANDWIDTH=yes
START_NEEDS='HAS_FILTERS HARDWARE_ADDRESS IMAGE_ID MEMORY MEMORY_RESERVED CPU_MILLIS CPU_QUOTA_US HOST_NAME RUNNING TAG'
# Of all copies, where the call is about all of them: /NAME PID.
RUNNING=
copies_now() { RUNNING=$(docker ps -q --filter label=org.caravan.copy | xargs -r docker inspect -f '{{.Name}} {{.State.Pid}}'); }
# A session asks at each of its calls, whose time is limited.
[ -n "${LABEL:-}${USAGES:-}" ] || copies_now

running_in() { # FOLDER: sets pid
    if [ -z "${LABEL:-}" ]; then
        pid=$(awk -v name="/${1##*/}" '$1 == name && $2 > 0 { print $2 }' <<<"$RUNNING")
        [ -n "$pid" ]
        return
    fi
    pid=$(docker container inspect -f '{{if .State.Running}}{{.State.Pid}}{{end}}' "${1##*/}" 2>/dev/null) && [ -n "$pid" ]
}

# From inside: its network is its own.
nearby() { inside "$@"; }

# MARK COMMAND…: the command, before words that the copy runs. By the mark all of it is found.
within() {
    local mark=$1
    shift
    "$@" docker exec --env "$mark" "$LABEL" "${words[@]}"
}

last_words() { docker logs --tail "${LINES_WANTED:-1}" "$LABEL" 2>&1 || true; }

# Written over, not renamed: a file that is mounted cannot be replaced as a whole.
write_names() {
    names_of_peers >"$FOLDER/hosts.new"
    cat "$FOLDER/hosts.new" >"$FOLDER/hosts"
}

# A pair of devices, of which the copy gets one: its filter is in force before the container exists. The hardware address of the
# host's end is above all others, because a bridge takes the lowest of its ports.
make_port() {
    local reason
    ip link add "$DEVICE" address "fe:${HARDWARE_ADDRESS#*:}" type veth peer name "${DEVICE}p" address "$HARDWARE_ADDRESS"
    reason=$(put_filter 2>&1) || {
        stop
        fault FAILED "The copy ($LABEL) does not start on the host ($HOST): ${reason##*$'\n'}." \
            "see whether the kernel is Linux 5.16 or later with nf_tables: caravan node check."
    }
    ip link set dev "$DEVICE" master "$BRIDGE" up
}

plug_in() {
    [ -e "/sys/class/net/${DEVICE}p" ] || make_port # a copy of before there were filters starts its container first
    ip link set dev "${DEVICE}p" netns "$pid" name eth0
    inside sh -c 'cd /proc/sys/net/ipv6/conf; echo 0 >eth0/accept_ra; for device in eth0 lo; do echo 0 >$device/disable_ipv6; done' \
        2>/dev/null || true # Docker turns it off
    inside ip link set eth0 up
}

keep_filter() { renew_again; }

end_code() { docker container inspect -f '{{.State.ExitCode}}' "$LABEL" 2>/dev/null || echo -; }

unplug() { [ ! -e "/sys/class/net/$DEVICE" ] || ip link delete "$DEVICE" 2>/dev/null || true; }

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

# Images that no call has asked for within an hour: the engine refuses to remove those that a container is made of.
tidy_own() {
    local id
    docker images --filter reference='caravan:*' --format '{{.Tag}}' | while read -r id; do
        [ -z "$(find "$COPIES/.asked.$id" -mmin -60 2>/dev/null)" ] || continue
        ! docker image rm "caravan:$id" >/dev/null 2>&1 || rm -f "$COPIES/.asked.$id"
    done
}

TAG=caravan:$IMAGE_ID

refuse_foreign() {
    docker container inspect "$LABEL" >/dev/null 2>&1 || return 0
    bears_our_label ||
        fault FAILED "The host ($HOST) has a container ($LABEL) that Caravan did not make." "rename it, or the application."
}

# Layers as they lie unpacked on the host become an image of the engine, without a registry: an archive as `docker save` makes it.
# The engine takes a layer that it has already from itself. Deletions are devices 0:0, which is what its overlayfs wants, too.
load_image() {
    mkdir -p "$COPIES"
    : >"$COPIES/.asked.$IMAGE_ID"
    exec 8>/run/lock/caravan.docker-image
    flock -w 300 8
    if docker image inspect "$TAG" >/dev/null 2>&1; then return; fi
    local stage=$COPIES/.image.$BASHPID layer digests='' files=''
    # shellcheck disable=SC2064 # the folder of now
    trap "rm -rf --one-file-system '$stage'" EXIT
    mkdir -p "$stage"
    for layer in $LAYERS; do
        [ -d "$CARAVAN/layers/$layer" ] || fault FAILED "The image ($IMAGE) is not on the host ($HOST)." "bring it there first."
        tar --sort=name --numeric-owner --xattrs --xattrs-include='*' -C "$CARAVAN/layers/$layer" -cf "$stage/$layer.tar" .
        digests+=${digests:+,}\"sha256:$(sha256sum "$stage/$layer.tar" | cut -d ' ' -f 1)\"
        files+=${files:+,}\"$layer.tar\"
    done
    printf '{"architecture":"%s","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":[%s]}}' "$ARCHITECTURE" \
        "$digests" >"$stage/config.json"
    printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":[%s]}]' "$TAG" "$files" >"$stage/manifest.json"
    tar -C "$stage" -c . | docker load >/dev/null 9>&-
    rm -rf --one-file-system "$stage"
    exec 8>&-
}

# Docker starts it before it has a network, so the container waits for that.
create() {
    mkdir -p "$STAGE/run"
    : >"$STAGE/hosts"
    echo '# Peers are found in /etc/hosts alone.' >"$STAGE/resolv.conf"
    printf 'while [ ! -e /run/caravan/network ]; do sleep 0.01; done\nexec %s\n' "$START" >"$STAGE/run/start"
    printf '%s' "$ENVIRONMENT" >"$STAGE/environment"
    printf '%s' "$SECCOMP" >"$STAGE/seccomp"
}

# The capabilities are what a service needs as root of its own files and to run as another user: no mounts, no devices, and no hand on
# the routes of the plan. All of it is said here, because an engine's own defaults can be set otherwise. No restart by Docker: it would
# come back without its network, which the keeper gives it.
make_container() {
    local keep=() capability
    for capability in CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID NET_BIND_SERVICE; do
        keep+=(--cap-add $capability)
    done
    local secrets=()
    [ -z "$NEEDS_SECRETS" ] || secrets=(-v "$SECRETS_FOLDER/files:/run/secrets:ro")
    gpu_options
    docker create --name "$LABEL" --label "org.caravan.copy=$LABEL" --hostname "$HOST_NAME" --network none --init --restart no \
        --memory "$MEMORY" --memory-reservation "$MEMORY_RESERVED" --memory-swap "$MEMORY" \
        --cpu-shares $((CPU_MILLIS * 1024 / 1000 > 2 ? CPU_MILLIS * 1024 / 1000 : 2)) \
        --cpu-period 100000 --cpu-quota "$CPU_QUOTA_US" --cap-drop ALL "${keep[@]}" \
        --security-opt no-new-privileges --security-opt "seccomp=$FOLDER/seccomp" --pids-limit 4096 --ipc private \
        --sysctl net.ipv4.ip_unprivileged_port_start=0 \
        --log-driver json-file --log-opt max-size=2m --log-opt max-file=2 --env-file "$FOLDER/environment" \
        -v "$FOLDER/run:/run/caravan:ro" -v "$FOLDER/hosts:/etc/hosts:ro" -v "$FOLDER/resolv.conf:/etc/resolv.conf:ro" \
        ${secrets[@]+"${secrets[@]}"} "${GPU_OPTIONS[@]}" --entrypoint /bin/sh "$TAG" /run/caravan/start >/dev/null
}

# GPUs of NVIDIA by the vendor's toolkit, where the engine has it: it adds the libraries that belong to the driver of the host.
gpu_options() { # sets GPU_OPTIONS: options of docker create
    local device numbers=''
    GPU_OPTIONS=()
    [ -f "$FOLDER/gpus" ] || return 0
    if ! grep -qv '^nvidia ' "$FOLDER/gpus" && docker info --format '{{json .Runtimes}}' 2>/dev/null | grep -q '"nvidia"'; then
        while read -r device; do
            numbers+=${numbers:+,}$device
        done < <(gpu_devices "$FOLDER" | sed -n 's|^/dev/nvidia\([0-9][0-9]*\)$|\1|p')
        [ -z "$numbers" ] || { GPU_OPTIONS=(--gpus "\"device=$numbers\"") && return; }
    fi
    while read -r device; do GPU_OPTIONS+=(--device "$device:$device:rw"); done < <(gpu_devices "$FOLDER")
}

refuse_start() { # REASON
    fault FAILED "The copy ($LABEL) does not start on the host ($HOST): ${1:-Docker gives no reason}." \
        "look at it with: docker inspect $LABEL."
}

start() {
    local log=$FOLDER/docker.log
    if ! docker container inspect "$LABEL" >/dev/null 2>&1; then
        make_container 2>"$log" 9>&- || refuse_start "$(tail -n 1 "$log")"
    fi
    write_names
    make_port
    docker start "$LABEL" >/dev/null 2>"$log" 9>&- || refuse_start "$(tail -n 1 "$log")"
    running || refuse_start "it ended at once"
    echo "$pid" >"$FOLDER/pid" # for the host's keeper
    plug_in
    local reason
    reason=$(give_network 2>&1) || refuse_start "${reason##*$'\n'}"
    : >"$FOLDER/run/network"
}

docker version >/dev/null 2>&1 || fault FAILED "The Docker engine of the host ($HOST) does not answer." "start it there."
load_image
ensure_copy

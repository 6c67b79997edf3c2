# GPUs of the host. Its owner declares them in /etc/caravan/gpus, one on each line: the vendor and the device nodes that a copy gets with
# it, for example `amd /dev/kfd /dev/dri/renderD128`. Planning counts GPUs; the host assigns them: each to one copy, whose folder has its
# line.
GPU_FILE=/etc/caravan/gpus
LXC_SETTINGS=/etc/lxc/lxc.conf

declared_gpus() { # one on each line; without comments
    local line
    [ -r "$GPU_FILE" ] || return 0
    while read -r line || [ -n "$line" ]; do
        line=${line%%#*}
        # shellcheck disable=SC2086 # single spaces between words
        set -- $line
        [ $# -eq 0 ] || printf '%s\n' "$*"
    done <"$GPU_FILE"
}

# Lines of all copies of the host: USED those of others, FORMER those of this instance. The next copy of an instance takes its GPUs over,
# because both run during an update.
read_gpus_of_copies() {
    local file lxc=
    [ ! -r "$LXC_SETTINGS" ] || lxc=$(sed -n 's/^ *lxc\.lxcpath *= *//p' "$LXC_SETTINGS" | tail -n 1)
    USED='' FORMER=''
    for file in "$CARAVAN"/*/*/gpus "${lxc:-/var/lib/lxc}"/*/gpus "$COPIES"/*/gpus; do
        case $file in
            "$COPIES"/.*/gpus) ;;
            */"$INSTANCE".*/gpus) [ ! -f "$file" ] || FORMER+=$(cat "$file" 2>/dev/null || true)$'\n' ;;
            *) [ ! -f "$file" ] || USED+=$(cat "$file" 2>/dev/null || true)$'\n' ;;
        esac
    done
}

lines_with() { # DEVICE LINES: sets COUNT
    local line
    COUNT=0
    while read -r line; do [[ " ${line#* } " != *" $1 "* ]] || COUNT=$((COUNT + 1)); done <<<"$2"
}

# The owner may have edited the file since: a GPU is known by the devices that no other declared line has, else by its whole line.
has_gpu() { # LINE LINES: whether one of them is this GPU
    local device
    # shellcheck disable=SC2086 # a list of devices
    for device in ${1#* }; do
        case $device in /dev/nvidiactl | /dev/nvidia-* | /dev/kfd) continue ;; esac # of all GPUs of the vendor
        lines_with "$device" "$DECLARED"
        [ $COUNT = 1 ] || continue
        lines_with "$device" "$2"
        [ $COUNT = 0 ] || return 0
    done
    [[ $'\n'$2$'\n' == *$'\n'"$1"$'\n'* ]]
}

require_devices() { # LINE
    local device
    # shellcheck disable=SC2086 # a list of devices
    for device in ${1#* }; do
        if ! [[ $device =~ ^/dev(/[A-Za-z0-9_:+-][A-Za-z0-9._:+-]*)+$ && -c $device ]]; then
            fault FAILED "The host ($HOST) declares the GPU device ($device), which is no character device there." \
                "correct it in $GPU_FILE on the host, or load its driver."
        fi
    done
}

gpus_in_turn() {
    local line
    while read -r line; do if has_gpu "$line" "$FORMER"; then printf '%s\n' "$line"; fi; done <<<"$DECLARED"
    while read -r line; do if ! has_gpu "$line" "$FORMER"; then printf '%s\n' "$line"; fi; done <<<"$DECLARED"
}

# Reserves the GPUs of the copy: those of the instance before, then the first that no other copy has.
take_gpus() { # FOLDER
    local line vendor DECLARED USED FORMER COUNT left=$GPU_COUNT taken=''
    [ "$GPU_COUNT" -gt 0 ] || return 0
    exec 7>/run/lock/caravan.gpus
    flock -w 60 7 || fault FAILED "The host ($HOST) is still assigning GPUs." "repeat it later."
    DECLARED=$(declared_gpus)
    read_gpus_of_copies
    while read -r line; do
        vendor=${line%% *}
        [ "$left" -gt 0 ] || break
        [ -n "$line" ] || continue
        [ "$vendor" = "${GPU_VENDOR:-$vendor}" ] || continue
        if has_gpu "$line" "$USED" || has_gpu "$line" "$taken"; then continue; fi
        require_devices "$line"
        taken+=$line$'\n'
        left=$((left - 1))
    done < <(gpus_in_turn)
    [ "$left" -eq 0 ] || fault NO_CAPACITY \
        "The host ($HOST) has $((GPU_COUNT - left)) of $GPU_COUNT free${GPU_VENDOR:+ $GPU_VENDOR} GPUs for the copy ($LABEL)." \
        "declare its GPUs in $GPU_FILE on the host: vendor and device nodes, one GPU on each line."
    printf '%s' "$taken" >"$1/gpus"
    exec 7>&-
}

gpu_devices() { # FOLDER: the device nodes of its GPUs, each once
    local devices
    # shellcheck disable=SC2086 # a list of devices
    while read -r _ devices; do printf '%s\n' $devices; done <"$1/gpus" | sort -u
}

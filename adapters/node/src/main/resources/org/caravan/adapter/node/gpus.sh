# GPUs of the host. Its owner declares them in /etc/caravan/gpus, one on each line: the vendor and the device nodes that a copy gets with it,
# for example `amd /dev/kfd /dev/dri/renderD128`. Planning counts GPUs; the host assigns them: each to one copy, whose folder has its line.
GPU_FILE=/etc/caravan/gpus

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

# Lines of copies other than this instance. The next copy of an instance takes the GPUs over, because both run during an update.
used_gpus() {
    local file
    for file in "$CARAVAN"/*/*/gpus /var/lib/lxc/*/gpus "$COPIES"/*/gpus; do
        case $file in */"$INSTANCE".*/gpus | "$COPIES"/.*/gpus) continue ;; esac
        [ ! -f "$file" ] || cat "$file"
    done
}

require_devices() { # LINE
    local device
    # shellcheck disable=SC2086 # a list of devices
    for device in ${1#* }; do
        if ! [[ $device =~ ^/dev(/[A-Za-z0-9_:+-][A-Za-z0-9._:+-]*)+$ && -c $device ]]; then
            fault FAILED "The host ($HOST) declares the GPU device ($device), which is no character device there." "correct it in $GPU_FILE on the host, or load its driver."
        fi
    done
}

# Reserves the GPUs of the copy: the first that no other copy has.
take_gpus() { # FOLDER
    local line vendor used left=$GPU_COUNT taken=''
    [ "$GPU_COUNT" -gt 0 ] || return 0
    exec 7>/run/lock/caravan.gpus
    flock -w 60 7 || fault FAILED "The host ($HOST) is still assigning GPUs." "repeat it later."
    used=$(used_gpus)
    while read -r line; do
        vendor=${line%% *}
        [ "$left" -gt 0 ] || break
        [ "$vendor" = "${GPU_VENDOR:-$vendor}" ] || continue
        if [[ $'\n'$used$'\n' == *$'\n'"$line"$'\n'* || $'\n'$taken == *$'\n'"$line"$'\n'* ]]; then continue; fi
        require_devices "$line"
        taken+=$line$'\n'
        left=$((left - 1))
    done < <(declared_gpus)
    [ "$left" -eq 0 ] || fault NO_CAPACITY \
        "The host ($HOST) has $((GPU_COUNT - left)) of $GPU_COUNT free${GPU_VENDOR:+ $GPU_VENDOR} GPUs for the copy ($LABEL)." "declare its GPUs in $GPU_FILE on the host: vendor and device nodes, one GPU on each line."
    printf '%s' "$taken" >"$1/gpus"
    exec 7>&-
}

gpu_devices() { # FOLDER: the device nodes of its GPUs, each once
    local devices
    # shellcheck disable=SC2086 # a list of devices
    while read -r _ devices; do printf '%s\n' $devices; done <"$1/gpus" | sort -u
}

active=$(lxc-ls -1 --running)
for file in "$LXC_PATH"/*/caravan; do
    [ -f "$file" ] || continue
    folder=${file%/caravan}
    # A removal may run beside: what is gone by now is simply not seen.
    facts=$(cat "$file" 2>/dev/null) || continue
    state=STOPPED
    if [ -e "$folder/complete" ] && grep -qxF "${folder##*/}" <<<"$active"; then
        state=RUNNING
    fi
    printf 'copy %s\nstate %s\n%s\n' "${folder##*/}" $state "$facts"
    sed -n 's/^\([^ ]*\) [0-9]* \(.*\)/secret \1 \2/p' "/run/caravan/secrets/${folder##*/}/versions" 2>/dev/null || true
    {
        if [ $state = RUNNING ] && [ -s "$folder/routes" ]; then
            routes_in_force "$folder" "$(lxc-info -n "${folder##*/}" -pH)"
        else
            cat "$folder/routes" 2>/dev/null || true
        fi
    } | sed -n 's/^..*/route &/p'
done
# Supplied and never made, because the deployment was given up: its secrets are still something of ours.
for file in /run/caravan/secrets/*/home; do
    folder=${file%/home}
    [ ! -e "$LXC_PATH/${folder##*/}" ] && [ "$(cat "$file" 2>/dev/null)" = "$LXC_PATH" ] || continue
    printf 'copy %s\nstate STOPPED\n' "${folder##*/}"
    sed -n 's/^\([^ ]*\) [0-9]* \(.*\)/secret \1 \2/p' "$folder/versions" 2>/dev/null || true
done

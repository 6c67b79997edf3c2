kept=
rules=
[ -z "${HAS_FILTERS:-}" ] || rules=$(filters_in_force)
shaped=$'\n'
[ -z "${HAS_BANDWIDTH:-}" ] || shaped=$'\n'$(shapes_in_force)$'\n'
for file in "$COPIES"/*/caravan; do
    [ -f "$file" ] || continue
    folder=${file%/caravan}
    facts=
    # A removal may run beside: what is gone by now is simply not seen.
    { IFS= read -r -d '' facts <"$file"; } 2>/dev/null || [ -n "$facts" ] || continue
    state=STOPPED
    if [ -e "$folder/complete" ] && running_in "$folder"; then
        state=RUNNING
    fi
    [ ! -e "$folder/complete" ] || kept=yes
    printf 'copy %s\nstate %s\n%s\n' "${folder##*/}" $state "$facts"
    ! restarts_of "${folder##*/}" || printf 'restarts %s %s\n' "$COUNT" "$CODE"
    [ ! -e "/run/caravan/secrets/${folder##*/}/versions" ] ||
        sed -n 's/^\([^ ]*\) [0-9]* \(.*\)/secret \1 \2/p' "/run/caravan/secrets/${folder##*/}/versions" 2>/dev/null || true
    if [ -n "${HAS_FILTERS:-}" ] && [ $state = RUNNING ]; then
        if filter_holds "$folder" "$rules"; then
            echo 'filter on'
            sed -n 's/^# admits /admitted /p' "$folder/filter"
        else
            echo 'filter off'
        fi
    fi
    if [ -n "${HAS_BANDWIDTH:-}" ] && [ $state = RUNNING ]; then
        echo bandwidth
        [ ! -s "$folder/bandwidth" ] || [[ $shaped != *$'\n'"${folder##*/}"$'\n'* ]] \
            || sed -n 's/^link /bandwidth /p; /^inbound /p' "$folder/bandwidth"
    fi
    [ ! -s "$folder/admitted" ] || sed -e '1s/^/filter /' -e '2,$s/^/admitted /' "$folder/admitted" 2>/dev/null || true
    [ -s "$folder/routes" ] || continue
    {
        if [ $state = RUNNING ] && [ -n "$pid" ]; then
            case $'\n'$facts in
            *$'\nrouter '*) routes_served "$folder" "$(sed -n 's/^router [0-9]* //p' "$file")" ;;
            *) routes_in_force "$folder" ;;
            esac
        else
            cat "$folder/routes" 2>/dev/null || true
        fi
    } | sed -n 's/^..*/route &/p'
done
# Supplied and never made, because the deployment was given up: its secrets are still something of ours.
for file in /run/caravan/secrets/*/home; do
    folder=${file%/home}
    [ ! -e "$COPIES/${folder##*/}" ] && [ "$(cat "$file" 2>/dev/null)" = "$COPIES" ] || continue
    printf 'copy %s\nstate STOPPED\n' "${folder##*/}"
    sed -n 's/^\([^ ]*\) [0-9]* \(.*\)/secret \1 \2/p' "$folder/versions" 2>/dev/null || true
done
# Of a host whose copies an earlier version made, or whose keeper somebody ended.
[ -z "$kept" ] || keep_watch

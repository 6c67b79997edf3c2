if ! ours || ! running; then
    reason=$(why_down)
    echo "the copy does not run on $HOST${reason:+; $reason}$([ -n "$reason" ] || last_words | tail -n 1 | tr -d '\r' | sed 's/^/; it last wrote: /')"
    exit 0
fi
# Asked at the addresses that peers use: a service that listens on localhost alone is ready for nobody. What has just been started is
# about to be ready: half a second's patience here saves the way back and forth, and on a busy host many programs for each question.
addresses=()
while read -r word address _; do [ "$word" != address ] || addresses+=("$address"); done <"$FOLDER/caravan"
nearby timeout 5 bash -s -- "$PORT" "$HTTP_PATH" "$STATUS" "${addresses[@]}" <<'END' || echo "port $PORT accepts, but does not answer within 5 s"
port=$1 path=$2 wanted=$3 began=${EPOCHREALTIME/./} pause=5
shift 3
while :; do
    for address; do
        if { exec 3<>"/dev/tcp/$address/$port"; } 2>/dev/null; then
            [ -n "$path" ] || exit 0
            printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$path" >&3 2>/dev/null
            status=
            read -r _ status _ <&3
            status=${status%$'\r'}
            [ "$status" = "$wanted" ] || echo "GET $path on port $port answers ${status:-nothing}, not $wanted"
            exit 0
        fi
    done
    [ $((${EPOCHREALTIME/./} - began)) -lt 500000 ] || break
    [ -n "${never:-}" ] || exec {never}<> <(:) # a pipe in which nothing comes: a pause without another process
    printf -v seconds 0.%03d $pause
    read -rt $seconds -u $never || true
    [ $pause -ge 40 ] || pause=$((pause * 2))
done
echo "nothing listens on port $port"
END

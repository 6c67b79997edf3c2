if ! ours || ! running; then
    reason=$(why_down)
    if restarts_of "$LABEL"; then
        [ "$CODE" = - ] && code='' || code=" with exit code $CODE"
        soon=$((DUE > EPOCHSECONDS ? DUE - EPOCHSECONDS : 0))
        if [ "$COUNT" -ge $CRASH_LOOP ]; then
            ended="crash loop: the host restarted it $COUNT times, it last ended$code; the next restart follows in $soon s"
        else
            ended="it ended$code; the host restarts it in $soon s"
        fi
        reason=$ended${reason:+; $reason}
    fi
    echo "the copy does not run on $HOST${reason:+; $reason}$([ -n "$(why_down)" ] \
        || last_words | tail -n 1 | tr -d '\r' | sed 's/^/; it last wrote: /')"
    exit 0
fi
# Asked at the addresses that peers use: a service that listens on localhost alone is ready for nobody. What has just been started is
# about to be ready: half a second's patience here saves the way back and forth, and on a busy host many programs for each question.
addresses=()
while read -r word address _; do [ "$word" != address ] || addresses+=("$address"); done <"$FOLDER/caravan"
# shellcheck disable=SC2016 # for the inner shell
ask='
port=$1 path=$2 wanted=$3 began=${EPOCHREALTIME/./} pause=5
shift 3
exec 4<>/dev/udp/127.0.0.1/9 # from which nothing comes: a pause without another process
{ read -rt 5 -u 4 || kill -ALRM $$; } >/dev/null 2>&1 & # whatever holds it up, connecting included
trap "kill $! 2>/dev/null" EXIT
while :; do
    for address; do
        if { exec 3<>"/dev/tcp/$address/$port"; } 2>/dev/null; then
            [ -n "$path" ] || exit 0
            printf "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" "$path" >&3 2>/dev/null
            status=
            read -r _ status _ <&3
            status=${status%[[:cntrl:]]}
            [ "$status" = "$wanted" ] || echo "GET $path on port $port answers ${status:-nothing}, not $wanted"
            exit 0
        fi
    done
    [ $((${EPOCHREALTIME/./} - began)) -lt 500000 ] || break
    printf -v seconds 0.%03d $pause
    read -rt $seconds -u 4 || true
    [ $pause -ge 40 ] || pause=$((pause * 2))
done
echo "nothing listens on port $port"'
nearby bash -c "$ask" bash "$PORT" "$HTTP_PATH" "$STATUS" "${addresses[@]}" </dev/null \
    || echo "port $PORT accepts, but does not answer within 5 s"

# The other end of a network measurement. VERB start or stop; LISTEN its address, PORT, LIMIT seconds after which it ends by itself.
set -eu
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
note=/run/caravan-iperf3.$PORT
if [ "$VERB" = start ]; then
    command -v iperf3 >/dev/null || { echo "there is no iperf3"; exit 1; }
    setsid timeout "$LIMIT" iperf3 -s -B "$LISTEN" -p "$PORT" </dev/null >"$note.log" 2>&1 &
    echo $! >"$note"
    i=0
    while ! ss -Hltn "sport = :$PORT" | grep -q .; do
        i=$((i + 1))
        [ $i -lt 100 ] && kill -0 "$(cat "$note")" 2>/dev/null || { tail -n 1 "$note.log"; exit 1; }
        sleep 0.05
    done
else
    [ ! -f "$note" ] || kill "$(cat "$note")" 2>/dev/null || true
    rm -f "$note" "$note.log"
fi

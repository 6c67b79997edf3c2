# WANTED: lines LABEL DEVICE SNAP-LENGTH; LIMIT in s, PACKETS of each copy, MOST compressed bytes of all. Writes `begun` and from when until
# when all are complete in ns, and for each running copy its packets in base64 after a dot.
command -v tcpdump >/dev/null ||
    fault UNSUPPORTED "The host ($HOST) has no tcpdump, which captures packets." "install it on the host: apt-get install tcpdump."
# Segments with payload, SYN and SYN-ACK; the rest are acknowledgements, which change no direction.
CAPTURED='(tcp[tcpflags] & tcp-syn != 0 or ip[2:2] - ((ip[0] & 0xf) << 2) - ((tcp[12] & 0xf0) >> 2) != 0)
    or (ip6[6] = 6 and (ip6[53] & 2 != 0 or ip6[4:2] - ((ip6[52] & 0xf0) >> 2) != 0))'
mkdir -p "$RUN"
folder=$(mktemp -d "$RUN/capture.XXXXXX")
end_all() {
    local file process
    for file in "$folder"/*.pid; do
        ! { read -r process <"$file"; } 2>/dev/null || kill "$process" 2>/dev/null || true
    done
    rm -rf "$folder"
}
trap end_all EXIT
trap 'exit 1' PIPE

capture_one() { # LABEL DEVICE SNAP-LENGTH
    # shellcheck disable=SC2016 # for that shell
    nearby sh -c 'echo $$ >"$0" && exec "$@"' "$folder/$1.pid" timeout -s INT -k 2 "$LIMIT" nice -n 19 \
        tcpdump -i "$(port_of "$2")" -nn -p -s "$3" -B 8192 -c "$PACKETS" --time-stamp-precision=nano -w - "$CAPTURED" 2>"$folder/$1.said" |
        gzip -1 | head -c "$share" >"$folder/$1.gz"
    echo "${PIPESTATUS[0]}" >"$folder/$1.code"
    rm -f "$folder/$1.pid" # another process may get the number
}

labels=() devices=() lengths=()
while read -r label device length; do
    [ -n "$label" ] && running_in "$COPIES/$label" || continue
    labels+=("$label") devices+=("$device") lengths+=("$length")
done <<<"$WANTED"
[ ${#labels[@]} -gt 0 ] || fault FAILED "No copy that is to be captured runs on the host ($HOST)." "look why they ended: caravan status."
started=$(date +%s%N)
share=$((MOST / ${#labels[@]}))
for number in "${!labels[@]}"; do
    running_in "$COPIES/${labels[number]}" || continue
    (
        set +e
        capture_one "${labels[number]}" "${devices[number]}" "${lengths[number]}"
    ) &
done
for label in "${labels[@]}"; do
    for _ in {1..100}; do
        ! grep -qs 'listening on' "$folder/$label.said" || break
        [ ! -e "$folder/$label.code" ] || break
        sleep 0.05
    done
    grep -qs 'listening on' "$folder/$label.said" ||
        fault FAILED "The packets of the copy ($label) on the host ($HOST) cannot be captured: $(tail -n 1 "$folder/$label.said")." \
            "try it there: tcpdump -D."
done
echo "begun $(date +%s%N) $((started + LIMIT * 1000000000))"
# The empty lines fail when the session is gone, which ends all captures.
while [ -n "$(jobs -pr)" ]; do
    sleep 1
    echo
done
for label in "${labels[@]}"; do
    cut=no
    [ "$(<"$folder/$label.code")" = 124 ] && [ "$(stat -c %s "$folder/$label.gz")" -lt "$share" ] || cut=yes
    lost=$(sed -n 's/^\([0-9]*\) packets\{0,1\} dropped by kernel$/\1/p' "$folder/$label.said")
    printf 'copy %s %s %s .' "$label" "$cut" "${lost:-0}"
    base64 -w 0 "$folder/$label.gz"
    echo
done

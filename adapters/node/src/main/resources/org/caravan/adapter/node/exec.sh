# WORDS inside of the copy, each in base64 on a line of its own after a dot; what it writes and how it ends, likewise. LIMIT in s, MOST in
# bytes.
require_ours
running || fault FAILED "The copy ($LABEL) does not run on the host ($HOST)." "look why it ended: caravan status."
words=()
while read -r word; do
    [ -n "$word" ] || continue
    plain=$(base64 -d <<<"${word#.}" && printf .) # a line's end at the end of a word is the word's
    words+=("${plain%.}")
done <<<"$WORDS"
mkdir -p "$RUN"
folder=$(mktemp -d "$RUN/exec.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mark=CARAVAN_COMMAND=${folder##*/}

# Output beyond the limit is read, so that the command continues, and discarded; one extra byte indicates it.
limited() {
    head -c $((MOST + 1))
    exec cat >/dev/null
}
mkfifo "$folder/out" "$folder/err"
limited <"$folder/out" >"$folder/output" &
readers=$!
limited <"$folder/err" >"$folder/errors" &
readers="$readers $!"
code=0
within "$mark" timeout -k 2 "$LIMIT" >"$folder/out" 2>"$folder/err" || code=$?

# Killing who attached it does not end what it is inside.
if [ $code = 124 ] || [ $code = 137 ]; then
    for process in /proc/[0-9]*; do
        ! grep -qzxF -- "$mark" "$process/environ" 2>/dev/null || kill -9 "${process##*/}" 2>/dev/null || true
    done
    [ $code = 124 ] || [ "$SECONDS" -lt "$LIMIT" ] || code=124
fi
# A program that it left behind may hold its outputs open.
for _ in {1..20}; do
    # shellcheck disable=SC2086 # a list of numbers
    kill -0 $readers 2>/dev/null || break
    sleep 0.05
done
# shellcheck disable=SC2086
kill $readers 2>/dev/null || true

printf 'code %s\n' "$code"
for stream in output errors; do
    [ "$(stat -c %s "$folder/$stream")" -le "$MOST" ] || echo 'cut yes'
    printf '%s %s\n' "$stream" ".$(head -c "$MOST" "$folder/$stream" | base64 | tr -d '\n')"
done

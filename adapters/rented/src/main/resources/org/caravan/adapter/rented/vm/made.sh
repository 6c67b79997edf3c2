require_ours
note_runner
if [ -s "$FOLDER/failed" ]; then
    read -r word code <"$FOLDER/failed"
    words=$({ tail -n 5 "$FOLDER/log"; } 2>/dev/null | tr -d '\r' | cut -c 1-300 | paste -s -d '|' | sed 's/|/ | /g')
    ending="exit code $code${words:+; it last wrote: $words}"
    fault FAILED "The $word script of the copy ($LABEL) on the machine of host ($HOST) ended with $ending." \
        "fix the script; its earlier effects stay on the machine, so it must be repeatable."
fi
phase=
{ read -r phase <"$FOLDER/phase"; } 2>/dev/null || true
if running; then
    # One that goes wrong does so soon; one that stays is the service itself.
    begun=$(cat "$FOLDER/begun" 2>/dev/null || echo 0)
    [ $(($(date +%s) - begun)) -ge 2 ] || [ -z "$runs" ] || echo "its start script runs"
    exit 0
fi
if [ -n "$runs" ]; then
    words=$(last_words | tail -n 1 | tr -d '\r' | cut -c 1-200)
    echo "its ${phase:-first} script runs${words:+; it last wrote: $words}"
    exit 0
fi
fault FAILED "The ${phase:-first} script of the copy ($LABEL) on the machine of host ($HOST) was interrupted." \
    "repeat it: the machine was restarted, or the script was killed."

# A kernel that counts says so by eight letters; others are drained by time alone.
if ! ours || ! running || [ "$(dd if="$MEMORY_FILE" bs=8 skip=$((STATUS_PAGE / 8)) count=1 status=none | tr -d '\0')" != caravan1 ]; then
    echo 0
    exit 0
fi
od -An -tu4 -j $((STATUS_PAGE + 8)) -N 4 "$MEMORY_FILE" | tr -d ' '

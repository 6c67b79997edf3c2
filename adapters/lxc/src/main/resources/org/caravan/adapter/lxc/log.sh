require_ours
cat "$FOLDER/console.log.1" "$FOLDER/console.log" 2>/dev/null | tail -n "$LINES_WANTED" || true

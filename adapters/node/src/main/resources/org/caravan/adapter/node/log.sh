require_ours
last_words | tail -n "$LINES_WANTED"

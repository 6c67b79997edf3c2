require_secrets
[ ! -e "/run/caravan/down/$LABEL" ] || rm -f "/run/caravan/down/$LABEL"
mkdir -p "$COPIES"
chmod 700 "$COPIES"
[ ! -d "$SECRETS_FOLDER" ] || printf '%s\n' "$COPIES" >"$SECRETS_FOLDER/home"
lock
refuse_outdated
if ours && [ "$(field spec)" = "$SPEC" ]; then
    note_runner
    note_admitted
    if running || [ -n "$runs" ]; then
        change_routes
    else
        printf '%s' "$ROUTES" >"$FOLDER/routes"
        start
    fi
    exit 0
fi
displace_earlier
remove
begin
write_boot
note_admitted
start
flush_later

lock
remove
drop_secrets "$LABEL"
[ ! -e "/run/caravan/down/$LABEL" ] || rm -f "/run/caravan/down/$LABEL"

lock
refuse_foreign
remove
drop_secrets "$LABEL"
[ ! -e "/run/caravan/down/$LABEL" ] || rm -f "/run/caravan/down/$LABEL"
[ ! -x $CARAVAN/routed ] || $CARAVAN/routed # no longer answers for it

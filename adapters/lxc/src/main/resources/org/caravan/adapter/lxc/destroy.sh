lock
refuse_foreign
remove
drop_secrets "$LABEL"
drop_notes
[ ! -x $CARAVAN/routed ] || $CARAVAN/routed # no longer answers for it

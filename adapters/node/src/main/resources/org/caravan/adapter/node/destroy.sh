lock
remove
drop_secrets "$LABEL"

lock
refuse_foreign
remove
drop_secrets "$LABEL"

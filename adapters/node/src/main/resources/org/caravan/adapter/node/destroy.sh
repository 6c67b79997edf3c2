lock
refuse_foreign
remove
drop_secrets "$LABEL"
drop_notes

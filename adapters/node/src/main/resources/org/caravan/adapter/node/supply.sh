lock
refuse_foreign
mkdir -p "$SECRETS_FOLDER"
chmod 711 /run/caravan/secrets
mountpoint -q "$SECRETS_FOLDER" || mount -t ramfs -o mode=0711,nosuid,nodev,noexec caravan-secrets "$SECRETS_FOLDER"
mkdir -p "$SECRETS_FOLDER/files" "$SECRETS_FOLDER/new"
chmod 700 "$SECRETS_FOLDER/new"
# Whose it is, should the copy never be made: another adapter may work on the same machine.
printf '%s\n' "$COPIES" >"$SECRETS_FOLDER/home"
# Pipes and builtins alone: arguments can be read by every user, and a here-string may be a file on the disk.
printf '%s' "$SECRETS" | while read -r name owner version value; do
    (umask 377 && rm -f "$SECRETS_FOLDER/new/$name" && printf '%s' "$value" | base64 -d >"$SECRETS_FOLDER/new/$name")
done
printf '%s' "$SECRETS" | cut -d ' ' -f 1-3 >"$SECRETS_FOLDER/versions.new"
own_secrets "$SECRETS_FOLDER/new" "$SECRETS_FOLDER/versions.new"
while read -r name _; do
    mv -f "$SECRETS_FOLDER/new/$name" "$SECRETS_FOLDER/files/$name"
done <"$SECRETS_FOLDER/versions.new"
find "$SECRETS_FOLDER/files" -type f -printf '%f\n' | while read -r name; do
    grep -q "^$name " "$SECRETS_FOLDER/versions.new" || rm -f "$SECRETS_FOLDER/files/$name"
done
# Last: a supply cut short is repeated, because the old versions stand.
mv -f "$SECRETS_FOLDER/versions.new" "$SECRETS_FOLDER/versions"

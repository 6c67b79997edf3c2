lock
refuse_foreign
mkdir -p /run/caravan/secrets
chmod 711 /run/caravan/secrets
# Secrets of copies that were never made, because their deployment was given up.
for other in $(find /run/caravan/secrets -mindepth 1 -maxdepth 1 -mmin +60 -printf '%f\n'); do
    [ "$other" = "$LABEL" ] || [ -e "$LXC_PATH/$other" ] || drop_secrets "$other"
done
mkdir -p "$SECRETS_FOLDER"
mountpoint -q "$SECRETS_FOLDER" || mount -t ramfs -o mode=0711,nosuid,nodev,noexec caravan-secrets "$SECRETS_FOLDER"
mkdir -p "$SECRETS_FOLDER/files" "$SECRETS_FOLDER/new"
chmod 700 "$SECRETS_FOLDER/new"
# Whose it is, should the copy never be made: another adapter may work on the same machine.
printf '%s\n' "$LXC_PATH" >"$SECRETS_FOLDER/home"
# Pipes and builtins alone: arguments can be read by every user, and a here-string may be a file on the disk.
printf '%s' "$SECRETS" | while read -r name owner version value; do
    (umask 377 && rm -f "$SECRETS_FOLDER/new/$name" && printf '%s' "$value" | base64 -d >"$SECRETS_FOLDER/new/$name")
done
printf '%s' "$SECRETS" | cut -d ' ' -f 1-3 >"$SECRETS_FOLDER/versions.new"
base=$(first_user)
while read -r name owner _; do
    chown "$((base + owner)):$((base + owner))" "$SECRETS_FOLDER/new/$name"
    mv -f "$SECRETS_FOLDER/new/$name" "$SECRETS_FOLDER/files/$name"
done <"$SECRETS_FOLDER/versions.new"
find "$SECRETS_FOLDER/files" -type f -printf '%f\n' | while read -r name; do
    grep -q "^$name " "$SECRETS_FOLDER/versions.new" || rm -f "$SECRETS_FOLDER/files/$name"
done
# Last: a supply cut short is repeated, because the old versions stand.
mv -f "$SECRETS_FOLDER/versions.new" "$SECRETS_FOLDER/versions"

# What calls left behind that were cut short an hour ago or earlier. Names of copies have four parts, the last two of them numbers.
old() { # FOLDER NAME...: those in it that have not changed for an hour
    [ ! -d "$1" ] || find "$1" -mindepth 1 -maxdepth 1 -mmin +60 \( "${@:2}" \) -print
}

# Folders of copies that were begun or whose removal was: they are never finished, because a recreated copy starts with a new folder.
# The copy's lock is not needed: what has not changed for an hour belongs to no call that still runs.
old "$COPIES" -name '.caravan.*.*.[0-9]*.[0-9]*' -o -name '.caravan.probe.*' -o -name '.image.*' | while read -r folder; do
    rm -rf --one-file-system "$folder"
done
old "$CARAVAN" -name '.caravan.probe.*' -o -name 'boot.[0-9]*' -o -name 'keeper.[0-9]*' | while read -r folder; do
    rm -rf --one-file-system "$folder"
done

# Secrets of copies that were never made, because their deployment was given up.
old /run/caravan/secrets -type d | while read -r folder; do
    label=${folder##*/}
    [ "$(cat "$folder/home" 2>/dev/null)" = "$COPIES" ] || continue
    [ -e "$COPIES/$label" ] || [ -e "$COPIES/.caravan.$label" ] || drop_secrets "$label"
done
# Files of commands and captures whose calls were killed.
old "$RUN" -name 'exec.*' -o -name 'capture.*' | while read -r folder; do
    rm -rf --one-file-system "$folder"
done
# Filters of copies whose device is gone.
! command -v nft >/dev/null || nft list tables netdev 2>/dev/null | sed -n 's/^table netdev \(users_\)*caravan_//p' | sort -u |
    while read -r device; do
    [ -e "/sys/class/net/$device" ] || drop_filter "$device"
done
tidy_own

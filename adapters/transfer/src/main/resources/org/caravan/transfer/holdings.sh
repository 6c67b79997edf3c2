echo "arch $(dpkg --print-architecture 2>/dev/null || uname -m)"
echo "free $(($(stat -f -c '%a * %S' $LAYERS_HELD)))"
# What was cut off and nobody went on with for a day; unpackings of a day ago are dead.
find $INCOMING $LAYERS_HELD $PACKED -mindepth 1 -maxdepth 1 \( -path '*/incoming/*' -o -name '*.new-*' \) -mmin +1440 \
    -exec rm -rf --one-file-system {} + || true
# What an earlier release unpacked was not looked through. Copies may stand on such a layer: it stays, without what it must not hold.
for layer in $(find $LAYERS_HELD -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | grep -xE '[0-9a-f]{64}' || true); do
    [ ! -e "$LAYERS_HELD/$layer.fit" ] || continue
    for folder in "$LAYERS_HELD/$layer" "$CARAVAN/shifted/$layer"; do
        [ ! -d "$folder" ] || (inspect_layer "$folder" "$layer") 2>/dev/null || {
            find "$folder" -xdev \( -type b -o -type s \) -delete
            find "$folder" -xdev -type c -exec sh -c 'for file; do [ "$(stat -c %t:%T "$file")" = 0:0 ] || rm -f "$file"; done' sh {} +
            inspect_layer "$folder" "$layer"
        }
    done
    : >"$LAYERS_HELD/$layer.fit"
done
cd $LAYERS_HELD && find . -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sed -n 's/^[0-9a-f]\{64\}$/layer &/p'
cd $PACKED && find . -mindepth 1 -maxdepth 1 -type f -printf '%f\n' | sed -n 's/^\([0-9a-f]\{64\}\)\.tar\.zst$/packed \1/p'
cd $INCOMING && find . -mindepth 1 -maxdepth 1 -type f -printf 'part %f %s\n'

# KEPT: digests of layers that stay; MINUTES: layers that came, or lost their last copy, more recently stay too. Writes the bytes freed.
# A copy of any form names its layers; one that names none is of before they did, and then nothing is known.
lxc=/var/lib/lxc
[ ! -r /etc/lxc/lxc.conf ] || lxc=$(sed -n 's/^ *lxc\.lxcpath *= *//p' /etc/lxc/lxc.conf | tail -n 1)
used=" $KEPT "
for file in $CARAVAN/*/*/caravan $CARAVAN/*/.caravan.*/caravan \
    "${lxc:-/var/lib/lxc}"/*/caravan "${lxc:-/var/lib/lxc}"/.caravan.*/caravan; do
    [ -f "$file" ] || continue
    its=$(sed -n 's/^layer //p' "$file" 2>/dev/null | tr '\n' ' ') || true
    [ -n "$its" ] || [ ! -f "$file" ] || { echo 0; exit 0; }
    used+="$its"
done
freed=0
# A folder is touched when it comes and when a copy of it ends.
untouched=$(cd $LAYERS_HELD && find . -mindepth 1 -maxdepth 1 -type d -mmin "+$MINUTES" -printf '%f\n' | grep -xE '[0-9a-f]{64}' || true)
for layer in $untouched; do
    [[ $used != *" $layer "* ]] || continue
    its=("$LAYERS_HELD/$layer")
    for other in "$PACKED/$layer.tar.zst" "$CARAVAN/shifted/$layer"; do [ ! -e "$other" ] || its+=("$other"); done
    freed=$((freed + $(du -scB1 "${its[@]}" | tail -n 1 | cut -f 1)))
    # Out of sight as a whole: what is removed by half must not be taken for a layer.
    mv -T "$LAYERS_HELD/$layer" "$LAYERS_HELD/$layer.new-gone"
    rm -rf --one-file-system "$LAYERS_HELD/$layer.new-gone" "$LAYERS_HELD/$layer.fit" "$PACKED/$layer.tar.zst"
    [ ! -d "$CARAVAN/shifted/$layer" ] || {
        mv -T "$CARAVAN/shifted/$layer" "$CARAVAN/shifted/$layer.new-gone"
        rm -rf --one-file-system "$CARAVAN/shifted/$layer.new-gone"
    }
done
echo $freed

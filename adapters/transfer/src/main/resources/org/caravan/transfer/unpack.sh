# LAYER, KIND (container, unikernel), PART: what came; SUM: its digest; TAR, TAR_BYTES, DISK_BYTES, ENTRIES: digest and size of the tar that
# must come of it, and what it takes here. For a difference also FROM (a layer kept packed).
RESERVE=$((64 << 20))
need zstd zstd
part=$INCOMING/$PART
target=$LAYERS_HELD/$LAYER
staging=$target.new-$$
new=$PACKED/$LAYER.new-$$
# shellcheck disable=SC2046 # a list of numbers
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf --one-file-system "$staging" "$new" "$new."*' EXIT
[ ! -d "$target" ] || { rm -f "$part"; exit 0; }
if ! echo "$SUM  $part" | sha256sum --check --status; then
    rm -f "$part" # the next attempt must not go on behind a wrong beginning
    fault FAILED "The layer ($LAYER) arrived damaged on the host ($HOST)." \
        "repeat it: the layer is sent again; if that fails too, it is damaged in the repository."
fi
# Before anything is written: a layer must not take what the host itself and its copies need of the disk.
room=$(($(stat -f -c '%a * %S' $LAYERS_HELD) - RESERVE))
nodes=$(stat -f -c '%d %c' $LAYERS_HELD)
if [ "$DISK_BYTES" -gt "$room" ] || { [ "${nodes#* }" -gt 0 ] && [ "$ENTRIES" -gt "${nodes% *}" ]; }; then
    needed="$((DISK_BYTES / 1000000 + 1)) MB and $ENTRIES files"
    fault NO_CAPACITY "The layer ($LAYER) takes $needed, for which the disk of the host ($HOST) has no room." \
        "remove images that no application uses: caravan image gc."
fi
mkdir "$staging"
# As pipe, not `tar --zstd`: old tars do not know it. Names and rights are the image's, so are deletions (devices 0:0). Of extended
# attributes only those that programs give to their files: others direct overlayfs and the kernel.
extract() { tar -x -p --numeric-owner --xattrs --xattrs-include='user.*' --xattrs-exclude='user.overlay.*' -C "$staging" -f -; }
# No more than was announced, whatever it unpacks to.
bounded() {
    head -c "$TAR_BYTES"
    [ "$(head -c 1 | wc -c)" -gt 0 ] || return 0
    rm -f "$part"
    fault FAILED "The layer ($LAYER) unpacks to more than the $TAR_BYTES bytes that were announced to the host ($HOST)." \
        "build or import its image again."
}
if [ "$KIND" = unikernel ]; then
    cp "$part" "$staging/kernel"
elif [ -n "$FROM" ]; then
    # Once through, to the tree, the sum and the packed form: a Raspberry Pi writes a few MB a second. Applied to something
    # else a difference makes a tar of anything; it goes no further than the staging folder.
    mkfifo "$new.sum" "$new.pack"
    sha256sum <"$new.sum" >"$new.found" &
    zstd -qc -3 <"$new.pack" >"$new" &
    if ! { zstd -dcq "$PACKED/$FROM.tar.zst" >"$new.from" &&
        zstd -dcq --long=27 --patch-from="$new.from" "$part" | bounded | tee "$new.sum" "$new.pack" | extract && wait &&
        [ "$(cut -d ' ' -f 1 "$new.found")" = "$TAR" ]; }; then
        rm -f "$part" "$PACKED/$FROM.tar.zst"
        fault FAILED "The difference to the layer ($LAYER) does not fit what the host ($HOST) has." \
            "repeat it: the whole layer is sent then."
    fi
    rm -f "$new.from"
else
    zstd -dcq "$part" | bounded | extract
fi
inspect_layer "$staging" "$LAYER"
chmod 755 "$staging"
touch "$staging" # how long nobody has used it counts from now on
sync -f "$staging" # a power cut must not leave a layer of empty files under its final name
: >"$target.fit"
mv -T "$staging" "$target" 2>/dev/null || [ -d "$target" ]
# Kept packed too, for differences to later layers, but only where the disk hardly notices.
free=$(($(stat -f -c '%a * %S' $PACKED)))
if [ "$KIND" = unikernel ] || [ $(($(stat -c %s "$part") * 20)) -gt "$free" ]; then
    rm -f "$part"
elif [ -n "$FROM" ]; then
    mv -f "$new" "$PACKED/$LAYER.tar.zst"
    rm -f "$part"
else
    mv -f "$part" "$PACKED/$LAYER.tar.zst"
fi

# Begins every script about images. Set before: HOST.
set -euo pipefail
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

CARAVAN=/var/lib/caravan
LAYERS_HELD=$CARAVAN/layers PACKED=$CARAVAN/packed INCOMING=$CARAVAN/incoming

# KIND MESSAGE WAY-OUT: taken over as they are.
fault() {
    printf 'caravan-fault %s\n%s\nMaybe %s\n' "$1" "$2" "$3" >&2
    exit 40
}

need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || fault FAILED "The host ($HOST) has no command ($1)." "install the package ($2) on it."
}
# For root alone: files of a layer keep the names and rights that its maker chose. What holds copies is passed through by their users.
umask 077
mkdir -p $LAYERS_HELD $PACKED $INCOMING
chmod 700 $LAYERS_HELD $PACKED $INCOMING
chmod 711 $CARAVAN
[ ! -d $CARAVAN/shifted ] || chmod 700 $CARAVAN/shifted
umask 022

# FOLDER LAYER: what no layer may hold, whatever the server has found. Devices, but for deletions (0:0), fail; rights that are gained by
# running a file are taken away, and so are files' own capabilities, which unpacking leaves out.
inspect_layer() {
    local found
    found=$(find "$1" -xdev \( -type b -o -type s \) -print -quit)
    [ -n "$found" ] || found=$(find "$1" -xdev -type c -exec stat -c '%t:%T %n' {} + | grep -m 1 -v '^0:0 ' || true)
    [ -n "$found" ] || { find "$1" -xdev -type f -perm /6000 -exec chmod u-s,g-s {} + && return; }
    [ -z "${part:-}" ] || rm -f "$part" # what arrived is not to be tried a second time
    fault FAILED "The layer ($2) holds a device, which the host ($HOST) refuses: $(printf %q "${found#"$1/"}" | cut -c 1-200)." \
        "leave it out of the image: hosts give copies their own devices."
}

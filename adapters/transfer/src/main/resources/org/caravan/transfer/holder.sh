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
mkdir -p $LAYERS_HELD $PACKED $INCOMING

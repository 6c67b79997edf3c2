# Copies one container COUNT times by `lxc-copy -B overlayfs` and starts the copies by `lxc-start` alone; prints the milliseconds until the
# port of each has answered inside. SIDE_BY_SIDE is how many at once.

# The image as one folder, since lxc-copy knows no layers: not timed.
mkdir -p "$folder/base/rootfs"
for layer in $(tr : '\n' <<<"$LAYERS" | tac); do cp -a "$layer/." "$folder/base/rootfs/"; done
config base "dir:$folder/base/rootfs" >"$folder/base/config"

one() { # NUMBER
    lxc-copy -P "$folder" -n base -p "$folder" -N "raw$1" -B overlayfs -s >/dev/null
    echo "lxc.net.0.ipv4.address = $network.$((FIRST + $1))/24" >>"$folder/raw$1/config"
    start "$1"
}
export -f one start answers
export folder network FIRST PORT ANSWER_LIMIT_S

began=${EPOCHREALTIME/./}
if [ "$SIDE_BY_SIDE" -gt 1 ]; then
    seq "$COUNT" | xargs -P "$SIDE_BY_SIDE" -n 1 bash -euc 'one "$0"; answers "$0"'
else
    for number in $(seq "$COUNT"); do one "$number"; done
    for number in $(seq "$COUNT"); do answers "$number"; done
fi
millis "$began" "${EPOCHREALTIME/./}"

#!/usr/bin/env bash
# The archive of the classes that a start of the server loads, as that of the image's Java: java uses it without an option. Made by a
# training run within the image's files, because Java compares paths, sizes and times of the jars. class-archive.sh ROOT SECONDS-SINCE-1970
set -euo pipefail
root=$1 epoch=$2
archive=runtime/lib/server/classes.jsa
find "$root" -exec touch -h -d "@$epoch" {} +
mkdir -p "$root/dev" "$root/proc" "$root/tmp/training"
trap 'rm -rf "$root/tmp/training"; rmdir "$root/dev" "$root/proc"' EXIT
mapped=()
[ "$(id -u)" = 0 ] || mapped=(--map-root-user)
# Its mounts end with it. Of the machine it sees the devices that give random numbers, its processes and its network.
inside() {
  # shellcheck disable=SC2016
  unshare "${mapped[@]}" --mount --propagation private \
    sh -c 'mount --rbind /dev "$1/dev"; mount --rbind /proc "$1/proc"; root=$1; shift; exec chroot "$root" "$@"' \
    sh "$root" "$@" < /dev/null
}
options=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m -Djava.io.tmpdir=/tmp/training
  -Dorg.sqlite.lib.path=/native -Dorg.sqlite.lib.name=libsqlitejdbc.so
  -DZstdNativePath=/native/libzstd-jni.so)
inside /runtime/bin/java "${options[@]}" -Xshare:off -XX:DumpLoadedClassList=/tmp/training/classes \
  -jar /caravan/caravan-server.jar training-run /tmp/training/data
inside /runtime/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m -Xshare:dump -XX:SharedClassListFile=/tmp/training/classes \
  -XX:SharedArchiveFile="/$archive" -cp /caravan/caravan-server.jar
chmod 644 "$root/$archive"
touch -d "@$epoch" "$root/$archive" "$root/runtime/lib/server" "$root/tmp"

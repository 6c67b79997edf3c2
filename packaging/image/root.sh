#!/usr/bin/env bash
# The files of the image: a Java runtime, the libraries of the system that it loads, a font for charts, and the server.
# root.sh SERVER-FOLDER TARGET
set -euo pipefail
server=$1 root=$2
mkdir -p "$root"/{etc/fonts,tmp,data,shared,lib,usr/share/fonts}
# jlink and jar end too soon for the second compiler and the parallel collector to pay off.
short=(-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC)
jlink "${short[@]}" --add-modules java.se,jdk.unsupported,jdk.crypto.ec,jdk.zipfs,jdk.management,jdk.naming.dns,jdk.httpserver,jdk.net \
  --strip-debug --no-header-files --no-man-pages --compress=2 --output "$root/runtime"
home=$(dirname "$(dirname "$(readlink -f "$(command -v jlink)")")")
rm -f "$root/runtime/lib/security/cacerts"
cp -L "$home/lib/security/cacerts" "$root/runtime/lib/security/cacerts"
# What those of the runtime name, what the server's own (SQLite, Zstandard) name, and what Java opens by name when it writes text into
# charts.
{
  find "$root/runtime" -name '*.so' -exec ldd {} + | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p'
  ldconfig -p | sed -n 's/.*lib\(fontconfig\.so\.1\|expat\.so\.1\|uuid\.so\.1\|dl\.so\.2\|pthread\.so\.0\|rt\.so\.1\) .*=> //p'
} | grep -v "^$root\|$home" | sort -u | while read -r library; do
  # A folder which the loader looks into without a cache of names.
  cp -L "$library" "$root/lib/"
done
# The loader itself lies where every program says it does.
loader=$(ldd "$root/runtime/bin/java" | sed -n 's/^\s*\(\/lib[^ ]*\) .*/\1/p')
install -D "$loader" "$root$loader"
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf "$root/usr/share/fonts/"
cat > "$root/etc/fonts/fonts.conf" <<'XML'
<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir><cachedir>/tmp/fontconfig</cachedir></fontconfig>
XML
echo 'caravan:x:10001:10001::/data:/nonexistent' > "$root/etc/passwd"
echo 'caravan:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
cp -r "$server" "$root/caravan"
# Libraries that jars unpack into a folder for temporary files, where an engine may forbid to run anything.
mkdir -p "$root/native"
case $(uname -m) in x86_64) processor=amd64 ;; *) processor=$(uname -m) ;; esac
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
(cd "$unpacked" && jar "${short[@]}" --extract --file "$(ls "$root"/caravan/lib/sqlite-jdbc-*.jar)" \
  "org/sqlite/native/Linux/$(uname -m)/libsqlitejdbc.so" \
  && jar "${short[@]}" --extract --file "$(ls "$root"/caravan/lib/zstd-jni-*.jar)" "linux/$processor")
find "$unpacked" -name '*.so' -exec cp {} "$root/native/" \;
mv "$root"/native/libzstd-jni-*.so "$root/native/libzstd-jni.so"

#!/usr/bin/env bash
# Makes modules of the client's jars, those without a descriptor included: modules.sh JARS TARGET. Only what is one module of a
# runtime image can lie in its archive of loaded classes wherever the image is unpacked to.
set -euo pipefail
jars=$1 target=$2
mkdir -p "$target"
cp "$jars"/*.jar "$target/"
described=$(mktemp -d)
trap 'rm -rf "$described"' EXIT
jdeps --multi-release 17 --ignore-missing-deps --generate-module-info "$described" --module-path "$jars" "$jars"/caravan-*.jar > /dev/null
compiled() {
  local info=$1 module jar classes
  module=$(sed -n 's/^module \([a-z.]*\) {/\1/p' "$info")
  jar=$(ls "$target/${module//./-}"-[0-9]*.jar)
  classes=$described/classes/$module
  # Declarations of commands are read by reflection, so every package is open.
  sed -i 's/^module/open module/' "$info"
  mkdir -p "$classes"
  (cd "$classes" && jar --extract --file "$jar")
  javac --release 17 --module-path "$target" --patch-module "$module=$classes" -d "$classes" "$info"
  jar --update --file "$jar" -C "$classes" module-info.class
}
# One after the other in the order of what they require: a module is compiled against those that have their descriptor.
for module in caravan.model caravan.writer caravan.importers caravan.client caravan.cli; do
  compiled "$(find "$described/$module" -name module-info.java)"
done

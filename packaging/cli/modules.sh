#!/usr/bin/env bash
# Makes modules of the client's jars, those without a descriptor included: modules.sh JARS TARGET LANGUAGE. Only what is one module of a
# runtime image can lie in its archive of loaded classes wherever the image is unpacked to. Jars that only the language needs are moved
# to LANGUAGE: many of its libraries cannot be modules, and only `caravan validate` loads them.
set -euo pipefail
jars=$1 target=$2 language=$3
mkdir -p "$target" "$language"
# These programs end too soon for the second compiler and the parallel collector to pay off.
short=(-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC)
for jar in "$jars"/*.jar; do
  case $(basename "$jar") in
    caravan-model-* | caravan-turns-* | caravan-writer-* | caravan-importers-* | caravan-services-* | \
      caravan-api-* | caravan-client-* | caravan-cli-* | picocli-* | jackson-* | snakeyaml-*) ;;
    *) mv "$jar" "$language/" ;;
  esac
done
cp "$jars"/*.jar "$target/"
described=$(mktemp -d)
trap 'rm -rf "$described"' EXIT
jdeps "${short[@]}" --multi-release 17 --ignore-missing-deps --generate-module-info "$described" --module-path "$jars" \
  "$jars"/caravan-*.jar > /dev/null
compiled() {
  local info=$1 module jar classes
  module=$(sed -n 's/^module \([a-z.]*\) {/\1/p' "$info")
  jar=$(ls "$target/${module//./-}"-[0-9]*.jar)
  classes=$described/classes/$module
  # Declarations of commands are read by reflection, so every package is open.
  sed -i 's/^module/open module/' "$info"
  # The language is found as a service of the class path.
  [ "$module" != caravan.cli ] || sed -i 's/^}/    uses org.caravan.diagnostic.ModelCheck;\n}/' "$info"
  mkdir -p "$classes"
  (cd "$classes" && jar "${short[@]}" --extract --file "$jar")
  javac "${short[@]}" --release 17 --module-path "$target" --patch-module "$module=$classes" -d "$classes" "$info"
  jar "${short[@]}" --update --file "$jar" -C "$classes" module-info.class
}
# One after the other in the order of what they require: a module is compiled against those that have their descriptor.
for module in caravan.model caravan.turns caravan.writer caravan.importers caravan.services caravan.api caravan.client caravan.cli; do
  compiled "$(find "$described/$module" -name module-info.java)"
done

# What can be installed without this checkout: the command line client with its Java, a Debian package, an image of containers.

PACKAGES=$CARAVAN_HOME/target/packages
# The same inputs give the same files: all of them are of the time of the last commit.
package_epoch() { git -C "$CARAVAN_HOME" log -1 --format=%ct 2>/dev/null || echo 1764547200; }

package() {
  case "${1:-}" in
    cli) package_cli ;;
    debian) package_debian ;;
    image) package_image ;;
    test) package_test ;;
    *) fail "package needs a kind: cli, debian or image" "run: ./caravan package cli" ;;
  esac
}

# A runtime image with the client in it: nothing else is needed to run it, and its classes come out of an archive.
package_cli() {
  require_packages build
  build
  local name target classes epoch
  name=caravan-cli-$VERSION-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
  target=$PACKAGES/$name
  epoch=$(package_epoch)
  rm -rf "$target" "$PACKAGES/cli-modules" "$PACKAGES/cli-jars"
  mkdir -p "$target/bin" "$PACKAGES/cli-jars"
  cp "$CLI_JAR" "$CARAVAN_HOME"/cli/target/lib/*.jar "$PACKAGES/cli-jars/"
  "$CARAVAN_HOME/packaging/cli/modules.sh" "$PACKAGES/cli-jars" "$PACKAGES/cli-modules"
  jlink --module-path "$PACKAGES/cli-modules" --add-modules caravan.cli,jdk.crypto.ec --strip-debug --no-header-files --no-man-pages --compress=1 \
    --output "$target/runtime"
  trusted_roots "$target/runtime"
  install -m 755 "$CARAVAN_HOME/packaging/cli/caravan" "$target/bin/caravan"
  cp "$CARAVAN_HOME/LICENSE" "$target/"
  client_completions "$target/completions" "$target/bin/caravan"
  # The archive knows its image by the time of the file, too.
  find "$target" -exec touch -h -d "@$epoch" {} +
  archive_classes "$target"
  touch -d "@$epoch" "$target/runtime/lib/server/classes.jsa" "$target/runtime/lib/server"
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" -C "$PACKAGES" -cf - "$name" | gzip -n > "$target.tar.gz"
  say "built: $target.tar.gz"
}

# Debian's Java has its certificates of authorities elsewhere and a link to them.
trusted_roots() {
  local roots=$1/lib/security/cacerts from
  from=$(dirname "$(dirname "$(readlink -f "$(command -v jlink)")")")/lib/security/cacerts
  rm -f "$roots"
  cp -L "$from" "$roots"
}

# client_completions FOLDER CLIENT
client_completions() {
  local shell
  mkdir -p "$1"
  for shell in bash zsh fish; do "$2" completion $shell > "$1/caravan.$shell"; done
}

# All classes that a few commands load, in the archive that Java maps at its start. archive_classes CLIENT-FOLDER
archive_classes() {
  local java=$1/runtime/bin/java main=caravan.cli/org.caravan.cli.Main list
  list=$(mktemp -d)
  # What they answer does not matter here: nobody listens on that port.
  "$java" -Xshare:off -XX:DumpLoadedClassList="$list/1" -m $main --help > /dev/null 2>&1
  "$java" -Xshare:off -XX:DumpLoadedClassList="$list/2" -m $main status --server http://127.0.0.1:9 > /dev/null 2>&1 || true
  "$java" -Xshare:off -XX:DumpLoadedClassList="$list/3" -m $main validate --server http://127.0.0.1:9 "$CARAVAN_HOME/examples/sock-shop/sock-shop.caravan" > /dev/null 2>&1 || true
  cat "$list"/? | grep -v '^[#@]' | sort -u > "$list/all"
  "$java" -Xshare:dump -XX:+UseSerialGC -XX:SharedClassListFile="$list/all" > "$list/log" 2>&1 || fail "The archive of classes could not be made." "read $list/log"
  rm -rf "$list"
}

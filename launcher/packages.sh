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

# Whose work goes with ours, and by which licence; fails for one that ours does not go with (docs/decisions/packages.md).
THIRD_PARTY=$PACKAGES/licences/THIRD-PARTY.txt
licences() {
  local log=$CARAVAN_HOME/target/licences.log
  require_packages build
  # The build of each package asks; it follows from what is asked for.
  if [ "${1:-}" = kept ] && newer_than_poms "$THIRD_PARTY"; then
    say "is there: $THIRD_PARTY"
    return
  fi
  mkdir -p "$CARAVAN_HOME/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" license:aggregate-add-third-party -Dlicense.outputDirectory="$(dirname "$THIRD_PARTY")" \
    > "$log" 2>&1 </dev/null \
    || {
      grep -m 5 'ERROR\|WARN' "$log" >&2
      fail "Something comes by a licence that is not on the list, or by none." "read $log and docs/decisions/packages.md"
    }
  say "$(grep -c '^ *(' "$THIRD_PARTY") libraries, each by a licence of the list: $THIRD_PARTY"
}

# newer_than_poms FILE: it is there, and of a later time than all that says what Maven takes and which licences go.
newer_than_poms() {
  [ -s "$1" ] && [ -z "$(find "$CARAVAN_HOME" \( -name target -o -name node_modules -o -path "$CARAVAN_DATA" \) -prune \
    -o \( -name pom.xml -o -name missing.properties \) -newer "$1" -print -quit)" ]
}

# Components of all delivered modules with versions, licences and digests (CycloneDX), for scanners of known vulnerabilities.
BILL_OF_MATERIALS=$PACKAGES/licences/caravan-sbom.json
sbom() {
  local log=$CARAVAN_HOME/target/sbom.log
  require_packages build
  # It follows from what is asked for, and takes half a minute.
  if newer_than_poms "$BILL_OF_MATERIALS"; then
    say "is there: $BILL_OF_MATERIALS"
    return
  fi
  mkdir -p "$CARAVAN_HOME/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom \
    -DoutputDirectory="$(dirname "$BILL_OF_MATERIALS")" > "$log" 2>&1 </dev/null \
    || { grep -m 5 ERROR "$log" >&2; fail "The bill of materials could not be written." "read $log"; }
  say "written: $BILL_OF_MATERIALS"
}

# docs/dependencies.md: what is delivered, from when it is, and why.
dependencies() {
  sbom
  python3 "$CARAVAN_HOME/packaging/licences/dependencies.py" "$BILL_OF_MATERIALS" "$CARAVAN_HOME/packaging/licences/reasons.tsv" \
    "$(mvn -q -B help:evaluate -Dexpression=settings.localRepository -DforceStdout </dev/null | sed 's/\x1b\[[0-9;]*m//g')" \
    "$CARAVAN_HOME/docs/dependencies.md"
}

# For programs of Java that end too soon for the second compiler and the parallel collector to pay off.
SHORT_RUN=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

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
  "$CARAVAN_HOME/packaging/cli/modules.sh" "$PACKAGES/cli-jars" "$PACKAGES/cli-modules" "$target/language"
  # The last three are the language's; its libraries name more (java.desktop, java.sql), which validation does not reach.
  jlink "${SHORT_RUN[@]/#/-J}" --module-path "$PACKAGES/cli-modules" \
    --add-modules caravan.cli,jdk.crypto.ec,java.logging,java.xml,jdk.unsupported \
    --strip-debug --no-header-files --no-man-pages --compress=1 --output "$target/runtime"
  trusted_roots "$target/runtime"
  install -m 755 "$CARAVAN_HOME/packaging/cli/caravan" "$target/bin/caravan"
  licences kept
  sbom
  cp "$CARAVAN_HOME/LICENSE" "$THIRD_PARTY" "$BILL_OF_MATERIALS" "$target/"
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
  local java=$1/runtime/bin/java main=caravan.cli/org.caravan.cli.Main list url home \
    model=$CARAVAN_HOME/examples/sock-shop/sock-shop.caravan
  list=$(mktemp -d)
  home=$list/home
  coproc answers { java "${SHORT_RUN[@]}" "$CARAVAN_HOME/packaging/cli/Answers.java"; }
  read -r url <&"${answers[0]}" || fail "Nothing answers the client while its classes are listed." "look at packaging/cli/Answers.java"
  # Nobody listens on port 9; by https the classes of TLS are loaded before that is known.
  loaded() {
    HOME=$home CARAVAN_TOKEN=none "$java" "${SHORT_RUN[@]}" -Xshare:off -XX:DumpLoadedClassList="$list/$1" -m $main "${@:2}" \
      > /dev/null 2>&1 </dev/null || true
  }
  loaded 1 --help
  loaded 2 status --server http://127.0.0.1:9
  loaded 3 status --server https://127.0.0.1:9
  loaded 4 status --server "$url"
  loaded 5 status shop --json --server "$url"
  loaded 6 deploy --auto-approve "$model" --server "$url"
  loaded 7 nodes --server "$url"
  exec {answers[1]}>&-
  cat "$list"/? | grep -v '^#' | sort -u > "$list/all"
  "$java" -Xshare:dump "${SHORT_RUN[@]}" -XX:SharedClassListFile="$list/all" > "$list/log" 2>&1 \
    || fail "The archive of classes could not be made." "read $list/log"
  rm -rf "$list"
}

# Server and client for Debian's Java, by dpkg-deb; nothing in it is made for one kind of processor. CARAVAN_PACKAGE_VERSION names another
# version.
package_debian() {
  require_packages build
  build
  local from=$CARAVAN_HOME/packaging/debian root=$PACKAGES/debian version epoch file
  # Jars are compressed already. A tilde sorts before the release itself.
  version=${CARAVAN_PACKAGE_VERSION:-${VERSION/-/\~}}
  epoch=$(package_epoch)
  rm -rf "$root"
  mkdir -p "$root"/{DEBIAN,etc/caravan,etc/default,lib/systemd/system,usr/bin,usr/share/caravan/client,usr/share/doc/caravan}
  cp -r "$(dirname "$SERVER_JAR")" "$root/usr/share/caravan/server"
  without_native_solver "$root/usr/share/caravan/server"
  cp "$CLI_JAR" "$CARAVAN_HOME"/cli/target/lib/*.jar "$root/usr/share/caravan/client/"
  install -m 755 "$from/caravan" "$from/caravan-server" "$root/usr/bin/"
  install -m 755 "$CARAVAN_HOME/packaging/class-archive" "$root/usr/share/caravan/"
  install -m 644 "$from/caravan.service" "$root/lib/systemd/system/"
  install -m 644 "$from/application.yaml" "$root/etc/caravan/"
  install -m 644 "$from/default" "$root/etc/default/caravan"
  install -m 644 "$CARAVAN_HOME/README.md" "$CARAVAN_HOME/CHANGELOG.md" "$root/usr/share/doc/caravan/"
  licences kept
  sbom
  install -m 644 "$CARAVAN_HOME/LICENSE" "$root/usr/share/doc/caravan/copyright"
  install -m 644 "$THIRD_PARTY" "$BILL_OF_MATERIALS" "$root/usr/share/doc/caravan/"
  client_completions "$root/completions" "client"
  install -D -m 644 "$root/completions/caravan.bash" "$root/usr/share/bash-completion/completions/caravan"
  install -D -m 644 "$root/completions/caravan.fish" "$root/usr/share/fish/vendor_completions.d/caravan.fish"
  rm -r "$root/completions"
  install -m 755 "$from"/{postinst,prerm,postrm} "$root/DEBIAN/"
  install -m 644 "$from/conffiles" "$from/triggers" "$root/DEBIAN/"
  sed "s/@VERSION@/$version/; s/@KILOBYTES@/$(du -sk --apparent-size "$root" | cut -f1)/" "$from/control" > "$root/DEBIAN/control"
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -exec touch -h -d "@$epoch" {} +
  file=$PACKAGES/caravan_${version}_all.deb
  SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zgzip -z1 --build "$root" "$file" > /dev/null
  rm -rf "$root"
  say "built: $file"
}

# without_native_solver FOLDER: a quarter of the server's size, for what few ask for (docs/decisions/optimality-proofs.md);
# docs/operating.md says how to add it.
without_native_solver() { rm -f "$1"/lib/ortools-linux-*.jar; }

package_test() {
  require_packages build test
  if is_root && is_linux; then require_packages demo real; fi
  build
  real_python_tests packaging -v
}

# An image of containers (an OCI archive) with nothing below it that would have to be pulled: podman load -i FILE, docker load -i FILE (from
# 25 on), skopeo copy oci-archive:FILE docker-archive:OTHER for older ones.
package_image() {
  require_packages build
  [ -f /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || require_packages demo
  build
  local root=$PACKAGES/image-root epoch log=$CARAVAN_HOME/target/image.log
  epoch=$(package_epoch)
  rm -rf "$root"
  mkdir -p "$PACKAGES"
  # jib wants a folder of classes, if an empty one.
  mkdir -p "$CARAVAN_HOME/packaging/image/target/classes"
  "$CARAVAN_HOME/packaging/image/root.sh" "$(dirname "$SERVER_JAR")" "$root"
  without_native_solver "$root/caravan"
  licences kept
  sbom
  cp "$CARAVAN_HOME/LICENSE" "$THIRD_PARTY" "$BILL_OF_MATERIALS" "$root/caravan/"
  "$CARAVAN_HOME/packaging/image/class-archive.sh" "$root" "$epoch" > "$CARAVAN_HOME/target/image-class-archive.log" 2>&1 \
    || fail "The image's archive of classes could not be made." \
    "read $CARAVAN_HOME/target/image-class-archive.log; it needs unshare and chroot"
  mvn -q -B -f "$CARAVAN_HOME/packaging/image/pom.xml" -Dtime="$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" package jib:buildTar \
    > "$log" 2>&1 </dev/null \
    || { grep -m 5 ERROR "$log" >&2; fail "The image could not be packed." "read $log"; }
  rm -rf "$root"
  say "built: $PACKAGES/caravan-image.tar, as caravan/server:$VERSION"
}

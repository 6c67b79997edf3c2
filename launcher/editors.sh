# Editors of models: the Modeller (a workbench of Eclipse with the editor), VS Code's extension. Neither is part of ./caravan build.

MODELLER=$CARAVAN_HOME/modeling/eclipse/modeller/target/caravan-modeller-linux
MODELLER_SITE=$CARAVAN_HOME/modeling/eclipse/site/target/caravan-eclipse-site
VSCODE=$CARAVAN_HOME/modeling/vscode
# What vsce asks for; Debian 12's is older.
NODE_AT_LEAST=20

modeller() {
  case "${1:-}" in
    build) modeller_build ;;
    site) modeller_site ;;
    test) modeller_test ;;
    start) shift; modeller_build; exec "$MODELLER/caravan-modeller/modeller" "$@" ;;
    *) fail "modeller needs a verb: build, site, test or start" "run: ./caravan modeller start" ;;
  esac
}

# Whether a source is newer than what was built of it last. modeller_changed PRODUCT STAMP
modeller_changed() {
  [ -e "$1" ] && [ -f "$2" ] || return 0
  [ -n "$(find "$CARAVAN_HOME"/pom.xml "$CARAVAN_HOME"/{testing,api,modeling,client,examples/maven/notes/src/main/caravan} \
    \( -name target -o -name test -o -name tests -o -name xtext-gen -o -path '*/modeling/vscode' \) -prune \
    -o -type f -newer "$2" -print -quit)" ]
}

# Bundles are newer than others by the last part of their version: when their sources were committed, the same on every machine.
modeller_qualifier() {
  TZ=UTC git -C "$CARAVAN_HOME" log -1 --date=format-local:%Y%m%d%H%M --format=-Dcaravan.qualifier=%cd 2>/dev/null || true
}

# A reactor of its own behind the root's profile, with what it embeds of the language and the client. modeller_package PRODUCT MODULES
modeller_package() {
  local log=$CARAVAN_HOME/target/modeller.log stamp
  stamp=$CARAVAN_HOME/target/built-$(basename "$1")
  modeller_changed "$1" "$stamp" || return 0
  require_packages build
  mkdir -p "$CARAVAN_HOME/target"
  touch "$stamp.next"
  say "building $(basename "$1") (first time: also downloads the workbench) …"
  # shellcheck disable=SC2046  # no qualifier where there is no history
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -Pmodeller -Dmaven.test.skip=true $(modeller_qualifier) -pl "$2" -am package \
    > "$log" 2>&1 </dev/null \
    || { grep -m 10 ERROR "$log" >&2; fail "$(basename "$1") could not be built." "read $log"; }
  mv "$stamp.next" "$stamp"
}

modeller_build() {
  modeller_package "$MODELLER.tar.gz" modeling/eclipse/modeller,modeling/eclipse/workbench-tests
  say "built: $MODELLER.tar.gz"
}

modeller_site() {
  modeller_package "$MODELLER_SITE.zip" modeling/eclipse/site
  say "built: $MODELLER_SITE.zip and the folder ${MODELLER_SITE%/*}/repository: Help, Install New Software, Add, Local or Archive"
}

modeller_test() {
  if ! is_linux; then echo "SKIPPED: the Modeller's tests need Linux: they run on a virtual screen (Xvfb)"; return 0; fi
  require_packages build
  if is_root; then require_packages screen
  elif [ -n "$(missing_packages screen)" ]; then
    echo "SKIPPED: the Modeller's tests: these are missing: $(missing_packages screen | tr '\n' ' ')"
    return 0
  fi
  build
  modeller_build
  modeller_site
  real_python_tests modeling/eclipse -v
  say "pictures and reports: modeling/eclipse/workbench-tests/target/reports"
}

vscode() {
  case "${1:-}" in
    build) vscode_build ;;
    test) vscode_test ;;
    *) fail "vscode needs a verb: build or test" "run: ./caravan vscode build" ;;
  esac
}

# The reason why not, on one line; nothing where it can be built.
vscode_missing() {
  local node
  command -v npm >/dev/null && command -v node >/dev/null || { echo "there is no npm"; return; }
  node=$(node --version)
  node=${node#v}
  [ "${node%%.*}" -ge "$NODE_AT_LEAST" ] || echo "vsce needs Node.js $NODE_AT_LEAST, and this is $node"
}

vscode_build() {
  local log=$CARAVAN_HOME/target/vscode.log
  [ -z "$(vscode_missing)" ] || fail "The extension cannot be built: $(vscode_missing)." "install Node.js $NODE_AT_LEAST or newer with npm."
  require_packages build vscode
  build
  say "building VS Code's extension (first time: also downloads its tools) …"
  { [ "$VSCODE/node_modules/.package-lock.json" -nt "$VSCODE/package-lock.json" ] || npm --prefix "$VSCODE" ci --no-progress; \
    npm --prefix "$VSCODE" run package; } > "$log" 2>&1 </dev/null \
    || { tail -5 "$log" >&2; fail "The extension could not be built." "read $log"; }
  say "built: $VSCODE/dist/caravan.vsix"
}

vscode_test() {
  if [ -n "$(vscode_missing)" ]; then echo "SKIPPED: the tests of VS Code's extension: $(vscode_missing)"; return 0; fi
  vscode_build
  vscode_window
  real_python_tests modeling/vscode -v
  say "pictures: modeling/vscode/target/window"
}

# A VS Code whose window is a page of a browser, pinned by its lock; nothing of it is compiled. Where it is missing that test says SKIPPED.
vscode_window() {
  local folder=$CARAVAN_HOME/testing/vscode
  if is_linux && is_root; then require_packages window; fi
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] && return
  say "installing VS Code for its test (first time) …"
  npm --prefix "$folder" ci --ignore-scripts --no-progress --no-audit --no-fund >/dev/null || rm -rf "$folder/node_modules"
}

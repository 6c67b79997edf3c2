# The tests: what runs anywhere in minutes, and what needs root, namespaces, LXC and a browser.

run_tests() {
  case "${1:-}" in
    '') fast_tests ;;
    --real) real_tests ;;
    --clouds) cloud_tests ;;
    --moves) move_tests ;;
    --stock-node) stock_node_tests ;;
    --all) fast_tests; real_tests; cloud_tests; move_tests; stock_node_tests ;;
    *) fail "test does not know: $1" "use: ./caravan test, ./caravan test --real, --clouds, --moves, --stock-node or --all" ;;
  esac
}

fast_tests() {
  require_packages build test
  licences
  mvn -B -f "$CARAVAN_HOME/pom.xml" verify </dev/null
  CARAVAN_REAL=false python_tests
}

# With CARAVAN_REAL=false those that need namespaces, containers or a download say SKIPPED.
python_tests() {
  local folder
  for folder in examples/testbed examples/sock-shop executionware/images bench testing/launcher; do
    python_tests_in "$folder"
  done
  for folder in testing/api examples/maven examples/ci examples/measuring examples/nornet examples/relay examples/joint examples/desk examples/clouds/machines examples/clouds/ec2 examples/clouds/openstack examples/stock-node packaging; do
    CARAVAN_REAL=false python_tests_in "$folder" -t .
  done
}

# Machines that look like rented ones, and in front of them the EC2 API and a real OpenStack, which stands from the contract to the joint example.
# What it takes minutes to install is kept in /var/cache/caravan (CARAVAN_CACHE), under names with its versions.
cloud_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of clouds need root on Linux: they raise control planes whose machines are containers"
    return 0
  fi
  time_for 32 "those of clouds" || return 0
  require_packages build demo test real clouds
  local folder
  for folder in examples/clouds/machines examples/clouds/ec2 examples/clouds/openstack; do
    real_python_tests "$folder"
  done
  (
    trap 'cloud openstack down' EXIT
    cloud openstack up
    cloud_contracts
    CARAVAN_IMAGES=$CARAVAN_DATA/images real_python_tests examples/joint -v
    CARAVAN_IMAGES=$CARAVAN_DATA/images real_python_tests examples/desk -v
  )
}

# In the checkout's data folder, where the tests look for it.
cloud() { "$CARAVAN_HOME/examples/clouds/$1/$1" --state "$CARAVAN_HOME/data/$1" "${@:2}"; }

# The adapters alone and what they are made of; a suite that did not run is no success.
cloud_contracts() {
  local suite missing=() began
  began=$(mktemp)
  say "the adapters' contract at OpenStack and EC2"
  mvn -B -fae -f "$CARAVAN_HOME/pom.xml" -Pclouds -pl adapters/openstack,adapters/aws -am test </dev/null
  for suite in openstack.{OpenStackCloudContractTest,OpenStackTroubleTest,GenericCloudContractTest} aws.AwsCloudContractTest aws.AwsFaultsTest; do
    [ "$CARAVAN_HOME/adapters/${suite%%.*}/target/surefire-reports/TEST-org.caravan.adapter.$suite.xml" -nt "$began" ] || missing+=("$suite")
  done
  rm -f "$began"
  [ ${#missing[@]} -eq 0 ] || fail "These suites did not run: ${missing[*]}" "their tag is another than that of the profile clouds."
}

# The demo first: it builds the images that the tests of the shop in containers use.
real_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the real tests need root on Linux: they raise network namespaces and containers"
    return 0
  fi
  require_packages build demo test real nornet load
  accessibility_rules
  "$CARAVAN_HOME/.ci/demo"
  CARAVAN_REAL=1 CARAVAN_IMAGES=$CARAVAN_DATA/images python_tests
  if time_for 18 "those of Maven's profile real"; then mvn -B -f "$CARAVAN_HOME/pom.xml" -Preal verify </dev/null; fi
  if time_for 9 examples/measuring; then real_python_tests examples/measuring; fi
  if time_for 4 examples/maven; then real_python_tests examples/maven; fi
  if time_for 3 examples/compose; then real_python_tests examples/compose -v; fi
  if time_for 3 examples/ci; then real_python_tests examples/ci; fi
  if time_for 12 "those of packages"; then package_test; fi
  if time_for 11 "those of several servers"; then mvn -B -f "$CARAVAN_HOME/pom.xml" -Pservers -pl upperware/server -am -Dsurefire.failIfNoSpecifiedTests=false test </dev/null; fi
  if time_for 12 testing/api; then real_python_tests testing/api -v; fi
  if time_for 8 "those of the Modeller"; then modeller_test; fi
  if time_for 8 "those of VS Code's extension"; then vscode_test; fi
  if time_for 4 examples/nornet; then real_python_tests examples/nornet; fi
}

# What holds the console's pages against WCAG, pinned by its lock; without npm that test says SKIPPED.
accessibility_rules() {
  local folder=$CARAVAN_HOME/testing/axe
  command -v npm >/dev/null || { echo "SKIPPED: axe-core's rules: there is no npm"; return 0; }
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] || npm --prefix "$folder" ci --no-progress --no-audit --no-fund >/dev/null \
    || echo "SKIPPED: axe-core's rules could not be installed by npm"
}

real_python_tests() { CARAVAN_REAL=1 python_tests_in "$1" "${@:2}" -t .; }

# python_tests_in FOLDER [OPTION…]
python_tests_in() {
  say "python tests in $1, CARAVAN_REAL=${CARAVAN_REAL:-}"
  (cd "$CARAVAN_HOME/$1" && /usr/bin/python3 "$CARAVAN_HOME/launcher/python_tests.py" "${@:2}" -s tests)
}

# time_for MINUTES WHAT: where all tests must be over by CARAVAN_TESTS_END (seconds since 1970), what may take longer than that is said, not begun.
time_for() {
  local left
  [ -n "${CARAVAN_TESTS_END:-}" ] || return 0
  left=$(((CARAVAN_TESTS_END - $(date +%s)) / 60))
  [ "$left" -lt "$1" ] || return 0
  echo "SKIPPED: tests, $2: they may take $1 minutes on two cores, and $left are left"
  return 1
}

# Ten moves of an application under 100 requests/s, by names, by names on kept connections and by a router; replicas that hang.
move_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of moves need root on Linux: they raise network namespaces and containers"
    return 0
  fi
  time_for 13 examples/relay || return 0
  require_packages build demo test real
  real_python_tests examples/relay -v
}

# The life of a stock Debian 12 in QEMU as a node, from its first check to its removal, with a power cut. Its image is kept in /var/cache/caravan (CARAVAN_CACHE).
stock_node_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of a stock node need root on Linux: they start a virtual machine in a network namespace"
    return 0
  fi
  time_for 12 examples/stock-node || return 0
  require_packages build demo test real
  real_python_tests examples/stock-node -v
}

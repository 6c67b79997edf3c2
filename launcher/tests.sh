# The test suites: fast ones, and those that need root, network namespaces, containers and a browser.

# run_tests [KIND]: runs all suites of a kind, also after one failed; prints one line per suite at the end and fails if a suite failed.
run_tests() {
  SUITE_RESULTS=${CARAVAN_SUITE_RESULTS:-$(mktemp)}
  local first
  first=$(wc -l < "$SUITE_RESULTS" 2>/dev/null || echo 0)
  suites_of "$@"
  if [ -z "${CARAVAN_SUITE_RESULTS:-}" ] || [ "${1:-}" = --report ]; then print_suites; fi
  awk -F '\t' -v first="$first" 'NR > first && $1 == "failed" { failed = 1 } END { exit failed }' "$SUITE_RESULTS"
}

suites_of() {
  case "${1:-}" in
    '') fast_tests ;;
    --real) real_tests ;;
    --clouds) cloud_tests ;;
    --moves) move_tests ;;
    --stock-node) stock_node_tests ;;
    --report) ;; # of the suites that ran before, by CARAVAN_SUITE_RESULTS
    --all) fast_tests; real_tests; cloud_tests; move_tests; stock_node_tests ;;
    *) fail "test does not know: $1" "use: ./caravan test, ./caravan test --real, --clouds, --moves, --stock-node or --all" ;;
  esac
}

# suite NAME MINUTES COMMAND…: runs a suite in a shell of its own and records its result and duration; skips it if less than MINUTES are left.
suite() {
  local name=$1 minutes=$2 began=$SECONDS left status
  shift 2
  if left=$(minutes_left) && [ "$left" -lt "$minutes" ]; then
    echo "SKIPPED: $name: it takes up to $minutes minutes on 2 cores, and $left are left"
    record_suite skipped "$name" 0 "needs $minutes minutes, $left left"
    return 0
  fi
  say "suite: $name"
  # Not "|| status=$?": bash ignores errexit in everything that a condition runs.
  set +e
  (set -e; "$@")
  status=$?
  set -e
  if [ $status -eq 0 ]; then record_suite passed "$name" $((SECONDS - began)); else record_suite failed "$name" $((SECONDS - began)) "exit code $status"; fi
}

record_suite() { printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >> "$SUITE_RESULTS"; }

print_suites() {
  printf '\n%-8s %7s  %s\n' result seconds suite
  awk -F '\t' '{ printf "%-8s %7d  %s%s\n", $1, $3, $2, $4 == "" ? "" : " (" $4 ")" }' "$SUITE_RESULTS"
}

fast_tests() {
  require_packages build test
  suite licences 0 licences
  suite "mvn verify" 0 mvn -B -f "$CARAVAN_HOME/pom.xml" verify </dev/null
  CARAVAN_REAL=false suite "python, fast" 0 python_tests
}

# With CARAVAN_REAL=false those that need namespaces, containers or a download say SKIPPED.
python_tests() {
  local folder
  for folder in examples/testbed examples/sock-shop executionware/images bench evidence testing/launcher; do
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
    echo "SKIPPED: the tests of clouds need root on Linux: they start control planes whose machines are containers"
    return 0
  fi
  require_packages build demo test real clouds
  suite clouds 32 cloud_suite
}

cloud_suite() {
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
  suite demo 0 "$CARAVAN_HOME/.ci/demo"
  CARAVAN_REAL=1 CARAVAN_IMAGES=$CARAVAN_DATA/images suite "python, real" 0 python_tests
  suite "mvn -Preal verify" 18 mvn -B -f "$CARAVAN_HOME/pom.xml" -Preal verify </dev/null
  suite examples/measuring 9 real_python_tests examples/measuring
  suite examples/maven 4 real_python_tests examples/maven
  suite examples/compose 3 real_python_tests examples/compose -v
  suite examples/ci 3 real_python_tests examples/ci
  suite packages 12 package_test
  suite "several servers" 11 mvn -B -f "$CARAVAN_HOME/pom.xml" -Pservers -pl server -am -Dsurefire.failIfNoSpecifiedTests=false test </dev/null
  suite testing/api 12 real_python_tests testing/api -v
  suite Modeller 8 modeller_test
  suite "VS Code extension" 8 vscode_test
  suite examples/nornet 4 real_python_tests examples/nornet
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

# Prints the minutes until CARAVAN_TESTS_END (seconds since 1970), by when all tests must have ended; fails if it is not set.
minutes_left() { [ -n "${CARAVAN_TESTS_END:-}" ] && echo $(((CARAVAN_TESTS_END - $(date +%s)) / 60)); }

# Ten moves of an application under 100 requests/s, by names, by names on kept connections and by a router; replicas that hang.
move_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of moves need root on Linux: they raise network namespaces and containers"
    return 0
  fi
  require_packages build demo test real
  suite "moves (examples/relay)" 13 real_python_tests examples/relay -v
}

# The life of a stock Debian 12 in QEMU as a node, from its first check to its removal, with a power cut. Its image is kept in /var/cache/caravan (CARAVAN_CACHE).
stock_node_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of a stock node need root on Linux: they start a virtual machine in a network namespace"
    return 0
  fi
  require_packages build demo test real
  suite "stock node (examples/stock-node)" 12 real_python_tests examples/stock-node -v
}

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
    --stock-node) stock_node_tests "${2:-amd64}" ;;
    --report) ;; # of the suites that ran before, by CARAVAN_SUITE_RESULTS
    --all) all_tests ;;
    *) fail "test does not know: $1" "use: ./caravan test, ./caravan test --real, --clouds, --moves, --stock-node, --stock-node arm64 or --all" ;;
  esac
}

# suite NAME MINUTES COMMAND…: runs a suite in a shell of its own and records its result and duration. MINUTES is how long it may take on 2
# busy cores: a suite with less time left is skipped, and one that still runs at the end is ended: it failed if it had its MINUTES.
suite() {
  local name=$1 minutes=$2 began=$SECONDS left status=0 log
  shift 2
  if left=$(minutes_left) && [ "$left" -lt "$minutes" ]; then
    echo "SKIPPED: $name: it takes up to $minutes minutes on 2 cores, and $left are left"
    record_suite skipped "$name" 0 "needs $minutes minutes, $left left"
    return 0
  fi
  export SUITE_FAILED
  SUITE_FAILED=$(suite_log "$name").failed
  mkdir -p "$SUITE_LOGS"
  rm -f "$SUITE_FAILED"
  suite_says "suite: $name"
  # Not "|| status=$?": bash ignores errexit in everything that a condition runs.
  set +e
  if [ -z "${SUITE_LANE:-}" ]; then
    within_the_end "$@"
    status=$?
    set -e
  else
    log=$(suite_log "$name")
    within_the_end "$@" > "$log" 2>&1
    status=$?
    set -e
    suite_says "suite ended: $name" "$log"
  fi
  result_of_suite "$name" "$minutes" $((SECONDS - began)) "$status"
}

# suite_says LINE [LOG]: prints one after the other, whichever lane it is of.
suite_says() {
  [ -n "${SUITE_LANE:-}" ] || { say "$1"; return 0; }
  {
    flock 8
    [ $# -lt 2 ] || { printf '\n======== %s\n' "$(basename "$2" .log)"; cat "$2"; }
    say "$1"
  } 8< "$SUITE_LOGS"
}

# result_of_suite NAME MINUTES SECONDS STATUS
result_of_suite() {
  if [ "$4" -eq 0 ]; then record_suite passed "$1" "$3"
  elif [ "$4" -ne $ENDED_FOR_TIME ]; then record_suite failed "$1" "$3" "exit code $4"
  elif [ -e "${SUITE_FAILED:-}" ]; then record_suite failed "$1" "$3" "a part failed before no time was left"
  elif [ "$2" -eq 0 ]; then record_suite failed "$1" "$3" "has not ended"
  elif [ "$3" -ge $(($2 * 60)) ]; then record_suite failed "$1" "$3" "has not ended within $2 minutes"
  else
    echo "SKIPPED: $1: it was ended after $3 s, as no time was left"
    record_suite skipped "$1" "$3" "ended after $3 s, no time was left"
  fi
}

# In a suite that goes on after a part of it failed, so that it has failed even if it is ended because no time was left.
a_part_failed() { [ -z "${SUITE_FAILED:-}" ] || : > "$SUITE_FAILED"; }

# The exit code of a suite that was ended because no time was left; `timeout` has the same.
ENDED_FOR_TIME=124

# within_the_end COMMAND…: runs a command in a shell of its own, until CARAVAN_TESTS_END if that is set.
within_the_end() {
  local pid watch status=0
  # In the group of the terminal, whose Ctrl-C ends it.
  if [ -z "${CARAVAN_TESTS_END:-}" ]; then
    (set -e; "$@") </dev/null
    return
  fi
  # A group of its own, of which everything ends that did not leave it.
  set -m
  (set -e; "$@") </dev/null & pid=$!
  set +m
  end_at "$CARAVAN_TESTS_END" "$pid" & watch=$!
  wait "$pid" || status=$?
  kill "$watch" 2>/dev/null || true
  wait "$watch" 2>/dev/null || true
  [ $status -eq 0 ] || [ "$(date +%s)" -lt "$CARAVAN_TESTS_END" ] || status=$ENDED_FOR_TIME
  return $status
}

# end_at SECONDS-SINCE-1970 GROUP: asks the process group to end by then, and ends it half a minute later.
end_at() {
  while [ "$(date +%s)" -lt "$1" ]; do sleep 1; done
  kill -TERM -- "-$2" 2>/dev/null || return 0
  local second
  for second in $(seq 30); do
    kill -0 -- "-$2" 2>/dev/null || return 0
    sleep 1
  done
  kill -KILL -- "-$2" 2>/dev/null || true
}

SUITE_LOGS=$CARAVAN_HOME/target/suites
suite_log() { printf '%s/%s.log' "$SUITE_LOGS" "$(tr -c 'a-zA-Z0-9\n' - <<<"$1")"; }

# lanes FUNCTION…: runs these side by side, each one suite after the other; the output of a suite is printed as a whole when it has ended.
lanes() {
  local lane pids=() pid failed=0
  mkdir -p "$SUITE_LOGS"
  for lane in "$@"; do
    (SUITE_LANE=$lane; "$lane") & pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=$?; done
  # A suite that fails is recorded; a lane that ends with an error has left suites out.
  [ $failed -eq 0 ] || record_suite failed "lanes of suites" 0 "a lane ended with exit code $failed"
}

record_suite() { printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}" >> "$SUITE_RESULTS"; }

print_suites() {
  printf '\n%-8s %7s  %s\n' result seconds suite
  awk -F '\t' '{ printf "%-8s %7d  %s%s\n", $1, $3, $2, $4 == "" ? "" : " (" $4 ")" }' "$SUITE_RESULTS"
}

fast_tests() {
  require_packages build test
  suite licences 0 licences
  suite "mvn verify" 0 mvn -B -T 2 -f "$CARAVAN_HOME/pom.xml" -Dtest.class-archive=true verify
  CARAVAN_REAL=false suite "python, fast" 0 python_fast
}

# Those that need namespaces, containers or a download say SKIPPED.
python_fast() {
  local folder failed=0
  python_both || failed=1
  for folder in testing/api examples/maven examples/ci examples/measuring examples/nornet examples/relay examples/joint examples/desk examples/clouds/machines examples/clouds/ec2 examples/clouds/openstack examples/stock-node packaging; do
    python_tests_in "$folder" -t . || { failed=1; a_part_failed; }
  done
  return $failed
}

# Folders whose tests are fast with CARAVAN_REAL=false, and real with CARAVAN_REAL=1.
python_both() {
  local folder failed=0
  for folder in examples/testbed examples/sock-shop executionware/images bench evidence testing/launcher; do
    python_tests_in "$folder" || { failed=1; a_part_failed; }
  done
  return $failed
}

# Everything, as the gate runs it: the fast tests, then two lanes side by side on two cores, in which suites mostly wait. Their networks,
# servers and ports differ. All of Maven is in one lane, as two of it would write the same files.
all_tests() {
  fast_tests
  real_tests_possible || return 0
  # apt serves one at a time.
  require_packages build demo test real nornet load clouds screen vscode window
  suite "build and images" 0 build_for_lanes
  accessibility_rules
  lanes network_lane maven_lane
}

real_tests_possible() {
  is_linux && is_root && return 0
  echo "SKIPPED: the real tests need root on Linux: they raise network namespaces, containers, virtual machines and control planes"
  return 1
}

# Both lanes find all made. A folder of images has one user at a time, so each lane has its own; files in it are replaced, never changed.
build_for_lanes() {
  build
  build_images
  rm -rf "$CARAVAN_DATA/images-of-clouds"
  cp -al "$IMAGES" "$CARAVAN_DATA/images-of-clouds"
}

network_lane() {
  suite demo 20 "$CARAVAN_HOME/.ci/demo"
  suite examples/measuring 11 real_python_tests examples/measuring
  suite "moves (examples/relay)" 15 moves
  suite "python, real" 25 python_real
  suite "stock node (examples/stock-node)" 25 real_python_tests examples/stock-node -v
  suite testing/api 15 real_python_tests testing/api -v
  suite "VS Code extension" 12 vscode_test
  suite examples/nornet 5 real_python_tests examples/nornet
}

maven_lane() {
  suite "mvn, real and several servers" 30 maven_real
  suite examples/compose 4 real_python_tests examples/compose -v
  suite examples/ci 4 real_python_tests examples/ci
  suite examples/maven 5 real_python_tests examples/maven
  suite packages 25 package_test
  suite clouds 32 cloud_suite
  suite Modeller 15 modeller_test
}

# All real tests of Java are in the server or in modules that it uses. In the phase test no jar is written that others use.
maven_real() {
  mvn -B -fae -f "$CARAVAN_HOME/pom.xml" -Preal -Dtest.groups='real|servers' -Dtest.class-archive=true -pl server -am \
    -Dsurefire.failIfNoSpecifiedTests=false test </dev/null
}

python_real() { CARAVAN_REAL=1 CARAVAN_IMAGES=$CARAVAN_DATA/images python_both; }

moves() { CARAVAN_IMAGES=$CARAVAN_DATA/images real_python_tests examples/relay -v; }

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
    CARAVAN_IMAGES=${CLOUD_IMAGES:-$CARAVAN_DATA/images} real_python_tests examples/joint -v
    CARAVAN_IMAGES=${CLOUD_IMAGES:-$CARAVAN_DATA/images} real_python_tests examples/desk -v
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
  real_tests_possible || return 0
  require_packages build demo test real nornet load
  accessibility_rules
  suite demo 0 "$CARAVAN_HOME/.ci/demo"
  suite "python, real" 0 python_real
  suite "mvn, real and several servers" 30 maven_real
  suite examples/measuring 9 real_python_tests examples/measuring
  suite examples/maven 4 real_python_tests examples/maven
  suite examples/compose 3 real_python_tests examples/compose -v
  suite examples/ci 3 real_python_tests examples/ci
  suite packages 12 package_test
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
  suite "moves (examples/relay)" 13 moves
}

# The life of a stock Debian 12 in QEMU as a node, from its first check to its removal, with a power cut. Its image is kept in /var/cache/caravan (CARAVAN_CACHE).
# stock_node_tests ARCHITECTURE: amd64, or arm64, which is emulated and takes up to an hour, more with the first build of its image.
stock_node_tests() {
  case $1 in
    amd64|arm64) ;;
    *) fail "test --stock-node does not know the architecture: $1" "use: ./caravan test --stock-node, or ./caravan test --stock-node arm64" ;;
  esac
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of a stock node need root on Linux: they start a virtual machine in a network namespace"
    return 0
  fi
  require_packages build demo test real
  if [ "$1" = arm64 ]; then
    require_packages arm64
    CARAVAN_STOCK_ARCH=arm64 suite "stock node, arm64 (examples/stock-node)" 60 real_python_tests examples/stock-node -v
  else
    suite "stock node (examples/stock-node)" 12 real_python_tests examples/stock-node -v
  fi
}

# The test suites: fast ones, and those that need root, network namespaces, containers and a browser.

# run_tests [KIND]: runs all suites of a kind, also after one failed; prints one line per suite at the end and fails if a suite failed.
run_tests() {
  SUITE_RESULTS=${CARAVAN_SUITE_RESULTS:-$(mktemp)}
  local first
  first=$(wc -l < "$SUITE_RESULTS" 2>/dev/null || echo 0)
  suites_of "$@"
  if [ -z "${CARAVAN_SUITE_RESULTS:-}" ] || [ "${1:-}" = --report ]; then print_report; fi
  awk -F '\t' -v first="$first" 'NR > first && $1 == "failed" { failed = 1 } END { exit failed }' "$SUITE_RESULTS"
}

suites_of() {
  case "${1:-}" in
    '') fast_tests ;;
    --long) long_tests ;;
    --real) real_tests ;;
    --clouds) cloud_tests ;;
    --moves) move_tests ;;
    --stock-node) stock_node_tests "${2:-amd64}" ;;
    --report) ;; # of the suites that ran before, by CARAVAN_SUITE_RESULTS
    --all) all_tests ;;
    *) fail "test does not know: $1" \
      "use: ./caravan test, ./caravan test --long, --real, --clouds, --moves, --stock-node, --stock-node arm64 or --all" ;;
  esac
}

# Maven takes most of the time; what runs beside it prints what it has to say when it has ended.
fast_tests() {
  require_packages build test
  queued "python, fast" 0 - python_fast
  fast_suites
}

# What is queued, one after the other, beside the fast tests of Maven.
fast_suites() {
  # Copies of a run that was ended: tests that walk the checkout would find its classes twice.
  rm -rf "$COPY_FOR_TESTS" "$COPY_FOR_CLOUDS"
  lanes 1 & local beside=$!
  SUITE_QUEUE=()
  # No test starts the executable jar of the server; `build` packs it. Three of the fast tests start a server as a process, too few for a
  # class-data archive.
  suite "mvn verify" 0 maven_whole "$CARAVAN_HOME" -T 3 -Dspring-boot.repackage.skip=true verify
  wait "$beside"
  # Not beside verify: two runs of Maven would fill one local repository.
  suite licences 0 licences
}

# Tests of Java that start servers as processes, several servers one after the other, or take long; they need no root.
long_tests() {
  require_packages build test
  suite "mvn, long" 0 maven_long "$CARAVAN_HOME"
}

# Those that need namespaces, containers or a download say SKIPPED.
python_fast() {
  local folder failed=0
  local -x CARAVAN_REAL=false
  python_both || failed=1
  for folder in testing/api examples/maven examples/ci examples/measuring examples/nornet examples/relay examples/services examples/joint \
    examples/desk examples/clouds/machines examples/clouds/ec2 examples/clouds/openstack examples/stock-node packaging; do
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

# Everything, as the gate runs it: the fast tests, then lanes side by side on two cores, in which suites mostly wait. Their networks,
# servers, ports, folders of images and checkouts differ. Long suites come first.
all_tests() {
  require_packages build test
  queued "python, fast" 0 - python_fast
  if real_tests_possible; then
    # apt serves one at a time.
    require_packages demo real nornet load clouds screen vscode window
    fast_suites
    accessibility_rules
    suite build 0 build_for_lanes
    # Without the copies most suites would fail for this one reason.
    [ -e "$COPIES_MADE" ] || return 0
    queue_of_all
    lanes "${CARAVAN_TEST_LANES:-3}"
    rm -rf "$COPY_FOR_TESTS" "$COPY_FOR_CLOUDS"
  else
    fast_suites
    long_tests
  fi
}

# Two runs of Maven write the same files, so that one runs at a time in each checkout: here (maven), in the copy for tests (copy), and in
# that for clouds (clouds). Suites that judge times by the clock run one after the other (timed); those that judge none are `untimed`. The
# longest chain of one place comes first: the lanes end together then (docs/measurements/test-times.md). A suite begins only if its minutes
# are left, so that those that come last need few. Minutes are above the longest time in a gate: a suite that had them and has not ended has
# failed.
queue_of_all() {
  queued "mvn, real" 48 copy maven_real "$COPY_FOR_TESTS" real
  queued demo 18 timed "$CARAVAN_HOME/.ci/demo"
  queued clouds 30 clouds cloud_suite "$COPY_FOR_CLOUDS"
  queued "moves (examples/relay)" 16 timed moves 4
  queued "mvn, long" 18 clouds maven_long "$COPY_FOR_CLOUDS"
  queued "stock node (examples/stock-node)" 20 timed real_python_tests examples/stock-node -v
  queued "mvn, several servers" 16 clouds maven_real "$COPY_FOR_CLOUDS" servers
  queued examples/measuring 11 timed real_python_tests examples/measuring
  queued packages 18 maven untimed package_test
  queued examples/services 25 - real_python_tests examples/services -v
  queued executionware/images 12 - untimed python_real_in executionware/images
  queued bench 10 - untimed python_real_in bench
  queued testing/api 9 - untimed real_python_tests testing/api -v
  queued evidence 6 - python_real_in evidence
  queued examples/maven 6 maven untimed real_python_tests examples/maven
  queued examples/unikernel 6 - untimed unikernel_test
  queued "VS Code extension" 4 - vscode_test
  queued Modeller 4 maven modeller_test
  queued testing/launcher 4 - python_real_in testing/launcher
  queued examples/nornet 3 - real_python_tests examples/nornet
  queued examples/sock-shop 3 - python_real_in examples/sock-shop
  queued examples/testbed 2 - python_real_in examples/testbed
  queued examples/compose 2 - real_python_tests examples/compose -v
  queued examples/ci 2 - real_python_tests examples/ci
}

real_tests_possible() {
  is_linux && is_root && return 0
  echo "SKIPPED: the real tests need root on Linux: they raise network namespaces, containers, virtual machines and control planes"
  return 1
}

# Everything is built before the lanes start. A folder of images has one user at a time, so each has its own; files in it are replaced,
# never changed.
build_for_lanes() {
  local user failed=0
  rm -f "$COPIES_MADE"
  # The archive that `build` starts has the lowest priority. Servers of the lanes would start before it is made.
  build_without_archive
  (copy_checkout "$COPY_FOR_TESTS"; copy_checkout "$COPY_FOR_CLOUDS") & local copying=$!
  archive_server_classes_now & local archiving=$!
  # What fails waits for the others: none of them may still write after the suite has ended.
  build_images || failed=1
  wait "$copying" || failed=1
  wait "$archiving" || echo "SKIPPED: class-data archive of servers: $(grep -v '^ *Maybe ' "$CLASS_ARCHIVE_NOW_LOG" | tail -n 1)"
  [ $failed -eq 0 ] || return 1
  for user in clouds moves examples-sock-shop evidence; do
    rm -rf "$CARAVAN_DATA/images-of-$user"
    cp -al "$IMAGES" "$CARAVAN_DATA/images-of-$user"
    rm -f "$CARAVAN_DATA/images-of-$user/.lock" # a hard link would be one lock of all folders
  done
  : > "$COPIES_MADE"
}

# images_of USER: its own folder of images if there is one, else that of the demo.
images_of() { if [ -d "$CARAVAN_DATA/images-of-$1" ]; then echo "$CARAVAN_DATA/images-of-$1"; else echo "$IMAGES"; fi; }

COPY_FOR_TESTS=$CARAVAN_DATA/copy-for-tests COPY_FOR_CLOUDS=$CARAVAN_DATA/copy-for-clouds COPIES_MADE=$CARAVAN_DATA/copies-made

# copy_checkout FOLDER: this checkout with what is compiled (160 MB), for another Maven beside that of this one; without what takes much
# room and no real test of Java reads. Control planes have their state in the data folder.
copy_checkout() {
  local list when
  rm -rf "$1"
  mkdir -p "$1" "$CARAVAN_HOME/data"
  # 1: a folder changed meanwhile, as the class-data archive is made at the same time.
  { tar -C "$CARAVAN_HOME" --exclude=./.git --exclude=./data --exclude=./target --exclude='*-exec.jar' --exclude=./server/target/unpacked \
    --exclude='./server/target/class-archive*' --exclude=surefire-reports --exclude='./modeling/eclipse/*/target' \
    --exclude=./testing/vscode \
    --exclude=./modeling/vscode/node_modules --exclude=./examples/unikernel/target -cf - . || [ $? -eq 1 ]; } | tar -C "$1" -xf -
  ln -s "$CARAVAN_HOME/data" "$1/data"
  # Maven compiles again where sources lie elsewhere than in its lists.
  find "$1" -path '*/target/maven-status/*' -name '*.lst' | while read -r list; do
    when=$(stat -c %Y "$list")
    sed -i "s#^$CARAVAN_HOME/#$1/#" "$list"
    touch -d "@$when" "$list"
  done
}

# maven_real CHECKOUT TAGS: the real tests of Java (real), those of several servers and of InfluxDB (servers), or both (real|servers). In
# the phase test no jar is written that others use.
maven_real() { maven_tagged "$1" "$2" -Preal -pl server -am; }

# maven_long CHECKOUT: in two processes of tests, as the suites beside it want the processors, too.
maven_long() { maven_tagged "$1" long -Plong -pl server -am; }

# maven_tagged CHECKOUT TAGS OPTION…: classes of tests with one of these tags. They are named, as Maven would start a Java process for each
# module to look for them. A class without a report is no success. Failed tests run a second time, after the others of their module.
maven_tagged() {
  local home=$1 tags=$2 file class began classes=() reports=() missing=() status=0
  shift 2
  while read -r file; do
    class=${file#*/src/test/java/}
    class=${class%.java}
    classes+=("${class//\//.}")
    reports+=("$home/${file%%/src/test/java/*}/target/surefire-reports/TEST-${class//\//.}.xml")
  done < <(cd "$home" &&
    grep -rlE --include='*Test.java' "^ *@Tag\(\"($tags)\"\)" adapters executionware modeling monitoring server upperware | sort)
  [ ${#classes[@]} -gt 0 ] || fail "No class of tests has one of the tags $tags." "see which folders maven_tagged looks into."
  began=$(mktemp)
  maven_whole "$home" "$@" -Dtest.groups="$tags" -Dtest.class-archive=true -Dsurefire.failIfNoSpecifiedTests=false \
    -Dsurefire.rerunFailingTestsCount=1 -Dtest="$(IFS=,; echo "${classes[*]}")" test || status=$?
  for file in "${reports[@]}"; do [ "$file" -nt "$began" ] || missing+=("$file"); done
  rm -f "$began"
  [ ${#missing[@]} -eq 0 ] || fail "These reports are missing: ${missing[*]}" "Maven ended before, or the profile excludes the tags $tags."
  return $status
}

# maven_whole CHECKOUT OPTION…: runs Maven so that a failed test leaves out no module: even with --fail-at-end, Maven skips all modules that
# depend on the module of the test. Failed tests do not fail their module here; the reports of this run do, and so does what Surefire logs,
# because some failures are in no report of a class. A module that does not compile, or whose process of tests crashes, fails by itself.
# Without these, a test that passed in a second run is printed as flaky, and does not fail the run.
maven_whole() {
  local home=$1 began log status=0 red logged
  shift
  began=$(mktemp)
  log=$(mktemp)
  # A suite that is ended for lack of time still looks for failed tests: with one it has failed, without one it is skipped.
  trap : TERM
  mvn -B -fae -f "$home/pom.xml" -Dmaven.test.failure.ignore=true "$@" </dev/null | (trap '' TERM; exec tee "$log") || status=$?
  red=$(red_classes "$home" "$began")
  logged=$(grep -aE 'There are test failures|There was a timeout' "$log" || [ $? -eq 1 ] || echo "The output of Maven cannot be read.")
  # Ended before a second run: there is no report yet.
  [ $status -eq 0 ] || logged+=$(grep -aE '<<< (FAILURE|ERROR)!' "$log" || true)
  flaky_tests "$home" "$began"
  trap - TERM
  rm -f "$began" "$log"
  [ -n "$red$logged" ] || return $status
  a_part_failed
  if [ -n "$red" ]; then printf 'Classes with failed tests:\n%s\n' "$red"
  else printf 'Maven reports failures that no report of a class has:\n%s\n' "$logged"; fi
  [ $status -ne 0 ] || status=1
  return $status
}

# reports_since CHECKOUT FILE: prints the reports of classes that were written since this file was made, each with a zero byte.
reports_since() {
  find "$1" \( -path "$1/data" -o -name node_modules -o -name .git \) -prune -o -path '*/surefire-reports/TEST-*.xml' -newer "$2" -print0
}

# flaky_tests CHECKOUT FILE: prints the tests of these reports that failed and passed in a second run, with their first failure.
flaky_tests() {
  reports_since "$1" "$2" | xargs -0 -r awk '
    /<testcase / { match($0, / name="[^"]*/); name = substr($0, RSTART + 7, RLENGTH - 7)
      match($0, / classname="[^"]*/); name = substr($0, RSTART + 12, RLENGTH - 12) "." name }
    /<flaky(Failure|Error)[ >]/ { why = match($0, / message="[^"]*/) ? substr($0, RSTART + 10, RLENGTH - 10) : "without a message"
      gsub(/&#10;/, " ", why)
      print "FLAKY: " name ": it passed in a second run; in the first: " why }' || true
}

# red_classes CHECKOUT FILE: prints the classes of tests that have failed since this file was made, and a line if a report cannot be read.
red_classes() {
  reports_since "$1" "$2" \
    | { xargs -0 -r sh -c 'grep -lE "<testsuite [^>]*\b(errors|failures)=\"[1-9]" "$@" || [ $? -eq 1 ]' grep \
      || echo "(a report cannot be read)"; } \
    | sed 's#.*/TEST-##; s#\.xml$##' | sort
}

python_real() { CARAVAN_REAL=1 CARAVAN_IMAGES=$IMAGES python_both; }

python_real_in() { CARAVAN_REAL=1 CARAVAN_IMAGES=$(images_of "${1/\//-}") python_tests_in "$1"; }

# Its own tests on this machine, then its kernels under QEMU.
unikernel_test() (
  cd "$CARAVAN_HOME/examples/unikernel"
  ./build && cargo test --quiet --lib --locked && CARAVAN_REAL=1 python_tests_in examples/unikernel
)

# moves [NUMBER]: of moves under load; four put both components on each of their sites.
moves() { CARAVAN_MOVES=${1:-10} CARAVAN_IMAGES=$(images_of moves) real_python_tests examples/relay -v; }

# Machines that look like rented ones, and in front of them the EC2 API and a real OpenStack, which stands from the contract to the joint
# example. What it takes minutes to install is kept in /var/cache/caravan (CARAVAN_CACHE), under names with its versions.
cloud_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of clouds need root on Linux: they start control planes whose machines are containers"
    return 0
  fi
  require_packages build demo test real clouds
  suite clouds 32 cloud_suite
}

# cloud_suite [CHECKOUT]: with Maven in that checkout.
cloud_suite() {
  local folder
  for folder in examples/clouds/machines examples/clouds/ec2 examples/clouds/openstack; do
    real_python_tests "$folder"
  done
  (
    trap 'cloud openstack down' EXIT
    cloud openstack up
    cloud_contracts "${1:-$CARAVAN_HOME}"
    CARAVAN_IMAGES=$(images_of clouds) real_python_tests examples/joint -v
    CARAVAN_IMAGES=$(images_of clouds) real_python_tests examples/desk -v
  )
}

# In the checkout's data folder, where the tests look for it.
cloud() { "$CARAVAN_HOME/examples/clouds/$1/$1" --state "$CARAVAN_HOME/data/$1" "${@:2}"; }

# cloud_contracts CHECKOUT: the adapters alone and what they are made of.
cloud_contracts() {
  say "the adapters' contract at OpenStack and EC2"
  maven_tagged "$1" clouds -Pclouds -pl adapters/openstack,adapters/aws -am
}

# The demo first: it builds the images that the tests of the shop in containers use.
real_tests() {
  real_tests_possible || return 0
  require_packages build demo test real nornet load
  accessibility_rules
  suite demo 0 "$CARAVAN_HOME/.ci/demo"
  suite "python, real" 0 python_real
  suite "mvn, real and several servers" 64 maven_real "$CARAVAN_HOME" "real|servers"
  suite examples/measuring 11 real_python_tests examples/measuring
  suite examples/maven 6 real_python_tests examples/maven
  suite examples/compose 2 real_python_tests examples/compose -v
  suite examples/ci 2 real_python_tests examples/ci
  suite packages 18 package_test
  suite testing/api 9 real_python_tests testing/api -v
  suite Modeller 4 modeller_test
  suite "VS Code extension" 4 vscode_test
  suite examples/nornet 3 real_python_tests examples/nornet
}

# What holds the console's pages against WCAG, pinned by its lock; without npm that test says SKIPPED.
accessibility_rules() {
  local folder=$CARAVAN_HOME/testing/axe
  command -v npm >/dev/null || { echo "SKIPPED: axe-core's rules: there is no npm"; return 0; }
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] \
    || npm --prefix "$folder" ci --no-progress --no-audit --no-fund >/dev/null \
    || echo "SKIPPED: axe-core's rules could not be installed by npm"
}

real_python_tests() { CARAVAN_REAL=1 python_tests_in "$1" "${@:2}" -t .; }

# python_tests_in FOLDER [OPTION…]
python_tests_in() {
  say "python tests in $1, CARAVAN_REAL=${CARAVAN_REAL:-}"
  (cd "$CARAVAN_HOME/$1" && /usr/bin/python3 "$CARAVAN_HOME/launcher/python_tests.py" "${@:2}" -s tests)
}

# Ten moves of an application under 100 requests/s, by names, by names on kept connections and by a router; replicas that hang.
move_tests() {
  if ! is_linux || ! is_root; then
    echo "SKIPPED: the tests of moves need root on Linux: they raise network namespaces and containers"
    return 0
  fi
  require_packages build demo test real
  suite "moves (examples/relay)" 16 moves
}

# The life of a stock Debian 12 in QEMU as a node, from its first check to its removal, with a power cut. Its image is kept in
# /var/cache/caravan (CARAVAN_CACHE).
# stock_node_tests ARCHITECTURE: amd64, or arm64, which is emulated and takes up to an hour, more with the first build of its image.
stock_node_tests() {
  case $1 in
    amd64|arm64) ;;
    *) fail "test --stock-node does not know the architecture: $1" \
      "use: ./caravan test --stock-node, or ./caravan test --stock-node arm64" ;;
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
    suite "stock node (examples/stock-node)" 20 real_python_tests examples/stock-node -v
  fi
}

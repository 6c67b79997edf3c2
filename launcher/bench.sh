# The figures of this machine, printed as a table; the server is started as server_start does.

# bench NAME [OPTION…]: the names and what they take are in ./caravan bench --help.
bench() {
  case "${1:-}" in
    crash)
      bench_of_execution CrashMatrixTest -Pslow
      bench_of_execution InvariantsTest -Dinvariants.whole=true "$WITH_LONG_TESTS"
      return ;;
    layers) bench_of_transfer LayerFuzzTest -Pslow; return ;;
    scale) bench_of_execution ScaleTest -Pslow; return ;;
    rules) bench_of_rules; return ;;
    world) shift; bench_of_world "$@"; return ;;
    console) bench_of_console; return ;;
    start) require_packages build >&2 ;;
    load) (require_packages build load) >&2 || true ;;
    power) require_packages build power >&2 ;;
    cli) bench_of_client "$@"; return ;;
    rehearsal) bench_of_server slow RecordedWeekTest; return ;;
    kills) bench_of_kills; return ;;
    walks) bench_of_walks; return ;;
    faults) bench_of_execution 'SimulatedFaultsTest,RentedFaultsTest,NodeFaultsTest' '-Dtest.excludedGroups=real|clouds'; return ;;
    planner) shift; bench_of_planner PlannerBench "$@"; return ;;
    partitions) shift; bench_of_planner PartitionBench "$@"; return ;;
    robustness) shift; bench_of_planner RobustnessBench "$@"; return ;;
    roadef) shift; bench_of_roadef "$@"; return ;;
    inner) shift; bench_of_inner "$@"; return ;;
    enumeration) bench_of_enumeration; return ;;
    samples) bench_of_samples; return ;;
    framing) bench_of_framing; return ;;
    filter) bench_of_filter "$@"; return ;;
    pairs) bench_of_pairs; return ;;
    paths) bench_of_paths; return ;;
    guarantees) bench_of_guarantees "${2:-600}"; return ;;
    language) shift; bench_of_language "$@"; return ;;
    estimator) shift; bench_of_estimator "$@"; return ;;
    forecast) bench_of_forecast; return ;;
    prediction) shift; evidence "$CARAVAN_HOME/evidence/prediction" "$@" ;;
  esac
  require_packages build >&2
  # What containers need is installed where that can be done; elsewhere the bench says which figures it left out, and why.
  case "${1:-}" in load|soak|power|start) ;; *) if is_linux && is_root; then (require_packages demo) >&2 || true; fi ;; esac
  build >&2
  # What the last build has not finished yet is waited for: servers that start with the archive and without it are not compared.
  archive_server_classes_now || true
  server_command
  exec /usr/bin/python3 "$CARAVAN_HOME/bench/bench" "$@" -- "${SERVER_COMMAND[@]}"
}

# Experiments on test beds of their own. Where apt can install nothing, the program names what it lacks. evidence PROGRAM [OPTION]…
evidence() {
  if is_linux && is_root; then require_packages build demo test >&2; fi
  exec /usr/bin/python3 "$@"
}

# The client as it is downloaded. bench_of_client cli [--json]
bench_of_client() {
  package_cli >&2
  exec /usr/bin/python3 "$CARAVAN_HOME/bench/bench" "$@" \
    --archive "$PACKAGES/caravan-cli-$VERSION-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz" -- "${SERVER_COMMAND[@]}"
}

# Fast and long tests of the named classes.
WITH_LONG_TESTS='-Dtest.excludedGroups=real|clouds|servers|slow'

# The whole of what the fast tests try a sample of; each prints its table. bench_of_execution TESTS OPTION…
bench_of_execution() {
  require_packages build test
  if is_linux && is_root; then (require_packages demo real) >&2 || true; fi
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl executionware/execution -am "${@:2}" -Dtest="$1" -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# Rules of a thousand applications: share of a core, longest evaluation, heap.
bench_of_rules() {
  require_packages build test
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/adaptation -am -Pslow -Dtest=CapacityTest -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# Simulated worlds on virtual time, with faults, around the real control plane; a violated one is shrunk and prints its story.
# bench_of_world [--hours N] [--seeds N] [--from SEED] [--jobs N] [--planted] [--story] [--json]
bench_of_world() {
  require_packages build test
  local module="$CARAVAN_HOME/server/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl server -am test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  exec java -Xmx"${CARAVAN_BENCH_HEAP:-700m}" -XX:+UseSerialGC -Dlogback.configurationFile=simulation-logback.xml \
    -Dworld.commit="$(git -C "$CARAVAN_HOME" describe --always --dirty 2>/dev/null || echo unknown)" \
    -cp "$module/classes:$module/test-classes:$(cat "$module/bench-classpath")" org.caravan.server.simulation.WorldBench "$@"
}

# A hundred SIGKILLs of a server and of its backups, at other moments each time; and two hundred deployments through two servers by turns.
bench_of_kills() { bench_of_server real KilledServerTest -Dkills=100 "-Dkills.seed=$(date +%s)"; }
bench_of_walks() { bench_of_server servers DeployWalkTest -Dwalks=200; }

# Lines of an emulated site that degrade under load, beside any other bed: eight minutes, most of which are periods of probes.
bench_of_paths() {
  require_packages build demo test real
  build
  (cd "$CARAVAN_HOME/examples/relay" && CARAVAN_REAL=1 CARAVAN_ACTS=whole CARAVAN_IMAGES=$(images_of moves) \
    /usr/bin/python3 -m unittest -v tests.test_paths)
}

# Copies of two organisations on one uplink, and a minimum while the server is stopped for ten minutes. bench_of_guarantees SECONDS
bench_of_guarantees() {
  [[ $1 =~ ^[1-9][0-9]{1,3}$ ]] || fail "SECONDS is ($1); it must be 10 to 9999." "use: ./caravan bench guarantees 600"
  require_packages build demo test real
  bench_of_server real SharedUplinkTest -Doutage="$1"
}

# bench_of_server PROFILE TEST OPTION…
bench_of_server() {
  require_packages build test
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -P"$1" -pl server -am -Dtest="$2" "${@:3}" \
    -Dsurefire.failIfNoSpecifiedTests=false test </dev/null 2> >(grep -v SLF4J >&2)
}

# A hundred thousand hostile layers through the checker and GNU tar; as root, because only root unpacks as a node does.
bench_of_transfer() {
  require_packages build test
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl adapters/transfer -am "$2" -Dtest="$1" -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# The console's first page with a thousand simulated instances, in a browser.
bench_of_console() {
  require_packages build
  if is_linux && is_root; then (require_packages real) >&2 || true; fi
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl server -am -Pslow -Dtest=FirstPageTest -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# The planner beside what people would use instead, on generated problems; what planning in partitions takes and yields.
# bench_of_planner PlannerBench [--sizes …] [--seconds N] [--csv FILE] | bench_of_planner PartitionBench [--sizes …]
# bench_of_planner RobustnessBench [--problems N] [--levels …] [--csv FILE]: plans from wrong measurements, scored under the truth.
bench_of_planner() {
  require_packages build test
  local path="$CARAVAN_HOME/upperware/solver/target/bench-classpath"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/solver -am test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  exec java -Xmx"${CARAVAN_BENCH_HEAP:-512m}" \
    -cp "$CARAVAN_HOME/upperware/solver/target/classes:$CARAVAN_HOME/upperware/solver/target/test-classes:$(cat "$path")" \
    "org.caravan.solver.$1" "${@:2}"
}

# How far estimates of unmeasured paths are off: on the test bed's settings, on what was measured of it, and on FILE, what caravan network
# --json
# printed on a test bed that stands. bench_of_estimator [FILE]
bench_of_estimator() {
  require_packages build test
  local tests="$CARAVAN_HOME/monitoring/measure/target" path settings
  path="$tests/bench-classpath"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl monitoring/measure -am test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  settings="$tests/estimator-settings.csv"
  PYTHONPATH="$CARAVAN_HOME/bench" /usr/bin/python3 -m caravan_bench.estimator settings >"$settings"
  set -- "${1:-}"
  if [ -n "$1" ]; then
    PYTHONPATH="$CARAVAN_HOME/bench" /usr/bin/python3 -m caravan_bench.estimator measured "$1" >"$tests/estimator-measured.csv"
    set -- "$tests/estimator-measured.csv"
  else
    set -- "$CARAVAN_HOME"/monitoring/measure/src/test/resources/testbed-*.csv
    [ -f "$1" ] || shift
  fi
  java -cp "$tests/classes:$tests/test-classes:$CARAVAN_HOME/modeling/model/target/classes:$(cat "$path")" \
    org.caravan.measure.estimate.EstimatorBench "$settings" "$@"
}

# Forecasts of public seasonal series, which packages of PyPI contain, beside seasonal naive.
bench_of_forecast() {
  require_packages build test series
  local module="$CARAVAN_HOME/upperware/forecast/target" packages
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/forecast -am test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  if [ ! -f "$module/series.txt" ]; then
    /usr/bin/python3 -m venv "$module/series" >&2
    packages="$("$module/series/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
    # Of pmdarima, files with numbers are read; what it imports is not.
    "$module/series/bin/pip" install -q statsmodels==0.15.0 >&2
    "$module/series/bin/pip" install -q --no-deps pmdarima==2.1.1 >&2
    PYTHONPATH="$CARAVAN_HOME/bench" "$module/series/bin/python" -m caravan_bench.seasonal "$packages" >"$module/series.part"
    mv "$module/series.part" "$module/series.txt"
  fi
  exec java -cp "$module/classes:$module/test-classes:$(cat "$module/bench-classpath")" \
    org.caravan.forecast.ForecastBench "$module/series.txt"
}

# Searches for machine reassignment on public instances, which stay where they are. bench_of_roadef --instances DIR [--only a1_1,b_1]
# [--seconds N] [--csv FILE]
bench_of_roadef() {
  require_packages build test
  local bench="$CARAVAN_HOME/bench/reassignment/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl bench/reassignment -am -Dmaven.test.skip=true compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  exec java -Xmx"${CARAVAN_BENCH_HEAP:-512m}" -cp "$bench/classes:$(cat "$bench/bench-classpath")" \
    org.caravan.bench.reassignment.RoadefBench "$@"
}

# What planning spends its time on, part by part, by JMH. bench_of_inner [SIZES] [CSV]
bench_of_inner() {
  require_packages build test
  local bench="$CARAVAN_HOME/upperware/solver/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/solver -am -Pinner -DskipTests test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/inner-classpath </dev/null >&2
  exec java -cp "$bench/classes:$bench/test-classes:$(cat "$bench/inner-classpath")" org.caravan.solver.InnerBench "$@"
}

# Small problems of every kind beside trying everything, and planned again: lines of counts.
bench_of_enumeration() {
  require_packages build test
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/solver -am -Pslow \
    -Dtest='MixedProblemsTest,OptaPlannerPlannerTest,MinimalOmissionTest' -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# All cases of tests that try a part of them among the fast and long tests: some minutes.
bench_of_samples() {
  require_packages build test
  local classes
  classes=$(cd "$CARAVAN_HOME" \
    && grep -rl --include='*Test.java' 'Sample\.of(' api modeling adapters monitoring upperware executionware server |
    sed 's#.*/src/test/java/##; s#/#.#g; s#\.java$##' | sort | paste -sd,)
  mvn -B -fae -T 2 -f "$CARAVAN_HOME/pom.xml" -Dsample.whole=true "$WITH_LONG_TESTS" -Dtest="$classes,ModelTextTest" \
    -Dsurefire.failIfNoSpecifiedTests=false test </dev/null
  build
  (export CARAVAN_SAMPLE=whole; real_python_tests testing/api -v -k FuzzTest)
}

# A hundred thousand hostile calls to the bash that nodes run, in two sessions and two at a time in each, and two thousand of which many
# are damaged on their way: lines
# of counts. Six minutes of processor time; a line every five thousand calls. Needs root.
bench_of_framing() {
  require_packages build test
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl adapters/node -am -Pslow -Dtest=FramingFuzzTest -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# Which copies reach which, expected and seen, with and without their filters: containers (LXC, Docker), microVMs, virtual machines at the
# EC2 API. Needs root.
bench_of_pairs() {
  require_packages build demo test real clouds
  # Also after one form differs.
  local quiet=(-q -B -fae -f "$CARAVAN_HOME/pom.xml" -am -Dsurefire.failIfNoSpecifiedTests=false) failed=0
  mvn "${quiet[@]}" -Preal -pl adapters/lxc,adapters/docker,adapters/microvm \
    -Dtest='*FilterTest#everyPairAndEveryForgedFrame' test </dev/null || failed=1
  mvn "${quiet[@]}" -Pclouds -pl adapters/aws -Dtest='AwsCloudContractTest#admitsExactlyThePlannedSenders' test </dev/null || failed=1
  return $failed
}

# What the network filter of a copy costs, in namespaces of the bench's own; builds nothing. bench_of_filter filter [--pairs N] [--quick]
# [--json]
bench_of_filter() {
  require_packages filter >&2
  exec /usr/bin/python3 "$CARAVAN_HOME/bench/bench" "$@" -- "${SERVER_COMMAND[@]}"
}

# Ten thousand lines read and validated, in processor time and by the clock, in a machine with the options of our programs; with "fuzz"
# also a hundred thousand models that were changed along the grammar. bench_of_language [fuzz]
bench_of_language() {
  require_packages build test
  local tests=LargeModelTest
  [ "${1:-}" != fuzz ] || tests=LargeModelTest,FuzzTest
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl modeling/dsl -am -Pslow -DargLine="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" -Dtest="$tests" \
    -Dsurefire.failIfNoSpecifiedTests=false test </dev/null 2> >(grep -v SLF4J >&2)
}

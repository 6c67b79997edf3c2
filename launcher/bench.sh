# The figures of this machine, printed as a table; the server is started as server_start does.

# bench [fleet] [--json] [--quick] | bench crash | bench scale | bench faults | bench planner [options]
bench() {
  case "${1:-}" in
    crash) bench_of_execution CrashMatrixTest -Pslow; return ;;
    scale) bench_of_execution ScaleTest -Pslow; return ;;
    faults) bench_of_execution 'SimulatedFaultsTest,RentedFaultsTest,NodeFaultsTest' '-Dtest.excludedGroups=real|clouds'; return ;;
    planner) shift; bench_of_planner "$@"; return ;;
  esac
  require_packages build >&2
  # What containers need is installed where that can be done; elsewhere the bench says which figures it left out, and why.
  if is_linux && is_root; then (require_packages demo) >&2 || true; fi
  build >&2
  exec /usr/bin/python3 "$CARAVAN_HOME/bench/bench" "$@" -- "${SERVER_COMMAND[@]}"
}

# The whole of what the fast tests try a sample of; each prints its table. bench_of_execution TESTS WHICH
bench_of_execution() {
  require_packages build test
  if is_linux && is_root; then (require_packages demo real) >&2 || true; fi
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl executionware/execution -am "$2" -Dtest="$1" -Dsurefire.failIfNoSpecifiedTests=false \
    test </dev/null 2> >(grep -v SLF4J >&2)
}

# The planner beside what people would use instead, on generated problems. bench_of_planner [--sizes …] [--seconds N] [--csv FILE]
bench_of_planner() {
  require_packages build test
  local path="$CARAVAN_HOME/upperware/solver/target/bench-classpath"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -pl upperware/solver -am test-compile dependency:build-classpath -Dmdep.outputFile=target/bench-classpath </dev/null >&2
  exec java -Xmx"${CARAVAN_BENCH_HEAP:-512m}" \
    -cp "$CARAVAN_HOME/upperware/solver/target/classes:$CARAVAN_HOME/upperware/solver/target/test-classes:$(cat "$path")" \
    org.caravan.solver.PlannerBench "$@"
}

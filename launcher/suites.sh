# How suites of tests run: each in a shell of its own, one line of result each, several side by side.

# suite NAME MINUTES COMMAND…: runs a suite in a shell of its own and records its result and duration. MINUTES is how long it may take on 2
# busy cores: a suite with less time left is skipped, and one that still runs at the end is ended: it failed if it had its MINUTES.
suite() {
  local name=$1 minutes=$2 began=$SECONDS left status=0 log before
  shift 2
  if left=$(minutes_left) && [ "$left" -lt "$minutes" ]; then
    echo "SKIPPED: $name: it takes up to $minutes minutes on 2 cores, and $left are left"
    record_suite skipped "$name" 0 0 "needs $minutes minutes, $left left"
    return 0
  fi
  export SUITE_FAILED
  SUITE_FAILED=$(suite_log "$name").failed
  mkdir -p "$SUITE_LOGS"
  rm -f "$SUITE_FAILED"
  suite_says "suite: $name"
  SUITE_GROUP=caravan-suite-$(basename "$(suite_log "$name")" .log)-$BASHPID
  processor_seconds
  before=$PROCESSOR_SECONDS
  # Not "|| status=$?": bash ignores errexit in everything that a condition runs.
  set +e
  if [ -z "${SUITE_LANE:-}" ]; then
    within_the_end in_groups "$@"
    status=$?
    set -e
  else
    log=$(suite_log "$name")
    within_the_end in_groups "$@" > "$log" 2>&1
    status=$?
    set -e
    suite_says "suite ended: $name" "$log"
  fi
  processor_seconds
  before=$((PROCESSOR_SECONDS - before))
  result_of_suite "$name" "$minutes" $((SECONDS - began)) "$status" $((before + $(unwaited_seconds "$before")))
}

# Each suite has a control group of its own, where one may be made without a share of the processors (version 1, or version 2 without the
# controller cpu): it counts the processor time of everything that a suite starts, also of servers in sessions of their own. Containers of
# LXC and Docker are in groups of their own. A suite that is `untimed` has a group with a small share as well. Any other has none: its
# tests, load generators and servers have a share each in their sessions, and would have one together, beside one for each container.

# in_groups COMMAND…: runs a command of the suite in its groups.
in_groups() { enter_groups; "$@"; }

# untimed COMMAND…: a suite that judges no times. Where others want the processors, too, it gets a tenth of what one of them gets. A nice
# value counts among the processes of one session only (sched(7), autogroup): it is for machines without control groups.
untimed() {
  renice -n 10 -p "$BASHPID" > /dev/null 2>&1 || true
  enter_groups 10
  "$@"
}

# enter_groups [WEIGHT]: moves this shell to the suite's groups, with a weight (of cgroups(7); others have 100) to those that share
# processors, without one to those that only count. No suite fails because it has no group.
enter_groups() {
  local group
  for group in $(groups_of_suite); do
    mkdir -p "$group" 2> /dev/null || continue
    if [ $# -eq 0 ] && [ -e "$group/cpu.shares" -o -e "$group/cpu.weight" ]; then
      rmdir "$group" 2> /dev/null || true
      continue
    fi
    {
      [ ! -w "$group/cpu.shares" ] || echo $(($1 * 1024 / 100)) > "$group/cpu.shares"
      [ ! -w "$group/cpu.weight" ] || echo "$1" > "$group/cpu.weight"
      echo "$BASHPID" > "$group/cgroup.procs"
    } 2> /dev/null || true
  done
}

# The folders of a suite's control groups: of the one hierarchy of version 2, or of those of processors of version 1. The last word of the
# name is the process of the suite's lane: gates that run at once have a group each.
groups_of_suite() {
  local hierarchy
  for hierarchy in "" /cpu /cpuacct; do
    [ ! -w "/sys/fs/cgroup$hierarchy/cgroup.procs" ] || echo "/sys/fs/cgroup$hierarchy/${SUITE_GROUP:-caravan-suite}"
  done
}

# Prints the processor seconds that the suite's groups have used; 0 without one.
group_seconds() {
  local group nanos micros used=0
  for group in $(groups_of_suite); do
    nanos=$(cat "$group/cpuacct.usage" 2> /dev/null) || nanos=
    micros=$(awk '/^usage_usec/ { print $2 }' "$group/cpu.stat" 2> /dev/null) || micros=
    if [ -n "$nanos" ]; then used=$((nanos / 1000000000)); fi
    if [ -n "$micros" ]; then used=$((micros / 1000000)); fi
  done
  echo "$used"
}

# unwaited_seconds SECONDS: what a suite used beyond these processor seconds, in processes that no program waited for, as servers in
# sessions of their own. Removes its control groups, and those that gates left which were ended.
unwaited_seconds() {
  local group left used
  used=$(group_seconds)
  for group in $(groups_of_suite); do
    leave_group "$group"
    for left in "${group%/*}"/caravan-suite-*; do
      kill -0 "${left##*-}" 2> /dev/null || leave_group "$left"
    done
  done
  echo $((used > $1 ? used - $1 : 0))
}

# leave_group FOLDER: removes a control group, if there is one. Processes that still run in it go to the group above.
leave_group() {
  local process
  [ -d "$1" ] || return 0
  if rmdir "$1" 2> /dev/null; then return 0; fi
  for process in $(cat "$1/cgroup.procs" 2> /dev/null || true); do
    { echo "$process" > "${1%/*}/cgroup.procs"; } 2> /dev/null || true
  done
  rmdir "$1" 2> /dev/null || true
}

# Sets PROCESSOR_SECONDS to what the programs have used that this shell waited for, and those that these waited for. It runs in no subshell,
# as that would count its own.
processor_seconds() {
  local file
  file=$(mktemp)
  times > "$file"
  PROCESSOR_SECONDS=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); all += part[1] * 60 + part[2] }
    printf "%d", all }' "$file")
  rm -f "$file"
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

# result_of_suite NAME MINUTES SECONDS STATUS PROCESSOR-SECONDS
result_of_suite() {
  local result=failed why notes
  notes=$(notes_of_suite "$1")
  if [ "$4" -eq 0 ]; then result=passed why=
  elif [ "$4" -ne $ENDED_FOR_TIME ]; then why="exit code $4"
  elif [ -e "${SUITE_FAILED:-}" ]; then why="a part failed before no time was left"
  elif [ "$2" -eq 0 ]; then why="has not ended"
  elif [ "$3" -ge $(($2 * 60)) ]; then why="has not ended within $2 minutes"
  else
    echo "SKIPPED: $1: it was ended after $3 s, as no time was left"
    result=skipped why="ended after $3 s, no time was left"
  fi
  record_suite "$result" "$1" "$3" "${5:-0}" "$why${why:+${notes:+; }}$notes"
}

# What MeasuredRounds prints of a measurement that could not be judged: its test is skipped, and its suite passes without it.
SKIPPED_MEASUREMENT='^SKIPPED .*waited for a processor'

# A test with real traffic or services that failed and passed in a second run: python_tests.py and maven_whole print it.
FLAKY_TEST='^FLAKY: '

# notes_of_suite NAME: prints how many skipped measurements and flaky tests the suite's file of output names, or nothing. Only a suite in a
# lane writes one.
notes_of_suite() {
  local skipped flaky
  [ -n "${SUITE_LANE:-}" ] || return 0
  skipped=$(grep -acE "$SKIPPED_MEASUREMENT" "$(suite_log "$1")") && skipped+=" of its measurements skipped" || skipped=
  flaky=$(grep -acE "$FLAKY_TEST" "$(suite_log "$1")") && flaky+=" of its tests flaky" || flaky=
  echo "$skipped${skipped:+${flaky:+; }}$flaky"
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
  for _ in $(seq 30); do
    kill -0 -- "-$2" 2>/dev/null || return 0
    sleep 1
  done
  kill -KILL -- "-$2" 2>/dev/null || true
}

# Prints the minutes until CARAVAN_TESTS_END (seconds since 1970), by when all tests must have ended; fails if it is not set.
minutes_left() { [ -n "${CARAVAN_TESTS_END:-}" ] && echo $(((CARAVAN_TESTS_END - $(date +%s)) / 60)); }

SUITE_LOGS=$CARAVAN_HOME/target/suites
suite_log() { printf '%s/%s.log' "$SUITE_LOGS" "$(tr -c 'a-zA-Z0-9\n' - <<<"$1")"; }

SUITE_QUEUE=()

# queued NAME MINUTES PLACE COMMAND…: adds a suite to those of `lanes`. Of the suites with one PLACE one runs at a time; "-" is no place.
queued() { SUITE_QUEUE+=("$(printf '%q ' "$@")"); }

# lanes NUMBER: runs the queued suites, up to NUMBER of them side by side: a lane that is free takes the first whose place is free. The
# output of a suite is printed as a whole when it has ended.
lanes() {
  local lane pids=() pid failed=0 began=$SECONDS busy
  busy=$(busy_seconds)
  mkdir -p "$SUITE_LOGS"
  rm -rf "$SUITE_LOGS"/{taken,place}-*
  for lane in $(seq "$1"); do
    (SUITE_LANE=$lane; lane_of_suites) & pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=$?; done
  SUITE_QUEUE=()
  busy=$(($(busy_seconds) - busy))
  suite_says "$1 lanes took $((SECONDS - began)) s; the processors of this machine worked $busy s in all"
  # A suite that fails is recorded; a lane that ends with an error has left suites out.
  [ $failed -eq 0 ] || record_suite failed "lanes of suites" 0 0 "a lane ended with exit code $failed"
}

# Prints the processor seconds that this machine has used since it started; 0 where no /proc says.
busy_seconds() { awk '$1 == "cpu" { printf "%d", ($2 + $3 + $4 + $7 + $8) / 100 }' /proc/stat 2> /dev/null || echo 0; }

lane_of_suites() {
  local number words lane=$BASHPID
  while number=$(next_suite "$lane"); do
    [ -n "$number" ] || { sleep 0.5; continue; }
    eval "words=(${SUITE_QUEUE[$number]})"
    suite "${words[0]}" "${words[1]}" "${words[@]:3}"
    rm -f "$SUITE_LOGS/place-${words[2]}"
  done
}

# next_suite PID: takes the first suite that no lane has taken and whose place is free for the lane of this process, and prints its number;
# prints nothing if those that are left wait for their places; fails if none is left.
next_suite() {
  local number words none=1
  {
    flock 8
    for number in "${!SUITE_QUEUE[@]}"; do
      [ ! -e "$SUITE_LOGS/taken-$number" ] || continue
      none=0
      eval "words=(${SUITE_QUEUE[$number]})"
      place_is_free "$SUITE_LOGS/place-${words[2]}" || continue
      [ "${words[2]}" = - ] || echo "$1" > "$SUITE_LOGS/place-${words[2]}"
      : > "$SUITE_LOGS/taken-$number"
      echo "$number"
      break
    done
  } 8< "$SUITE_LOGS"
  return $none
}

# A lane that ended with an error leaves no place behind. No trap frees it: a child that is ended right after its fork would run that, too.
place_is_free() { [ ! -s "$1" ] || ! kill -0 "$(cat "$1")" 2>/dev/null; }

# record_suite RESULT NAME SECONDS PROCESSOR-SECONDS [REASON]
record_suite() { printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "${5:-}" >> "$SUITE_RESULTS"; }

# What the end of a run says: of all suites, then what a reader looks for.
print_report() {
  print_suites
  print_skipped_measurements
  print_flaky_tests
  print_failures
}

# One line per suite: result, seconds by the clock, processor seconds of everything it started except containers (without a control group:
# of the programs it waited for), name, reason.
print_suites() {
  printf '\n%-8s %7s %9s  %s\n' result seconds processor suite
  awk -F '\t' '{ printf "%-8s %7d %9d  %s%s\n", $1, $3, $4, $2, $5 == "" ? "" : " (" $5 ")" }' "$SUITE_RESULTS"
}

# print_skipped_measurements: of each suite whose line has a number of them, what was measured and why it was skipped.
print_skipped_measurements() {
  print_notes 'of its measurements skipped' 'measurements skipped: %s (with their figures above)' "$SKIPPED_MEASUREMENT"
}

# print_flaky_tests: of each suite, the tests that passed in a second run only, each with its first failure.
print_flaky_tests() { print_notes 'of its tests flaky' 'flaky: %s (the first failure is above)' "$FLAKY_TEST"; }

# print_notes NOTE TITLE LINES: of each suite whose line has this note, the title with its name and the lines of its output.
print_notes() {
  local name
  awk -F '\t' -v note="$1" 'index($5, note) { print $2 }' "$SUITE_RESULTS" | while read -r name; do
    # shellcheck disable=SC2059
    printf "\n======== $2\n" "$name"
    grep -aE "$3" "$(suite_log "$name")" | cut -c1-400 || true
  done
}

# print_failures: of each failed suite that has a file of its output, the lines that name failures, then its last lines: what a reader of
# the end of a long output looks for.
print_failures() {
  local name log
  awk -F '\t' '$1 == "failed" { print $2 }' "$SUITE_RESULTS" | while read -r name; do
    log=$(suite_log "$name")
    [ -e "$log" ] || continue
    printf '\n======== failed: %s (whole above)\n' "$name"
    head -n -25 "$log" | grep -aE '^(FAIL|ERROR): |^[A-Za-z.]*(Error|Exception)\b|^\[ERROR\] |^Maybe |<<< (FAILURE|ERROR)!' |
      cut -c1-400 | head -n 40 || true
    echo ...
    tail -n 25 "$log" | cut -c1-400
  done
}

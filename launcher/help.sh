# Help of the launcher's own commands: nothing is installed, built, started or written for it.

# Whether the words of a command ask for help; words after -- belong to another program.
asks_for_help() {
  local word
  for word in "$@"; do
    case $word in --) return 1 ;; --help|-h) return 0 ;; esac
  done
  return 1
}

# launcher_help COMMAND [WORD…]: prints the help of one of the launcher's commands; fails if the command is another program's.
launcher_help() {
  case $1 in
    demo) cat <<'TEXT'
Usage: ./caravan demo [--simulated | down]
Sets everything up, measures, plans and deploys a shop, and shows where to look. Installs Debian packages and builds.
  (none)        Emulated network and containers; needs root on Linux.
  --simulated   Simulated hosts and network; needs no root.
  down          Removes all of it; the data folder stays.
TEXT
      ;;
    test) cat <<'TEXT'
Usage: ./caravan test [--long | --real | --clouds | --moves | --stock-node [arm64] | --all]
Runs tests. Installs Debian packages and builds. All kinds but the first two need root on Linux.
  (none)        Fast tests.
  --long        Tests that start servers as processes, many servers or databases, or take long.
  --real        Tests with LXC, Docker, microVMs, network namespaces and a browser.
  --clouds      Tests with a real OpenStack control plane and the EC2 API.
  --moves       Ten moves of an application under load: by DNS, on kept connections, by a router.
  --stock-node  A stock Debian 12 in QEMU as a node: up to 20 minutes. With arm64, on an emulated processor: up to an hour, and
                40 minutes to build its image once.
  --all         All kinds; what needs root runs in three lanes side by side (CARAVAN_TEST_LANES: their number).
TEXT
      ;;
    server) server_help ;;
    bench) bench_help "${2:-}" ;;
    evidence) cat <<'TEXT'
Usage: ./caravan evidence PAPER [--quick] [--output FOLDER] [--scenarios NAME,…] [--requests N] [--repetitions N] [--think MS]
Repeats the experiments of a paper, beside alternatives, in network namespaces of its own; needs root on Linux.
  PAPER            001: a shop at edge and cloud, deployed and measured (figures 5 and 6, tables 4 and 5).
                   002: qCon, bandwidth between containers (figures 3 and 7 to 12, table 1).
  --quick          Fewer and shorter cases: 001 about 10 minutes instead of 2 hours, 002 8 minutes instead of 25.
  --output=FOLDER  Folder for report.txt, report.html and results.csv (default: target/evidence/PAPER).
Of paper 001:
  --scenarios=NAME,…  cloud, limited, mixed, mostly, ideal, optimum (default: all).
  --requests=N     Requests per run (default: 1000). --repetitions=N  Runs per deployment and mix, 1 to 10 (default: 5).
  --think=MS       Mean pause of a user between an answer and the next request (default: 300).
TEXT
      ;;
    load)
      if [ -x /usr/bin/python3 ]; then "$CARAVAN_HOME/examples/sock-shop/load/sock-shop-load" --help
      else echo 'Usage: ./caravan load [--rate N] [--duration SECONDS]    needs python3 for the rest of its help'; fi ;;
    testbed)
      if [ -x /usr/bin/python3 ]; then "$CARAVAN_HOME/examples/testbed/testbed" "${@:2}"
      else echo 'Usage: ./caravan testbed VERB    needs python3 for the rest of its help'; fi ;;
    nornet) cat <<'TEXT'
Usage: ./caravan nornet [up | down | measure | report | inputs] [--repetitions N]
Takes the measurements of a paper on NorNet on an emulated test bed and prints them beside the paper's; needs root on Linux.
  (none)               Raises the test bed, measures, and removes it.
  up, down             Raises or removes it only.
  measure              Measures on a running test bed.
  report, inputs       Prints the last result; the inputs of the comparison.
  --repetitions=N      Repetitions per measurement (default: 16).
TEXT
      ;;
    language-server) cat <<'TEXT'
Usage: ./caravan language-server
Serves editors by the Language Server Protocol on standard input and output, until the input ends.
TEXT
      ;;
    modeller) cat <<'TEXT'
Usage: ./caravan modeller build|site|test|start
  build   Builds the Eclipse workbench with the editor, a .tar.gz.
  site    Builds an update site from which an Eclipse installs the editor.
  test    Runs the workbench's tests on a virtual screen (Xvfb).
  start   Builds the workbench if needed and starts it.
TEXT
      ;;
    vscode) cat <<'TEXT'
Usage: ./caravan vscode build|test
  build   Builds VS Code's extension, a .vsix; needs Node.js 20 or newer with npm.
  test    Builds it and runs its tests.
TEXT
      ;;
    picture) cat <<'TEXT'
Usage: ./caravan picture FILE… [-o FILE]
Draws an application: components, links, users, sites. Prints SVG, or writes it with -o.
TEXT
      ;;
    export) cat <<'TEXT'
Usage: ./caravan export --camel FILE… [-o FILE]
Prints an application as a CAMEL 3.0 model, or writes it with -o. Parts that CAMEL cannot express are listed.
TEXT
      ;;
    maven-plugin) cat <<'TEXT'
Usage: ./caravan maven-plugin
Builds the Maven plugin and installs it into your local repository; examples/maven shows what it does.
TEXT
      ;;
    package) cat <<'TEXT'
Usage: ./caravan package cli|debian|image|test
  cli      The command line client with its Java, one archive.
  debian   A Debian package of server and client.
  image    An OCI image of the server.
  test     Builds all of them and tries them.
TEXT
      ;;
    influxdb) cat <<'TEXT'
Usage: ./caravan influxdb build|packages
  build      Builds influxd from its sources, once, for the tests that need it (5 to 15 minutes).
  packages   Installs what the build needs.
TEXT
      ;;
    licences) cat <<'TEXT'
Usage: ./caravan licences [sbom|dependencies]
  (none)   Lists the libraries that are delivered, with their licences; fails for a licence that is not on the list.
  sbom     Writes the bill of materials of all delivered modules, CycloneDX 1.6 as JSON.
  dependencies
           Writes docs/dependencies.md: version, date and licence of each library, and why it is delivered.
TEXT
      ;;
    backup) cat <<'TEXT'
Usage: ./caravan backup FILE
Writes everything that the server keeps into one file, while the server runs.
TEXT
      ;;
    restore) cat <<'TEXT'
Usage: ./caravan restore FILE
Creates the data folder from a backup file, while no server runs.
TEXT
      ;;
    build) cat <<'TEXT'
Usage: ./caravan build
Builds server, client, language server and drawings if a source is newer than the last build.
TEXT
      ;;
    *) return 1 ;;
  esac
}

bench_help() {
  case $1 in
    planner) cat <<'TEXT'
Usage: ./caravan bench planner [--sizes NAMES] [--seconds N] [--csv FILE]
Compares the planner with first fit, cheapest, nearest, OptaPlanner and CP-SAT on generated problems.
TEXT
      ;;
    partitions) cat <<'TEXT'
Usage: ./caravan bench partitions [--sizes NAMES]
Compares planning in partitions with planning as a whole.
TEXT
      ;;
    robustness) cat <<'TEXT'
Usage: ./caravan bench robustness [--problems N] [--levels 0.25,0.5,1] [--csv FILE]
Plans from wrong measurements and scores the plans under the true values.
TEXT
      ;;
    roadef) cat <<'TEXT'
Usage: ./caravan bench roadef --instances DIR [--only NAMES] [--seconds N] [--csv FILE]
Runs searches for machine reassignment on the Google ROADEF/EURO 2012 instances in DIR.
TEXT
      ;;
    prediction) cat <<'TEXT'
Usage: ./caravan bench prediction [--quick] [--placements N] [--seed N] [--requests N] [--json] [--output FOLDER]
Deploys placements of two applications on an emulated network, measures p50 and p95 of each request, and compares them with predictions that
use nothing measured in that placement; needs root on Linux.
  --quick          6 placements and 200 requests: about 5 minutes instead of 70.
  --placements=N   Placements, at least 2 (default: 30). With 6 or more, a third are of the second application.
  --seed=N         Seed of the placements (default: 1).
  --requests=N     Requests per run, 1 to 100000 (default: 1000).
  --json           Prints the report as JSON.
  --output=FOLDER  Folder for report.txt, report.html and results.csv (default: target/prediction).
Exit codes: 0 no placement failed (whether or not the goal is met), 1 a placement or the run failed, 2 wrong option, 130 interrupted.
TEXT
      ;;
    *) cat <<'TEXT'
Usage: ./caravan bench [KIND] [OPTION…]
Measures this machine and prints a table. Installs Debian packages and builds.
  (none)          Server start, planning, container start, probes [--json] [--quick].
  fleet           50 containers of one deployment, compared with 50 of lxc-copy and lxc-start.
  start           Server starts with and without the archive of classes, in turn [--pairs 5] [--json].
  load, soak      200 concurrent clients for 5 minutes; 100 changing applications for 30 minutes.
  cli             Start of the packaged client.
  console         First page of the console with 1,000 simulated instances.
  crash, faults   The executor killed at every step; every kind of fault.
  world           Simulated servers, hosts and faults on virtual time around the real control plane: --hours N, --seeds N,
                  --from SEED, --jobs N (worlds at the same time), --planted, --story, --json.
  kills, walks    100 SIGKILLs of a server and its backups; 200 deployments alternating between two servers.
  rehearsal       A recorded week through rules, planner and limits: seconds, decisions, times real time.
  power           1,000 simulated power cuts of a working server [--cuts N] [--boots N] [--seed N].
  filter          The network filter of a copy: throughput, processor time and latency with and without it [--pairs N] [--cpu].
  pairs           Every pair of copies of every form and IP version: expected, seen.
  probes          Sensors and standing idle probes: CPU and memory of a node, MB per day of an access link (12 min)
                  [--slower 10] [--quick] [--no-sensors].
  paths           Lines that degrade under 100 requests/s: seconds to the decision and to the move, lost requests (8 min).
  guarantees      Two organisations on an uplink of a real node: weights under traffic; a minimum without the server, with the node's
                  program killed, and after a restart of the node [SECONDS without the server, default: 600].
  prediction      Predicted beside measured latencies of 30 placements drawn at random: --quick, --placements N, --seed N, --json.
  framing         100,000 hostile calls to the shell that nodes run.
  layers          100,000 hostile image layers.
  scale           1,000 instances on 10,000 simulated hosts.
  rules           Rules of 1,000 applications: share of a core, heap.
  planner         The planner, compared with first fit, cheapest, nearest, OptaPlanner and CP-SAT.
  partitions      Planning in partitions, compared with planning as a whole.
  enumeration     1,000 small problems, compared with exhaustive search.
  samples         All generated cases of tests that try a part of them among the fast tests.
  robustness      Plans from wrong measurements, scored under the true values.
  inner           Score, tables and certificate, measured by JMH.
  roadef          Machine reassignment on the Google ROADEF/EURO 2012 instances: --instances DIR.
  forecast        Forecasts of public seasonal series, compared with seasonal naive.
  estimator       Estimates, compared with held-out measurements [FILE].
  language        10,000 lines of models read and validated; with the word fuzz also 100,000 broken models.
TEXT
      ;;
  esac
}

# The client's own help, by the jar that is there; without one the launcher's, because building would be a side effect.
client_help() {
  if [ -f "$CLI_JAR" ] && command -v java >/dev/null; then client "$@"
  else
    usage_of_launcher
    echo 'Help of the other commands needs a build: ./caravan build'
  fi
}

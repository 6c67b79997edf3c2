# The demo: from a bare machine to a shop that answers, and back.

DEMO_SHOP=${CARAVAN_DEMO_SHOP:-127.0.0.1:8079}
DEMO_DNS=${CARAVAN_DEMO_DNS:-198.18.255.1:5053}
DEMO_APPLICATION=sock-shop
# Period of its standing probes; the test of the demo has 0s, because it counts decisions.
DEMO_PROBED=${CARAVAN_DEMO_PROBED:-1m}
IMAGES=$CARAVAN_DATA/images

demo() {
  case "${1:-}" in
    '') demo_up ;;
    --simulated) demo_simulated ;;
    down) demo_down ;;
    *) fail "demo does not know: $1" "use: ./caravan demo, ./caravan demo --simulated, or ./caravan demo down" ;;
  esac
}

demo_up() {
  is_linux || fail "The demo raises network namespaces, which only Linux has." "run: ./caravan demo --simulated"
  is_root || fail "The demo raises network namespaces and containers, which needs root." \
    "run it as root, or run: ./caravan demo --simulated"
  mkdir -p "$CARAVAN_DATA"
  : > "$DEMO_TIMES"
  require_packages build demo
  phase_ended packages 0
  # What the first page waits for is built first: the server and the client; images and bed take the processor time that is left.
  build_images & local images=$!
  raise_bed & local raised=$!
  local began=$SECONDS
  build_without_archive
  phase_ended build "$began"
  wait $raised || { cat "$CARAVAN_DATA/testbed.log" >&2; fail "The test bed could not be raised." "read $CARAVAN_DATA/testbed.log"; }
  testbed_credentials
  began=$SECONDS
  server_start --caravan.dns.listen="127.0.0.1:${DEMO_DNS##*:},$DEMO_DNS" --caravan.probing.idle-every="$DEMO_PROBED"
  phase_ended server "$began"
  demo_password & local password=$!
  bed infrastructure > "$CARAVAN_DATA/demo.caravan"
  began=$SECONDS
  demo_measure "$CARAVAN_DATA/demo.caravan"
  phase_ended measurement "$began"
  wait $password || fail "The password of the shop's databases could not be stored." "run: ./caravan secret list"
  # Packet trains tolerate a busy machine, so the images are built at the same time.
  wait $images || fail "The shop's images could not be built." "read $CARAVAN_DATA/images.log"
  began=$SECONDS
  demo_deploy
  phase_ended deployment "$began"
  began=$SECONDS
  demo_door
  local seconds
  seconds=$(wait_for_page "http://$DEMO_SHOP/")
  phase_ended page "$began"
  demo_show "$seconds"
  archive_server_classes
}

# Seconds since the start of the demo at which each phase began and ended, one line per phase.
DEMO_TIMES=$CARAVAN_DATA/demo-times
phase_ended() { printf '%s %d %d\n' "$1" "$2" "$SECONDS" >> "$DEMO_TIMES"; }

show_phases() {
  echo "seconds of each phase (some run at the same time; also in $DEMO_TIMES)"
  sort -k 2,2n -k 3,3n "$DEMO_TIMES" | while read -r phase began ended; do
    printf '  %-12s %4d to %4d  %4d s\n' "$phase" "$began" "$ended" $((ended - began))
  done
}

raise_bed() {
  local began=$SECONDS
  bed up > "$CARAVAN_DATA/testbed.log" 2>&1 || return
  phase_ended test-bed "$began"
  say "$(tail -n 1 "$CARAVAN_DATA/testbed.log")"
}

demo_simulated() {
  CARAVAN_DATA=$CARAVAN_DATA/simulated
  mkdir -p "$CARAVAN_DATA"
  require_packages build
  build
  say "SIMULATED: no machine, network or container is real in this demo"
  server_start --caravan.simulated=true --caravan.dns.listen=127.0.0.1:5054 --caravan.probing.idle-every="$DEMO_PROBED"
  demo_measure "$CARAVAN_HOME/examples/testbed/nornet.caravan"
  demo_password
  demo_deploy
  find_console_link
  say "SIMULATED: nothing can be opened but the console: $CONSOLE_LINK"
}

# Each part finds what is there already: a second run hands over the same model, needs no probe and gets an empty plan.
# demo_measure INFRASTRUCTURE
demo_measure() {
  client infrastructure "$1" --server "$SERVER_URL"
  measured || { say "measuring the network …"; client probe --scope trains --server "$SERVER_URL"; }
}

demo_deploy() {
  say "planning and deploying …"
  client deploy --auto-approve --server "$SERVER_URL" "$CARAVAN_HOME/examples/sock-shop/sock-shop.caravan"
}

# The shop's databases ask for one; nobody needs to know it.
demo_password() {
  client secret list --server "$SERVER_URL" | grep -q '^shop-db-password ' ||
    head -c 18 /dev/urandom | base64 | client secret set shop-db-password --server "$SERVER_URL"
}

# Asked without starting Java. Standing probes measure no throughput.
measured() {
  curl -fsS --config - "$SERVER_URL/api/v1/network" 2> "$CARAVAN_DATA/curl.log" \
    <<< "header = \"Authorization: Bearer $(cat "$CARAVAN_DATA/token")\"" |
    grep -cE '"throughput":\{[^}]*"MEASURED"' > /dev/null # reads all of it; otherwise curl would fail
}

build_images() {
  local began=$SECONDS line
  mkdir -p "$IMAGES"
  nice -n 5 "$CARAVAN_HOME/executionware/images/image-build" "$CARAVAN_HOME"/examples/sock-shop/images/*.toml --output "$IMAGES" 2>&1 |
    tee "$CARAVAN_DATA/images.log" | while read -r line; do
      [[ ! $line =~ ^(\[[0-9/]+\])\ ([^ ]+)\ .*\ built\  ]] || say "image ${BASH_REMATCH[1]} ${BASH_REMATCH[2]} is built"
    done || return
  phase_ended images "$began"
}

# A browser on this machine is outside the emulated networks: the door lets it in as one of the users in Bergen.
demo_door() {
  bed door --listen $DEMO_SHOP --users users-bergen \
    --name "frontend.$DEMO_APPLICATION.caravan" --port 8079 --dns $DEMO_DNS
}

# Prints the seconds since the demo was started when the first page came.
wait_for_page() {
  local end=$((SECONDS + 60))
  while [ $SECONDS -lt $end ]; do
    curl -fsS --max-time 5 -o /dev/null "$1" 2>/dev/null && { echo "$SECONDS"; return 0; }
    sleep 0.1
  done
  fail "The shop's first page did not come from $1 within 60 s." "look at: ./caravan status, and read $CARAVAN_DATA/server.log"
}

# The link that logs in is for a terminal alone: what is no terminal, say a log that others may read, gets the place of the token.
find_console_link() {
  if [ -t 1 ]; then CONSOLE_LINK="$SERVER_URL/login?token=$(cat "$CARAVAN_DATA/token")"
  else CONSOLE_LINK="$SERVER_URL/login (the token is in $CARAVAN_DATA/token)"; fi
}

demo_show() {
  find_console_link
  # The application runs, whether or not this can be shown.
  /usr/bin/python3 "$CARAVAN_HOME/examples/demo/screen.py" "$SERVER_URL" "$CARAVAN_DATA/token" $DEMO_APPLICATION || true
  cat <<TEXT

$(show_phases)

first page of the shop after $1 s
  shop      http://$DEMO_SHOP/
  console   $CONSOLE_LINK
  degrade   ./caravan testbed degrade bergen rtt +400ms; ./caravan probe --scope idle; ./caravan deploy --auto-approve
  load      ./caravan load --rate 20 --duration 60
  end       ./caravan demo down
TEXT
}

# Containers die with their nodes; the data folder keeps models, plans and measurements.
demo_down() {
  CARAVAN_DATA=$CARAVAN_DATA/simulated server_stop
  server_stop
  [ -e "$TESTBED_STATE" ] || return 0
  bed down
  rm -rf "$CARAVAN_DATA/credentials/testbed"
}

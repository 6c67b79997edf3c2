# The measurements of the paper on NorNet, taken again on an emulated bed and by a server of their own: nothing of the demo is touched.

NORNET_SERVER=${CARAVAN_NORNET_SERVER:-http://127.0.0.1:8092}
NORNET_BED=$CARAVAN_HOME/examples/nornet/bed.toml

# nornet [--repetitions N] [--only fig6,table2] [--fresh] [--json], or one step of it: nornet up|measure|down|report|inputs
nornet() {
  CARAVAN_DATA=$CARAVAN_DATA/nornet
  SERVER_URL=$NORNET_SERVER
  SERVER_SECONDS=${CARAVAN_SERVER_SECONDS:-300}
  TESTBED_STATE=$CARAVAN_DATA/testbed
  read -ra TESTBED_OPTIONS <<< "${CARAVAN_NORNET_OPTIONS:---prefix nnt --mgmt 198.18.253.0/24}"
  case "${1:-}" in
    report|inputs|measure) nornet_example "$@" ;;
    up) nornet_up ;;
    down) nornet_down ;;
    *)
      trap nornet_down EXIT
      nornet_up >&2
      nornet_example measure "$@"
      ;;
  esac
}

nornet_up() {
  is_linux && is_root || fail "This raises network namespaces, which needs root on Linux." \
    "run it there, or read examples/nornet/README.md."
  require_packages build demo nornet
  build
  mkdir -p "$CARAVAN_DATA"
  # Flows of 240 Mbit/s that wait for a processor are late, and lateness is a line that nobody described.
  bed up --weight 64 "$NORNET_BED"
  testbed_credentials
  # Standing probes would add traffic to the measured lines.
  server_start --caravan.dns.listen="127.0.0.1:${CARAVAN_NORNET_DNS:-5063}" --caravan.probing.idle-every=0s
  bed infrastructure "$NORNET_BED" > "$CARAVAN_DATA/nornet.caravan"
  client infrastructure "$CARAVAN_DATA/nornet.caravan" --server "$SERVER_URL"
}

# What was measured stays in the data folder.
nornet_down() {
  server_stop >&2
  [ ! -e "$TESTBED_STATE" ] || bed down >&2
  rm -rf "$CARAVAN_DATA/credentials/testbed"
}

nornet_example() {
  CARAVAN_SERVER=$NORNET_SERVER CARAVAN_COMMIT=$(git -C "$CARAVAN_HOME" rev-parse --short HEAD 2>/dev/null || echo unknown) \
    CARAVAN_RELAY_LOG=$TESTBED_STATE/relay.log \
    /usr/bin/python3 "$CARAVAN_HOME/examples/nornet/nornet" "$1" --out "$CARAVAN_DATA/result" "${@:2}"
}

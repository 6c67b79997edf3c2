# The emulated test bed of the demo: raised from examples/testbed with its state in the data folder.

TESTBED_STATE=$CARAVAN_DATA/testbed
# A second bed beside the demo's has other options (--prefix, --mgmt), and its users other addresses to ask.
read -ra TESTBED_OPTIONS <<< "${CARAVAN_TESTBED_OPTIONS:-}"

# The verbs on the bed whose state the data folder keeps.
bed() { "$CARAVAN_HOME/examples/testbed/testbed" --state "$TESTBED_STATE" "${TESTBED_OPTIONS[@]}" "$@"; }

testbed() {
  local verb=${1:---help}
  [ $# -eq 0 ] || shift
  require_packages demo
  case $verb in
    --help|-h) "$CARAVAN_HOME/examples/testbed/testbed" --help ;;
    *) bed "$verb" "$@" ;;
  esac
}

# The server finds the test bed's keys under the name that the infrastructure model gives them.
testbed_credentials() {
  local folder=$CARAVAN_DATA/credentials/testbed
  mkdir -p "$folder"
  chmod 700 "$CARAVAN_DATA/credentials" "$folder"
  printf 'root\n' > "$folder/user"
  install -m 600 "$TESTBED_STATE/id_ed25519" "$folder/id_ed25519"
  install -m 600 "$TESTBED_STATE/known_hosts" "$folder/known_hosts"
}

# load [OPTION…]: the generator in the network of the users in Bergen.
load() {
  exec "$CARAVAN_HOME/examples/testbed/testbed" --state "$TESTBED_STATE" "${TESTBED_OPTIONS[@]}" exec vantage-bergen -- \
    "$CARAVAN_HOME/examples/sock-shop/load/sock-shop-load" --application-url-name frontend.sock-shop.caravan --port 8079 \
    --dns "$DEMO_DNS" --family ipv4 "$@"
}

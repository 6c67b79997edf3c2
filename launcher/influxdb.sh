# influxd, built from its sources: the tests of the sample store and of the Compose stack want the real one, and say SKIPPED without it.

# influxdb build: into the folder of what takes minutes to make; nothing where it is there. influxdb packages: what that needs, by apt.
influxdb() {
  case "${1:-}" in
    build)
      "$CARAVAN_HOME/examples/influxdb/build-influxd" --where > /dev/null \
        || { require_packages influxdb && "$CARAVAN_HOME/examples/influxdb/build-influxd"; }
      ;;
    packages) "$CARAVAN_HOME/examples/influxdb/build-influxd" --where > /dev/null || require_packages influxdb ;;
    *) fail "influxdb needs what to do: build or packages" "run: ./caravan influxdb build" ;;
  esac
}

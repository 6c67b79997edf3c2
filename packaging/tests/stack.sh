#!/usr/bin/env bash
# The stack of docker-compose.yml in a Docker engine of its own: stack.sh FOLDER LOGS ROOT SERVER-IMAGE SERVER-FOLDER [INFLUXD]; to be
# called by `unshare --net --mount`. In FOLDER/stack lies a copy of what Compose needs, ROOT is what standins/root prints; in LOGS stays
# what all of it wrote.
set -euo pipefail
folder=$1 logs=$2 root=$3 tar=$4 server=$5 influxd=${6:-}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=packaging/tests/engine.sh
. "$here/engine.sh"
engine_begin "$folder" "$logs"
trap engine_end EXIT
engine_load "$folder" "$tar" "caravan/server:${CARAVAN_VERSION:-0.1.0-SNAPSHOT}"
"$here/standins/make" "$folder/standins" "$root" "$server" "$influxd"
/usr/bin/python3 "$here/stack.py" "$folder/stack" "$logs"

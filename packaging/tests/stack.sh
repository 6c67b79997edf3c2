#!/usr/bin/env bash
# The stack of docker-compose.yml in a Docker engine of its own: stack.sh FOLDER SERVER-IMAGE SERVER-FOLDER [INFLUXD]; to be called by
# `unshare --net --mount`. In FOLDER/stack lies a copy of what Compose needs.
set -euo pipefail
folder=$1 tar=$2 server=$3 influxd=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=packaging/tests/engine.sh
. "$here/engine.sh"
engine_begin "$folder"
trap engine_end EXIT
engine_load "$folder" "$tar" "caravan/server:${CARAVAN_VERSION:-0.1.0-SNAPSHOT}"
"$here/standins/make" "$folder/standins" "$server" "$influxd"
/usr/bin/python3 "$here/stack.py" "$folder/stack"

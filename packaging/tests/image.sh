#!/usr/bin/env bash
# The image in a Docker engine of its own, in a network namespace with nothing but its loopback: loaded, run as it is meant to be, stopped,
# and run again on the same data. image.sh TAR FOLDER IMAGE LOGS; to be called by `unshare --net --mount`.
set -euo pipefail
tar=$1 folder=$2 image=$3 logs=$4
# shellcheck source=packaging/tests/engine.sh
. "$(dirname "$0")/engine.sh"
mkdir -p "$folder/data"
chown 10001:10001 "$folder/data"
engine_begin "$folder" "$logs" --iptables=false --ip6tables=false
trap 'docker rm -f caravan > /dev/null 2>&1 || true; engine_end' EXIT
engine_load "$folder" "$tar" "$image"
begin() {
  docker run --pull never --detach --name caravan --network host --read-only --tmpfs /tmp --cap-drop ALL --memory 640m \
    --volume "$folder/data:/data" "$image" --caravan.simulated=true --caravan.bind-address=127.0.0.1 > /dev/null
  for _ in $(seq 240); do
    curl -fs http://127.0.0.1:8080/api/v1/health && return
    [ "$(docker inspect -f '{{.State.Running}}' caravan)" = true ] || break
    sleep 1
  done
  docker logs caravan
  return 1
}
begin
token=$(cat "$folder/data/token")
echo " user $(docker inspect -f '{{.Config.User}}' caravan)"
# A chart needs a font and the libraries that draw with it.
curl -fs -H "Authorization: Bearer $token" http://127.0.0.1:8080/api/v1/applications && echo " answered with its token"
docker stop --time 60 caravan > /dev/null
echo "ended with $(docker inspect -f '{{.State.ExitCode}}' caravan)"
docker rm caravan > /dev/null
begin
[ "$token" = "$(cat "$folder/data/token")" ]
echo " went on with its data"

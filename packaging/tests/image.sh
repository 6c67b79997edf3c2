#!/usr/bin/env bash
# The image in a Docker engine of its own, in a network namespace with nothing but its loopback: loaded, run as it is meant to be, stopped,
# and run again on the same data. image.sh TAR FOLDER IMAGE; to be called by `unshare --net --mount`.
set -euo pipefail
tar=$1 folder=$2 image=$3
export DOCKER_HOST=unix://$folder/docker.sock
ip link set lo up
mkdir -p "$folder/data"
chown 10001:10001 "$folder/data"
dockerd --data-root "$folder/docker" --exec-root "$folder/exec" --pidfile "$folder/docker.pid" --bridge none --iptables=false --ip6tables=false \
  -H "$DOCKER_HOST" > "$folder/dockerd.log" 2>&1 </dev/null &
engine=$!
trap 'docker rm -f caravan > /dev/null 2>&1 || true; kill $engine; wait $engine || true' EXIT
for _ in $(seq 60); do docker version > /dev/null 2>&1 && break; sleep 0.5; done
# Engines before 25 read no OCI archives themselves; this one also checks every digest in it.
skopeo --insecure-policy copy -q "oci-archive:$tar" "docker-archive:$folder/image.tar:$image"
docker load -i "$folder/image.tar"
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

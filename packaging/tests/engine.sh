# A Docker engine of its own, for a script that is called by `unshare --net --mount`: its network is its own loopback, which leads nowhere,
# so it can pull nothing. engine_begin FOLDER LOGS [OPTION OF DOCKERD…]; to be sourced.

engine_begin() {
  local folder=$1
  engine_log=$2/dockerd.log
  shift 2
  export DOCKER_HOST=unix://$folder/docker.sock
  ip link set lo up
  dockerd --data-root "$folder/docker" --exec-root "$folder/exec" --pidfile "$folder/docker.pid" --bridge none "$@" \
    -H "$DOCKER_HOST" > "$engine_log" 2>&1 </dev/null &
  engine=$!
  for _ in $(seq 600); do docker version > /dev/null 2>&1 && return; sleep 0.5; done
  tail -5 "$engine_log" >&2
  return 1
}

engine_end() {
  kill "$engine"
  wait "$engine" || true
}

# Engines before 25 read no OCI archives themselves; skopeo also checks every digest in it. engine_load FOLDER TAR IMAGE
engine_load() {
  skopeo --insecure-policy copy -q "oci-archive:$2" "docker-archive:$1/image.tar:$3"
  docker load -q -i "$1/image.tar"
  rm "$1/image.tar"
}

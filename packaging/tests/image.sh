#!/usr/bin/env bash
# The image in a Docker engine of its own, in a network namespace with nothing but its loopback: loaded, run as it is meant to be, stopped,
# and run again on the same data. image.sh TAR FOLDER IMAGE LOGS; to be called by `unshare --net --mount`.
set -euo pipefail
tar=$1 folder=$2 image=$3 logs=$4
# The first class of the thread that prepares the language once the server has started.
LANGUAGE_BEGINS='org\.caravan\.server\.model\.LanguageReady\$\$Lambda'
# shellcheck source=packaging/tests/engine.sh
. "$(dirname "$0")/engine.sh"
mkdir -p "$folder/data"
chown 10001:10001 "$folder/data"
engine_begin "$folder" "$logs" --iptables=false --ip6tables=false
trap 'docker rm -f caravan > /dev/null 2>&1 || true; engine_end' EXIT
engine_load "$folder" "$tar" "$image"
# begin [OPTION OF DOCKER RUN…]
begin() {
  docker run "$@" --pull never --detach --name caravan --network host --read-only --tmpfs /tmp --cap-drop ALL --memory 640m \
    --volume "$folder/data:/data" "$image" --caravan.simulated=true --caravan.bind-address=127.0.0.1 > /dev/null
  for _ in $(seq 600); do
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
# Java names the source of each class that it loads; a start without the archive would find none there.
begin --env JAVA_TOOL_OPTIONS=-Xlog:class+load:file=/data/classes.log
[ "$token" = "$(cat "$folder/data/token")" ]
echo " went on with its data"
# Of the classes of the start itself: those of the language come after it, in the background, and Java 17 archives none of signed jars, nor
# those that extend them. How many of these are loaded by now depends on how busy the machine is.
waited=0
until grep -q "$LANGUAGE_BEGINS" "$folder/data/classes.log" || ((waited++ >= 600)); do sleep 1; done
sed "/$LANGUAGE_BEGINS/q" "$folder/data/classes.log" > "$folder/start.log"
if ! grep -q "$LANGUAGE_BEGINS" "$folder/start.log"; then
  printf 'No class is %s.\n    Maybe the language is prepared elsewhere now: name its class here.\n' "$LANGUAGE_BEGINS"
  exit 1
fi
# from_archive LOG: prints how many classes of a log come from the archive; fails if these are fewer than 9 of 10, with the sources of the
# others.
from_archive() {
  local loaded shared
  loaded=$(grep -c 'source: ' "$1" || true)
  shared=$(grep -c 'source: shared objects file' "$1" || true)
  echo " $shared of $loaded classes from the archive: $(basename "$1" .log)"
  [ $((shared * 10)) -lt $((loaded * 9)) ] || return 0
  echo "where the others are from:"
  sed -n 's/.* source: //p' "$1" | grep -v '^shared objects' | sed 's#.*/##' | sort | uniq -c | sort -rn | head -n 20
  return 1
}
from_archive "$folder/start.log"
# The answer to a model comes once the language is ready. Of its classes, those of the libraries that are not signed: Guice, Guava and
# ANTLR.
curl -fsS -H "Authorization: Bearer $token" -H 'Content-Type: application/json' http://127.0.0.1:8080/api/v1/models/validation \
  -d '{"files":{"ready.caravan":"application ready { component one { form container { image \"one\"  cpu 1  memory 1 MiB } } }"}}'
grep -E '\] (com\.google\.(inject|common)|org\.antlr\.runtime)\.' "$folder/data/classes.log" > "$folder/language.log" || true
if [ "$(wc -l < "$folder/language.log")" -lt 300 ]; then
  printf '\nFewer than 300 classes are of Guice, Guava and ANTLR.\n    Maybe the language has other libraries now: name them here.\n'
  exit 1
fi
from_archive "$folder/language.log"

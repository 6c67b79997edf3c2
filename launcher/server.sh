# Starts and stops the server on its embedded defaults; its process is known by a pid file.

SERVER_URL=${CARAVAN_SERVER:-http://127.0.0.1:8080}
# How long its start may take: 7 s on two idle cores, twice that without its archive of classes, minutes where thirty programs want them.
SERVER_SECONDS=${CARAVAN_SERVER_SECONDS:-120}
SERVER_COMMAND=(java "${SERVER_JAVA[@]}" -Xshare:auto -jar "$SERVER_JAR")

server() {
  case " $* " in *" --help "* | *" -h "*) server_help; return 0 ;; esac
  case "${1:-}" in
    start) shift; require_packages build; build; server_start "$@" ;;
    stop) server_stop ;;
    status) server_running && echo "running, pid $(cat "$CARAVAN_DATA/server.pid"), $SERVER_URL" || { echo stopped; return 1; } ;;
    *) fail "server needs a verb: start, stop or status" "run: ./caravan server start" ;;
  esac
}

server_help() {
  cat <<EOF
server start [OPTION…]   starts it at $SERVER_URL (CARAVAN_SERVER says where); options stay for later starts, among them:
    --caravan.simulated=true              hosts, network and clouds are simulated
    --server.ssl.certificate=file:…       TLS, with --server.ssl.certificate-private-key=file:…
    --caravan.probing.idle-every=0s       no standing probes of the network (default: 1m)
    --caravan.oidc.issuer=URL             takes tokens of that issuer, too
  more in docs/operating.md and docs/security.md
server stop              ends it; what it has deployed runs on
server status            whether it runs, and where
EOF
}

# A pid alone proves nothing after a crash: the number may belong to another program by now.
server_running() {
  local pid
  pid=$(cat "$CARAVAN_DATA/server.pid" 2>/dev/null) || return 1
  [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' 2>/dev/null < "/proc/$pid/cmdline" | grep -qF "caravan-server" && return 0
  ! is_linux && kill -0 "$pid" 2>/dev/null
}

# Sets SERVER_COMMAND; with the archive of classes, once that is made.
server_command() {
  local shared
  shared=$("$CARAVAN_HOME/packaging/class-archive" option "$CLASS_ARCHIVES" java "$SERVER_JAR" 2>/dev/null) || shared=
  SERVER_COMMAND=(java "${SERVER_JAVA[@]}" "${shared:--Xshare:auto}" -jar "$SERVER_JAR")
}

# server_start [OPTION…]: options go to the server as they are; without any, those of the last start hold.
server_start() {
  if server_running; then
    [ "$BUILD_STAMP" -nt "$CARAVAN_DATA/server.pid" ] || return 0
    say "the server was rebuilt: restarting it"
    server_stop
  fi
  mkdir -p "$CARAVAN_DATA"
  local options=("$@") first=yes
  [ ! -e "$CARAVAN_DATA/token" ] || first=
  if [ $# -gt 0 ]; then printf '%s\n' "$@" > "$CARAVAN_DATA/server.options"
  elif [ -f "$CARAVAN_DATA/server.options" ]; then mapfile -t options < "$CARAVAN_DATA/server.options"; fi
  local url_port=${SERVER_URL##*:} mask
  mask=$(umask)
  curl_health >/dev/null 2>&1 && fail "Another server answers at $SERVER_URL already." "stop it, or set CARAVAN_SERVER to another port."
  umask 077 # what it keeps is its own, as below the service of the Debian package
  # What libraries unpack while it runs lies where the next start clears it away.
  mkdir -p "$CARAVAN_DATA/scratch"
  server_command
  setsid_if_there "${SERVER_COMMAND[0]}" -Djava.io.tmpdir="$CARAVAN_DATA/scratch" "${SERVER_COMMAND[@]:1}" \
    --caravan.data="$CARAVAN_DATA" --caravan.port="${url_port%%/*}" "${options[@]}" > "$CARAVAN_DATA/server.log" 2>&1 </dev/null &
  local started=$! end=$((SECONDS + SERVER_SECONDS))
  umask "$mask"
  echo $started > "$CARAVAN_DATA/server.pid"
  while [ $SECONDS -lt $end ]; do
    curl_health >/dev/null 2>&1 && { say "server answers at $SERVER_URL"; [ -z "$first" ] || show_first_token; return 0; }
    kill -0 $started 2>/dev/null || server_refused
    sleep 0.1
  done
  fail "The server did not answer within $SERVER_SECONDS s." "read $CARAVAN_DATA/server.log"
}

# What the server says of a start that it refuses, as its two lines; else the end of its log.
server_refused() {
  local report said maybe
  report=$(sed 's/^    | //' "$CARAVAN_DATA/server.log" 2>/dev/null) # the log marks further lines of an entry
  said=$(sed -n '/^Description:$/,/^Action:$/{/^Description:$/d;/^Action:$/d;/^ *$/d;p}' <<<"$report" | tail -3)
  maybe=$(sed -n '/^Action:$/,${/^Action:$/d;/^ *$/d;s/^Maybe //;p}' <<<"$report" | head -1)
  if [ -n "$said" ] && [ -n "$maybe" ]; then fail "$said" "$maybe"; fi
  tail -5 "$CARAVAN_DATA/server.log" >&2
  fail "The server ended while it started." "read $CARAVAN_DATA/server.log"
}

# Once, and to a person alone: what is no terminal may be kept and sent elsewhere.
show_first_token() {
  if [ -t 1 ]; then say "the first admin's token, shown this once: $(cat "$CARAVAN_DATA/token")"
  else say "the first admin's token is in $CARAVAN_DATA/token"; fi
}

# Its own session, so that the terminal's Ctrl-C for the demo does not end the server.
setsid_if_there() { if command -v setsid >/dev/null; then exec setsid "$@"; else exec "$@"; fi; }

curl_health() {
  if command -v curl >/dev/null; then curl -fsS --max-time 2 "$SERVER_URL/api/v1/health"
  else client rules --server "$SERVER_URL" --json; fi
}

server_stop() {
  server_running || { rm -f "$CARAVAN_DATA/server.pid"; return 0; }
  local pid tries
  pid=$(cat "$CARAVAN_DATA/server.pid")
  kill "$pid"
  for tries in $(seq 1 300); do
    kill -0 "$pid" 2>/dev/null || { rm -f "$CARAVAN_DATA/server.pid"; say "server stopped"; return 0; }
    sleep 0.1
  done
  fail "The server (pid $pid) did not stop within 30 s." "read $CARAVAN_DATA/server.log"
}

# backup FILE | restore FILE: one file of the data folder, beside a running server; a data folder out of such a file, while none runs.
server_data() {
  [ -n "${2:-}" ] || fail "$1 needs a file." "run: ./caravan $1 caravan.backup"
  "${SERVER_COMMAND[@]}" "$1" "$2" --data "$CARAVAN_DATA"
}

# The server's visit to a probe agent, sent over SSH with each call. It sets: folder spool ack most_lines limits orders version script
# offset tell end. Without "tell" the probe agent is not notified of the visit, because the fetched results can show that it needs other
# orders.
# Prints: clock MILLIS, then state SPOOL ACKED WAITING CARRIED_OFFSET CARRIED_BOUND CARRIED_AT, then line ... for each result, then clock
# MILLIS.
umask 077
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
command -v ping > /dev/null || { echo 'ping is missing' >&2; exit 127; }
at=$(date +%s%3N)
echo "clock $at"
folder="$HOME/.caravan/$folder"
[ -z "$end" ] || [ -d "$folder" ] || { echo "gone"; exit 0; }
mkdir -p "$folder" && cd "$folder" || exit 1
if [ -n "$end" ]; then
  # Without limits the agent ends after the pings it has begun. Only then is its folder removed: a file that it writes meanwhile would
  # keep the folder, and no later visit would remove it. Lock 9 is held to the end, so that no other visit starts an agent.
  rm -f limits
  exec 9> running
  flock -w 10 9 || { echo 'its last pings have not ended' >&2; exit 75; }
fi
exec 8> spool.lock
flock -w 10 8 || { echo 'its spool is held by another visit' >&2; exit 75; }
[ -s spool.id ] && [ -s acked ] || { rm -f spool; echo 0 > acked; cat /proc/sys/kernel/random/uuid > spool.id; sync spool.id acked; }
touch spool
read -r id < spool.id
read -r acked < acked
# First what was handed over is noted, then it goes: after a crash between the two its numbers are not given again.
if [ "$spool" = "$id" ] && [ "${ack:-0}" -gt "$acked" ]; then
  echo "$ack" > acked.new && sync acked.new && mv acked.new acked && acked=$ack
fi
first=$(head -n 1 spool | cut -d ' ' -f 1)
if [ -n "$first" ] && [ "$first" -le "$acked" ]; then
  awk -v acked="$acked" '$1 > acked' spool > spool.new && mv spool.new spool
fi
# A line that was cut off by a power cut is never handed over, so it must not delay the end.
if [ -n "$end" ] && ! grep -q ' \.$' spool; then
  rm -rf "$folder" || exit 1
  echo "gone"
  exit 0
fi
if [ -n "$tell" ]; then
  if ! printf '%s' "$script" | cmp -s - lookout.sh; then
    printf '%s' "$script" > lookout.new && mv lookout.new lookout.sh
  fi
  printf '%s' "$orders" > orders.new && mv orders.new orders
  echo "$limits $version" > limits.new && mv limits.new limits
  read -r heard rest < /proc/uptime
  echo "${heard%.*}" > heard.new && mv heard.new heard
fi
carried=$(cat offset 2> /dev/null)
echo "state $id $acked $(wc -l < spool) ${carried:-- - -}"
[ -z "$offset" ] || { echo "$offset $at" > offset.new && mv offset.new offset; }
lines=$(grep ' \.$' spool | head -n "$most_lines" | sed 's/^/line /')
# Printing can take minutes if the connection is lost, so the agent must not wait for it.
exec 8>&-
if [ -n "$tell" ]; then
  ( flock -n 9 || exit 0; setsid sh lookout.sh "$folder" "$version" < /dev/null > /dev/null 2>&1 8>&- & ) 9> running
fi
[ -z "$lines" ] || printf '%s\n' "$lines"
echo "clock $(date +%s%3N)"

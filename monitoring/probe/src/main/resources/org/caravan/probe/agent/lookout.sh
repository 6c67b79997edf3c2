# Continues to probe from this machine while the server is unreachable. Called by visit.sh as: sh lookout.sh FOLDER VERSION, holding the
# lock "running" as 9. Needs ping, ip and a shell; ends when its folder is gone, or when it was not visited for as long as the orders allow.
#   limits  AFTER ALONE MOST VERSION           s without a visit until it begins, until it ends; results that may wait; of this script
#   orders  ID EVERY ROUNDS PATH FAMILY SOURCE TARGET COUNT
#   spool   NUMBER MILLIS PATH GATEWAY SENT SEQ:RTT,... .    or    NUMBER MILLIS PATH GATEWAY ! why not .
cd "$1" || exit 1
version=$2
export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"
rm -f result.*
ids= visited=

# MILLIS PATH GATEWAY and what ping said, in a file of its own.
probe() {
  at=$(date +%s%3N)
  via=$(ip -"$3" route get "$5" from "$4" 2>/dev/null | sed -n '1s/.* via \(inet6* \)*\([^ ]*\).*/\2/p')
  ping -"$3" -n -I "$4" -i 0.2 -W 4 -c "$6" "$5" > "ping.$1" 2>&1
  sent=$(sed -n 's/^\([0-9]*\) packets transmitted.*/\1/p' "ping.$1")
  if [ -n "$sent" ]; then
    replies=$(sed -n 's/^[0-9]* bytes from .*icmp_[rs]eq=\([0-9]*\) .*time=\([0-9.]*\) ms.*/\1:\2/p' "ping.$1" | tr '\n' ,)
    printf "%s\n" "$at $2 ${via:--} $sent ${replies:--} ." > "result.$1"
  else
    printf "%s\n" "$at $2 ${via:--} ! $(head -c 200 "ping.$1" | tr '\n' ' ') ." > "result.$1"
  fi
  rm -f "ping.$1"
}

# Results get their numbers when they enter the spool. A line that was cut off was never handed over: its number is free.
keep() (
  set -- result.*
  [ -e "$1" ] || exit 0
  flock 8
  [ ! -s spool ] || [ -z "$(tail -c 1 spool)" ] || sed -i '$d' spool
  read -r acked < acked
  number=$(tail -n 1 spool | cut -d ' ' -f 1)
  [ "${number:-0}" -gt "$acked" ] || number=$acked
  cat "$@" | while read -r line; do
    number=$((number + 1))
    printf "%s %s\n" "$number" "$line"
  done >> spool
  rm -f "$@"
  if [ "$(wc -l < spool)" -gt "$most" ]; then
    tail -n "$most" spool > spool.new && mv spool.new spool
  fi
  sync spool
) 8> spool.lock

round() {
  running=0
  while read -r id every rounds path family source target count; do
    eval "due=\${due_$id:-0} taken=\${taken_$id:-0}"
    [ "$up" -ge "$due" ] && [ "$taken" -lt "$rounds" ] || continue
    eval "due_$id=$((up + every)) taken_$id=$((taken + 1))"
    ids="$ids $id"
    probe "$id" "$path" "$family" "$source" "$target" "$count" < /dev/null 9>&- &
    running=$((running + 1))
    [ "$running" -lt 8 ] || { wait; running=0; [ -e limits ] || break; }
  done < orders
  wait
  keep 9>&-
}

while read -r heard < heard && read -r after alone most now < limits; do
  [ "$now" = "$version" ] || exec sh lookout.sh "$1" "$now"
  read -r up rest < /proc/uptime
  up=${up%.*}
  silent=$((up - heard))
  [ "$silent" -lt "$alone" ] || exit 0
  if [ "$heard" != "$visited" ]; then
    # The allowance was recomputed.
    for id in $ids; do unset "due_$id" "taken_$id"; done
    ids=
    visited=$heard
  fi
  [ "$silent" -lt "$after" ] || round
  sleep 2 9>&-
done

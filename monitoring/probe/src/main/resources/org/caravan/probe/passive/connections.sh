# A line for each TCP connection over which something was sent and acknowledged in the last two seconds, of this machine and of all copies
# on it: both ends, smoothed and least round-trip time in ms. It only asks the kernel; without ss or the right to look into copies it tells
# less.
LC_ALL=C
export LC_ALL
# A time that is not printed is 0 ms ago.
of() {
    "$@" ss -tinHO state established 2>/dev/null | awk '
        { smoothed = least = ""; sent = acknowledged = 0
          for (i = 5; i <= NF; i++) {
              if ($i ~ /^rtt:/) { split(substr($i, 5), both, "/"); smoothed = both[1] }
              else if ($i ~ /^minrtt:/) least = substr($i, 8)
              else if ($i ~ /^lastsnd:/) sent = substr($i, 9)
              else if ($i ~ /^lastack:/) acknowledged = substr($i, 9) }
          if (smoothed != "" && least != "" && sent + 0 <= 2000 && acknowledged + 0 <= 2000) print $3, $4, smoothed, least }'
}
of
own=$(readlink /proc/self/ns/net)
for pid in $(lsns -t net -n -o PID 2>/dev/null); do
    [ "$(readlink "/proc/$pid/ns/net")" != "$own" ] || continue
    # Most copies have none, and looking is cheaper than entering.
    grep -qs '^ *[0-9]*: [^ ]* [^ ]* 01 ' "/proc/$pid/net/tcp" "/proc/$pid/net/tcp6" || continue
    of nsenter -t "$pid" -n
done
exit 0

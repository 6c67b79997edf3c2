# A line for the host and one for each copy that runs: processor ms, bytes of memory, read, written, received, sent. Control groups of both
# versions; what one does not count is 0. Then of each router a line of what it answered, of each copy that users
# reach without one a line of their connections,
# of each direction of an access link of a copy one of its bandwidth, and of each link with a quota what was used of it. The shell reads all
# files itself: asking is cheap even beside a hundred copies. All lines are collected in ANSWER and written at once: each write wakes the
# SSH server.

# cgroup v2: one folder; v1: one per controller, named after what is mounted together.
group_of() { # CONTROLLER: sets GROUP
    local number controllers path
    GROUP=/sys/fs/cgroup
    while IFS=: read -r number controllers path; do
        if [[ ,$controllers, == *,$1,* ]]; then
            GROUP=/sys/fs/cgroup/$controllers$path
            return
        fi
        [ "$number" != 0 ] || GROUP=/sys/fs/cgroup$path
    done <"/proc/$pid/cgroup"
}

value() { # FILE: sets VALUE, 0 where it is not there
    VALUE=0
    { read -r VALUE <"$1"; } 2>/dev/null || true
}

field_of() { # FILE WORD: sets VALUE to what follows the word on its line
    local word number
    VALUE=0
    { while read -r word number _; do [ "$word" != "$2" ] || { VALUE=$number && return; }; done <"$1"; } 2>/dev/null || true
}

disk_of() { # sets READ and WRITTEN
    local device word other
    READ=0 WRITTEN=0
    group_of blkio
    if [ -f "$GROUP/blkio.throttle.io_service_bytes" ]; then
        { while read -r device word other; do
            case $word in Read) READ=$((READ + other)) ;; Write) WRITTEN=$((WRITTEN + other)) ;; esac
        done <"$GROUP/blkio.throttle.io_service_bytes"; } 2>/dev/null || true
    else
        { while read -r device other; do
            for word in $other; do
                case $word in rbytes=*) READ=$((READ + ${word#*=})) ;; wbytes=*) WRITTEN=$((WRITTEN + ${word#*=})) ;; esac
            done
        done <"$GROUP/io.stat"; } 2>/dev/null || true
    fi
}

# Of every interface whose name fits. The file is read at once: the kernel writes all of it again for each line that is read alone.
network_of() { # FILE PATTERN: sets RECEIVED and SENT
    local - name line lines=() numbers
    set -f
    RECEIVED=0 SENT=0
    { mapfile -t lines <"$1"; } 2>/dev/null || true
    for line in "${lines[@]}"; do
        name=${line%%:*} name=${name##* }
        [[ $line == *:* && $name =~ $2 ]] || continue
        numbers=(${line#*:})
        RECEIVED=$((RECEIVED + numbers[0])) SENT=$((SENT + numbers[8]))
    done
}

usage_of() { # LABEL, with pid
    local cpu memory
    group_of cpuacct
    if [ -f "$GROUP/cpuacct.usage" ]; then
        value "$GROUP/cpuacct.usage"
        cpu=$((VALUE / 1000000))
    else
        group_of cpu
        field_of "$GROUP/cpu.stat" usage_usec
        cpu=$((VALUE / 1000))
    fi
    # Files that were read and can be dropped at once are not in use.
    group_of memory
    if [ -f "$GROUP/memory.usage_in_bytes" ]; then
        value "$GROUP/memory.usage_in_bytes"
        memory=$VALUE
        field_of "$GROUP/memory.stat" total_inactive_file
    else
        value "$GROUP/memory.current"
        memory=$VALUE
        field_of "$GROUP/memory.stat" inactive_file
    fi
    memory=$((memory - VALUE))
    disk_of
    RECEIVED=0 SENT=0
    # A process without a network of its own would be given the host's.
    [ "/proc/$pid/ns/net" -ef /proc/self/ns/net ] || network_of "/proc/$pid/net/dev" '^eth0$'
    echo "$1 $cpu $memory $READ $WRITTEN $RECEIVED $SENT"
}

# Of a router that routes by request: how many answers took how long, and of each request how many came and failed. Whole answers are
# taken at once: the shell reads a pipe byte by byte otherwise.
requests_of() { # LABEL FOLDER, with pid
    local word first second control= users=- names=- line times= counts= start counted=
    while read -r word first second; do
        case $word in router) control=$second ;; requests) users=$first names=$second ;; esac
    done <"$2/caravan"
    [ -n "$control" ] || return 0
    { read -r start; } <"/proc/$pid/stat"
    start=(${start##*) })
    local IFS=$'\n'
    set -f # what answers there may be a program of the copy
    for line in $(tell_router "$control" 'show table copies.times' 1 | head -c "$LONGEST_ANSWER"); do
        [[ $line != '# table'* ]] || counted=yes
        [[ ! $line =~ key=([0-9]+)\ .*gpc0=([0-9]+) ]] || times+=,${BASH_REMATCH[1]}:${BASH_REMATCH[2]}
    done
    [ -n "$counted" ] || return 0
    for line in $(tell_router "$control" 'show table copies.requests' 1 | head -c "$LONGEST_ANSWER"); do
        [[ ! $line =~ key=([0-9]+)\ .*gpc0=([0-9]+).*http_req_cnt=([0-9]+).*http_fail_cnt=([0-9]+) ]] ||
            counts+=,${BASH_REMATCH[1]}:${BASH_REMATCH[3]}:${BASH_REMATCH[4]}:${BASH_REMATCH[2]}
    done
    times=${times#,} counts=${counts#,}
    # The router is the only process that the first one of its copy starts, and ends with it.
    echo "requests $1 $pid-${start[19]} $users $names ${times:--} ${counts:--}"
}

# The counter of connections that users open to a copy without a router: a table beside the copy's filter, at the same device and after it,
# so that it sees only admitted segments. A new connection is a SYN segment; a repeated one counts again. Peers that the filter names are
# other components, and the host itself only checks whether the copy is ready. The sets are bounded; other subnets are counted together.
count_clients() { # TABLE DEVICE PORTS RULE4 RULE6: rules that leave peers out, or nothing
    nft -f - <<TEXT
table netdev $1
delete table netdev $1
table netdev $1 {
    set clients4 { type inet_service . ipv4_addr; size 512; flags dynamic; }
    set clients6 { type inet_service . ipv6_addr; size 512; flags dynamic; }
    counter unlisted { }
    chain opened {
        ether type ip fib saddr type local accept
        ether type ip6 fib saddr type local accept
        $4
        $5
        ether type ip update @clients4 { tcp dport . ip saddr & 255.255.255.0 counter } accept
        ether type ip6 update @clients6 { tcp dport . ip6 saddr & ffff:ffff:ffff:: counter } accept
        counter name unlisted
    }
    chain received {
        type filter hook egress device "$2" priority 10; policy accept;
        meta l4proto 6 tcp flags & (fin | syn | rst | ack) == syn tcp dport { $3 } jump opened
    }
}
TEXT
}

# Connections of users to a copy without a router. The filter says at which ports users are admitted.
clients_of() { # LABEL FOLDER, with pid
    local word hash source port device table index seen= start= wanted line rows= unlisted=0 trips= ports= peers4= peers6=
    while read -r word _; do [ "$word" != router ] || return 0; done <"$2/caravan"
    [ -s "$2/filter" ] || return 0
    {
        read -r _ _ device
        while read -r hash word source port; do
            [ "$hash $word" = '# admits' ] || break
            case $source in
                anywhere) ports+=", $port" ;;
                *:*) peers6+=", $source . $port" ;;
                *) peers4+=", $source . $port" ;;
            esac
        done
    } <"$2/filter"
    [ -n "$ports" ] && read -r index <"/sys/class/net/${device#caravan_}/ifindex" || return 0
    table=users_$device device=${device#caravan_} ports=${ports#, } peers4=${peers4#, } peers6=${peers6#, }
    wanted="$index/$ports/$peers4/$peers6/"
    { read -r start && read -r seen; } <"$RUN/users.$device" || true
    if [ "$seen" != "$wanted" ] || ! line=$(nft -n list table netdev "$table"); then
        begin_counting
        line=$(nft -n list table netdev "$table") || return 0
    fi
    while read -r line; do
        if [[ $line =~ ([0-9]+)\ \.\ ([0-9a-f.:]+)\ counter\ packets\ ([0-9]+) ]]; then
            rows+=,${BASH_REMATCH[1]}/${BASH_REMATCH[2]}/${BASH_REMATCH[3]}
        elif [[ $line =~ ^packets\ ([0-9]+)\  ]]; then
            unlisted=${BASH_REMATCH[1]}
        fi
    done <<<"$line"
    rows=${rows#,} rows=${rows:--}
    # The kernel of a microVM is out of reach.
    [ "/proc/$pid/ns/net" -ef /proc/self/ns/net ] || trips=$(trips_of "$ports" "$peers4, $peers6")
    echo "clients $1 $start $unlisted $rows ${trips:--}"
    # Full sets are emptied, so that subnets that came first, or were made up, do not hide others for ever.
    [ "$unlisted" = 0 ] || begin_counting
}

# By the file, drop_filter knows that there is a table; while it is empty, the next call begins again.
begin_counting() { # of clients_of
    start=${EPOCHREALTIME//[!0-9]/}
    : >"$RUN/users.$device"
    count_clients "$table" "$device" "$ports" "${peers4:+ip saddr . tcp dport { $peers4 \} accept}" \
        "${peers6:+ip6 saddr . tcp dport { $peers6 \} accept}" || return 0
    printf '%s\n' "$start" "$wanted" >"$RUN/users.$device"
}

# Round-trip times of users' connections at these ports with data or an acknowledgement in the last 15 s. The same address at both ends is
# the copy itself, an address of the host its check; peers are other components.
trips_of() { # PORTS PEERS: as in the table, addresses with a port
    local own=()
    [ ! -r /proc/net/fib_trie ] || own+=(/proc/net/fib_trie)
    [ ! -r /proc/net/if_inet6 ] || own+=(/proc/net/if_inet6)
    inside ss -tinHO state established | head -c "$LONGEST_ANSWER" | awk -v ports=" ${1//,/} " -v peers="$2" '
        # An IPv6 address has many texts, 32 digits are one.
        function full(address, halves, left, right, groups, digits, i) {
            if (address !~ /:/) return address
            if (!split(address, halves, "::")) return ""
            left = split(halves[1], groups, ":")
            for (i = 1; i <= left; i++) digits = digits substr("000" groups[i], length(groups[i]))
            right = split(halves[2], groups, ":")
            for (i = left + right; i < 8 && address ~ /::/; i++) digits = digits "0000"
            for (i = 1; i <= right; i++) digits = digits substr("000" groups[i], length(groups[i]))
            return tolower(digits)
        }
        BEGIN {
            for (i = split(peers, all, ", *"); i > 0; i--) if (split(all[i], both, " [.] ") == 2) peer[full(both[1]) " " both[2]]
        }
        FILENAME ~ /fib_trie$/ { if ($1 == "|--") last = $2; else if (/ host LOCAL/) local[last]; next }
        FILENAME ~ /if_inet6$/ { local[$1]; next }
        { near = $3; port = $3; far = $4; sub(/:[0-9]+$/, "", near); sub(/.*:/, "", port); sub(/:[0-9]+$/, "", far)
          rtt = ""; received = acknowledged = 0
          for (i = 5; i <= NF; i++) {
              if ($i ~ /^rtt:/) { split(substr($i, 5), both, "/"); rtt = both[1] }
              else if ($i ~ /^lastrcv:/) received = substr($i, 9)
              else if ($i ~ /^lastack:/) acknowledged = substr($i, 9) }
          gsub(/[][]|%.*$/, "", far); gsub(/[][]|%.*$/, "", near); sub(/^::ffff:/, "", far); sub(/^::ffff:/, "", near)
          if (rtt == "" || near == far || !index(ports, " " port " ")) next
          if (full(far) in local || (full(far) " " port) in peer) next
          if (received + 0 > 15000 && acknowledged + 0 > 15000) next
          printf "%s%s/%s/%s", count++ ? "," : "", port, far, rtt
          if (count == 500) exit }' "${own[@]}" -
}

usage_of_host() {
    local - word user nice system idle waiting irq soft stolen total free device line lines=() words
    set -f
    { read -r word user nice system idle waiting irq soft stolen _; } </proc/stat
    field_of /proc/meminfo MemTotal: && total=$VALUE
    field_of /proc/meminfo MemAvailable: && free=$VALUE
    READ=0 WRITTEN=0
    { mapfile -t lines </proc/diskstats; } 2>/dev/null || true
    for line in "${lines[@]}"; do
        words=($line) device=${words[2]}
        [[ $device != loop* && $device != ram* && $device != dm-* && $device != zram* ]] && [ -e "/sys/block/$device" ] || continue
        READ=$((READ + words[5] * 512)) WRITTEN=$((WRITTEN + words[9] * 512))
    done
    # Not what passes within the host: loopback, the bridge itself, the copies' ends on it.
    network_of /proc/net/dev "^($NETWORK_OF_HOST)"
    # A hundredth of a second is what the kernel counts in.
    ANSWER+="host $(((user + nice + system + irq + soft + stolen) * 10)) $(((total - free) * 1024)) $READ $WRITTEN $RECEIVED $SENT"$'\n'
}

# What the shaper noted in the last second, of copies that are ours: counters of its process, and what each copy was promised.
# A process of an earlier version writes neither its time nor what was promised: its lines are skipped.
bandwidth_of_copies() {
    local words way at= process=
    { while read -ra words; do
        if [ "${words[0]:-}" = at ]; then
            at=${words[1]} process=${words[2]:-}
            continue
        fi
        way=bandwidth
        [ "${words[0]:-}" != inbound ] || way=inbound words=("${words[@]:1}")
        if [ -n "$at" ] && [ ${#words[@]} = 12 ] && [ -e "$COPIES/${words[0]}/caravan" ]; then
            ANSWER+="$way ${words[0]} ${words[1]} $process $at ${words[6]} ${words[4]} ${words[7]} ${words[*]:8}"$'\n'
        fi
    done <"$RUN/bandwidth"; } 2>/dev/null || true
}

# Of links with a quota: what was counted, and the periods that are known.
quotas_of_links() {
    local word rest
    { while read -r word rest; do
        case $word in quota | period) ANSWER+="$word $rest"$'\n' ;; esac
    done <"$RUN/quota"; } 2>/dev/null || true
}

usages() { # sets ANSWER
    local interface file folder lines
    ANSWER= NETWORK_OF_HOST=none
    for interface in /sys/class/net/*; do
        interface=${interface##*/}
        [[ $interface == lo || $interface == caravan-in || $interface == "$BRIDGE" || $interface =~ ^cv[0-9a-f]+$ ||
            -d /sys/class/net/$interface/bridge ]] || NETWORK_OF_HOST+="|$interface\$"
    done
    usage_of_host
    for file in "$COPIES"/*/caravan; do
        folder=${file%/caravan}
        [ -e "$folder/complete" ] && running_in "$folder" || continue
        # It may end meanwhile.
        lines=$( (usage_of "${folder##*/}" && requests_of "${folder##*/}" "$folder" && clients_of "${folder##*/}" "$folder") 2>/dev/null) \
            || true
        ANSWER+=${lines:+$lines$'\n'}
    done
    bandwidth_of_copies
    quotas_of_links
}

usages_once() {
    usages # not before `&&`, where a failure within would be ignored
    printf '%s' "$ANSWER"
}

"${USAGES:-usages_once}"

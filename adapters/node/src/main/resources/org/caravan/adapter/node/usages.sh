# A line for the host and one for each copy that runs: processor ms, bytes of memory, read, written, received, sent. Control groups of both
# versions; what one does not count is 0. Then of each router a line of what it answered,
# of each access link of a copy one of its bandwidth, and of each link with a quota what was used of it. The shell reads all files itself: asking is cheap even beside a hundred copies.

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

# Of every interface whose name fits; /proc/net/dev has a colon behind the name.
network_of() { # FILE PATTERN: sets RECEIVED and SENT
    local name received sent
    RECEIVED=0 SENT=0
    { while read -r name received _ _ _ _ _ _ _ sent _; do
        [[ $name == *: && ${name%:} =~ $2 ]] || continue
        RECEIVED=$((RECEIVED + received)) SENT=$((SENT + sent))
    done <"$1"; } 2>/dev/null || true
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

usage_of_host() {
    local word user nice system idle waiting irq soft stolen total free device read_sectors written_sectors
    { read -r word user nice system idle waiting irq soft stolen _; } </proc/stat
    field_of /proc/meminfo MemTotal: && total=$VALUE
    field_of /proc/meminfo MemAvailable: && free=$VALUE
    READ=0 WRITTEN=0
    while read -r _ _ device _ _ read_sectors _ _ _ written_sectors _; do
        [ -e "/sys/block/$device" ] && [[ $device != loop* && $device != ram* && $device != dm-* && $device != zram* ]] || continue
        READ=$((READ + read_sectors * 512)) WRITTEN=$((WRITTEN + written_sectors * 512))
    done </proc/diskstats
    # Not what passes within the host: loopback, the bridge itself, the copies' ends on it.
    network_of /proc/net/dev "^($NETWORK_OF_HOST)"
    # A hundredth of a second is what the kernel counts in.
    echo "host $(((user + nice + system + irq + soft + stolen) * 10)) $(((total - free) * 1024)) $READ $WRITTEN $RECEIVED $SENT"
}

# What the shaper noted in the last second, of copies that are ours: counters of its process, and what each copy was promised.
# A process of an earlier version writes neither its time nor what was promised: its lines are skipped.
bandwidth_of_copies() {
    local label link third sent allowed refused promised at= process=
    { while read -r label link third _ sent _ allowed refused promised; do
        if [ "$label" = at ]; then
            at=$link process=$third
        elif [ -n "$at" ] && [ -n "$promised" ] && [ -e "$COPIES/$label/caravan" ]; then
            echo "bandwidth $label $link $process $at $allowed $sent $refused $promised"
        fi
    done <"$RUN/bandwidth"; } 2>/dev/null || true
}

# Of links with a quota: what was counted, and the periods that are known.
quotas_of_links() {
    local word rest
    { while read -r word rest; do
        case $word in quota | period) echo "$word $rest" ;; esac
    done <"$RUN/quota"; } 2>/dev/null || true
}

NETWORK_OF_HOST=none
for interface in /sys/class/net/*; do
    interface=${interface##*/}
    [[ $interface == lo || $interface == "$BRIDGE" || $interface =~ ^cv[0-9a-f]+$ || -d /sys/class/net/$interface/bridge ]] || NETWORK_OF_HOST+="|$interface\$"
done
usage_of_host
for file in "$COPIES"/*/caravan; do
    folder=${file%/caravan}
    [ -e "$folder/complete" ] && running_in "$folder" || continue
    # It may end meanwhile.
    (usage_of "${folder##*/}" && requests_of "${folder##*/}" "$folder") 2>/dev/null || true
done
bandwidth_of_copies
quotas_of_links

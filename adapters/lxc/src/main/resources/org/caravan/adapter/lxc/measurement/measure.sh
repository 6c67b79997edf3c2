# What a machine can do, after Table II of the paper on MEC-ConPaaS (IEEE Mobile Cloud 2017): storage by random access, processor
# with a thread per core, memory by copying, network by one TCP flow. POSIX sh, run as root. TIMES repetitions of EACH seconds;
# PEER and PORT of an iperf3 server, empty for no network. Bounded: each program gets a limit, whatever it does.
#
# Writes one line per repetition, four fields with tabs between: figure, what, unit, value. Where a thing cannot be measured: a
# line as the preparation's, with the verdict advice.
set -eu
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
CARAVAN=/var/lib/caravan
SIZE=128 # MiB of the file that is read and written; past all caches, so it need not be larger than the memory
BLOCK=64 # MiB that are copied; two of them are held at a time

figure() { printf 'figure\t%s\t%s\t%s\n' "$1" "$2" "$3"; }
cannot() { printf 'advice\t%s\tnot measured: %s\t%s\n' "$1" "$2" "$3"; }
limited() { timeout -k 2 "$((EACH * 2 + 20))" "$@"; }
has() { command -v "$1" >/dev/null || { cannot "$2" "there is no $1" "prepare the node: caravan node add"; return 1; }; }
each_time() { i=0; while [ $i -lt "$TIMES" ]; do i=$((i + 1)); "$@" || return 0; done; }
number() { awk -v value="$1" 'BEGIN { exit !(value ~ /^[0-9.]+$/ && value > 0) }'; }

# Said as a rate; the paper's seconds are those for 10,000 of these events.
processor() {
    value=$(limited sysbench cpu --threads="$threads" --cpu-max-prime=10000 --time="$EACH" run </dev/null 2>&1 |
        sed -n 's/.*events per second: *//p')
    if number "$value"; then
        figure cpu events/s "$value"
    else
        cannot cpu "sysbench fails" "run on the node: sysbench cpu run"; return 1
    fi
}

memory() {
    has mbw memory || return 0
    free=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo)
    if [ "${free:-0}" -lt $((BLOCK * 3)) ]; then
        cannot memory "only $free MiB of memory are free" "measure while less runs there"; return 0
    fi
    limited mbw -q -a -t0 -n "$TIMES" $BLOCK </dev/null 2>/dev/null | sed -n 's/.*Copy: *\([0-9.]*\) .*/\1/p' | while read -r value; do
        figure memory MiB/s "$value"
    done
}

file_test() {
    (cd "$work" &&
        limited sysbench fileio --file-num=1 --file-total-size=${SIZE}M --file-test-mode=rndrw --file-io-mode=sync "$@" </dev/null 2>&1)
}

# Both directions together, in blocks of 16 KiB. A file system that cannot pass its cache by is asked to write each block at once.
disk() {
    has sysbench disk || return 0
    mkdir -p $CARAVAN
    free=$(df -Pm $CARAVAN | awk 'NR == 2 { print $4 }')
    if [ "$free" -lt $((SIZE * 2)) ]; then cannot disk "only $free MiB are free below $CARAVAN" "make room"; return 0; fi
    work=$(mktemp -d $CARAVAN/.measure.XXXXXX)
    trap 'rm -rf "$work"' EXIT
    (cd "$work" && timeout -k 2 300 sysbench fileio --file-num=1 --file-total-size=${SIZE}M prepare </dev/null >/dev/null 2>&1) || {
        cannot disk "the file for it cannot be written" "look at the disk: dmesg"
        return 0
    }
    way=--file-extra-flags=direct
    file_test $way --time=1 run | grep -q 'written, MiB/s' || {
        way=--file-fsync-all=on
        printf 'advice\tdisk\tmeasured through the file system cache: the file system has no direct access\t'\
'compare it only with figures of such file systems\n'
    }
    each_time one_disk_test
    rm -rf "$work"
}

one_disk_test() {
    value=$(file_test $way --time="$EACH" run | awk '/(read|written), MiB\/s/ { sum += $3 } END { print sum }')
    if number "$value"; then
        figure disk MiB/s "$value"
    else
        cannot disk "sysbench fails" "run in $CARAVAN on the node: sysbench fileio"; return 1
    fi
}

network() {
    if [ -z "$PEER" ]; then cannot network "there is no other node to measure to" "name one: --peer NODE"; return 0; fi
    has iperf3 network || return 0
    each_time flow network-out
    each_time flow network-in -R
}

flow() { # WHAT OPTION...
    what=$1
    shift
    value=$(limited iperf3 -c "$PEER" -p "$PORT" -t "$EACH" -f m "$@" </dev/null 2>&1 |
        awk '/receiver/ { for (i = 2; i <= NF; i++) if ($i ~ /bits\/sec/) print $(i - 1) }' | head -n 1)
    if number "$value"; then
        figure "$what" Mbit/s "$value"
    else
        cannot "$what" "no flow to $PEER port $PORT comes through" "see that the two nodes reach each other"; return 1
    fi
}

if has sysbench cpu; then
    threads=$(nproc)
    figure threads threads "$threads"
    each_time processor
fi
memory
disk
network

# A copy is what the scripts in its folder make of the whole machine: it has the machine's own network, and its processes are a control
# group. `install` runs until it has once come to a good end (`installed`), `start` after it (`complete`) and after each boot; whichever
# runs is the child of `run`, whose id is in `pid` and whose word is in `phase`. `started` tells the boot in which `start` came to a good
# end; with `watched` it left processes of its own behind, else it handed the service to the machine's system, which looks after it.
need perl perl-base

# The machine's, or its container's: what was started before a reboot is not started now.
boot_mark() {
    local first
    first=$(</proc/1/stat)
    # shellcheck disable=SC2086 # a list of fields, the 20th after the name
    set -- ${first##*) }
    echo "$(</proc/sys/kernel/random/boot_id) ${20}"
}

runner_in() { # FOLDER: sets pid
    pid=
    { read -r pid <"$1/pid"; } 2>/dev/null || return 1
    { tr '\0' '\n' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qxF -- "$1/run"
}

# Started, or about to be: readiness is another question.
running_in() { # FOLDER: sets pid
    local phase=
    [ -e "$1/complete" ] || return 1
    { read -r phase <"$1/phase"; } 2>/dev/null || true
    if [ "$phase" = start ] && runner_in "$1"; then return 0; fi
    pid=1
    [ "$(cat "$1/started" 2>/dev/null)" = "$(boot_mark)" ] || return 1
    [ ! -e "$1/watched" ] || [ -n "$(members "${1##*/}")" ]
}

# What the copy was given to admit, for observations. The provider's firewall enforces it; empty for a copy without a filter.
note_admitted() {
    printf '%s' "$ADMITTED" >"$FOLDER/admitted.new"
    mv -f "$FOLDER/admitted.new" "$FOLDER/admitted"
}

# Taken before `running`, never after it: what runs at first may have come to its good end in between, but not the other way round.
note_runner() { # sets runs
    runs=
    ! runner_in "$FOLDER" || runs=yes
}

# Its scripts need it before the copy runs.
has_network() { runner_in "$FOLDER" || running; }

inside() { "$@"; }
nearby() { "$@"; }
first_user() { echo 0; }

# MARK COMMAND…: the command, before words that see what a script of the copy does. By the mark all of it is found.
within() {
    local mark=$1
    shift
    (
        . "$FOLDER/environment"
        be_root
        cd "$FOLDER/work" && exec "$@" env "$mark" "${words[@]}" </dev/null
    )
}

last_words() { cat "$FOLDER/log.1" "$FOLDER/log" 2>/dev/null || true; }

# Where packets of the machine leave, as its cloud made it.
uplink() {
    local found
    found=$(ip -o route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
    [ -n "$found" ] || found=$(ip -6 -o route show default | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
    [ -n "$found" ] || { echo "it has no way out: ip route shows no default" >&2; return 1; }
    echo "$found"
}

# As for a copy with a network of its own, but for the device, and the machine's own default, by which we log in.
own_network_commands() { # FAMILY yes-for-addresses-too
    local commands
    commands=$(network_commands "$@") || return 1
    sed -e '/^route replace default via [^ ]* dev eth0 src /d' -e "s/ dev eth0/ dev $UPLINK/" <<<"$commands"
}

# Rules may be there from a call that was cut short.
give_network() {
    local family commands
    UPLINK=$(uplink) || return 1
    drop_rules
    for family in 4 6; do
        commands=$(own_network_commands $family yes) || return 1
        [ -z "$commands" ] || ip -$family -batch - <<<"$commands" || return 1
    done
}

give_routes() {
    local family commands
    UPLINK=$(uplink) || return 1
    for family in 4 6; do
        commands=$(own_network_commands $family) || return 1
        [ -z "$commands" ] || ip -$family -batch - <<<"$commands" || return 1
    done
}

# The numbers are those of network_commands: no machine has more addresses than that.
drop_rules() {
    local family pref
    for family in 4 6; do
        for pref in 1000 {1001..1032}; do
            while ip -$family rule del pref "$pref" 2>/dev/null; do :; done
        done
    done
}

drop_network() {
    local family word address length _
    [ -f "$FOLDER/caravan" ] || return 0
    drop_rules
    for family in 4 6; do
        ip -$family route show proto $PEER_ROUTES | while read -r address _; do
            ip -$family route del "$address" proto $PEER_ROUTES || true
        done
        ip -$family -o address show | awk '{ print $2, $4 }' | while read -r device address; do
            while read -r word own length _; do
                [ "$word" != address ] || [ "${address%/*}" != "$own" ] || ip -$family address del "$address" dev "$device" || true
            done <"$FOLDER/caravan"
        done
    done
}

# Between two lines of ours: the rest is the machine's. Written over, for the file may be mounted.
write_hosts() { # yes-for-peers
    local rest
    rest=$(sed '/^# Caravan: peers$/,/^# Caravan: end$/d' /etc/hosts)
    {
        printf '%s\n' "$rest"
        [ -z "$1" ] || printf '# Caravan: peers\n%s\n# Caravan: end\n' "$(names_of_peers | tail -n +3)"
    } >"$CARAVAN/hosts.new"
    cat "$CARAVAN/hosts.new" >/etc/hosts
    rm -f "$CARAVAN/hosts.new"
}

write_names() { write_hosts yes; }

# One folder in version 2 of control groups, one of any controller in version 1.
group() { # LABEL
    local root
    for root in /sys/fs/cgroup /sys/fs/cgroup/{cpuacct,cpu,memory}; do
        [ -e "$root/cgroup.procs" ] || continue
        echo "$root/caravan/$1"
        return
    done
}

members() { cat "$(group "$1")/cgroup.procs" 2>/dev/null || true; } # LABEL

create() {
    local word
    mkdir "$STAGE/work"
    printf '%s' "$ENVIRONMENT" >"$STAGE/environment"
    for word in install start stop; do
        case $word in install) coded=$INSTALL_SCRIPT ;; start) coded=$START_SCRIPT ;; stop) coded=$STOP_SCRIPT ;; esac
        [ -z "$coded" ] || base64 -d <<<"$coded" >"$STAGE/$word"
    done
    # shellcheck disable=SC2016 # for the runner
    printf '#!/bin/bash\nFOLDER=%q BOOT_MARK=$1 GROUP=$2\n%s\n%s\n' "$FOLDER" "$(declare -f be_root)" "$RUN_SCRIPT" >"$STAGE/run"
    chmod -R go= "$STAGE"
}

# As a person who logs in.
be_root() { export HOME=/root USER=root LOGNAME=root SHELL=/bin/bash LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive; }

# Keeps what the scripts write, and what they leave behind writes: 2 MiB and as much before it.
LOGGER='
    $SIG{HUP} = $SIG{TERM} = "IGNORE";
    my $size = -s "log" || 0;
    open my $log, ">>", "log" or die;
    while (sysread STDIN, my $words, 65536) {
        if ($size > 2 << 20) { rename "log", "log.1"; open $log, ">", "log" or die; $size = 0 }
        syswrite $log, $words;
        $size += length $words;
    }'

# Continues after its caller has exited. A script sees what a person who logs in as root would, and the copy's variables.
# shellcheck disable=SC2016 # for the runner
RUN_SCRIPT='cd "$FOLDER" || exit
. ./environment
be_root
step() { # WORD
    local code=0
    echo "$1" >phase
    (cd work && exec bash "../$1") </dev/null || code=$?
    [ $code = 0 ] || echo "$1 $code" >failed.new
    [ ! -e failed.new ] || mv -f failed.new failed
    return $code
}
if [ ! -e installed ]; then
    [ ! -e install ] || step install || exit
    : >installed
    sync -f .
fi
: >complete
date +%s >begun
step start || exit
while read -r member; do [ "$member" = $$ ] || : >watched; done <"$GROUP/cgroup.procs"
echo "$BOOT_MARK" >started.new && mv -f started.new started'

start() {
    local group
    [ -z "$NEEDS_SECRETS" ] || {
        own_secrets "$SECRETS_FOLDER/files" "$SECRETS_FOLDER/versions"
        ln -sfn "$SECRETS_FOLDER/files" /run/secrets
    }
    group=$(group "$LABEL")
    [ -n "$group" ] && mkdir -p "$group" ||
        fault FAILED "The machine of host ($HOST) has no control groups for the copy ($LABEL)." "use another image."
    local reason
    reason=$(give_network 2>&1) \
        || fault FAILED "The copy ($LABEL) does not get its network on the machine of host ($HOST): ${reason##*$'\n'}." \
        "look at \`ip address\` and \`ip rule\` there."
    write_names
    # The last words of one that failed are of its last try.
    [ ! -e "$FOLDER/failed" ] || [ ! -e "$FOLDER/log" ] || mv -f "$FOLDER/log" "$FOLDER/log.1"
    rm -f "$FOLDER/failed" "$FOLDER/started" "$FOLDER/watched" "$FOLDER/phase"
    # Who keeps the log is none of the copy's processes: it lives as long as one of them can write.
    setsid bash -c 'echo $$ >"$1/cgroup.procs" && echo $$ >"$2/pid" && cd "$2" || exit
        exec bash "$2/run" "$3" "$1" > >(echo $BASHPID >"${1%/*}/cgroup.procs"; exec perl -e "$4") 2>&1' \
        bash "$group" "$FOLDER" "$(boot_mark)" "$LOGGER" </dev/null >/dev/null 2>&1 9>&- &
    for _ in {1..500}; do # a machine may be busy
        [ ! -s "$FOLDER/phase" ] || break
        sleep 0.02
    done
}
START_NEEDS='LOGGER RUN_SCRIPT'

# The script first, which knows what the system runs for it; then whatever is left of the copy's own processes.
stop() {
    local pids signal=TERM count
    if [ -e "$FOLDER/stop" ] && running; then
        (
            . "$FOLDER/environment"
            be_root
            cd "$FOLDER/work" && timeout -k 2 $((GRACE + 20)) bash ../stop </dev/null >>"$FOLDER/log" 2>&1 9>&-
        ) || echo "the stop script ended with code $?" >>"$FOLDER/log"
    fi
    for ((count = 0; count < GRACE * 20; count++)); do
        pids=$(members "$LABEL")
        [ -n "$pids" ] || break
        [ $count -lt $((GRACE * 10)) ] || signal=KILL
        # shellcheck disable=SC2086 # a list of numbers
        [ $((count % 10)) != 0 ] && [ $signal = TERM ] || kill -$signal $pids 2>/dev/null || true
        sleep 0.1
    done
    rm -f "$FOLDER/pid" "$FOLDER/started" "$FOLDER/watched" "$FOLDER/phase"
    [ ! -d "$(group "$LABEL")" ] || rmdir "$(group "$LABEL")" 2>/dev/null || true
}

discard() {
    [ ! -e "$FOLDER/displaced" ] || return 0 # the network is its successor's
    drop_network
    write_hosts ''
    [ "$(readlink /run/secrets 2>/dev/null)" != "$SECRETS_FOLDER/files" ] || rm -f /run/secrets
}

# The machine is one copy's: an earlier version of the same instance makes way for this one, but for its folder, by which it is still known.
displace_earlier() {
    local other label=$LABEL folder=$FOLDER stage=$STAGE
    for other in "$COPIES/$INSTANCE".*/caravan; do
        [ -f "$other" ] || continue
        other=${other%/caravan}
        [ "$other" != "$folder" ] || continue
        LABEL=${other##*/} FOLDER=$other
        stop
        drop_network
        rm -f "$FOLDER/complete" "$FOLDER/again"
        echo on >"$FOLDER/admitted" # nobody
        : >"$FOLDER/displaced"
        LABEL=$label FOLDER=$folder STAGE=$stage
    done
}

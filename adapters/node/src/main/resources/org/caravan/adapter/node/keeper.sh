#!/bin/bash
# Written by Caravan. Starts copies of this host again that ended by themselves, also while the server cannot be reached. One process per
# host; it ends when there has been no copy for a minute.
#
# The first restart follows at once, the second after 1 s, each further one after twice the time, at most LONGEST s. A copy that has run for
# RESET s begins again at the first. From the LIMIT-th restart on a copy that is down is in a crash loop: it is still started again, at
# most once in LONGEST s. What a call of the server stops or removes holds the copy's lock or has no folder any more: it stays down.
#
# NOTES/LABEL, for calls that observe: restarts so far, exit code of the last process (128 + signal; - if not known), second at which it is
# started again.
# HELD/LABEL: a person who works on the host wants that copy to stay as it is; gone when the server starts the copy.
# RestartPolicy of the server has the same numbers.
LIMIT=5 LONGEST=300 RESET=600
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
RUN=/run/caravan
NOTES=$RUN/restarts HELD=$RUN/hold DOWN=$RUN/down
declare -A KNOWN SINCE DUE BUSY FAILURES SUPPORTS SEEN

began() { # PID: sets BEGAN to when it began, in ticks; fails for one that has ended
    local stat=
    BEGAN=
    { IFS= read -r -d '' stat <"/proc/$1/stat"; } 2>/dev/null || [ -n "$stat" ] || return 1
    # shellcheck disable=SC2086 # fields after the name, which may have spaces
    set -- ${stat##*) }
    [[ $1 != [ZX] ]] && BEGAN=${20}
}

pause_before() { # N: sets PAUSE to the seconds before the n-th restart
    PAUSE=0
    [ "$1" -ge 2 ] || return 0
    PAUSE=$LONGEST
    [ "$1" -gt 20 ] || PAUSE=$((1 << ($1 - 2)))
    [ "$PAUSE" -le $LONGEST ] || PAUSE=$LONGEST
}

noted() { # LABEL: sets COUNT, CODE
    COUNT=0 CODE=-
    { read -r COUNT CODE _ <"$NOTES/$1"; } 2>/dev/null && [[ $COUNT =~ ^[0-9]{1,9}$ ]] || COUNT=0
}

note() { # LABEL COUNT CODE DUE
    printf '%s %s %s\n' "$2" "$3" "$4" >"$NOTES/.$1" && mv -f "$NOTES/.$1" "$NOTES/$1"
}

forget() { # LABEL
    unset "KNOWN[$1]" "SINCE[$1]" "DUE[$1]" "BUSY[$1]" "FAILURES[$1]" "SUPPORTS[$1]"
    rm -f "$NOTES/$1" "$DOWN/$1"
}

# The copy's own script, without the lock of this one. What it starts is not spared when the host runs out of memory.
own() { # FOLDER WORDS…
    local folder=$1
    shift
    { echo "$OOM" >/proc/self/oom_score_adj; } 2>/dev/null
    exec bash "$folder/again" "$@" </dev/null
}

start_one() { # FOLDER LABEL
    if (own "$1" >/dev/null 2>"$DOWN/.$2"); then
        rm -f "$DOWN/.$2" "$DOWN/$2"
        return 0
    fi
    sed -i '/^caravan-fault /d' "$DOWN/.$2"
    mv -f "$DOWN/.$2" "$DOWN/$2"
    return 1
}

# Copies that an earlier version made: their script can only start them.
supports() { # FOLDER LABEL
    local text=
    [ -z "${SUPPORTS[$2]:-}" ] || return 0
    { IFS= read -r -d '' text <"$1/again"; } 2>/dev/null
    [[ $text == *'"${@:-start_again}"'* ]] && SUPPORTS[$2]=yes
}

look() { # FOLDER
    local label=${1##*/} pid=
    SEEN[$label]=yes
    [ ! -e "$HELD/$label" ] && supports "$1" "$label" || return 0
    if [ -n "${BUSY[$label]:-}" ]; then
        [ ! -d "/proc/${BUSY[$label]}" ] || return 0
        wait "${BUSY[$label]}" || FAILURES[$label]=$((${FAILURES[$label]:-0} + 1))
        unset "BUSY[$label]"
    fi
    { read -r pid <"$1/pid"; } 2>/dev/null
    if [[ $pid =~ ^[0-9]+$ ]] && began "$pid"; then
        if [ "${KNOWN[$label]:-}" = "$pid $BEGAN" ]; then
            [ ! -e "$NOTES/$label" ] || [ $((EPOCHSECONDS - SINCE[$label])) -lt $RESET ] || rm -f "$NOTES/$label"
            return 0
        fi
        # The number may be another program's by now.
        if (own "$1" running) >/dev/null 2>&1 4>&- 8>&-; then
            KNOWN[$label]="$pid $BEGAN" SINCE[$label]=$EPOCHSECONDS
            unset "DUE[$label]" "FAILURES[$label]"
            return 0
        fi
    fi
    restart "$1" "$label"
}

restart() { # FOLDER LABEL
    local code
    if [ -z "${DUE[$2]:-}" ]; then
        # Fails where a call of the server works on the copy, or it runs after all, or is gone.
        code=$( (own "$1" how_it_ended) 2>/dev/null 4>&- 8>&-) || return 0
        # A person may have held the copy and ended it since the look began.
        [ ! -e "$HELD/$2" ] || return 0
        noted "$2"
        if [ -e "$DOWN/$2" ]; then # it did not start, so no process of it ended
            [ -n "${FAILURES[$2]:-}" ] || FAILURES[$2]=1
            pause_before $((COUNT + FAILURES[$2] + 1))
            DUE[$2]=$((EPOCHSECONDS + PAUSE))
            [ ! -e "$NOTES/$2" ] || note "$2" "$COUNT" "$CODE" "${DUE[$2]}"
        else
            pause_before $((COUNT + 1))
            DUE[$2]=$((EPOCHSECONDS + PAUSE))
            note "$2" "$COUNT" "${code:--}" "${DUE[$2]}"
        fi
    fi
    [ "$EPOCHSECONDS" -ge "${DUE[$2]}" ] || return 0
    unset "DUE[$2]"
    if [ ! -e "$DOWN/$2" ]; then
        noted "$2"
        note "$2" $((COUNT + 1)) "$CODE" 0
    fi
    start_one "$1" "$2" 4>&- 8>&- &
    BUSY[$2]=$!
}

look_at_all() { # fails where there is no copy
    local folder label
    SEEN=()
    for folder in /var/lib/caravan/{docker,microvm}/*/complete "$LXC"/*/complete; do
        folder=${folder%/complete}
        [ -e "$folder/complete" ] && [ -e "$folder/again" ] && [ -e "$folder/caravan" ] && look "$folder"
    done
    for label in "${!KNOWN[@]}" "${!DUE[@]}"; do [ -n "${SEEN[$label]:-}" ] || forget "$label"; done
    [ ${#SEEN[@]} -gt 0 ]
}

# The process that divides uplinks between copies: without it, classes stay as they are.
look_at_shaper() {
    local pid='' words=
    [ -x /var/lib/caravan/shaper ] && [ -s $RUN/shaped ] || return 0
    { read -r pid <$RUN/shaper.pid && IFS= read -r -d '' words <"/proc/$pid/cmdline"; } 2>/dev/null && [[ $words == *perl ]] && return 0
    setsid perl /var/lib/caravan/shaper run </dev/null >/dev/null 2>&1 4>&- 8>&- &
}

LXC=$(sed -n 's/^ *lxc\.lxcpath *= *//p' /etc/lxc/lxc.conf 2>/dev/null | tail -n 1 || true)
LXC=${LXC:-/var/lib/lxc}
mkdir -p "$NOTES" "$DOWN" /run/lock
exec 8>/run/lock/caravan.keeper
flock -w 5 8 || exit 0
OOM=$(</proc/self/oom_score_adj)
{ echo -900 >/proc/self/oom_score_adj; } 2>/dev/null
exec 4<>/dev/udp/127.0.0.1/9 # from which nothing comes: a pause without another process
empty=0
while [ $empty -lt 60 ]; do
    echo $$ >$RUN/keeper
    look_at_shaper
    if look_at_all; then empty=0; else empty=$((empty + 1)); fi
    if [ $empty = 60 ]; then
        rm -f $RUN/keeper # who makes a copy now starts another one
        if look_at_all; then empty=0; fi
    fi
    read -rt 1 -u 4 || true
done

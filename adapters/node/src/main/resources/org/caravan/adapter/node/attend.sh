# An attendant: bash that is kept on the host while calls come, so that each costs neither a channel of SSH nor programs that only start
# it. Reads calls, runs each in a process group of its own, and answers with a line for each, in the order in which they end.
#
# In:  NUMBER SLOT LENGTH SIZE DIGEST, a line's end, LENGTH characters, a line's end; or NUMBER SLOT end, for one that takes too long. The
#      characters are SIZE bytes of bash, encoded as printable ASCII that printf %b decodes. DIGEST is the SHA-256 of
#      "NUMBER SLOT LENGTH SIZE CHARACTERS".
# Out: NUMBER CODE WORDS; ends of lines in WORDS are written as the character 1. WORDS are what the call wrote; of one that failed, its
#      errors.
#      NUMBER refused WHY, of a call that arrived changed: none of it ran. The word lost, when what comes is no call: nothing after it is
#      read.
# LIMIT: seconds after which calls are ended whose server is gone. A slot has one call at a time.
LONGEST=3000 # characters of an answer: with one system call for each, answers do not mix
HEADER='^([1-9][0-9]{0,17}) ([0-9]{1,2}) (end|([0-9]{1,7}) ([0-9]{1,7}) ([0-9a-f]{64}))$'
DIGESTS=500 # that one sha256sum takes
attend() {
    local header answer number slot encoded end digest calls=() numbers=() errors digested=0 digester= wrote=
    errors=$(mktemp -d /run/caravan-calls.XXXXXX) || exit
    set +e -m
    printf '\nattends\n' # whatever the start files of this shell have written before
    while true; do
        # No request for a minute: exits to free its memory. A later request starts another one.
        if ! IFS= read -t 60 -r header; then
            answer=$?
            [ $answer -gt 128 ] && [ -z "$header" ] && [ -n "$(jobs -rp)" ] && continue
            break
        fi
        [[ $header =~ $HEADER ]] || { echo lost && break; }
        number=${BASH_REMATCH[1]} slot=${BASH_REMATCH[2]}
        if [ "${BASH_REMATCH[3]}" = end ]; then
            # It may have ended by itself, and its process number may be another's by now.
            [[ ${numbers[slot]} = "$number" && $'\n'$(jobs -rp)$'\n' = *$'\n'${calls[slot]}$'\n'* ]] || continue
            end_call "${calls[slot]}"
            echo "$number 124 "
            continue
        fi
        IFS= read -r -N "${BASH_REMATCH[4]}" encoded
        [ ${#encoded} -eq "${BASH_REMATCH[4]}" ] || break # cut off on its way: none of it runs
        IFS= read -r -N 1 end
        [[ $end = $'\n' && $encoded != *[!\ -~]* ]] || { echo lost && break; }
        take_digest "$number $slot ${BASH_REMATCH[4]} ${BASH_REMATCH[5]} $encoded" || break
        [ "$digest" = "${BASH_REMATCH[6]}" ] || { echo "$number refused digest" && continue; }
        attend_to "$number" "$errors/$slot" "$encoded" "${BASH_REMATCH[5]}" </dev/null {wrote}<&- &
        calls[slot]=$! numbers[slot]=$number
    done
    exec >&- </dev/null
    [ -z "$digester" ] || kill "$digester"
    for ((number = 0; number < LIMIT && $(jobs -rp | wc -l) > 0; number++)); do sleep 1; done
    for number in $(jobs -rp); do end_call "$number"; done
    rm -rf "$errors"
}

# Of TEXT, into `digest`. One sha256sum takes many: its files are all the same pipe, and it writes a line for each of them. To start one for
# each call would take as much processor time as the call. Not through a file: a call may have secrets in it.
take_digest() { # TEXT
    # What was killed has no program any more, though it may still have a number.
    if ((digested++ % DIGESTS == 0)) || [ ! -e "/proc/$digester/exe" ]; then begin_digests || return; fi
    printf '%s' "$1" >"$errors/frame" && read -r -u "$wrote" digest _
}

begin_digests() {
    [ -p "$errors/frame" ] || mkfifo "$errors/frame" || return
    [ -z "$wrote" ] || exec {wrote}<&-
    digested=1
    set -- $(eval "echo {1..$DIGESTS}")
    # It ends with this shell, however that ends: a pipe that is not opened for writing keeps its reader waiting.
    exec {wrote}< <(exec setpriv --pdeathsig KILL sha256sum "${@/*/$errors/frame}" </dev/null)
    digester=$!
}

attend_to() { # NUMBER FILE ENCODED SIZE
    local words code text
    printf -v text %b "$3"
    # A NUL would have ended it.
    [ ${#text} -eq "$4" ] || { printf '%s refused size\n' "$1" && return; }
    words=$(
        unset -f attend take_digest begin_digests attend_to end_call
        set -euo pipefail +m
        eval "$text" 2>"$2"
    )
    code=$?
    [ $code = 0 ] || IFS= read -r -d '' words <"$2"
    [ ${#words} -le $LONGEST ] || words=${words: -LONGEST}
    printf '%s %s %s\n' "$1" $code "${words//$'\n'/$'\1'}"
}

end_call() { # PROCESS-GROUP
    kill -TERM -- "-$1"
    { sleep 5 && kill -KILL -- "-$1"; } &
}

attend 2>/dev/null

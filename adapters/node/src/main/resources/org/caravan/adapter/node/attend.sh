# An attendant: bash that is kept on the host while calls come, so that each costs neither a channel of SSH nor programs that only start
# it. Reads calls, runs each in a process group of its own, and answers with a line for each, in the order in which they end.
#
# In:  NUMBER SLOT LENGTH SIZE DIGEST, a line's end, LENGTH characters, a line's end; or NUMBER SLOT end, for one that takes too long. The characters are
#      SIZE bytes of bash, encoded as printable ASCII that printf %b decodes. DIGEST is the SHA-256 of "NUMBER SLOT LENGTH SIZE CHARACTERS".
# Out: NUMBER CODE WORDS; ends of lines in WORDS are written as the character 1. WORDS are what the call wrote; of one that failed, its errors.
#      NUMBER refused WHY, of a call that arrived changed: none of it ran. The word lost, when what comes is no call: nothing after it is read.
# LIMIT: seconds after which calls are ended whose server is gone. A slot has one call at a time.
LONGEST=3000 # characters of an answer: with one system call for each, answers do not mix
HEADER='^([1-9][0-9]{0,17}) ([0-9]{1,2}) (end|([0-9]{1,7}) ([0-9]{1,7}) ([0-9a-f]{64}))$'
attend() {
    local header answer number slot encoded end calls=() numbers=() errors
    errors=$(mktemp -d /run/caravan-calls.XXXXXX) || exit
    set +e -m
    printf '\nattends\n' # whatever the start files of this shell have written before
    while true; do
        # Nobody has asked for a minute: what is no longer needed takes no memory. Whoever asks later begins another one.
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
        attend_to "$number" "$errors/$slot" "$number $slot ${BASH_REMATCH[4]} ${BASH_REMATCH[5]} $encoded" "${BASH_REMATCH[6]}" "$encoded" "${BASH_REMATCH[5]}" </dev/null &
        calls[slot]=$! numbers[slot]=$number
    done
    exec >&- </dev/null
    for ((number = 0; number < LIMIT && $(jobs -rp | wc -l) > 0; number++)); do sleep 1; done
    for number in $(jobs -rp); do end_call "$number"; done
    rm -rf "$errors"
}

attend_to() { # NUMBER FILE FRAME DIGEST ENCODED SIZE
    local words code text
    words=$(exec sha256sum < <(printf '%s' "$3")) # not a here-string, which may be a file: a call may have secrets in it
    [ "${words%% *}" = "$4" ] || { printf '%s refused digest\n' "$1" && return; }
    printf -v text %b "$5"
    # A NUL would have ended it.
    [ ${#text} -eq "$6" ] || { printf '%s refused size\n' "$1" && return; }
    words=$(
        unset -f attend attend_to end_call
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

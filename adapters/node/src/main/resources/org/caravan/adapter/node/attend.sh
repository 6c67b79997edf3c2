# An attendant: bash that is kept on the host while calls come, so that each costs neither a channel of SSH nor programs that only start
# it. Reads calls, runs each in a process group of its own, and answers with a line for each, in the order in which they end.
#
# In:  NUMBER SLOT LENGTH, a line's end, and LENGTH bytes of bash; or NUMBER SLOT end, for one that takes too long.
# Out: NUMBER CODE WORDS; ends of lines in WORDS are written as the character 1. WORDS are what the call wrote; of one that failed, its errors.
# LIMIT: seconds after which calls are ended whose server is gone. A slot has one call at a time.
LONGEST=3000 # characters of an answer: with one system call for each, answers do not mix
attend() {
    local number slot length text answer calls=() errors
    errors=$(mktemp -d /run/caravan-calls.XXXXXX) || exit
    set +e -m
    echo attends
    while true; do
        # Nobody has asked for a minute: what is no longer needed takes no memory. Whoever asks later begins another one.
        if ! read -t 60 -r number slot length; then
            answer=$?
            [ $answer -gt 128 ] && [ -n "$(jobs -rp)" ] && continue
            break
        fi
        if [ "$length" = end ]; then
            end_call "${calls[slot]}"
            echo "$number 124 "
            continue
        fi
        IFS= read -r -N "$length" text
        [ ${#text} -eq "$length" ] || break # cut off on its way: none of it runs
        attend_to "$number" "$errors/$slot" "$text" </dev/null &
        calls[slot]=$!
    done
    exec >&- </dev/null
    for ((number = 0; number < LIMIT && $(jobs -rp | wc -l) > 0; number++)); do sleep 1; done
    for number in $(jobs -rp); do end_call "$number"; done
    rm -rf "$errors"
}

attend_to() { # NUMBER FILE TEXT
    local words code
    words=$(
        unset -f attend attend_to end_call
        set -euo pipefail +m
        eval "$3" 2>"$2"
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

# Bash that is kept on the host while the server reads the usage of it every few seconds: a call then needs neither a channel of SSH nor a
# shell of its own, and no script is sent. After the functions, it runs as the last command of usages.sh.
#
# In:  the line `usages`.
# Out: lines of the answer, each with `=` before it; of a line longer than PIECE, pieces with `+` before the last one. Then `ended CODE`.
# BEGIN: seconds from here to `attends`, after which the process group is killed.
# IDLE: seconds without a call after which it exits. LIMIT: seconds of a call, after which its process group is killed.
PIECE=60000
attend_usages() {
    local word ended
    exec {BEGINS}>&-
    printf '\nattends\n' # whatever the start files of this shell have written before
    while IFS= read -r -t "$IDLE" word && [ "$word" = usages ]; do
        # In a process of its own, so that whatever fails there ends neither this loop nor leaves anything behind.
        exec {ended}< <(answer_usages 3>&1 1>&4 </dev/null)
        word=
        if read -r -t "$LIMIT" -u "$ended" word; then
            :
        elif [ $? -gt 128 ]; then
            echo 'ended 124'
            end_session
        else
            echo 'ended 1'
        fi
        exec {ended}<&-
    done
}

answer_usages() {
    copies_now
    usages
    if [ ${#ANSWER} -le $PIECE ]; then
        ANSWER==${ANSWER%$'\n'}
        printf '%s\nended 0\n' "${ANSWER//$'\n'/$'\n'=}"
    else
        long_answer
    fi
    echo done >&3
}

long_answer() {
    local line
    while IFS= read -r line; do
        while [ ${#line} -gt $PIECE ]; do
            printf '+%s\n' "${line:0:PIECE}"
            line=${line:PIECE}
        done
        printf '=%s\n' "$line"
    done <<<"${ANSWER%$'\n'}"
    echo 'ended 0'
}

# What hangs is a child of a call. sshd gives each command a process group.
end_session() {
    end_group
    kill "$!"
    exit 1
}

end_group() {
    local group
    read -r _ _ _ _ group _ <"/proc/$BASHPID/stat"
    [ "$group" != $$ ] || kill -KILL 0
}

# Reads a pipe that this session closes when it attends. A child that hangs keeps the pipe open, also after the session has ended.
limit_begin() {
    local status=0
    read -r -t "${BEGIN:-25}" || status=$?
    [ $status -gt 128 ] || return 0
    end_group
    kill -KILL $$
}

exec {BEGINS}> >(limit_begin >/dev/null 2>&1)

exec 4>&1

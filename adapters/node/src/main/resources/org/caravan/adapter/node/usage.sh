require_ours
running || fault FAILED "The copy ($LABEL) on host ($HOST) does not run, so it uses nothing." "it crashed: look into its log."
# cgroup v2: one folder; v1: one per controller, named after what is mounted together.
folder_of() { # CONTROLLER
    local line
    line=$(grep -E "^[0-9]+:([^:]*,)?$1(,[^:]*)?:" "/proc/$pid/cgroup" || true)
    if [ -n "$line" ]; then
        echo "/sys/fs/cgroup/$(cut -d : -f 2 <<<"$line")$(cut -d : -f 3 <<<"$line")"
    else
        echo "/sys/fs/cgroup$(sed -n 's/^0:://p' "/proc/$pid/cgroup")"
    fi
}
cpu=$(folder_of cpuacct)
if [ -f "$cpu/cpuacct.usage" ]; then
    echo "cpu $(($(cat "$cpu/cpuacct.usage") / 1000000))"
else
    echo "cpu $(($(sed -n 's/^usage_usec //p' "$cpu/cpu.stat") / 1000))"
fi
memory=$(folder_of memory)
# Files that were read and can be dropped at once are not in use.
if [ -f "$memory/memory.usage_in_bytes" ]; then
    echo "memory $(($(cat "$memory/memory.usage_in_bytes") - $(sed -n 's/^total_inactive_file //p' "$memory/memory.stat")))"
else
    echo "memory $(($(cat "$memory/memory.current") - $(sed -n 's/^inactive_file //p' "$memory/memory.stat")))"
fi

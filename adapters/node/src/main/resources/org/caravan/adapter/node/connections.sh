if ! ours || ! running; then
    echo 0
    exit 0
fi
# The same address at both ends is the copy asking itself, or we asking whether it is ready.
inside ss -Htn state established | awk -v ports=" $(field port | tr '\n' ' ')" '
    {
        local_port = $3; sub(/.*:/, "", local_port)
        near = $3; sub(/:[0-9]+$/, "", near)
        far = $4; sub(/:[0-9]+$/, "", far)
        if (index(ports, " " local_port " ") && near != far) count++
    }
    END { print count + 0 }'

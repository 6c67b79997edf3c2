echo "the till closes"
kill "$(cat /run/till.pid)"
rm -f /run/till.pid

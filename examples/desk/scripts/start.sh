# Leaves the service behind, as `systemctl start` would.
set -eu
setsid python3 /opt/till/till.py </dev/null &
echo $! >/run/till.pid

echo "arch $(dpkg --print-architecture 2>/dev/null || uname -m)"
echo "cpu $(($(nproc) * 1000))"
echo "memory $(awk '$1 == "MemTotal:" { printf "%.0f", $2 * 1024 }' /proc/meminfo)"
mkdir -p $CARAVAN
echo "disk $(df -B1 --output=size $CARAVAN | tail -n 1 | tr -d ' ')"
require_bridge
ip -o addr show dev "$BRIDGE" scope global | awk '{ sub("/.*", "", $4); print "address", $4 }'
echo "gpus $(declared_gpus | wc -l)"
if lacks_bandwidth; then echo "no-bandwidth $LACKING"; elif lacks_inbound; then echo "no-inbound $LACKING"
elif [ -s "$RUN/inbound" ]; then echo "no-inbound $(head -n 1 "$RUN/inbound")"; fi # its shaper found out later
# A machine that gives Caravan only a part of itself says so here.
[ ! -f /etc/caravan/node.json ] || echo "limits $(tr -d '\n' </etc/caravan/node.json)"

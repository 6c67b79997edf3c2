# A copy behind a machine behind a gateway, three namespaces; the machine's link drops frames of hardware addresses but its own.
# $1: the preparation's routed.sh; $2: an empty folder. Prints one line per thing tried, those that fail begin with FAIL.
set -u
P=cvrm
forget() { for n in gw vm copy; do ip netns del $P-$n 2>/dev/null || true; done; }
trap forget EXIT
forget
mkdir -p "$2/shop.web.1.1"
for n in gw vm copy; do ip netns add $P-$n && ip -n $P-$n link set lo up || { echo "FAIL no namespace"; exit 1; }; done
ip link add $P-a netns $P-gw type veth peer name eth0 netns $P-vm
ip link add $P-b netns $P-vm type veth peer name eth0 netns $P-copy
gw="ip -n $P-gw" vm="ip -n $P-vm" copy="ip -n $P-copy"
$gw link set $P-a up
$gw addr add 10.1.42.1/24 dev $P-a
$gw addr add 10.2.42.1/24 dev $P-a
$gw addr add fd4e:1:42::1/64 dev $P-a nodad
$gw addr add 192.0.2.1/32 dev lo
$vm link set eth0 up
$vm addr add 10.1.42.7/24 dev eth0
$vm addr add fd4e:1:42::7/64 dev eth0 nodad
$vm route add default via 10.1.42.1
$vm -6 route add default via fd4e:1:42::1
$vm link add br0 type bridge
$vm link set br0 up
$vm link set $P-b master br0
$vm link set $P-b up
# Two ISPs' prefixes and IPv6, as the adapter sets them in a copy.
printf 'spec x\naddress 10.1.42.100 24 10.1.42.1\naddress 10.2.42.100 24 10.2.42.1\naddress fd4e:1:42::64 64 fd4e:1:42::1\nport 80\n' \
    >"$2/shop.web.1.1/caravan"
$copy link set eth0 up
$copy addr add 10.1.42.100/24 dev eth0
$copy addr add 10.2.42.100/24 dev eth0
$copy addr add fd4e:1:42::64/64 dev eth0 nodad
$copy route add default via 10.1.42.1 src 10.1.42.100
$copy rule add from 10.2.42.100 lookup 77
$copy route add default via 10.2.42.1 table 77
$copy -6 route add default via fd4e:1:42::1
sh -c 'BRIDGE=br0; . "$0"; routed_text' "$1" >"$2/routed"
run() { ip netns exec $P-vm env CARAVAN_COPIES="$2" bash "$2/routed" && echo "ok run" || echo "FAIL run"; }
pings() { ip netns exec "$P-$1" ping -c 1 -W 2 $2 >/dev/null 2>&1; }
reaches() { for _ in 1 2 3 4 5; do pings "$@" && { echo "ok $*"; return; }; done; echo "FAIL $*"; }
run "$@"
run "$@"
reaches gw 10.1.42.100
reaches gw 10.2.42.100
reaches gw fd4e:1:42::64
reaches copy 10.1.42.1
reaches copy fd4e:1:42::1
reaches copy 192.0.2.1
reaches copy "-I 10.2.42.100 192.0.2.1"
reaches copy 10.1.42.7
reaches vm 10.1.42.100
$vm rule show | grep -q "from 10.2.42.100 iif br0 lookup 2002" && echo "ok the second ISP's gateway" || echo "FAIL the second ISP's gateway"
own=$(ip netns exec $P-vm cat /sys/class/net/eth0/address)
$gw neigh show | grep -F 42.100 | grep -qv "$own" && echo "FAIL another hardware address" || echo "ok the machine's hardware address alone"
rm -r "$2/shop.web.1.1"
run "$@"
$gw neigh flush all
pings gw 10.1.42.100 && echo "FAIL answers for a copy that is gone" || echo "ok gone"

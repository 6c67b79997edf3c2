# Becomes a machine as far as VmAdapter sees one: a network with a way out and folders of its own, in $1. Says "up" and stays until its
# input ends.
set -eu
mount --make-rprivate /
mkdir -p "$1"/caravan/layers "$1"/run /var/lib/caravan /run/caravan
printf '127.0.0.1 localhost\n10.9.0.5 machine\n' >"$1/hosts"
mount --bind "$1/caravan" /var/lib/caravan
mount --bind "$1/run" /run/caravan
mount --bind "$1/hosts" /etc/hosts
ip link set lo up
ip link add ens3 type veth peer name wire
ip link set wire up
ip address add 10.9.0.5/24 dev ens3
ip link set ens3 up
ip route add default via 10.9.0.1
echo up
read -r _ || true

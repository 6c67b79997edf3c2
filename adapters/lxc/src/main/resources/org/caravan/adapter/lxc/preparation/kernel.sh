# One line per option of the kernel: asked of the running kernel itself where it can tell, for few machines keep its .config.
has_module() { grep -qw "$1" /proc/filesystems 2>/dev/null || [ -d "/sys/module/$1" ] || modprobe -nq "$1" 2>/dev/null; }

# In a network namespace of its own, so that asking leaves nothing behind.
can_ip() { unshare --net -- ip "$@" >/dev/null 2>&1; }

# Chains, sets and expressions as the filters of copies have them. Before the packages are there, the version has to do: the hook
# egress of family netdev came with Linux 5.16.
can_filter() {
    if command -v nft >/dev/null; then
        printf '%s\n' 'table netdev test0 {' 'set asked {' 'type ipv4_addr . inet_service' 'size 4' 'flags dynamic,timeout' 'timeout 2m' \
            '}' \
            'chain sent {' 'type filter hook ingress device "lo" priority 0' 'fib daddr type local drop' \
            'update @asked { ip daddr . udp dport }' '}' \
            'chain received {' 'type filter hook egress device "lo" priority 0' 'ip saddr . udp sport @asked accept' '}' '}' |
            unshare --net -- nft -f - >/dev/null 2>&1
    else
        uname -r | awk -F. '{ exit !($1 > 5 || $1 == 5 && $2 >= 16) }'
    fi
}

controller() { # NAME: on, off (compiled in, switched off), or none
    if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
        ! grep -qw "$1" /sys/fs/cgroup/cgroup.controllers || { echo on; return; }
    fi
    awk -v name="$1" '$1 == name { state = $4 ? "on" : "off" } END { print state ? state : "none" }' /proc/cgroups 2>/dev/null || echo none
}

option() { # CONFIG_NAMES WHAT-FOR WAY-OUT TEST...
    names=$1 purpose=$2 way=$3
    shift 3
    if "$@"; then ok "kernel $names" "$purpose"; else tell missing "kernel $names" "needed for $purpose" "$way"; fi
}

better_with() { # as option, for what can be done without
    names=$1 purpose=$2 way=$3
    shift 3
    if "$@"; then ok "kernel $names" "$purpose"; else tell advice "kernel $names" "is not there: no $purpose" "$way"; fi
}

can_limit_processor() {
    [ -f /sys/fs/cgroup/cpu/cpu.cfs_quota_us ] || [ -f /sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us ] ||
        [ -n "$(find /sys/fs/cgroup -maxdepth 2 \( -name cpu.max -o -name cpu.cfs_quota_us \) 2>/dev/null | head -n 1)" ]
}

may_have_user_namespaces() { [ -e /proc/self/ns/user ] && [ "$(cat /proc/sys/user/max_user_namespaces 2>/dev/null || echo 1)" -gt 0 ]; }

seccomp() { grep -q '^Seccomp:' /proc/self/status; }

kernel() {
    architecture=$(dpkg --print-architecture 2>/dev/null || echo amd64)
    own="boot the distribution's own kernel (apt-get install linux-image-$architecture on Debian, raspberrypi-kernel on a Pi)"
    for name in pid net uts ipc; do
        option "CONFIG_$(echo $name | tr a-z A-Z)_NS" "a container's own $name namespace" "$own" test -e /proc/self/ns/$name
    done
    option CONFIG_USER_NS "containers whose root is nobody on the machine" \
        "$own, and see that user.max_user_namespaces is not 0" may_have_user_namespaces
    option CONFIG_OVERLAY_FS "containers that share their image's layers" "$own" has_module overlay
    option CONFIG_VETH "the network device of a container" "$own" can_ip link add test0 type veth peer name test1
    option CONFIG_BRIDGE "the bridge $BRIDGE" "$own" can_ip link add test0 type bridge
    option CONFIG_NETFILTER_EGRESS "the network filter of each copy" \
        "boot Linux 5.16 or later: Debian 12, or linux-image-$architecture of Debian 11's backports" can_filter
    option CONFIG_IP_MULTIPLE_TABLES "the plan's choice of an ISP by source address" "$own" can_ip -4 rule add from 192.0.2.1 lookup 1001
    better_with CONFIG_IPV6 "IPv6 addresses for containers" "remove ipv6.disable from the kernel's command line" test -e /proc/net/if_inet6
    [ ! -e /proc/net/if_inet6 ] ||
        option CONFIG_IPV6_MULTIPLE_TABLES "the same for IPv6" "$own" can_ip -6 rule add from 2001:db8::1 lookup 1001
    memory_controller
    for name in cpu pids freezer devices; do
        option "CONFIG_CGROUP_$(echo $name | sed 's/^cpu$/sched/; s/^devices$/device/' | tr a-z A-Z)" "limits on ${name} of containers" \
            "$own" is_on $name
    done
    option CONFIG_CFS_BANDWIDTH "an upper limit of processor time" "$own" can_limit_processor
    option CONFIG_SECCOMP_FILTER "keeping containers from dangerous system calls" "$own" seccomp
    better_with CONFIG_NET_SCH_HTB "copies with bandwidth of their own (share, min, max)" "$own" has_discipline htb
    better_with CONFIG_IFB "bandwidth for what copies receive; what they send is divided without it" "$own" has_ifb
    better_with CONFIG_NFT_FWD_NETDEV "bandwidth for what copies receive; what they send is divided without it" "$own" may_forward
    better_with CONFIG_IP_SCTP "NetPerfMeter as a measuring peer" "$own, or measure from other machines" test_sctp
}

# In v2 the freezer belongs to every group, and devices are a matter of BPF programs: neither is a controller.
is_on() {
    [ "$(controller "$1")" != on ] || return 0
    case $1 in freezer | devices) [ -f /sys/fs/cgroup/cgroup.controllers ] ;; *) false ;; esac
}
# Before the packages are there, it cannot be tried.
may_forward() { ! command -v nft >/dev/null || can_forward; }
test_sctp() { [ -d /proc/net/sctp ] || modprobe -nq sctp 2>/dev/null; }

# Raspberry Pi OS has the memory controller compiled in but switched off.
memory_controller() {
    purpose="limits on memory of containers"
    line=
    for file in /boot/firmware/cmdline.txt /boot/cmdline.txt; do [ ! -f $file ] || [ -n "$line" ] || line=$file; done
    if is_on memory; then
        ok "kernel CONFIG_MEMCG" "$purpose"
    elif [ -n "$line" ] && grep -q cgroup_enable=memory "$line"; then
        tell reboot "kernel CONFIG_MEMCG" "$purpose: switched on in $line" "reboot the machine"
    elif [ -n "$line" ]; then
        AFTER=reboot
        change "kernel CONFIG_MEMCG" "$purpose: cgroup_enable=memory in $line, in force after a reboot" \
            sed -i 's/$/ cgroup_memory=1 cgroup_enable=memory/' "$line"
        AFTER=
    else
        tell missing "kernel CONFIG_MEMCG" "needed for $purpose" "add cgroup_enable=memory to the kernel's command line and reboot"
    fi
}

modules() {
    text=$(printf 'overlay\nveth\nbridge\nsctp')
    if has_text /etc/modules-load.d/caravan.conf "$text"; then ok modules "loaded at boot"; else
        change modules "load overlay, veth, bridge, sctp at boot" load_modules "$text"
    fi
}

load_modules() {
    write_file /etc/modules-load.d/caravan.conf "$1"
    for name in $1; do modprobe -q "$name" 2>/dev/null || true; done # compiled in, or reported above
}

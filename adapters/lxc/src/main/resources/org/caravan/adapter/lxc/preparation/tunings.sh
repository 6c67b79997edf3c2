# Tunings for machines with little memory and a slow card, after the paper on MEC-ConPaaS (IEEE Mobile Cloud 2017), section V-B:
# together they took the creation of a container from 10 minutes to 90 seconds on a Raspberry Pi 2.

# "Finally, … swappiness": distributions for such boards set it to 1, to spare the card. But memory that is used for a moment
# only, while a container is made, then pushes out the file cache, and every access goes to the card: 100 makes it less, not more.
# The rest is ours: copies of one range share the kernel's bounds of a user; long fast lines need more than 208 kB in flight.
tunings() {
    text='vm.swappiness = 100
fs.inotify.max_user_instances = 1024
kernel.keys.maxkeys = 2000
net.core.rmem_max = 8388608
net.core.wmem_max = 8388608'
    [ "$NETWORK" = bridged ] || text="$text
net.ipv4.ip_forward = 1
net.ipv6.conf.all.forwarding = 1"
    if has_text /etc/sysctl.d/60-caravan.conf "$text" && in_force "$text"; then
        ok tunings "swappiness 100 and limits for many containers"
    else
        change tunings \
            "swappiness 100 (now $(cat /proc/sys/vm/swappiness)) and limits for many containers in /etc/sysctl.d/60-caravan.conf" \
            set_tunings "$text"
    fi
    awk 'NR > 1 { found = 1 } END { exit !found }' /proc/swaps ||
        tell advice swap "the machine has no swap, so swappiness has nothing to work with" \
            "give it a swap file of its memory's size, or zram (apt-get install zram-tools)"
}

# A namespace without a setting is no reason to set it again and again.
in_force() {
    echo "$1" | while read -r name _ value; do
        file=/proc/sys/$(echo "$name" | tr . /)
        [ ! -w "$file" ] || [ "$(cat "$file")" = "$value" ] || exit 1
    done
}

set_tunings() { write_file /etc/sysctl.d/60-caravan.conf "$1" && sysctl -q -e -p /etc/sysctl.d/60-caravan.conf; }

# "The SD cards …": written in blocks of about 4 MB; a partition that begins within one makes two writes of many.
alignment() {
    source=$(findmnt -no SOURCE -T "$(existing "$CARAVAN")" 2>/dev/null | sed 's/\[.*//')
    name=${source##*/}
    start=/sys/class/block/$name/start
    if [ ! -f "$start" ]; then
        ok alignment "no partition table below $CARAVAN ($source)"
        return
    fi
    disk=$(basename "$(readlink -f "/sys/class/block/$name/..")")
    block=$(cat "/sys/block/$disk/device/preferred_erase_size" 2>/dev/null || echo 4194304)
    [ "$block" -gt 0 ] || block=4194304
    if [ $(($(cat "$start") * 512 % block)) -eq 0 ]; then
        ok alignment "the partition $source begins on a boundary of $((block / 1024)) KiB"
    elif [ "$(cat "/sys/block/$disk/queue/rotational" 2>/dev/null)" = 0 ]; then
        way="parted -a optimal, or the distribution's image, which does"
        tell advice alignment "the partition $source begins at sector $(cat "$start"), within an erase block of $((block / 1024)) KiB" \
            "partition the card again from sector $((block / 512 * 2)) ($way) before it is filled"
    else
        ok alignment "a rotating disk has no erase blocks"
    fi
}

existing() { # the nearest folder above that exists
    path=$1
    while [ ! -e "$path" ]; do path=$(dirname "$path"); done
    echo "$path"
}

# "The first obvious optimization …": strip the machine of what it does not need. Which that is, is the operator's to say.
unneeded_services() {
    with_systemd || return 0
    running=
    for name in bluetooth hciuart ModemManager cups cups-browsed avahi-daemon triggerhappy packagekit lightdm gdm wayvnc rpcbind udisks2; do
        ! systemctl is-active --quiet $name 2>/dev/null || running="$running $name"
    done
    [ -z "$running" ] || tell advice services "these take memory and are not needed for containers:$running" \
        "stop them for good: systemctl disable --now$running"
}

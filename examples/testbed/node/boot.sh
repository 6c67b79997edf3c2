#!/bin/sh
# Process 1 of a node, in fresh mount, host name, process, IPC and control group namespaces and the node's network namespace:
# builds the node's own view of the machine and becomes its init. The node is this machine's system with its own changes on top,
# kept on its own disk; nothing it writes reaches the machine.
#
# NODE its name; FOLDER where it is kept; DISK_IMAGE its disk ("" = the folder is the disk); SEED files it starts with;
# CGROUPS hierarchies to mount ("cpu memory name=systemd unified", or "v2").
set -eu
mount --make-rprivate /
disk=$FOLDER/disk
root=$FOLDER/root
mkdir -p "$disk" "$root"
# noinit_itable: or the kernel would fill the sparse image with zeroed inode tables in the background
[ -z "$DISK_IMAGE" ] || mount -o loop,noatime,noinit_itable "$DISK_IMAGE" "$disk"

lay_over() { # LOWER NAME TARGET: the machine's folder with the node's changes on top
    mkdir -p "$disk/changes/$2" "$disk/work/$2"
    mount -t overlay "$NODE" -o "lowerdir=$1,upperdir=$disk/changes/$2,workdir=$disk/work/$2" "$3"
}
lay_over / root "$root"
for folder in etc home opt srv usr var; do # those that are file systems of their own are not in the layer above
    ! mountpoint -q "/$folder" || lay_over "/$folder" "$folder" "$root/$folder"
done
cd "$root"
for folder in root home tmp var/tmp var/log var/lib/lxc var/cache/lxc var/lib/caravan; do # these begin empty
    mkdir -p "$disk/own/$folder" "$folder"
    mount --bind "$disk/own/$folder" "$folder"
done
chmod 700 root
chmod 1777 tmp var/tmp

mount -t proc proc proc
mount -t sysfs sysfs sys # a fresh one shows the devices of this network namespace
# AppArmor, where the kernel has it: LXC refuses to start what it cannot confine
! mountpoint -q /sys/kernel/security || mount --bind /sys/kernel/security sys/kernel/security
mount --bind /dev dev
mount -t devpts -o newinstance,gid=5,mode=620,ptmxmode=666 devpts dev/pts
mount --bind dev/pts/ptmx dev/ptmx
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p run/lock run/sshd

if [ "$CGROUPS" = v2 ]; then
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    # LXC can hand out controllers only when no process stands at the root itself; it knows this name to be no container's
    mkdir -p sys/fs/cgroup/init.scope
    echo 0 > sys/fs/cgroup/init.scope/cgroup.procs
else
    mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
    for hierarchy in $CGROUPS; do
        mkdir -p "sys/fs/cgroup/${hierarchy#name=}"
        case $hierarchy in
        unified) mount -t cgroup2 cgroup2 sys/fs/cgroup/unified ;;
        name=*) mount -t cgroup -o "none,$hierarchy" cgroup "sys/fs/cgroup/${hierarchy#name=}" ;;
        *) mount -t cgroup -o "$hierarchy" cgroup "sys/fs/cgroup/$hierarchy" ;;
        esac
    done
fi

cp -dR --preserve=mode,timestamps --remove-destination "$SEED/." .
sed -i 's/^root:!/root:*/' etc/shadow # sshd refuses even keys to an account that is locked with "!"
hostname "$NODE"
mkdir -p mnt/machine
pivot_root . mnt/machine
cd /
umount -l /mnt/machine
# As caravan-copies.service and lxc.service do on a machine with systemd: containers that shall, come back after the node's reboot.
{
    [ ! -x /var/lib/caravan/boot ] || /var/lib/caravan/boot
    [ ! -x /usr/bin/lxc-autostart ] || /usr/bin/lxc-autostart -g onboot,
} </dev/null >/var/log/boot-copies.log 2>&1 &
exec /usr/local/lib/caravan-testbed/init /usr/sbin/sshd -D -E /var/log/sshd.log

# BASE COUNT FOLDER LAYER...: shows the layers (the lowest first) one over the other at FOLDER/root, with what is written there in
# FOLDER/upper. Ids 0 and up of the layers are BASE and up there, in which COUNT ids are mapped; BASE 0 shows them as they are.
# Run by LXC in the mount namespace of one container, so that nothing has to be taken down. By system calls, which `mount` of Debian 12
# does not know yet; perl-base is on every Debian.
use strict;
my ($OPEN_TREE, $MOVE_MOUNT, $MOUNT_SETATTR) = (428, 429, 442); # the same on all processors, unlike these
my %OTHERS = ("x86_64" => [272, 165], "aarch64" => [97, 40], "armv7l" => [337, 21], "armv6l" => [337, 21], "i686" => [310, 21]);
my ($base, $count, $folder, @layers) = @ARGV;
open STDERR, ">", "$folder/layers.log" if -e "$folder/caravan"; # LXC does not pass on what a hook says
my $machine = do { local (@ARGV, $/) = "/proc/sys/kernel/arch"; eval { <> } } || `uname -m`;
chomp $machine;
my ($unshare, $mount) = @{$OTHERS{$machine} or die "no numbers of system calls for $machine\n"};

# Ids of a user namespace that lives as long as it is asked for.
sub users {
    pipe my $ready, my $say or die "pipe: $!\n";
    pipe my $end, my $hold or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        close $hold;
        my $done = syscall($unshare, 0x10000000) == 0; # CLONE_NEWUSER
        syswrite $say, $done ? "y" : "n";
        sysread $end, my $nothing, 1; # until the parent is done with the namespace
        kill 9, $$;
    }
    sysread $ready, my $answer, 1;
    $answer eq "y" or die "no user namespace\n";
    for my $kind ("uid", "gid") {
        open my $map, ">", "/proc/$child/${kind}_map" or die "${kind}_map: $!\n";
        syswrite $map, "0 $base $count\n" or die "${kind}_map: $!\n";
    }
    open my $namespace, "<", "/proc/$child/ns/user" or die "ns/user: $!\n";
    return ($namespace, $hold);
}

if ($base) {
    my ($namespace, $hold) = users();
    my $attributes = pack "Q4", 0x100006, 0, 0, fileno $namespace; # MOUNT_ATTR_IDMAP, _NODEV, _NOSUID
    my $here = "";
    for my $number (0 .. $#layers) {
        my ($from, $to) = ($layers[$number], "$folder/lower/$number");
        my $tree = syscall($OPEN_TREE, -100, $from, 0x80001); # AT_FDCWD; CLONE | CLOEXEC
        die "open_tree $from: $!\n" if $tree < 0;
        # 0x1000: AT_EMPTY_PATH
        syscall($MOUNT_SETATTR, $tree, $here, 0x1000, $attributes, 32) == 0 or die "the disk has no id-mapped mounts ($from: $!)\n";
        syscall($MOVE_MOUNT, $tree, $here, -100, $to, 4) == 0 or die "move_mount $to: $!\n"; # F_EMPTY_PATH
        $layers[$number] = "lower/$number";
    }
}
# Relative, because the kernel takes one page of options.
chdir $folder or die "$folder: $!\n";
my ($what, $where, $options) = ("overlay", "root", "lowerdir=" . join(":", reverse @layers) . ",upperdir=upper,workdir=work");
length $options < 4096 or die "too many layers: " . @layers . "\n";
# Whatever is in the layers: a device is no way to the host's disk, and no program runs as another user than who started it.
syscall($mount, $what, $where, $what, 6, $options) == 0 or die "overlay: $!\n"; # MS_NOSUID, MS_NODEV

# BASE COUNT (FROM TO)...: shows the folder FROM at TO, where ids 0 and up are BASE and up. By system calls, which `mount` of
# Debian 12 does not know yet; perl-base is on every Debian.
use strict;
my ($OPEN_TREE, $MOVE_MOUNT, $MOUNT_SETATTR) = (428, 429, 442); # the same on all processors, unlike unshare
my %UNSHARE = ("x86_64" => 272, "aarch64" => 97, "armv7l" => 337, "armv6l" => 337, "i686" => 310);
my ($base, $count, @folders) = @ARGV;
my $machine = (split " ", `uname -m`)[0];
my $unshare = $UNSHARE{$machine} or die "no number of unshare for $machine\n";
pipe my $ready, my $say or die "pipe: $!\n";
pipe my $end, my $hold or die "pipe: $!\n";
my $child = fork // die "fork: $!\n";
if (!$child) {
    close $hold;
    my $done = syscall($unshare, 0x10000000) == 0; # CLONE_NEWUSER
    syswrite $say, $done ? "y" : "n";
    sysread $end, my $nothing, 1; # until the parent is done with the namespace
    exit 0;
}
sysread $ready, my $answer, 1;
$answer eq "y" or die "no user namespace\n";
for my $kind ("uid", "gid") {
    open my $map, ">", "/proc/$child/${kind}_map" or die "${kind}_map: $!\n";
    syswrite $map, "0 $base $count\n" or die "${kind}_map: $!\n";
}
open my $namespace, "<", "/proc/$child/ns/user" or die "ns/user: $!\n";
my $here = "";
while (my ($from, $to) = splice @folders, 0, 2) {
    my $tree = syscall($OPEN_TREE, -100, $from, 0x80001); # AT_FDCWD; CLONE | CLOEXEC
    die "open_tree $from: $!\n" if $tree < 0;
    my $attributes = pack "Q4", 0x100000, 0, 0, fileno $namespace; # MOUNT_ATTR_IDMAP
    syscall($MOUNT_SETATTR, $tree, $here, 0x1000, $attributes, 32) == 0 or die "mount_setattr $from: $!\n"; # AT_EMPTY_PATH
    syscall($MOVE_MOUNT, $tree, $here, -100, $to, 4) == 0 or die "move_mount $to: $!\n"; # F_EMPTY_PATH
}

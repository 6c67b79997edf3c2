#!/usr/bin/perl
# Written by Caravan. Divides the access links of this host between its copies, for packets of both IP versions.
#
# Each access link is a class of HTB (tc-htb(8)) at each port of the bridge that leads out of the host, and each copy a class below it.
# nftables sets the class of a packet by its source address at the hook egress, which copies cannot forge because of their filters. Traffic
# within the site, and of the host itself, passes as before.
#
# Inbound, where the link's downlink is declared, the same classes are at an IFB device, to which nftables forwards packets for copies at
# the hook ingress of each uplink, with the class by destination address. The node divides INBOUND_PART of the downlink, so that packets
# queue here and not at the provider: senders of TCP slow down. Other traffic fills the downlink whether it is dropped here or not. If the
# kernel lacks a feature, or the classes are refused, inbound traffic is not divided, LACKS says why, and outbound traffic is.
#
# A class may always send at its rate and borrows up to its ceiling. The rates alone keep every minimum and maximum, also while no process
# of this program runs. `run` measures every TICK seconds what each class uses, by rtnetlink(7) because tc would be a process each time, and
# divides the capacity again: a copy that uses less than its part lends the rest, by share. CreditAllocator of the server divides in the
# same way.
#
# shaper apply      makes classes as the files of the copies say; connections are kept
# shaper run        the same, and divides until no copy has bandwidth of its own; one process per host
# shaper holds      labels of copies whose classes are in force
# shaper files      what the files of all copies say, for tests: link LINK CAPACITY; inbound LINK CAPACITY; copy LABEL LINK MIN MAX SHARE
# ADDRESS...;
#                   uplink DEVICE
# shaper divide C   reads MIN MAX SHARE per line, writes parts of C; for tests
# shaper carry C SECONDS  reads MIN MAX SHARE USED per line, of copies that queue; writes their next rates; for tests
# shaper count      reads BYTES DROPPED PACKETS per line, writes what it adds up to: bytes, packets dropped, bytes refused; for tests
# shaper quota QUOTA PERIOD  reads SECONDS BYTES per line, writes BEGIN USED over|within; for tests
#
# FOLDER/bandwidth of a copy: written SECONDS; bridge NAME; net LINK PREFIX; link LINK CAPACITY MIN MAX SHARE [QUOTA PERIOD THEN] (bit/s;
# MAX - if only the capacity limits; QUOTA in bytes per day or month, after which the link has no more than THEN, or the same capacity if
# THEN is price:MILLIONTHS of a euro per GiB); inbound LINK DOWNLINK
# behind its link. What files say differently about the site is taken from the one that was written last.
use strict;
use warnings;
use Fcntl qw(:flock);
use Socket qw(inet_pton inet_ntop AF_INET AF_INET6 SOCK_RAW);

my $ROOT   = $ENV{SHAPER_ROOT} // '';
my $RUN    = "$ROOT/run/caravan";
my $STATE  = "$RUN/shaped";         # classes as made: DEVICE MINOR LINK-MINOR LABEL LINK CAPACITY MIN MAX SHARE ADDRESS...
# First `at SECONDS PROCESS`, monotonic. Then of the last second LABEL LINK GRANTED USED (bit/s), and counters of this process: BYTES that
# left, DROPPED packets, bytes that were GRANTED and REFUSED; then CAPACITY MIN MAX SHARE. Lines of inbound traffic begin with `inbound`.
my $NOW    = "$RUN/bandwidth";
# What copies sent on links with a quota: quota LINK QUOTA PERIOD THEN TOTAL BEGIN (of the current period); period LINK BEGIN BASE OVER
# (total at its begin, and second of the switch or 0); counter LINK DEVICE BYTES. A link without copies or quota has `former` in place of
# `quota`. The second file outlives a restart of the host; it has no counters.
my $SPENT  = "$RUN/quota";
my $SPLITS = "$RUN/trains";         # 1 if the kernel can split segment trains; found out once until the host restarts
my $LACKS  = "$RUN/inbound";        # why inbound traffic is not divided; absent if it is, or if no downlink is declared
my $KEPT_SPENT = "$ROOT/var/lib/caravan/quota";
my $SAVE   = $ENV{SHAPER_SAVE} // 30; # seconds between writes of the second file: that much is lost with the power
my $SET    = 1_767_225_600;         # 2026: an earlier time is of a clock that is not set yet, and begins no period
my $PERIODS = 4;                    # periods of a link that are kept
my $MAJOR  = 0xca7a;
my $TICK   = 0.1;
my $LEAST  = 64_000;                # bit/s that every copy has, and by which its use may grow from nothing
my $TALK   = 100_000;               # bit/s below which a copy that does not queue asks for no more
# Rate of an idle copy in bit/s, or its part if all were busy, if that is less. HTB counts the debt of a class as time: a segment train of
# 64 KiB at 64 kbit/s would keep it from its rate for 8 s after the rate was raised. Until the next tick, rates can therefore exceed the
# capacity in sum.
my $IDLE   = 5_000_000;
my $TABLE  = 'bandwidth_caravan'; # names that begin with caravan_ are filters of copies
# TCP hands over segment trains of up to 64 KiB, which are the units of HTB: at 1 Mbit/s, one is half a second of a copy's
# part. A leaf of TBF at a rate that never delays splits trains that take longer than TRAIN seconds at the part that the copy
# has if all are busy. Trains up to WHOLE bytes stay as they are: TBF drops larger frames, and jumbo frames must pass.
my $TRAIN  = 0.01;
my $WHOLE  = 9_216;
my $LONGEST = 65_550;               # bytes of the longest train of IPv4 with its header of Ethernet
my $BEGIN  = 5;                     # ticks after which copies that do not send yet lend their parts
# Credit that a copy has not used is carried over, as in the paper: up to CARRY seconds of its part, given back within HORIZON
# seconds. Differences of up to two trains are noise.
my $CARRY   = 0.25;
my $HORIZON = 0.25;
my $COPIES = 0x10;                  # minors below are those of links
my $IFB    = 'caravan-in';
my $INBOUND_PART = 0.95;
my $AGAIN  = 300;                   # seconds until inbound classes that were refused are tried again
my %over;                           # links whose quota was used up when files were read last
$ENV{LC_ALL} = 'C';
$ENV{PATH} .= ':/usr/local/sbin:/usr/sbin:/sbin';

sub fail { print STDERR "$_[0]\n"; exit 1 }

sub lines {
    open my $file, '<', $_[0] or return;
    my @lines = <$file>;
    chomp @lines;
    return @lines;
}

sub replace { # FILE TEXT
    my $new = "$_[0].$$";
    open my $file, '>', $new or fail("$_[0]: $!");
    print $file $_[1];
    return if close $file and rename $new, $_[0];
    my $why = "$_[0]: $!";
    unlink $new;
    fail($why);
}

# Waits for the disk. Returns whether the file has the text; if not, because the disk is full or read-only, it is as before.
sub replaced_on_disk { # FILE TEXT
    my $new = "$_[0].$$";
    require IO::Handle;
    if (open my $file, '>', $new) {
        my $written = print({$file} $_[1]) && $file->flush && $file->sync;
        return 1 if close($file) && $written && rename $new, $_[0];
    }
    unlink $new;
    return 0;
}

# Parts of the capacity in proportion to shares, none below its minimum or above its maximum. Parts that would leave their limits are set to
# them, those whose limits weigh more in sum first; the rest is divided again. Independent of the order. Minima above the capacity are cut
# in proportion.
sub divide { # CAPACITY [MIN MAX SHARE]...
    my ($capacity, @claims) = @_;
    my $minima = 0;
    $minima += $_->[0] for @claims;
    my $cut = $minima > $capacity ? $capacity / $minima : 1;
    my @parts = (undef) x @claims;
    my @open = 0 .. $#claims;
    my $left = $capacity;
    while (@open) {
        my $shares = 0;
        $shares += $claims[$_][2] for @open;
        my ($off, @low, @high) = (0);
        for (@open) {
            my ($min, $max, $share) = @{$claims[$_]};
            $min *= $cut;
            my $part = $left * $share / $shares;
            if ($part < $min) { push @low, $_; $off += $min - $part; $part = $min }
            elsif ($part > $max) { push @high, $_; $off -= $part - $max; $part = $max }
            $parts[$_] = $part;
        }
        my %set = map { $_ => 1 } $off > 0 ? @low : $off < 0 ? @high : @open;
        $left -= $parts[$_] for keys %set;
        $left = 0 if $left < 0;
        @open = grep { !$set{$_} } @open;
    }
    return @parts;
}

sub number { # ADDRESS: bits as text
    my $bytes = inet_pton($_[0] =~ /:/ ? AF_INET6 : AF_INET, $_[0]);
    return defined $bytes ? unpack('B*', $bytes) : '';
}

sub network { # ADDRESS/LENGTH of any address in it
    my ($address, $length) = split m{/}, $_[0];
    my $bits = number($address);
    return inet_ntop($address =~ /:/ ? AF_INET6 : AF_INET,
        pack('B*', substr($bits, 0, $length) . '0' x (length($bits) - $length))) . "/$length";
}

sub within { # ADDRESS PREFIX
    my ($net, $length) = split m{/}, $_[1];
    return (($net =~ /:/) == ($_[0] =~ /:/)) && substr(number($_[0]), 0, $length) eq substr(number($net), 0, $length);
}

# Folder of LXC's containers, as its own programs read it.
sub lxc_path {
    my $path = '/var/lib/lxc';
    for (lines("$ROOT/etc/lxc/lxc.conf")) { $path = $1 if m{^\s*lxc\.lxcpath\s*=\s*(/[\w./-]*\w)\s*$} }
    return $path;
}

# Seconds since 1970; files of earlier versions do not say it themselves.
sub written { # FILE
    for (lines($_[0])) { return $1 if /^written (\d+(?:\.\d+)?)$/ }
    return (stat $_[0])[9] // 0;
}

# What the files of all copies say: (bridge, {prefix => link}, {link => capacity now}, [label, link, min, max, share, addresses]..., {link
# => quota}, {link => inbound capacity}).
sub wanted {
    my ($bridge, %nets, %capacity, %quotas, %inbound, @copies);
    my $lxc = $ROOT . lxc_path();
    my @found = map { [$_ =~ m{^(.*/([^/]+))/caravan$}] } sort glob("$lxc/*/caravan $ROOT/var/lib/caravan/{docker,microvm}/*/caravan");
    $_->[2] = written("$_->[0]/bandwidth") for @found;
    for (sort { $a->[2] <=> $b->[2] || $a->[1] cmp $b->[1] } @found) {
        my ($folder, $label) = @$_;
        my $facts = "$folder/caravan";
        my %links;
        for (lines("$folder/bandwidth")) {
            my ($word, @rest) = split ' ';
            next unless defined $word;
            if ($word eq 'bridge') { $bridge = $rest[0] }
            elsif ($word eq 'net') { $nets{network($rest[1])} = $rest[0] }
            elsif ($word eq 'link') {
                $capacity{$rest[0]} = $rest[1] < 32e9 ? $rest[1] : 32e9;
                $links{$rest[0]} = [@rest[2 .. 4]];
                $quotas{$rest[0]} = [@rest[5 .. 7]];
                delete $inbound{$rest[0]};
            }
            elsif ($word eq 'inbound') { $inbound{$rest[0]} = int($INBOUND_PART * ($rest[1] < 32e9 ? $rest[1] : 32e9)) }
        }
        push @copies, [$label, \%links, [map { /^address (\S+)/ ? $1 : () } lines($facts)]];
    }
    delete @quotas{grep { !defined $quotas{$_}[2] } keys %quotas};
    %over = ();
    my %spent = %quotas ? spent(\%quotas) : ();
    for my $link (keys %quotas) {
        next unless $over{$link} = over_now($spent{$link}, time);
        my $then = $quotas{$link}[2];
        $capacity{$link} = $then if $then =~ /^\d+$/ && $then < $capacity{$link};
    }
    my @classes;
    for (sort { $a->[0] cmp $b->[0] } @copies) {
        my ($label, $links, $addresses) = @$_;
        my %of;
        for my $address (@$addresses) {
            my ($net) = grep { within($address, $_) } sort keys %nets;
            push @{$of{$nets{$net}}}, $address if defined $net;
        }
        for my $link (sort keys %of) {
            # A copy without bandwidth of its own has share 1, so that it cannot take what others have reserved.
            my ($min, $max, $share) = @{$links->{$link} // [0, '-', 1]};
            push @classes, [$label, $link, $min, $max, $share, @{$of{$link}}];
        }
    }
    return ($bridge, \%nets, \%capacity, \@classes, \%quotas, \%inbound);
}

# --- Quotas: bytes per day or month (UTC) that all copies of the host may send on a link, before the link has less capacity.

sub period_begin { # SECONDS PERIOD
    my ($time, $period) = @_;
    return $time - $time % 86_400 - ($period eq 'month' ? ((gmtime $time)[3] - 1) * 86_400 : 0);
}

# Counts bytes. A period is what was counted since its begin, so a clock that is set back and forth neither gives a quota twice nor loses
# bytes: going back, what was counted since the later begin belongs to the earlier period as well; a period that is known goes on. Returns
# whether a period begins.
sub spend { # QUOTA SECONDS BYTES
    my ($quota, $time, $bytes) = @_;
    my $begin = period_begin($time, $quota->{period});
    my $current = $quota->{current};
    my $begins = 0;
    if (!defined $current || $begin != $current && $time >= $SET) {
        $quota->{base}{$begin} //= defined $current && $begin < $current ? $quota->{base}{$current} : $quota->{total};
        $quota->{current} = $begin;
        my @others = sort { $a <=> $b } grep { $_ != $begin } keys %{$quota->{base}};
        while (@others >= $PERIODS) { my $oldest = shift @others; delete $quota->{base}{$oldest}; delete $quota->{over}{$oldest} }
        $begins = 1;
    }
    $quota->{total} += $bytes;
    if (used($quota) < $quota->{quota}) { delete $quota->{over}{$quota->{current}} }
    else { $quota->{over}{$quota->{current}} //= $time }
    return $begins;
}

sub used { my ($quota) = @_; return $quota->{total} - $quota->{base}{$quota->{current}} }

sub over { my ($quota) = @_; return defined $quota->{over}{$quota->{current}} ? 1 : 0 }

# Whether the quota is used up, as far as the files know; what they say does not change.
sub over_now { # QUOTA SECONDS
    my ($quota, $time) = @_;
    spend($quota, $time, 0);
    return over($quota);
}

# Quotas by link with what was counted before. A link that no copy uses now keeps its count for the next one.
sub spent { # {link => [QUOTA PERIOD THEN]}
    my ($declared) = @_;
    my $here = -e $SPENT;
    my %quotas;
    for (lines($here ? $SPENT : $KEPT_SPENT)) {
        my ($word, $link, @rest) = split ' ';
        if ($word =~ /^(quota|former)$/ && @rest == 5) {
            $quotas{$link} = {quota => $rest[0], period => $rest[1], then => $rest[2], total => $rest[3], current => $rest[4],
                base => {}, over => {},
                rebooted => !$here};
        } elsif ($word eq 'period' && @rest == 3 && $quotas{$link}) {
            $quotas{$link}{base}{$rest[0]} = $rest[1];
            $quotas{$link}{over}{$rest[0]} = $rest[2] if $rest[2];
        } elsif ($word eq 'counter' && @rest == 2 && $quotas{$link}) {
            $quotas{$link}{counter}{$rest[0]} = $rest[1];
        }
    }
    for (keys %quotas) { delete $quotas{$_} unless defined $quotas{$_}{base}{$quotas{$_}{current}} } # cut short by a loss of power
    declare(\%quotas, $declared);
    return %quotas;
}

sub declare { # QUOTAS {link => [QUOTA PERIOD THEN]}
    my ($quotas, $declared) = @_;
    for my $link (keys %$declared) {
        my ($bytes, $period, $then) = @{$declared->{$link}};
        my $quota = $quotas->{$link} //= {total => 0, period => $period};
        @{$quota}{qw(period current base over)} = ($period, undef, {}, {}) if $quota->{period} ne $period || !defined $quota->{current};
        @{$quota}{qw(quota then)} = ($bytes, $then);
    }
}

# Text of the second file, and the counters that the first has as well.
sub spent_text { # QUOTAS {link => anything, if its quota is in force}
    my ($quotas, $declared) = @_;
    my ($text, $counters) = ('', '');
    for my $link (sort keys %$quotas) {
        my $quota = $quotas->{$link};
        next unless defined $quota->{current};
        $text .= join(' ', $declared->{$link} ? 'quota' : 'former', $link, @{$quota}{qw(quota period then total current)}) . "\n";
        $text .= join(' ', 'period', $link, $_, $quota->{base}{$_}, $quota->{over}{$_} // 0) . "\n"
            for sort { $a <=> $b } keys %{$quota->{base}};
        # What leaves while the quota is not in force does not count.
        if (!$declared->{$link}) { delete @{$quota}{qw(counter rebooted)} }
        $counters .= "counter $link $_ $quota->{counter}{$_}\n" for sort keys %{$quota->{counter} // {}};
    }
    return ($text, $counters);
}

# Adds what left by the classes of links since the last call. Returns whether a link has to have another capacity now, and whether a period
# begins.
sub count_quotas { # QUOTAS DECLARED CLASSES STATISTICS SECONDS
    my ($quotas, $declared, $classes, $statistics, $time) = @_;
    my (%seen, %more);
    for my $class (@$classes) {
        my ($link, $device) = @{$class}{qw(link device)};
        next if $device eq $IFB || !$declared->{$link} || $seen{"$link $device"}++;
        my ($bytes) = @{$statistics->{$device}{$class->{link_minor}} // [0]};
        my $quota = $quotas->{$link};
        # After a restart of the host, classes have sent nothing that was counted before; a quota that is new does not count what was before
        # it.
        my $before = $quota->{counter}{$device} // ($quota->{rebooted} ? 0 : $bytes);
        $more{$link} += $bytes >= $before ? $bytes - $before : $bytes; # less: the class was made again
        $quota->{counter}{$device} = $bytes;
    }
    my ($other, $begins) = (0, 0);
    for my $link (keys %more) {
        $begins = 1 if spend($quotas->{$link}, $time, $more{$link});
        $other = 1 if over($quotas->{$link}) != ($over{$link} // 0);
    }
    return ($other, $begins);
}

# Ports of the bridge that are no copy's; of a bridge without one, the device of the default route.
sub uplinks { # BRIDGE
    my @ports = grep { !/^cv[0-9a-f]{8,13}p?$/ } map { m{([^/]+)$} } glob("/sys/class/net/$_[0]/brif/*");
    return @ports if @ports;
    my %devices;
    for (lines("$ROOT/proc/net/route")) { my @f = split ' '; $devices{$f[0]} = 1 if @f > 7 && $f[1] eq '00000000' && $f[7] eq '00000000' }
    # Only of a host without one of IPv4: another device would share the capacity and not have it.
    # A default route of IPv6 that rejects is the one of the loopback device.
    for (%devices ? () : lines("$ROOT/proc/net/ipv6_route")) {
        my @f = split ' ';
        $devices{$f[9]} = 1 if @f > 9 && $f[0] eq '0' x 32 && $f[1] eq '00';
    }
    return grep { $_ ne $_[0] && !/^lo$/ } sort keys %devices;
}

sub feed { # COMMAND TEXT: runs it with the text as its input
    my ($command, $text) = @_;
    my $errors = "$RUN/shaper.errors.$$";
    open my $to, '|-', "$command >/dev/null 2>$errors" or fail("$command: $!");
    print $to $text;
    my $done = close $to;
    my ($said) = grep { !/^(Command failed|Warning)/ } lines($errors);
    unlink $errors;
    return $done ? undef : $said // "$command fails";
}

# 10 ms, so that a timer that comes late costs nothing.
sub burst { my $bytes = $_[0] / 8 * 0.01; return $bytes < 32_768 ? 32_768 : int $bytes }

sub quantum { # SHARE LEAST-SHARE
    my $bytes = 12_112 * $_[0] / $_[1]; # 8 frames
    return int($bytes > 1_000_000 ? 1_000_000 : $bytes);
}

sub least { my ($least) = sort { $a <=> $b } map { $_->{share} } @_; return $least }

sub own_discipline { # DEVICE: yes, free, or its kind
    for (split /\n/, `tc qdisc show dev $_[0]`) {
        next unless /^qdisc (\S+) (\S+) .*\broot\b|^qdisc (\S+) (\S+) root/;
        my ($kind, $handle) = ($1 // $3, $2 // $4);
        return 'yes' if $kind eq 'htb' && $handle eq sprintf('%x:', $MAJOR);
        return $kind =~ /^(noqueue|pfifo_fast|fq_codel|fq|mq|pfifo|bfifo)$/ ? 'free' : $kind;
    }
    return 'free';
}

# Frames queue 50 ms at the ceiling; below 100 Mbit/s up to 300 ms, because TCP that begins overflows a short queue, and its
# receiver waits for what was lost: one second had 31 % too much at a maximum of 10 Mbit/s. Never less than a segment train
# needs (60 kB collapsed at 20 Mbit/s). Each kind has handles of its own, because the kernel replaces no discipline by one of
# another kind with the same handle.
sub leaf { # MINOR PART CEILING DEVICE
    my ($id, $part, $ceiling, $device) = @_;
    my $limit = int($ceiling / 8 * 0.05);
    if ($limit < 625_000) { $limit = $limit * 6 < 131_072 ? 131_072 : $limit * 6 > 625_000 ? 625_000 : $limit * 6 }
    $limit = 4_194_304 if $limit > 4_194_304;
    my $longest = int($part / 8 * $TRAIN);
    my ($mtu) = lines("/sys/class/net/$device/mtu");
    for my $least ($WHOLE, ($mtu // 1_500) + 64) { $longest = $least if $longest < $least }
    return sprintf('%x: bfifo limit %d', 0x4000 + $id, $limit) if $longest >= $LONGEST || !splits_trains();
    return sprintf('%x: tbf rate 800gbit burst %d limit %d', 0x8000 + $id, $longest, $limit);
}

sub splits_trains {
    my ($known) = lines($SPLITS);
    if (!defined $known) {
        my $tried = 'ip link set lo up && tc qdisc add dev lo root tbf rate 800gbit burst 70000 limit 131072';
        $known = system("unshare --net -- sh -c '$tried' >/dev/null 2>&1") ? 0 : 1;
        replace($SPLITS, "$known\n") if $known; # a program that is not there now can come
    }
    return $known;
}

sub parse_state { # FILE
    my @classes;
    for (lines($_[0] // $STATE)) {
        my ($device, $minor, $link_minor, $label, $link, $capacity, $min, $max, $share, @addresses) = split ' ';
        push @classes, {device => $device, minor => $minor, link_minor => $link_minor, label => $label, link => $link,
            capacity => $capacity, min => $min, max => $max eq '-' ? $capacity : $max < $capacity ? $max : $capacity, most => $max,
            share => $share, addresses => \@addresses};
    }
    return @classes;
}

# Devices whose root discipline is ours, also those that a former file of classes named.
sub devices_of_ours {
    my $handle = sprintf '%x:', $MAJOR;
    return map { /^qdisc htb \Q$handle\E dev (\S+) root/ ? $1 : () } split /\n/, `tc qdisc show`;
}

sub drop_from { system("tc qdisc del dev $_ root 2>/dev/null") for @_ } # DEVICES

sub drop_ifb { system("ip link delete $IFB") if -e "/sys/class/net/$IFB" }

# Without it, classes of the device are there but pass nothing.
sub ifb_up { my ($flags) = lines("/sys/class/net/$IFB/flags"); return defined $flags && hex($flags) & 1 }

sub drop_all {
    drop_from(devices_of_ours());
    system("nft delete table netdev $TABLE 2>/dev/null");
    drop_ifb();
    unlink $STATE, $NOW, $LACKS;
    return unless -e $SPENT;
    my %quotas = spent({});
    replace($SPENT, (spent_text(\%quotas, {}))[0]); # no process may run that would do it
}

sub apply {
    my $lock = locked('shaper', LOCK_EX);
    my ($bridge, $nets, $capacity, $wanted, undef, $inbound) = wanted();
    my @before = parse_state();
    if (!defined $bridge || !%$capacity) {
        drop_all() if @before || devices_of_ours();
        return;
    }
    my @devices = uplinks($bridge);
    fail("no device leads from the bridge $bridge out of the host") unless @devices;
    # Falls back to outbound classes.
    my $lacks;
    if (%$inbound) {
        $lacks = make_ifb() // make($nets, {(map { $_ => $capacity } @devices), $IFB => $inbound}, $wanted, \@before);
        if (!defined $lacks) { unlink $LACKS; return }
    }
    my $said = make($nets, {map { $_ => $capacity } @devices}, $wanted, \@before);
    fail($said) if defined $said;
    drop_ifb();
    if (defined $lacks) { replace($LACKS, "$lacks\n") } else { unlink $LACKS }
}

sub make_ifb { # undef, or why there is none
    system("ip link add $IFB type ifb 2>/dev/null") unless -e "/sys/class/net/$IFB";
    return -e "/sys/class/net/$IFB" && system("ip link set $IFB up") == 0 ? undef : 'its kernel has no IFB devices';
}

# Makes classes, and removes those that are not wanted any more. Returns undef, or why they are refused: then those from before are in
# force.
sub make { # NETS {device => {link => capacity}} WANTED CLASSES-BEFORE
    my ($nets, $capacities, $wanted, $before) = @_;
    my @devices = sort keys %$capacities;
    my @ours = devices_of_ours();
    my (%minors, %taken);
    for (@$before) { $minors{"$_->{label} $_->{link}"} = $_->{minor}; $minors{"link $_->{link}"} = $_->{link_minor} }
    %taken = map { $_ => 1 } values %minors;
    my $minor = sub {
        my ($key, $from) = @_;
        return $minors{$key} if defined $minors{$key};
        $from++ while $taken{$from};
        $taken{$from} = 1;
        return $minors{$key} = $from;
    };
    # Before the devices: a call without the inbound device has the same numbers as the one before with it.
    for (@$wanted) { $minor->("$_->[0] $_->[1]", $COPIES); $minor->("link $_->[1]", 1) }
    my $state = '';
    for my $device (@devices) {
        for my $class (@$wanted) {
            my ($label, $link, $min, $max, $share, @addresses) = @$class;
            my $capacity = $capacities->{$device}{$link} or next;
            $state .= join(' ', $device, $minors{"$label $link"}, $minors{"link $link"}, $label, $link, $capacity, $min, $max, $share,
                @addresses) . "\n";
        }
    }
    replace("$STATE.next", $state);
    my @classes = parse_state("$STATE.next");
    my @new;
    # A discipline without a filter would send everything through no class; what was in force before stays in force.
    my $refused = sub { drop_from(grep { own_discipline($_) eq 'yes' } @new); unlink "$STATE.next"; return $_[0] };
    for my $device (@devices) {
        my $discipline = own_discipline($device);
        return $refused->("the device $device has a traffic control of its own ($discipline)") unless $discipline =~ /^(yes|free)$/;
        push @new, $device if $discipline eq 'free';
        my @shown = split /\n/, $discipline eq 'yes' ? `tc class show dev $device` : '';
        my %there = map { /class htb \S+:([0-9a-f]+) / ? (hex $1 => 1) : () } @shown;
        my $commands = $discipline eq 'yes' ? '' : sprintf("qdisc replace dev %s root handle %x: htb default 0\n", $device, $MAJOR);
        my @here = grep { $_->{device} eq $device } @classes;
        my %of;
        push @{$of{$_->{link}}}, $_ for @here;
        my %kept;
        for my $link (sort keys %of) {
            my @copies = @{$of{$link}};
            my ($parent, $total) = @{$copies[0]}{qw(link_minor capacity)};
            $kept{$parent} = 1;
            $commands .= class($device, '', $parent, $total, $total, 200_000, !$there{$parent});
            my @parts = divide($total, map { [@{$_}{qw(min max share)}] } @copies);
            my $least = least(@copies);
            for my $copy (@copies) {
                my $part = shift @parts;
                my $id = $copy->{minor};
                $kept{$id} = 1;
                $commands .= class($device, sprintf('%x', $parent), $id, $part < $LEAST ? $LEAST : $part, $copy->{max},
                    quantum($copy->{share}, $least), !$there{$id});
                $commands .= sprintf("qdisc replace dev %s parent %x:%x handle %s\n", $device, $MAJOR, $id,
                    leaf($id, $part, $copy->{max}, $device));
            }
        }
        my $said = feed('tc -batch -', $commands);
        return $refused->("tc refuses the classes of $device: $said") if defined $said;
        $_->{kept} = \%kept for @here;
    }
    my $said = feed('nft -f -', table(\@devices, $nets, \@classes));
    return $refused->("nft refuses the classes: $said") if defined $said;
    rename "$STATE.next", $STATE or fail("$STATE: $!");
    my %led = map { $_ => 1 } @devices;
    drop_from(grep { !$led{$_} } @ours); # the bridge has another uplink now
    for my $device (@devices) {
        my ($kept) = map { $_->{kept} } grep { $_->{device} eq $device } @classes;
        # First copies, then links, which cannot be removed before.
        my @there = map { /class htb \S+:([0-9a-f]+) / ? hex $1 : () } split /\n/, `tc class show dev $device`;
        for my $id (sort { $b <=> $a } grep { !($kept // {})->{$_} } @there) {
            system(sprintf('tc class del dev %s classid %x:%x', $device, $MAJOR, $id));
        }
    }
    return undef;
}

sub class { # DEVICE PARENT MINOR RATE CEILING QUANTUM NEW
    my ($device, $parent, $id, $rate, $ceiling, $quantum, $new) = @_;
    $ceiling = $rate if $ceiling < $rate;
    return sprintf("class %s dev %s parent %x:%s classid %x:%x htb rate %dbit ceil %dbit burst %d cburst %d quantum %d\n",
        $new ? 'add' : 'change', $device, $MAJOR,
        $parent, $MAJOR, $id, $rate, $ceiling, burst($rate), burst($ceiling), $quantum);
}

sub table { # DEVICES NETS CLASSES
    my ($devices, $nets, $classes) = @_;
    my $text = "table netdev $TABLE\ndelete table netdev $TABLE\ntable netdev $TABLE {\n";
    my %classid;
    for my $class (@$classes) {
        my $map = $class->{device} eq $IFB ? 'inbound' : 'class';
        $classid{$map . (/:/ ? 6 : 4)}{$_} = sprintf('%x:%x', $MAJOR, $class->{minor}) for @{$class->{addresses}};
    }
    my ($inbound) = grep { $_ eq $IFB } @$devices;
    for my $map (map { ($_ . 4, $_ . 6) } 'class', $inbound ? 'inbound' : ()) {
        $text .= "map $map {\ntype ipv" . substr($map, -1) . "_addr : classid\n";
        my $of = $classid{$map} // {};
        $text .= 'elements = { ' . join(', ', map { "$_ : $of->{$_}" } sort keys %$of) . " }\n" if %$of;
        $text .= "}\n";
    }
    for my $device (grep { $_ ne $IFB } @$devices) {
        (my $chain = $device) =~ s/[^A-Za-z0-9]/_/g;
        for my $hook ('egress', $inbound ? 'ingress' : ()) {
            my ($far, $own) = $hook eq 'egress' ? qw(daddr saddr) : qw(saddr daddr);
            $text .= 'chain ' . ($hook eq 'egress' ? 'out' : 'in') . "_$chain {\ntype filter hook $hook device \"$device\" priority 0\n";
            for my $family (4, 6) {
                my $ip = $family == 4 ? 'ip' : 'ip6';
                my @local = grep { (/:/ ? 6 : 4) == $family } sort keys %$nets;
                $text .= "$ip $far { " . join(', ', @local) . " } return\n" if @local;
                # A packet without an element of the map ends its rule before it is forwarded.
                $text .= $hook eq 'egress' ? "meta priority set $ip $own map \@class$family\n"
                    : "meta priority set $ip $own map \@inbound$family fwd to \"$IFB\"\n";
            }
            $text .= "}\n";
        }
    }
    return "$text}\n";
}

sub locked { # NAME HOW
    mkdir "$ROOT/run"; mkdir $RUN; mkdir "$ROOT/run/lock";
    open my $lock, '>>', "$ROOT/run/lock/caravan.$_[0]" or fail("$_[0]: $!");
    flock $lock, $_[1] or return;
    return $lock;
}

# --- rtnetlink(7): statistics of all classes of a device in one answer, and changed rates without a process.

sub netlink {
    socket(my $socket, 16, SOCK_RAW, 0) or fail("netlink: $!");
    setsockopt $socket, 1, 8, pack('i', 1 << 20);
    return $socket;
}

sub index_of { my ($index) = lines("/sys/class/net/$_[0]/ifindex"); return $index }

sub attribute { # TYPE DATA
    my $length = 4 + length $_[1];
    return pack('S S', $length, $_[0]) . $_[1] . "\0" x (-$length & 3);
}

# Minor => [bytes, dropped, waiting frames, packets].
sub statistics { # SOCKET IFINDEX
    my ($socket, $index) = @_;
    send $socket, pack('L S S L L C x3 l L L L', 36, 42, 0x301, 1, 0, 0, $index, 0, 0, 0), 0 or return; # RTM_GETTCLASS
    my %found;
    while (1) {
        defined recv $socket, my $answer, 65_536, 0 or return;
        my $at = 0;
        while ($at + 16 <= length $answer) {
            my ($length, $type) = unpack 'L S', substr $answer, $at, 6;
            return \%found if $type == 3 || $length < 16;
            return if $type == 2;
            my $handle = unpack 'L', substr $answer, $at + 24, 4; # behind the header, family and index
            if ($handle >> 16 == $MAJOR) {
                my $stats = inner(substr($answer, $at + 36, $length - 36), 7);
                my $basic = inner($stats, 1);
                my $queue = inner($stats, 3);
                my ($bytes, $packets) = length $basic >= 12 ? unpack('Q L', $basic) : (0, 0);
                $found{$handle & 0xffff} = [$bytes, length $queue >= 12 ? (unpack 'L L L', $queue)[2, 0] : (0, 0), $packets];
            }
            $at += ($length + 3) & ~3;
        }
    }
}

sub inner { # ATTRIBUTES TYPE
    my ($text, $wanted) = @_;
    my $at = 0;
    while ($at + 4 <= length $text) {
        my ($length, $type) = unpack 'S S', substr $text, $at, 4;
        last if $length < 4;
        return substr $text, $at + 4, $length - 4 if ($type & 0x3fff) == $wanted;
        $at += ($length + 3) & ~3;
    }
    return '';
}

sub set_rate { # SOCKET IFINDEX CLASS RATE QUANTUM
    my ($socket, $index, $class, $rate, $quantum) = @_;
    my $ceiling = $class->{max} < $rate ? $rate : $class->{max};
    my $spec = sub { pack 'C C S s S L', 0, 1, 0, 0, 0, int($_[0] / 8) };
    my $ticks = sub { int(burst($_[0]) / ($_[0] / 8) * 1e9) >> 6 };
    my $parameters = $spec->($rate) . $spec->($ceiling) . pack('L L L L L', $ticks->($rate), $ticks->($ceiling), $quantum, 0, 0);
    my $body = pack('C x3 l L L L', 0, $index, $MAJOR << 16 | $class->{minor}, $MAJOR << 16 | $class->{link_minor}, 0)
        . attribute(1, "htb\0") . attribute(2, attribute(1, $parameters));
    send $socket, pack('L S S L L', 16 + length $body, 40, 5, 1, 0) . $body, 0 or return; # RTM_NEWTCLASS, with an answer, only if it exists
    defined recv $socket, my $answer, 4096, 0 or return;
    return (unpack 'L S S L L l', $answer)[5] == 0;
}

# Seconds, monotonic.
my $MACHINE = `uname -m`;
my $CLOCK = $MACHINE =~ /^x86_64/ ? 228 : $MACHINE =~ /^aarch64/ ? 113 : $MACHINE =~ /^arm/ ? 263 : undef; # number of clock_gettime(2)

sub seconds {
    my $time = "\0" x 16;
    if (defined $CLOCK && syscall($CLOCK, 1, $time) == 0) {
        my ($s, $n) = unpack $CLOCK == 263 ? 'l l' : 'q q', $time;
        return $s + $n / 1e9;
    }
    my ($up) = lines('/proc/uptime');
    return (split ' ', $up)[0];
}

# What a copy could use: all it may if it queues or uses most of what it has; else half more than it uses, so that it can grow. Its use is a
# maximum that falls by a tenth in each tick, because congestion control probes with less from time to time.
sub divide_again { # SOCKET CLASSES SECONDS CALL-WITH-STATISTICS
    my ($socket, $classes, $passed, $seen) = @_;
    my (%links, %statistics);
    for (@$classes) {
        push @{$links{"$_->{device} $_->{link}"}}, $_;
        $statistics{$_->{device}} //= statistics($socket, index_of($_->{device}) // 0);
    }
    for my $device (keys %statistics) { return 0 unless $statistics{$device} && %{$statistics{$device}} }
    $seen->(\%statistics);
    for my $copies (values %links) {
        my $capacity = $copies->[0]{capacity};
        if (!defined $copies->[0]{floor}) {
            my @busy = divide($capacity, map { [@{$_}{qw(min max share)}] } @$copies);
            $copies->[$_]{busy} = $busy[$_] for 0 .. $#busy;
            $copies->[$_]{floor} = $busy[$_] < $LEAST ? $LEAST : $busy[$_] < $IDLE ? $busy[$_] : $IDLE for 0 .. $#busy;
        }
        my @claims;
        my $active = 0;
        for my $copy (@$copies) {
            my ($bytes, $dropped, $waiting, $packets) = @{$statistics{$copy->{device}}{$copy->{minor}} // [0, 0, 0, 0]};
            my $lost = count($copy, $passed, $bytes, $dropped, $packets) > 0;
            my $used = defined $copy->{bytes} && $bytes >= $copy->{bytes} ? ($bytes - $copy->{bytes}) * 8 / $passed : 0;
            @{$copy}{qw(bytes dropped packets)} = ($bytes, $dropped, $packets);
            $copy->{use} = defined $copy->{use} && $copy->{use} * 0.9 > $used ? $copy->{use} * 0.9 : $used;
            my $queues = $waiting > 0 || $lost;
            carry($copy, $used, $passed, $queues || $copy->{queued});
            $copy->{queued} = $queues;
            my $wants = $queues || ($copy->{use} > 0.75 * ($copy->{rate} // 0) && $copy->{use} > $TALK);
            $active = 1 if $wants;
            my $most = $wants ? $copy->{max} : $copy->{use} * 1.5 + $LEAST;
            $most = $copy->{max} if $most > $copy->{max};
            # The minimum stays its own while it is idle: it has it from its first packet, and the others borrow it meanwhile.
            push @claims, [$copy->{min}, $most < $copy->{min} ? $copy->{min} : $most, $copy->{share}];
        }
        # On an idle link, each copy keeps its part as if all were busy, and borrows: copies that begin together have their
        # parts from the first packet.
        my $begun = $copies->[0]{begun} = $active ? ($copies->[0]{begun} // 0) + 1 : 0;
        my @parts = $begun <= $BEGIN ? map { $_->{busy} } @$copies : divide($capacity, @claims);
        $copies->[$_]{due} = $parts[$_] for 0 .. $#parts;
        @parts = corrected($copies);
        my $least = least(@$copies);
        # Lower ones first, so that their sum stays small.
        my @order = sort { $parts[$a] - ($copies->[$a]{rate} // 0) <=> $parts[$b] - ($copies->[$b]{rate} // 0) } 0 .. $#parts;
        for (@order) {
            my ($copy, $part) = ($copies->[$_], $parts[$_]);
            $part = $copy->{floor} if $part < $copy->{floor};
            next if defined $copy->{rate} && abs($part - $copy->{rate}) < 0.005 * $copy->{rate};
            set_rate($socket, index_of($copy->{device}), $copy, $part, quantum($copy->{share}, $least)) and $copy->{rate} = $part;
        }
    }
    return 1;
}

# A sender that is delayed for a moment loses what others borrow meanwhile. What a copy that queues has sent less than its part
# is therefore added to its next rates, and taken from copies that have sent more.
sub carry { # CLASS USED SECONDS QUEUES
    my ($copy, $used, $passed, $queues) = @_;
    my $due = $copy->{due} // 0;
    # The ceiling keeps a copy at its maximum: it can get nothing back.
    if (!$queues || $due <= 0 || $due >= $copy->{max}) { $copy->{balance} = 0; return }
    my ($balance, $most) = ($copy->{balance} // 0, $due * $CARRY);
    $balance += ($due - $used) * $passed;
    $copy->{balance} = $balance > $most ? $most : $balance < -$most ? -$most : $balance;
}

# Rates of copies whose parts are `due`, with what is carried over: none below its minimum or above its maximum, and no more in
# sum than the parts.
sub corrected { # CLASSES
    my ($copies) = @_;
    # If all have sent too little, or all too much, no copy has lost anything to another.
    my ($sum, $open) = (0, 0);
    for (grep { $_->{balance} } @$copies) { $sum += $_->{balance}; $open += $_->{due} }
    my ($parts, $minima, $total, @rates) = (0, 0, 0);
    for my $copy (@$copies) {
        my ($due, $min, $rate) = (@{$copy}{qw(due min)}, $copy->{due});
        $min = $due if $min > $due; # minima above the capacity are cut
        if ($copy->{balance} && $open > 0) {
            $copy->{balance} -= $sum * $due / $open;
            my $noise = 2 * ($due * $TRAIN > $WHOLE * 8 ? $due * $TRAIN : $WHOLE * 8);
            my $beyond = abs($copy->{balance}) - $noise;
            $rate += ($copy->{balance} > 0 ? $beyond : -$beyond) / $HORIZON if $beyond > 0;
            $rate = $rate < $min ? $min : $rate > $copy->{max} ? $copy->{max} : $rate;
        }
        $parts += $due;
        $minima += $min;
        $total += $rate;
        push @rates, [$rate, $min];
    }
    my $scale = $total > $parts && $total > $minima ? ($parts - $minima) / ($total - $minima) : 1;
    return map { $_->[1] + ($_->[0] - $_->[1]) * $scale } @rates;
}

# Adds to the counters of a copy, and returns how many packets were dropped. The kernel counts packets in 32 bits and bytes in 64.
# What was dropped is counted with the mean size of the packets that left, which the kernel does not count itself.
sub count { # CLASS SECONDS BYTES DROPPED PACKETS
    my ($copy, $passed, $bytes, $dropped, $packets) = @_;
    my ($old_bytes, $old_dropped, $old_packets) = ($copy->{bytes} // $bytes, $copy->{dropped} // $dropped, $copy->{packets} // $packets);
    ($old_bytes, $old_dropped, $old_packets) = (0, 0, 0) if $bytes < $old_bytes; # the class was made again
    my ($more, $sent) = map { $_ & 0xffffffff } $dropped - $old_dropped, $packets - $old_packets;
    $more = $dropped if $more > 1 << 31; # made again, and more bytes have left than before
    $copy->{size} = ($bytes - $old_bytes) / $sent if $sent && $sent < 1 << 31;
    $copy->{left} += $bytes - $old_bytes;
    $copy->{lost} += $more;
    $copy->{granted} += ($copy->{rate} // 0) / 8 * $passed;
    $copy->{refused} += $more * ($copy->{size} // 1500);
    return $more;
}

my @COUNTED = qw(left lost granted refused);
my @KEPT = (@COUNTED, qw(bytes dropped packets size noted use balance due queued begun));

sub note_use { # CLASSES SECONDS
    my ($classes, $passed) = @_;
    my (%rows, @order);
    for my $class (@$classes) {
        my $key = ($class->{device} eq $IFB ? 'inbound ' : '') . "$class->{label} $class->{link}";
        push @order, $key unless $rows{$key};
        my $row = $rows{$key} //= [(0) x 6, @{$class}{qw(capacity min most share)}];
        $row->[0] += $class->{rate} // 0;
        $row->[1] += (($class->{left} // 0) - ($class->{noted} // 0)) * 8 / $passed;
        for my $index (0 .. $#COUNTED) { $row->[2 + $index] += $class->{$COUNTED[$index]} // 0 }
        $class->{noted} = $class->{left} // 0;
    }
    my @lines = map { sprintf "%s %d %d %d %d %d %d %d %d %s %s\n", $_, @{$rows{$_}} } @order;
    replace($NOW, sprintf("at %.3f %d\n", seconds(), $$) . join '', @lines);
}

sub run {
    my $lock = locked('shaper.run', LOCK_EX | LOCK_NB) or exit 0;
    eval { setpriority 0, 0, -10 }; # copies that keep the processor busy must not delay it
    my $socket = netlink();
    my ($made, @classes) = ('');
    my $pid = "$RUN/shaper.pid";
    replace($pid, "$$\n");
    my ($last, $noted) = (seconds(), seconds());
    my ($saved, $due, $tried) = ($last, 0, $last);
    my (%quotas, $declared);
    my ($other, $begins) = (0, 0);
    # The second file: what it has, and the process that writes it now with what it writes. Looks and switches do not wait for the disk.
    my ($kept, $writer, $writing) = ('', 0, '');
    unlink glob("$KEPT_SPENT.[0-9]*"); # of processes that were killed
    my $ended = sub { # HOW-TO-WAIT: whether no process writes
        return 1 unless $writer;
        my $found = waitpid $writer, $_[0] or return 0;
        $kept = $writing if $found == $writer && $? == 0;
        $writer = 0;
        return 1;
    };
    my $keep = sub {
        my ($text) = spent_text(\%quotas, $declared // {});
        $due = 0 if $text eq $kept;
        return unless $due && $ended->(1); # WNOHANG
        ($due, $saved, $writing) = (0, seconds(), $text);
        my $child = fork;
        return unless defined $child;
        if ($child) { $writer = $child; return }
        $SIG{TERM} = 'DEFAULT';
        close $lock; # the next process that divides must not wait for this one
        exit(replaced_on_disk($KEPT_SPENT, $text) ? 0 : 1);
    };
    my $save = sub {
        return unless %quotas;
        my ($text, $counters) = spent_text(\%quotas, $declared // {});
        replace($SPENT, $text . $counters);
    };
    my $end = sub {
        $save->();
        $ended->(0);
        replaced_on_disk($KEPT_SPENT, (spent_text(\%quotas, $declared // {}))[0]) if %quotas;
    };
    $SIG{TERM} = sub { $end->(); exit 0 };
    my $count = sub {
        return unless $declared && %$declared;
        my ($differs, $new) = count_quotas(\%quotas, $declared, \@classes, $_[0], time);
        $other ||= $differs;
        $begins ||= $new;
    };
    apply();
    while (1) {
        my $changed = join ' ', (stat $STATE)[1, 7, 9];
        if ($changed ne $made) {
            my %before = map { ("$_->{device} $_->{minor} $_->{label}" => $_) } @classes;
            @classes = parse_state();
            for (@classes) { my $old = $before{"$_->{device} $_->{minor} $_->{label}"} or next; @{$_}{@KEPT} = @{$old}{@KEPT} }
            $made = $changed;
            $last = seconds();
            my $first = !defined $declared;
            (undef, undef, my $capacity, undef, $declared) = wanted();
            # A quota changed meanwhile.
            $other = 1 if grep { $_->{device} ne $IFB && ($capacity->{$_->{link}} // $_->{capacity}) != $_->{capacity} } @classes;
            %quotas = spent({}) if $first;
            declare(\%quotas, $declared);
        }
        if (!@classes) {
            $end->();
            unlink $pid;
            exit 0;
        }
        select undef, undef, undef, $TICK;
        my $time = seconds();
        # The device was made again: its classes are gone with it.
        if ($time > $last && !divide_again($socket, \@classes, $time - $last, $count)) {
            select undef, undef, undef, 1;
            apply();
            $made = 'lost';
        } elsif ($other || $begins) {
            $save->(); # before classes are made, which depend on it
            apply() if $other;
            $due = 1;
            $keep->();
            ($other, $begins) = (0, 0);
        }
        $last = $time;
        if ($time - $noted >= 1) {
            if (-e $LACKS && $time - $tried >= $AGAIN) { ($tried, $other) = ($time, 1) }
            $other = 1 if !ifb_up() && grep { $_->{device} eq $IFB } @classes;
            note_use(\@classes, $time - $noted);
            $save->();
            $due = 1 if $time - $saved >= $SAVE;
            $keep->();
            $noted = $time;
        }
    }
}

# A copy's classes hold if each is there as its file says and its addresses lead to it. A file that was written without being applied does
# not hold.
sub holds {
    my (%bad, %all, %made);
    my ($bridge, $nets, $capacity, $wanted, undef, $inbound) = wanted();
    my %maps;
    my $listed = `nft list table netdev $TABLE 2>/dev/null`;
    $maps{$1} .= $2 while $listed =~ /\bmap (class|inbound)[46] \{(.*?)\n\t\}/gs;
    my $socket = netlink();
    my %statistics;
    for my $class (parse_state()) {
        my $in = $class->{device} eq $IFB;
        $all{$class->{label}} = 1;
        $made{join ' ', $in, @{$class}{qw(label link capacity min most share)}, @{$class->{addresses}}} = 1;
        my $there = $statistics{$class->{device}} //= statistics($socket, index_of($class->{device}) // 0) // {};
        my $id = sprintf '%x:%x', $MAJOR, $class->{minor};
        my $map = $maps{$in ? 'inbound' : 'class'} // '';
        $bad{$class->{label}} = 1 if $in && !ifb_up();
        $bad{$class->{label}} = 1 if !$there->{$class->{minor}} || grep { $map !~ /[ {\t]\Q$_\E : $id\b/ } @{$class->{addresses}};
    }
    $inbound = {} if -e $LACKS;
    for (@$wanted) {
        my ($label, $link, @rest) = @$_;
        for my $in ('', 1) {
            my $of = ($in ? $inbound : $capacity)->{$link};
            $bad{$label} = 1 if $of && !$made{join ' ', $in, $label, $link, $of, @rest};
        }
    }
    print map { "$_\n" } grep { !$bad{$_} } sort keys %all;
}

my ($call, @words) = @ARGV;
$call //= '';
if ($call eq 'apply') { apply() }
elsif ($call eq 'run') { run() }
elsif ($call eq 'holds') { holds() }
elsif ($call eq 'files') {
    my ($bridge, $nets, $capacity, $wanted, undef, $inbound) = wanted();
    print map { "link $_ $capacity->{$_}\n" } sort keys %$capacity;
    print map { "inbound $_ $inbound->{$_}\n" } sort keys %$inbound;
    print map { "copy @$_\n" } @$wanted;
    print map { "uplink $_\n" } defined $bridge ? uplinks($bridge) : ();
}
elsif ($call eq 'divide') {
    print map { sprintf "%.6f\n", $_ }
        divide($words[0], map { my ($min, $max, $share) = split ' '; [$min, $max eq '-' ? $words[0] : $max, $share] } <STDIN>);
}
elsif ($call eq 'carry') {
    my @copies;
    while (<STDIN>) {
        my ($min, $max, $share, $used) = split ' ';
        push @copies, {min => $min, max => $max eq '-' ? $words[0] : $max, share => $share, used => $used};
    }
    my @parts = divide($words[0], map { [@{$_}{qw(min max share)}] } @copies);
    for (0 .. $#copies) { $copies[$_]{due} = $parts[$_]; carry($copies[$_], $copies[$_]{used}, $words[1], 1) }
    print map { sprintf "%.0f\n", $_ } corrected(\@copies);
}
elsif ($call eq 'count') {
    my %copy;
    while (<STDIN>) { my @now = split ' '; count(\%copy, 1, @now); @copy{qw(bytes dropped packets)} = @now }
    printf "%d %d %d\n", @copy{qw(left lost refused)};
}
elsif ($call eq 'quota') {
    my %quotas;
    declare(\%quotas, {link => [@words[0, 1], 1]});
    while (<STDIN>) {
        my ($time, $bytes) = split ' ';
        spend($quotas{link}, $time, $bytes);
        printf "%d %d %s\n", $quotas{link}{current}, used($quotas{link}), over($quotas{link}) ? 'over' : 'within';
    }
}
else { fail('shaper apply|run|holds|files|divide|carry|count|quota') }

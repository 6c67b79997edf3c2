# Echo requests on several paths by one process that uses no module: processes, and each wake of one, cost more than packets.
# Arguments, one a path: index, source and target in hexadecimal digits, requests, slot, pattern of the right route.
# Input: that of ip -batch.
# Requests with the same slot leave at the same moment, since their paths use different access links. Replies are read at the next request:
# the kernel keeps the time of their arrival. Exit code 3 if the processor is unknown or raw sockets are not permitted.
open X, "<", "/proc/self/exe"; read X, $h, 20;
# The number of gettimeofday, by the processor in the header of this program.
$call = {62 => 96, 183 => 169, 243 => 169, 40 => 78, 3 => 78}->{unpack "x18v", $h} or exit 3;
sub now { $v = pack "l!2", 0, 0; syscall $call, $v, 0; ($s, $u) = unpack "l!2", $v; $s + $u / 1e6 }
sub at { my $a = pack "H*", shift; length $a > 4 ? pack "SnNa16N", 10, 0, 0, $a, 0 : pack "Sna4x8", 2, 0, $a }
for (@ARGV) {
  my ($i, $from, $to, $count, $slot, $right) = split / /, $_, 6;
  my ($k, $six) = (undef, length $to > 8);
  socket($k, $six ? 10 : 2, 3, $six ? 58 : 1) or exit 3;
  ioctl $k, 0x8906, $v = pack "x16";
  push @p, {i => $i, k => $k, six => $six, from => at($from), to => at($to), count => $count, until => $count, slot => $slot,
    right => $right, got => 0, void => 0, max => 0};
}
open R, "ip -force -oneline -batch - 2>&1 |" or exit 3;
$r = join "", <R>;
@p = grep { $r =~ /$_->{right}/m && bind($_->{k}, $_->{from}) && connect($_->{k}, $_->{to}) } @p;
# Routes are known even if the time limit ends the program.
$| = 1;
print "=== routes\n$r";
for (@p) {
  vec($all, fileno $_->{k}, 1) = 1;
  $_->{id} = $$ + $n++ & 65535;
  push @{$slots[$_->{slot}]}, $_;
  $most = $_->{count} if $_->{count} > $most;
}
$gap = @slots > 10 ? .2 / @slots : .02;
# Reads the replies that have arrived, after a wait of at most this time for one. Bounded, since a target may send packets without end.
sub hear {
  my ($wait, $reads) = (shift, 0);
  while (@p && $reads < 100 && select my $w = $all, undef, undef, $wait) {
    my $read = now;
    for my $p (grep { vec $w, fileno $_->{k}, 1 } @p) {
      $reads++;
      defined recv $p->{k}, my $d, 2000, 64 or next;
      ioctl $p->{k}, 0x8906, $v = pack "x16" or exit 3;
      ($s, $u) = unpack "l!2", $v;
      $d = substr $d, 4 * (ord($d) & 15) if !$p->{six};
      my ($type, $id, $q) = unpack "Cx3nn", $d;
      next if $type != ($p->{six} ? 129 : 0) || $id != $p->{id} || !$p->{sent}[$q] || $p->{seen}[$q]++;
      # Not the time of arrival, because the kernel has only just begun to keep it: one more request is sent instead.
      if ($s + $u / 1e6 > $read) {
        exit 3 if ++$p->{void} > 20;
        $p->{until} = $p->{until} < $round ? $round : $p->{until} + 1;
        $most = $p->{until} if $most < $p->{until};
        next;
      }
      my $rtt = $s + $u / 1e6 - $p->{sent}[$q];
      $p->{got}++;
      $p->{max} = $rtt if $rtt > $p->{max};
      $p->{text} .= sprintf "%d bytes from x: icmp_seq=%d time=%.3f ms\n", length $d, $q, $rtt < 0 ? 0 : $rtt * 1000;
    }
    return if $wait;
  }
}
$start = now;
$round = 1;
do {
  for (; $round <= $most; $round++) {
    for my $slot (0 .. $#slots) {
      my $left = $start + ($round - 1) * .2 + $slot * $gap - now;
      select undef, undef, undef, $left if $left > 0;
      hear(0);
      for my $p (grep { $round <= $_->{until} } @{$slots[$slot]}) {
        my $e = pack "CCnnnx56", $p->{six} ? 128 : 8, 0, 0, $p->{id}, $round;
        if (!$p->{six}) {
          my $c = unpack "%32n*", $e;
          $c = ($c & 65535) + ($c >> 16) while $c >> 16;
          substr $e, 2, 2, pack "n", ~$c & 65535;
        }
        $p->{sent}[$round] = $last = now;
        # The first call may report that an earlier request met a router without a route, and then sends nothing.
        send($p->{k}, $e, 64) // send $p->{k}, $e, 64;
      }
    }
  }
  # As ping: two round-trip times for the last replies, 4 s if there was none.
  while (@p && $round > $most) {
    my $left = 0;
    for (grep { $_->{got} < $_->{count} } @p) { my $w = $_->{got} ? 2 * $_->{max} : 4; $w = .2 if $w < .2; $left = $w if $w > $left }
    $left += $last - now;
    last if $left <= 0;
    hear($left);
  }
} while $round <= $most;
printf "=== %d ping 0\n%s%d packets transmitted, %d received\n", $_->{i}, $_->{text}, $_->{count}, $_->{got} for @p;

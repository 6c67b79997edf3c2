#!/usr/bin/perl
# Says who it is, who asked it, and what its peer answered: HOP_PORT is served, HOP_ASKS (name:port) is asked for every request but GET
# /health.
use strict;
use warnings;
use IO::Socket::INET;

$| = 1;
$SIG{CHLD} = 'IGNORE';
my $door = IO::Socket::INET->new(LocalPort => $ENV{HOP_PORT}, Listen => 64, ReuseAddr => 1) or die "port $ENV{HOP_PORT}: $@\n";
print "$ENV{CARAVAN_INSTANCE} serves on port $ENV{HOP_PORT}\n";

sub asked {
    my ($name, $port) = split /:/, shift;
    my $peer = IO::Socket::INET->new(PeerHost => $name, PeerPort => $port, Timeout => 5) or die "$name: $@\n";
    print $peer "GET / HTTP/1.0\r\nHost: $name\r\n\r\n";
    local $/;
    my ($head, $body) = split /\r\n\r\n/, <$peer>, 2;
    $head =~ m{^HTTP/\S+ 200 } or die "$name: $head\n";
    return $body;
}

while (1) {
    my $client = $door->accept or next;
    next if fork;
    alarm 10;
    my $request = <$client> // '';
    while (defined(my $line = <$client>)) { last if $line =~ /^\r?\n/ }
    my $answer = $request =~ m{^GET /health } || !$ENV{HOP_ASKS} ? 'null' : eval { asked($ENV{HOP_ASKS}) };
    my $status = defined $answer ? '200 OK' : '503 Service Unavailable';
    my $body = defined $answer
        ? sprintf qq({"instance":"%s","site":"%s","asked-by":"%s","answer":%s}\n),
            @ENV{qw(CARAVAN_INSTANCE CARAVAN_SITE)}, $client->peerhost, $answer
        : "$@\n";
    print $client "HTTP/1.1 $status\r\nContent-Type: application/json\r\nContent-Length: " . length($body)
        . "\r\nConnection: close\r\n\r\n$body";
    exit;
}

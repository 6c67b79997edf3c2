package org.caravan.measure;

/** One probe to be taken between two points. */
public sealed interface ProbeOrder {

    ProbePoint from();

    ProbePoint to();

    default PathId path() {
        return new PathId(from().at(), to().at());
    }

    /** ICMP echo requests (RFC 792, RFC 4443), {@code count} of them at least 1. */
    record IdleRtt(ProbePoint from, ProbePoint to, int count) implements ProbeOrder {}

    /** A saturating TCP flow for {@code seconds} (at least 2), with echo requests meanwhile. */
    record LoadedFlow(ProbePoint from, ProbePoint to, int seconds) implements ProbeOrder {}
}

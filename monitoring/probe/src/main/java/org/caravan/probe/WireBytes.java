package org.caravan.probe;

import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;

/** How much of a probe crosses the network, in IP packets; what is below IP is not counted. */
final class WireBytes {

    /** 56 bytes of data and 8 of ICMP: what ping sends unless told otherwise. */
    private static final int ECHO_BYTES = 64;

    /** TCP with time stamps (RFC 7323) over a path of 1500 bytes. */
    private static final int TCP_HEADER = 32;

    private static final int MTU = 1500;

    private WireBytes() {}

    static Bytes ofPing(IpFamily family, PingReport report) {
        return new Bytes((long) (ECHO_BYTES + ipHeader(family)) * (report.sent() + report.replies().size()));
    }

    /** Data that arrived with its headers, and an acknowledgement for every second packet; retransmissions are not known. */
    static Bytes ofFlow(IpFamily family, long payload) {
        int headers = ipHeader(family) + TCP_HEADER;
        long packets = (payload + MTU - headers - 1) / (MTU - headers);
        return new Bytes(payload + packets * headers + packets / 2 * headers);
    }

    private static int ipHeader(IpFamily family) {
        return family == IpFamily.IPV4 ? 20 : 40;
    }
}

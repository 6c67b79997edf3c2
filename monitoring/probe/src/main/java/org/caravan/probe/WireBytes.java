package org.caravan.probe;

import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeOrder;
import org.caravan.unit.Bytes;

/** Bytes of a probe on the network, in IP packets; headers below IP are not counted. */
final class WireBytes {

    /** 56 bytes of data and 8 of ICMP header: the default of ping. */
    private static final int ECHO_BYTES = 64;

    /** TCP header with timestamps (RFC 7323), bytes. */
    private static final int TCP_HEADER = 32;

    private static final int UDP_HEADER = 8;

    private static final int MTU = 1500;

    private WireBytes() {}

    static Bytes ofPing(IpFamily family, PingReport report) {
        return new Bytes((long) (ECHO_BYTES + ipHeader(family)) * (report.sent() + report.replies().size()));
    }

    /** Received data with its headers, and an acknowledgement for every second packet; retransmissions are unknown. */
    static Bytes ofFlow(IpFamily family, long payload) {
        int headers = ipHeader(family) + TCP_HEADER;
        long packets = (payload + MTU - headers - 1) / (MTU - headers);
        return new Bytes(payload + packets * headers + packets / 2 * headers);
    }

    /** Packets of trains. */
    static Bytes ofTrains(IpFamily family, long packets) {
        return new Bytes(packets * (ProbeOrder.PacketTrains.PAYLOAD + UDP_HEADER + ipHeader(family)));
    }

    /** Rate of TCP payload on a link of which packet trains use the given rate for packets with their IP headers. */
    static double payloadRate(IpFamily family, double packetRate) {
        return packetRate * (MTU - ipHeader(family) - TCP_HEADER) / MTU;
    }

    private static int ipHeader(IpFamily family) {
        return family == IpFamily.IPV4 ? 20 : 40;
    }
}

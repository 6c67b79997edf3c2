package org.caravan.measure;

import java.util.Optional;
import org.caravan.unit.Bytes;

/** An order for one probe between two points. */
public sealed interface ProbeOrder {

    ProbePoint from();

    ProbePoint to();

    default PathId path() {
        return new PathId(from().at(), to().at());
    }

    /** ICMP echo requests (RFC 792, RFC 4443); {@code count} is at least 1. */
    record IdleRtt(ProbePoint from, ProbePoint to, int count) implements ProbeOrder {}

    /**
     * Trains of UDP packets, sent without a pause: the narrowest link of the path spreads them, and the rate at which they arrive is its
     * rate. An estimate of a flow's throughput, for a hundredth of its bytes; nothing adapts to other traffic.
     *
     * @param trains number of trains, one after the other, at least 1
     * @param packets packets of a train, at least 3
     */
    record PacketTrains(ProbePoint from, ProbePoint to, int trains, int packets) implements ProbeOrder {

        /** Payload of a packet, bytes: with its headers it is a packet of 1428 (IPv4) or 1448 bytes (IPv6). */
        public static final int PAYLOAD = 1400;

        /** Size of a packet with the longer headers of IPv6, bytes. */
        public static final int MOST_PACKET_BYTES = PAYLOAD + 48;

        /** How often a single train may be repeated if its rate is doubtful. Several trains show their spread and are not repeated. */
        public static final int MOST_REPETITIONS = 2;

        /** Size of all packets with the longer headers of IPv6, without repetitions, bytes. */
        public long mostBytes() {
            return (long) trains * packets * MOST_PACKET_BYTES;
        }

        /** As {@link #mostBytes}, with all possible repetitions. */
        public long mostBytesRepeated() {
            return trains == 1 ? mostBytes() * (1 + MOST_REPETITIONS) : mostBytes();
        }
    }

    /**
     * A saturating TCP flow of {@code seconds} s (at least 2), with concurrent echo requests.
     *
     * @param most payload limit; the flow ends within some hundredths of a second after it reaches the limit
     */
    record LoadedFlow(ProbePoint from, ProbePoint to, int seconds, Optional<Bytes> most) implements ProbeOrder {

        public LoadedFlow(ProbePoint from, ProbePoint to, int seconds) {
            this(from, to, seconds, Optional.empty());
        }

        public LoadedFlow atMost(Bytes payload) {
            return new LoadedFlow(from, to, seconds, Optional.of(payload));
        }
    }
}

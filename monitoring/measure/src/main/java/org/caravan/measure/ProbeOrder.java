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

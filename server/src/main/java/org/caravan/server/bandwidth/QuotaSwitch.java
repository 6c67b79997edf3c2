package org.caravan.server.bandwidth;

import java.time.Instant;
import java.util.Optional;

/**
 * A host lowered the capacity of an access link because its quota was used up.
 *
 * @param link id of the ISP
 * @param begin of the day or month of the quota
 * @param at time of the switch, of the host's clock
 * @param renewed when it was seen that the capacity is the usual one again; empty before
 */
record QuotaSwitch(String host, String link, Instant begin, Instant at, Optional<Instant> renewed) {

    boolean open() {
        return renewed.isEmpty();
    }

    QuotaSwitch reopened() {
        return new QuotaSwitch(host, link, begin, at, Optional.empty());
    }

    QuotaSwitch renewed(Instant seen) {
        return new QuotaSwitch(host, link, begin, at, Optional.of(seen));
    }
}

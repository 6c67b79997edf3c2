package org.caravan.server.bandwidth;

import java.time.Instant;
import java.util.Optional;

/**
 * The quota of an access link was used up on a host: the link has its lower capacity, or its higher price.
 *
 * @param link id of the ISP
 * @param begin of the day or month of the quota
 * @param at time of the switch, of the host's clock
 * @param renewed when it was seen that capacity and price are the usual ones again; empty before
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

package org.caravan.server.metrics;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.QuotaUse;
import org.springframework.stereotype.Component;

/** What hosts counted for quotas of access links, as they reported it last. Hosts keep the counts, so nothing is stored here. */
@Component
public class LinkQuotas {

    /** A report. @param at time of the poll */
    public record Reading(String hostId, QuotaUse use, Instant at) {}

    private final Map<String, List<Reading>> newest = new ConcurrentHashMap<>();

    /** Replaces what the host reported before. */
    public void take(String hostId, List<QuotaUse> uses, Instant at) {
        newest.put(hostId, uses.stream().map(use -> new Reading(hostId, use, at)).toList());
    }

    /** The last report of each host and link at or after {@code since}, sorted by host and link. */
    public List<Reading> newest(Instant since) {
        return newest.values().stream().flatMap(List::stream).filter(reading -> !reading.at().isBefore(since))
                .sorted(Comparator.comparing(Reading::hostId).thenComparing(reading -> reading.use().ispId())).toList();
    }
}

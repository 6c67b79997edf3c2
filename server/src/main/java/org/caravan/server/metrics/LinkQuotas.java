package org.caravan.server.metrics;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.adapter.QuotaUse;
import org.springframework.stereotype.Component;

/**
 * What hosts counted for quotas of access links, as they reported it last. Hosts keep the counts, so nothing is stored here; each
 * server has it from events.
 */
@Component
public class LinkQuotas {

    /** What a host reported about one link. @param at time of the poll */
    public record Reading(String hostId, QuotaUse use, Instant at) {}

    /** What a host reported. @param uses of all its links with a quota in force; empty if none @param at time of the poll */
    public record Report(String hostId, List<QuotaUse> uses, Instant at) {

        public Report {
            uses = List.copyOf(uses);
        }
    }

    private final Map<String, Report> newest = new ConcurrentHashMap<>();

    /** Replaces what the host reported before; a report that comes late is ignored. */
    public void take(Report report) {
        newest.merge(report.hostId(), report, (known, other) -> other.at().isBefore(known.at()) ? known : other);
    }

    /** The last report of each host at or after {@code since}, sorted by host. */
    public List<Report> reports(Instant since) {
        return newest.values().stream().filter(report -> !report.at().isBefore(since))
                .sorted(Comparator.comparing(Report::hostId)).toList();
    }

    /** {@link #reports} by link, sorted by host and link. */
    public List<Reading> newest(Instant since) {
        return reports(since).stream().flatMap(report -> report.uses().stream().sorted(Comparator.comparing(QuotaUse::ispId))
                .map(use -> new Reading(report.hostId(), use, report.at()))).toList();
    }
}

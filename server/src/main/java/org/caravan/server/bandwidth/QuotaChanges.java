package org.caravan.server.bandwidth;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.adapter.QuotaUse;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.metrics.LinkQuotas;

/** What a report of a host changes in the switches that are known of it. A pure function. */
final class QuotaChanges {

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /**
     * Switches that are new or have changed, of one link.
     *
     * @param decided what the host did; empty if it is no news
     */
    record Change(List<QuotaSwitch> switches, Optional<DecisionRecord> decided) {

        String link() {
            return switches.get(0).link();
        }
    }

    private final LinkQuotas.Report report;
    private final Map<String, SortedMap<Instant, QuotaSwitch>> known;
    private final List<Change> changes = new ArrayList<>();

    private QuotaChanges(LinkQuotas.Report report, List<QuotaSwitch> known) {
        this.report = report;
        this.known = known.stream().collect(Collectors.groupingBy(QuotaSwitch::link, TreeMap::new, Collectors.toMap(QuotaSwitch::begin,
                Function.identity(), (first, second) -> first, TreeMap::new)));
    }

    /**
     * @param known switches of the host: all that are open, and those of the periods of the report
     * @param oldest switches of periods that began before are forgotten
     * @return empty if all is known; in the order in which it happened
     */
    static List<Change> of(LinkQuotas.Report report, List<QuotaSwitch> known, Instant oldest) {
        QuotaChanges found = new QuotaChanges(report, known);
        report.uses().forEach(use -> found.take(use, oldest));
        found.endUnreported();
        return List.copyOf(found.changes);
    }

    private void take(QuotaUse use, Instant oldest) {
        SortedMap<Instant, Instant> switches = new TreeMap<>(use.earlier());
        use.exceeded().ifPresent(at -> switches.put(use.begin(), at));
        switches.tailMap(oldest).forEach((begin, at) -> takeSwitch(use, begin, at));
        if (use.exceeded().isEmpty()) {
            end(use.ispId(), Optional.of(restored(use)));
        }
    }

    /** One quota can be used up twice in a period, if it was raised in between. */
    private void takeSwitch(QuotaUse use, Instant begin, Instant at) {
        QuotaSwitch before = of(use.ispId()).get(begin);
        if (before == null || !before.open() && !before.at().equals(at)) {
            change(List.of(new QuotaSwitch(report.hostId(), use.ispId(), begin, at, Optional.empty())),
                    Optional.of(usedUp(use, begin, at)));
        } else if (!before.open() && begin.equals(use.begin())) {
            // A host that restarted reports nothing for a while; what it then reports again is no decision.
            change(List.of(before.reopened()), Optional.empty());
        }
    }

    /** Where a quota is not in force any more, because no copy or no plan has it, its switches are over. */
    private void endUnreported() {
        Set<String> reported = report.uses().stream().map(QuotaUse::ispId).collect(Collectors.toSet());
        List.copyOf(known.keySet()).stream().filter(link -> !reported.contains(link)).forEach(link -> end(link, Optional.empty()));
    }

    private void end(String link, Optional<DecisionRecord> decided) {
        List<QuotaSwitch> open = of(link).values().stream().filter(QuotaSwitch::open).map(one -> one.renewed(report.at())).toList();
        if (!open.isEmpty()) {
            change(open, decided);
        }
    }

    private void change(List<QuotaSwitch> switches, Optional<DecisionRecord> decided) {
        switches.forEach(one -> of(one.link()).put(one.begin(), one));
        changes.add(new Change(switches, decided));
    }

    private SortedMap<Instant, QuotaSwitch> of(String link) {
        return known.computeIfAbsent(link, any -> new TreeMap<>());
    }

    private DecisionRecord restored(QuotaUse use) {
        return DecisionRecord.of(BuiltInRule.QUOTA_RENEWED, "On host (" + report.hostId() + "), copies have sent "
                        + String.format(Locale.ROOT, "%.3f GB", use.used().value() / 1e9) + " on " + use.ispId() + " since "
                        + MINUTE.format(use.begin()) + ", less than its " + use.quota() + ".",
                use.quota().max().isPresent() ? "The host restored the usual capacity of the link."
                        : "What copies send on the link has its usual price again.").with("used", use.used().value(), "B")
                .with("quota", use.quota().amount().value(), "B");
    }

    private DecisionRecord usedUp(QuotaUse use, Instant begin, Instant at) {
        DecisionRecord record = DecisionRecord.of(BuiltInRule.QUOTA_USED_UP,
                "On host (" + report.hostId() + "), copies sent on " + use.ispId() + " since " + MINUTE.format(begin)
                        + " all of its " + use.quota() + ".",
                use.quota().max().map(max -> "The host lowered the capacity of the link at ")
                        .orElseGet(() -> "Traffic costs " + use.quota().price().orElseThrow() + " from ") + MINUTE.format(at)
                        + ", until " + MINUTE.format(use.quota().renewal(begin)) + ".")
                .with("quota", use.quota().amount().value(), "B");
        return use.quota().max().map(max -> record.with("max", max.value(), "bit/s"))
                .orElseGet(() -> record.with("price", use.quota().price().orElseThrow().value() / 1e6, "EUR/GiB"));
    }
}

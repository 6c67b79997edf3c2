package org.caravan.server.bandwidth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.QuotaUse;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Records as decisions what hosts did because of quotas of access links, each once, for every application with copies on the link. Hosts
 * keep the time of a switch, so switches while the server was unreachable are recorded as well.
 */
@Component
class QuotaWatch {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaWatch.class);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Longer than the periods that a host knows. */
    private static final Duration KEPT = Duration.ofDays(200);

    private final LinkQuotas quotas;
    private final Targets targets;
    private final Decisions decisions;
    private final JdbcClient database;
    private final LeaderStatus leads;
    private final Settings.Metrics settings;
    private final Clock clock;

    QuotaWatch(LinkQuotas quotas, Targets targets, Decisions decisions, JdbcClient database, LeaderStatus leads, Settings settings,
            Clock clock) {
        this.quotas = quotas;
        this.targets = targets;
        this.decisions = decisions;
        this.database = database;
        this.leads = leads;
        this.settings = settings.metrics();
        this.clock = clock;
    }

    @Scheduled(initialDelay = 3_000, fixedDelay = 5_000)
    void look() {
        if (!settings.used() || !leads.now()) {
            return;
        }
        try {
            Instant since = clock.instant().minus(settings.fresh());
            List<LinkQuotas.Reading> newest = quotas.newest(since);
            if (!newest.isEmpty()) {
                database.sql("delete from quota_switch where begin < ?").params(oldest().toString()).update();
            }
            newest.forEach(this::record);
            endUnreported(quotas.reports(since));
        } catch (DataAccessException away) {
            LOG.warn("quotas of access links are not recorded now: {}", away.getMessage());
        }
    }

    private void record(LinkQuotas.Reading reading) {
        QuotaUse use = reading.use();
        SortedMap<Instant, Instant> switches = new TreeMap<>(use.earlier());
        use.exceeded().ifPresent(at -> switches.put(use.begin(), at));
        switches.forEach((begin, at) -> {
            if (isNew(reading.hostId(), use.ispId(), begin, at)) {
                note(reading, usedUp(reading.hostId(), use, begin, at));
            }
        });
        use.exceeded().ifPresent(at -> reopen(reading.hostId(), use.ispId(), use.begin(), at));
        if (renewed(reading)) {
            note(reading, restored(reading.hostId(), use));
        }
    }

    private static DecisionRecord restored(String hostId, QuotaUse use) {
        return DecisionRecord.of(BuiltInRule.QUOTA_RENEWED, "On host (" + hostId + "), copies have sent "
                        + String.format(Locale.ROOT, "%.3f GB", use.used().value() / 1e9) + " on " + use.ispId() + " since "
                        + MINUTE.format(use.begin()) + ", less than its " + use.quota() + ".",
                "The host restored the usual capacity of the link.").with("used", use.used().value(), "B")
                .with("quota", use.quota().amount().value(), "B");
    }

    private static DecisionRecord usedUp(String hostId, QuotaUse use, Instant begin, Instant at) {
        return DecisionRecord.of(BuiltInRule.QUOTA_USED_UP, "On host (" + hostId + "), copies sent on " + use.ispId() + " since "
                        + MINUTE.format(begin) + " all of its " + use.quota() + ".",
                "The host lowered the capacity of the link at " + MINUTE.format(at) + ", until "
                        + MINUTE.format(use.quota().renewal(begin)) + ".")
                .with("quota", use.quota().amount().value(), "B").with("max", use.quota().max().value(), "bit/s");
    }

    /**
     * Whether the switch is not recorded yet. One quota can be used up twice in a period if it was raised in between. Hosts know four
     * periods, so older rows are not needed.
     */
    private boolean isNew(String hostId, String ispId, Instant begin, Instant at) {
        if (begin.isBefore(oldest())) {
            return false;
        }
        return database.sql("insert into quota_switch (host, link, begin, at) values (?, ?, ?, ?) on conflict (host, link, begin) "
                + "do update set at = excluded.at, renewed = null "
                + "where quota_switch.renewed is not null and quota_switch.at <> excluded.at")
                .params(hostId, ispId, begin.toString(), at.toString()).update() > 0;
    }

    private Instant oldest() {
        return clock.instant().minus(KEPT);
    }

    /** Whether the capacity is the usual one again, for the first time since a switch. */
    private boolean renewed(LinkQuotas.Reading reading) {
        return reading.use().exceeded().isEmpty()
                && database.sql("update quota_switch set renewed = ? where host = ? and link = ? and renewed is null")
                        .params(reading.at().toString(), reading.hostId(), reading.use().ispId()).update() > 0;
    }

    /** A host that restarted reports nothing for a while; what it then reports again is no decision. */
    private void reopen(String hostId, String ispId, Instant begin, Instant at) {
        database.sql("update quota_switch set renewed = null where host = ? and link = ? and begin = ? and at = ? "
                + "and renewed is not null")
                .params(hostId, ispId, begin.toString(), at.toString()).update();
    }

    /** Where a quota is not in force any more, because no copy or no plan has it, its switches are over. */
    private void endUnreported(List<LinkQuotas.Report> reports) {
        List<Open> open = database.sql("select distinct host, link from quota_switch where renewed is null")
                .query((row, line) -> new Open(row.getString(1), row.getString(2))).list();
        if (open.isEmpty()) {
            return;
        }
        Map<String, Set<String>> links = reports.stream().collect(Collectors.toMap(LinkQuotas.Report::hostId,
                report -> report.uses().stream().map(QuotaUse::ispId).collect(Collectors.toSet())));
        open.stream().filter(one -> links.containsKey(one.host()) && !links.get(one.host()).contains(one.link())).forEach(one ->
                database.sql("update quota_switch set renewed = ? where host = ? and link = ? and renewed is null")
                        .params(clock.instant().toString(), one.host(), one.link()).update());
    }

    private record Open(String host, String link) {}

    /** Of applications that are deployed there, since there may be no readings yet after an outage. */
    private void note(LinkQuotas.Reading reading, DecisionRecord decided) {
        DecisionRecord about = decided.about(List.of(reading.hostId(), reading.use().ispId()));
        List<String> applications = targets.deployed().stream().filter(plan -> plan.instances().stream().anyMatch(placed ->
                placed.hostId().equals(reading.hostId()) && placed.spec().bandwidth().stream().anyMatch(link ->
                        link.ispId().equals(reading.use().ispId())))).map(DeploymentPlan::application).distinct().toList();
        if (applications.isEmpty()) {
            decisions.note(about);
        }
        applications.forEach(application -> decisions.note(about.by(application)));
    }
}

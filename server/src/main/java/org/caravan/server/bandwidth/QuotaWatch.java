package org.caravan.server.bandwidth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.adapter.QuotaUse;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.Settings;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.leading.LeaderFence;
import org.caravan.server.metrics.LinkQuotas;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Records as decisions what hosts did because of quotas of access links, each once, for every application with copies on the link. Hosts
 * keep the time of a switch, so switches while the server was unreachable are recorded as well. Each report is looked at once; the
 * database is written only where one differs from what is known.
 */
@Component
class QuotaWatch {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaWatch.class);

    /** Longer than the periods that a host knows. */
    private static final Duration KEPT = Duration.ofDays(200);
    private static final Duration BETWEEN_DELETIONS = Duration.ofHours(6);

    private final LinkQuotas quotas;
    private final Targets targets;
    private final Decisions decisions;
    private final JdbcClient database;
    private final LeaderFence fence;
    private final Settings.Metrics settings;
    private final Clock clock;

    /** Times of the last reports that were taken, by host. Only the thread of {@link #look} uses it. */
    private final Map<String, Instant> taken = new HashMap<>();
    private OptionalLong takenIn = OptionalLong.empty();
    private Instant deletion = Instant.MIN;

    @Autowired
    QuotaWatch(LinkQuotas quotas, Targets targets, Decisions decisions, JdbcClient database, LeaderFence fence, Settings settings,
            Clock clock) {
        this(quotas, targets, decisions, database, fence, settings.metrics(), clock);
    }

    QuotaWatch(LinkQuotas quotas, Targets targets, Decisions decisions, JdbcClient database, LeaderFence fence, Settings.Metrics settings,
            Clock clock) {
        this.quotas = quotas;
        this.targets = targets;
        this.decisions = decisions;
        this.database = database;
        this.fence = fence;
        this.settings = settings;
        this.clock = clock;
    }

    @Scheduled(initialDelay = 3_000, fixedDelay = 5_000)
    void look() {
        OptionalLong epoch = fence.epoch();
        if (!epoch.equals(takenIn)) {
            taken.clear(); // another server may have recorded more
            takenIn = epoch;
        }
        if (!settings.used() || epoch.isEmpty()) {
            return;
        }
        try {
            List<LinkQuotas.Report> newer = quotas.reports(clock.instant().minus(settings.fresh())).stream()
                    .filter(report -> !report.at().equals(taken.get(report.hostId()))).toList();
            if (!newer.isEmpty()) {
                take(newer, epoch.getAsLong());
            }
        } catch (DataAccessException | TransactionException away) {
            LOG.warn("quotas of access links are not recorded now: {}", away.getMessage());
        }
    }

    private void take(List<LinkQuotas.Report> reports, long epoch) {
        Instant oldest = clock.instant().minus(KEPT);
        Set<String> open = new HashSet<>(database.sql("select distinct host from quota_switch where renewed is null")
                .query(String.class).list());
        for (LinkQuotas.Report report : reports) {
            Optional<Instant> first = report.uses().stream().flatMap(QuotaWatch::switches).min(Instant::compareTo);
            if (first.isPresent() || open.contains(report.hostId())) {
                QuotaChanges.of(report, known(report.hostId(), first), oldest).forEach(change -> record(report.hostId(), change, epoch));
            }
            taken.put(report.hostId(), report.at());
        }
        if (deletion.isBefore(clock.instant().minus(BETWEEN_DELETIONS))) {
            fence.write(epoch, () -> database.sql("delete from quota_switch where begin < ?").params(oldest.toString()).update());
            deletion = clock.instant();
        }
    }

    /** Begins of the periods in which the quota was used up. */
    private static Stream<Instant> switches(QuotaUse use) {
        return Stream.concat(use.earlier().keySet().stream(), use.exceeded().map(at -> use.begin()).stream());
    }

    private List<QuotaSwitch> known(String host, Optional<Instant> first) {
        return database.sql("select link, begin, at, renewed from quota_switch where host = ? and (renewed is null or begin >= ?)")
                .params(host, first.orElse(clock.instant()).toString())
                .query((row, line) -> new QuotaSwitch(host, row.getString("link"), Instant.parse(row.getString("begin")),
                        Instant.parse(row.getString("at")), Optional.ofNullable(row.getString("renewed")).map(Instant::parse))).list();
    }

    /** Switches and their decisions together, so that none is kept without the other when this server ends, and none of a former leader. */
    private void record(String host, QuotaChanges.Change change, long epoch) {
        decisions.record(change.decided().map(decided -> byApplication(decided, host, change.link())).orElse(List.of()),
                () -> {
                    fence.require(epoch);
                    change.switches().forEach(this::keep);
                });
    }

    private void keep(QuotaSwitch one) {
        database.sql("insert into quota_switch (host, link, begin, at, renewed) values (?, ?, ?, ?, ?) on conflict (host, link, begin) "
                + "do update set at = excluded.at, renewed = excluded.renewed")
                .params(one.host(), one.link(), one.begin().toString(), one.at().toString(),
                        one.renewed().map(Instant::toString).orElse(null)).update();
    }

    /** Of applications that are deployed there, since there may be no readings yet after an outage. */
    private List<DecisionRecord> byApplication(DecisionRecord decided, String host, String link) {
        DecisionRecord about = decided.about(List.of(host, link));
        List<String> applications = targets.deployed().stream().filter(plan -> plan.instances().stream().anyMatch(placed ->
                placed.hostId().equals(host) && placed.spec().bandwidth().stream().anyMatch(one -> one.ispId().equals(link))))
                .map(DeploymentPlan::application).distinct().toList();
        return applications.isEmpty() ? List.of(about) : applications.stream().map(about::by).toList();
    }
}

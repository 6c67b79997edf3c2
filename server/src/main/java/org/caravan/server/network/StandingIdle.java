package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.api.network.ProbeRunView;
import org.caravan.api.network.ProbeRunView.PairView;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.IdleProbePlan;
import org.caravan.measure.schedule.IdleProbePlan.LinkPlan;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.Settings;
import org.caravan.server.leading.LeadershipAcquired;
import org.caravan.unit.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Selects the paths of standing idle runs by {@link IdleProbePlan}, from what earlier runs measured and sent. Which paths have a machine at
 * both ends is known from the newest run, so that machines are not inspected twice. Thread-safe.
 */
@Component
class StandingIdle {

    private static final Logger LOG = LoggerFactory.getLogger(StandingIdle.class);
    private static final Duration DAY = Duration.ofDays(1);

    /** If no machine can probe, periods until this is tried again. */
    private static final int PERIODS_WITHOUT_MACHINES = 10;

    private final Settings.Probing settings;
    private final ProbeRunStore runs;
    private final ProbeSpending spending;
    private final PathsInUse inUse;
    private final Clock clock;
    private final Map<PathId, Instant> last = new HashMap<>();
    private boolean loaded;
    private Set<LinkPlan> logged = Set.of();
    private Optional<Scheduled> scheduled = Optional.empty();

    /** Paths that could be measured at a time. */
    private record Scheduled(Infrastructure infrastructure, List<PathId> paths, Instant at) {}

    @Autowired
    StandingIdle(Settings settings, ProbeRunStore runs, ProbeSpending spending, PathsInUse inUse, Clock clock) {
        this(settings.probing(), runs, spending, inUse, clock);
    }

    StandingIdle(Settings.Probing settings, ProbeRunStore runs, ProbeSpending spending, PathsInUse inUse, Clock clock) {
        this.settings = settings;
        this.runs = runs;
        this.spending = spending;
        this.inUse = inUse;
        this.clock = clock;
    }

    /** Runs of the server that was the leader before are read again. */
    @EventListener(LeadershipAcquired.class)
    synchronized void forget() {
        loaded = false;
        last.clear();
    }

    /** A run has found which machines can probe. */
    synchronized void scheduled(Infrastructure infrastructure, ProbeSchedule schedule) {
        if (settings.idleUsed()) {
            scheduled = Optional.of(new Scheduled(infrastructure, schedule.measuredPaths(), clock.instant()));
        }
    }

    /** The paths to measure now. Throws DataAccessException if the database is unavailable. */
    synchronized List<PathId> due(Infrastructure infrastructure) {
        Instant now = clock.instant();
        if (!loaded) {
            runs.since(now.minus(DAY)).forEach(this::learn);
            loaded = true;
        }
        LinkBudgets declared = LinkBudgets.of(infrastructure, Optional.empty());
        IdleProbePlan plan = plan(infrastructure, paths(infrastructure, now));
        log(plan.links());
        return plan.due(last, link -> Math.min(plan.budget(link).value() - spending.links().echoBytes(link, now).value(),
                declared.of(link).map(own -> own.bytes().value() - spending.spent(link).value()).orElse(Long.MAX_VALUE)), now);
    }

    /** Once for each change of a plan, so that its cost is known before it is spent. */
    private void log(List<LinkPlan> links) {
        links.stream().filter(of -> !logged.contains(of)).forEach(of -> LOG.info(
                "standing probes on {}: {} paths, {} of them in use, each at least every {} s; {} MB/day of {} MB", of.link(), of.paths(),
                of.used(), of.longest().toSeconds(), of.bytesADay().value() / 1e6, of.budget().value() / 1e6));
        logged = Set.copyOf(links);
    }

    private IdleProbePlan plan(Infrastructure infrastructure, Collection<PathId> paths) {
        return new IdleProbePlan(paths, inUse.now(), LinkBudgets.of(infrastructure, Optional.of(new Bytes(settings.budget().toBytes()))),
                settings.idleEvery(), ProbeSettings.DEFAULT.echoCount());
    }

    private List<PathId> paths(Infrastructure infrastructure, Instant now) {
        Duration patience = settings.idleEvery().multipliedBy(PERIODS_WITHOUT_MACHINES);
        return scheduled.filter(of -> of.infrastructure().equals(infrastructure))
                .filter(of -> !of.paths().isEmpty() || of.at().plus(patience).isAfter(now))
                .map(Scheduled::paths).orElseGet(() -> between(infrastructure));
    }

    /** All paths that a schedule could measure if each access point had a machine. */
    private static List<PathId> between(Infrastructure infrastructure) {
        List<AccessPoint> points = infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream()).sorted().toList();
        return points.stream().flatMap(from -> points.stream()
                        .filter(to -> to.family() == from.family() && from.compareTo(to) < 0 && !to.siteId().equals(from.siteId()))
                        .map(to -> new PathId(from, to)))
                .toList();
    }

    /** A run of paths that were due has been accepted. */
    synchronized void asked(ProbeRunView run) {
        run.flows().paths().forEach(path -> last.put(PathId.parse(path), run.askedAt()));
    }

    /** Also runs that a person requested count. Paths that a cancelled run did not measure are due again. */
    synchronized void ended(ProbeRunView run) {
        if (settings.idleUsed()) {
            learn(run);
        }
    }

    private void learn(ProbeRunView run) {
        Set<String> measured = run.pairs().stream().map(PairView::path).collect(Collectors.toCollection(HashSet::new));
        if (ProbeRuns.isIdle(run)) {
            if (ProbeRunViews.is(run, State.DONE)) {
                measured.addAll(run.flows().paths());
            } else {
                run.flows().paths().stream().filter(path -> !measured.contains(path)).forEach(path ->
                        last.remove(PathId.parse(path), run.askedAt()));
            }
        }
        measured.forEach(path -> last.merge(PathId.parse(path), run.askedAt(), (one, other) -> one.isAfter(other) ? one : other));
    }
}

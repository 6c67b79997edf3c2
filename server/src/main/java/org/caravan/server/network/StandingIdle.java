package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.network.ProbeRunView;
import org.caravan.api.network.ProbeRunView.PairView;
import org.caravan.api.network.StandingProbesView;
import org.caravan.api.network.StandingProbesView.LinkView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.IdleProbePlan;
import org.caravan.measure.schedule.IdleProbePlan.LinkPlan;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.MachineAddresses;
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

    /** Periods between two inspections of the machines, if nothing fails. */
    private static final int PERIODS_WITH_ADDRESSES = 5;

    private final Settings.Probing settings;
    private final ProbeRunStore runs;
    private final ProbeSpending spending;
    private final PathsInUse inUse;
    private final Clock clock;
    private final Map<PathId, Instant> last = new HashMap<>();
    private boolean loaded;
    private Set<LinkPlan> logged = Set.of();
    private Optional<Scheduled> scheduled = Optional.empty();
    /** Of the newest idle run of each path that can be measured. */
    private Set<String> faults = Set.of();
    /** Whether a path failed that did not fail before the machines were inspected. */
    private boolean inspect;

    /** Paths that could be measured at a time. */
    private record Scheduled(Infrastructure infrastructure, MachineAddresses addresses, List<PathId> paths, List<String> unprobed,
            Instant at) {}

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

    /** Runs of the server that was the leader before are read again, and machines are inspected again. */
    @EventListener(LeadershipAcquired.class)
    synchronized void forget() {
        loaded = false;
        last.clear();
        logged = Set.of();
        scheduled = Optional.empty();
        faults = Set.of();
        inspect = false;
    }

    /** A run has found which machines can probe. */
    synchronized void scheduled(Infrastructure infrastructure, MachineAddresses addresses, ProbeSchedule schedule) {
        if (settings.idleUsed() && scheduled.filter(of -> of.addresses() == addresses).isEmpty()) {
            scheduled = Optional.of(new Scheduled(infrastructure, addresses, schedule.measuredPaths(), schedule.unprobed(),
                    clock.instant()));
            inspect = false;
        }
    }

    /**
     * Addresses that a run of the last {@value #PERIODS_WITH_ADDRESSES} periods found, so that an idle run need not inspect all machines.
     * Empty if the infrastructure has changed, or a path has begun to fail since: addresses may have changed. A probe checks the routes
     * between its addresses, so a wrong one fails.
     */
    synchronized Optional<MachineAddresses> addresses(Infrastructure infrastructure) {
        Instant limit = clock.instant().minus(settings.idleEvery().multipliedBy(PERIODS_WITH_ADDRESSES));
        return scheduled.filter(of -> of.infrastructure().equals(infrastructure) && of.at().isAfter(limit) && !of.paths().isEmpty())
                .filter(of -> !inspect)
                .map(Scheduled::addresses);
    }

    /** The paths to measure now. Throws DataAccessException if the database is unavailable. */
    synchronized List<PathId> due(Infrastructure infrastructure) {
        Instant now = clock.instant();
        load(now);
        IdleProbePlan plan = plan(infrastructure, paths(infrastructure, now));
        log(plan.links());
        return plan.due(last, link -> left(infrastructure, plan, link, now), now);
    }

    private void load(Instant now) {
        if (!loaded) {
            runs.since(now.minus(DAY)).forEach(this::learn);
            loaded = true;
        }
    }

    private long left(Infrastructure infrastructure, IdleProbePlan plan, AccessLink link, Instant now) {
        return Math.min(plan.budget(link).value() - spending.links().echoBytes(link, now).value(),
                LinkBudgets.of(infrastructure, Optional.empty()).of(link)
                        .map(own -> own.bytes().value() - spending.spent(link).value()).orElse(Long.MAX_VALUE));
    }

    /** The plan now, and what it has cost. Throws DataAccessException if the database is unavailable. */
    synchronized StandingProbesView view(Infrastructure infrastructure) {
        if (!settings.idleUsed()) {
            return new StandingProbesView(0, Optional.of(settings.used()
                    ? "Continuous probing includes idle probes of all paths (caravan.probing.every=" + settings.every().toSeconds() + "s)."
                    : "Standing idle probes are disabled (caravan.probing.idle-every=0s).\nMaybe set caravan.probing.idle-every to 1m."),
                    Optional.empty(), List.of());
        }
        Instant now = clock.instant();
        load(now);
        List<PathId> paths = paths(infrastructure, now);
        IdleProbePlan plan = plan(infrastructure, paths);
        Map<AccessLink, LinkPlan> planned = plan.links().stream().collect(Collectors.toMap(LinkPlan::link, of -> of));
        List<LinkView> links = ProbeSpending.linksOf(infrastructure).stream()
                .map(link -> view(infrastructure, plan, link, Optional.ofNullable(planned.get(link)), now)).toList();
        return new StandingProbesView(settings.idleEvery().toSeconds(), paths.isEmpty() ? Optional.of(
                "No path has a machine that can probe at both ends; tried again after ten periods.") : Optional.empty(),
                last.values().stream().max(Comparator.naturalOrder()), links);
    }

    /** @param planned empty if no path crosses the link */
    private LinkView view(Infrastructure infrastructure, IdleProbePlan plan, AccessLink link, Optional<LinkPlan> planned, Instant now) {
        Map<PathId, Duration> own = plan.intervals().entrySet().stream().filter(of -> AccessLink.of(of.getKey()).contains(link))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return new LinkView(link.toString(), own.size(), planned.map(LinkPlan::used).orElse(0),
                own.values().stream().min(Comparator.naturalOrder()).orElse(Duration.ZERO).toSeconds(),
                own.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO).toSeconds(),
                planned.map(of -> of.bytesADay().value()).orElse(0L), spending.links().echoBytes(link, now).value(),
                plan.budget(link).value(), own.keySet().stream().map(last::get).filter(Objects::nonNull).max(Comparator.naturalOrder()),
                own.entrySet().stream().map(of -> Optional.ofNullable(last.get(of.getKey())).map(at -> at.plus(of.getValue())).orElse(now))
                        .min(Comparator.naturalOrder()).map(next -> next.isBefore(now) ? now : next),
                skipped(infrastructure, plan, link, own.isEmpty(), planned.isPresent(), now));
    }

    private List<String> skipped(Infrastructure infrastructure, IdleProbePlan plan, AccessLink link, boolean none, boolean crossed,
            Instant now) {
        List<String> skipped = new ArrayList<>(Stream.concat(scheduled.stream().flatMap(of -> of.unprobed().stream()), faults.stream())
                .filter(fault -> fault.contains("(" + link + "/") || fault.contains("(" + link + ")") || fault.contains("> " + link + "/"))
                .map(fault -> fault.lines().findFirst().orElse("")).distinct().toList());
        if (!none && left(infrastructure, plan, link, now) < plan.most()) {
            skipped.add("The budget of the last 24 hours is used up; paths wait until bytes of the day before no longer count.");
        } else if (none && crossed) {
            skipped.add("The budget of this link, or of every peer link, is too small for one measurement per day.");
        }
        return skipped;
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
        return ProbeSchedule.measuredPaths(infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream()).sorted().toList())
                .toList();
    }

    /** A run of paths that were due has been accepted. */
    synchronized void asked(ProbeRunView run) {
        run.flows().paths().forEach(path -> {
            last.put(PathId.parse(path), run.askedAt());
            last.put(PathId.parse(path).reversed(), run.askedAt());
        });
    }

    /** Also runs that a person requested count. Paths that a cancelled run did not measure are due again. */
    synchronized void ended(ProbeRunView run) {
        if (settings.idleUsed()) {
            learn(run);
            if (ProbeRuns.isIdle(run) && ProbeRunViews.hasEnded(run) && !ProbeRunViews.is(run, State.CANCELLED)) {
                note(run);
            }
        }
    }

    /** One line for each change, not one for each run: an unreachable machine stays unreachable for long. */
    private void note(ProbeRunView run) {
        Set<String> others = scheduled.stream().flatMap(of -> of.paths().stream()).map(PathId::toString).collect(Collectors.toSet());
        run.flows().paths().forEach(others::remove);
        Set<String> now = faults.stream().filter(fault -> others.stream().anyMatch(path -> fault.contains("(" + path + ")")))
                .collect(Collectors.toCollection(TreeSet::new));
        now.addAll(run.faults());
        List<String> more = now.stream().filter(fault -> !faults.contains(fault)).toList();
        if (!more.isEmpty()) {
            inspect = true;
            LOG.warn("standing probes: {} more faults, logged once; the first: {}", more.size(),
                    more.get(0).lines().findFirst().orElse(""));
        } else if (now.isEmpty() && !faults.isEmpty()) {
            LOG.info("standing probes: no faults any more");
        }
        faults = now;
    }

    private void learn(ProbeRunView run) {
        Set<String> measured = run.pairs().stream().map(PairView::path).collect(Collectors.toCollection(HashSet::new));
        if (ProbeRuns.isIdle(run)) {
            if (ProbeRunViews.is(run, State.DONE)) {
                measured.addAll(run.flows().paths());
            } else {
                run.flows().paths().stream().filter(path -> !measured.contains(path)).forEach(path -> {
                    last.remove(PathId.parse(path), run.askedAt());
                    last.remove(PathId.parse(path).reversed(), run.askedAt());
                });
            }
        }
        // The direction in which a path is measured depends on the access points with a machine, which may change.
        measured.stream().map(PathId::parse).flatMap(path -> Stream.of(path, path.reversed()))
                .forEach(path -> last.merge(path, run.askedAt(), (one, other) -> one.isAfter(other) ? one : other));
    }
}

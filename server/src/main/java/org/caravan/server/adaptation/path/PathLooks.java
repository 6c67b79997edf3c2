package org.caravan.server.adaptation.path;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.caravan.api.plan.ReportView;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.rules.path.PathLook;
import org.caravan.rules.path.Promise;

/**
 * Paths that a deployed plan uses for requests with a promise, by current measurements beside the report of the plan. Pure. Paths within a
 * site, and paths without a measurement, have no look.
 */
final class PathLooks {

    private final PlacementProblem problem;
    private final DeploymentPlan plan;
    private final Optional<ReportView> report;
    private final LatencyModel latency;
    private final List<RequestLatency> now;
    private final Function<PathId, Optional<Instant>> probed;
    private final Predicate<String> unsure;
    private final SortedMap<PathId, PathLook> looks = new TreeMap<>();

    private PathLooks(PlacementProblem problem, DeploymentPlan plan, Optional<ReportView> report,
            Function<PathId, Optional<Instant>> probed, Predicate<String> unsure) {
        this.problem = problem;
        this.plan = plan;
        this.report = report;
        this.unsure = unsure;
        this.latency = new LatencyModel(problem);
        this.now = new PlanFigures(problem, plan).latencies();
        this.probed = probed;
    }

    /**
     * @param report of the plan when it was made; empty if it is no longer stored
     * @param probed time of the newest probe of a path, answered or not; empty for none
     * @param unsure whether the fault may be of a host at a site, by its id: paths from or to there have no look
     */
    static List<PathLook> of(PlacementProblem problem, DeploymentPlan plan, Optional<ReportView> report,
            Function<PathId, Optional<Instant>> probed, Predicate<String> unsure) {
        PathLooks looks = new PathLooks(problem, plan, report, probed, unsure);
        for (Request request : problem.application().requests()) {
            for (Users users : problem.application().users()) {
                if (users.mix().containsKey(request.id())) {
                    looks.promise(request, users).ifPresent(promise -> looks.add(request, users, promise));
                }
            }
        }
        return List.copyOf(looks.looks.values());
    }

    /** Of all promises on the request, the one that is kept worst. */
    private Optional<Promise> promise(Request request, Users users) {
        Optional<RequestLatency> current = now.stream()
                .filter(one -> one.requestId().equals(request.id()) && one.usersId().equals(users.id())).findFirst();
        boolean silent = problem.application().hops(request, users).stream().flatMap(hop -> paths(users, hop).stream())
                .anyMatch(problem.network().silent()::contains);
        return problem.application().slos().stream().filter(slo -> slo.requestId().equals(request.id()))
                .map(slo -> new Promise(slo.id(), request.id(), users.id(), slo.percentile(), slo.limit().value(),
                        before(request, users, slo),
                        current.flatMap(one -> one.slos().stream().filter(part -> part.sloId().equals(slo.id())).findFirst())
                                .map(SloLatency::latency).map(millis -> millis.value()), silent))
                .max(Comparator.comparingDouble(Promise::reached));
    }

    private Optional<Double> before(Request request, Users users, Slo slo) {
        return planned(request, users).flatMap(one -> one.slos().stream().filter(part -> part.sloId().equals(slo.id())).findFirst())
                .map(ReportView.SloPart::latencyMillis);
    }

    private Optional<ReportView.Latency> planned(Request request, Users users) {
        return report.flatMap(whole -> whole.latencies().stream()
                .filter(one -> one.requestId().equals(request.id()) && one.usersId().equals(users.id())).findFirst());
    }

    /** Round-trip time of the same path when the plan was made, in ms. A report lists the slowest path of a hop, other paths have none. */
    private Optional<Double> planned(Request request, Users users, PathId path) {
        return planned(request, users).flatMap(one -> one.hops().stream().filter(part -> part.path().equals(path.toString())).findFirst())
                .map(ReportView.HopPart::rttMillis);
    }

    private void add(Request request, Users users, Promise promise) {
        for (Hop hop : problem.application().hops(request, users)) {
            for (PathId path : paths(users, hop)) {
                look(path, planned(request, users, path), promise).ifPresent(look -> looks.merge(path, look, (one, other) ->
                        other.promise().reached() > one.promise().reached() ? other : one));
            }
        }
    }

    private List<PathId> paths(Users users, Hop hop) {
        List<PathId> paths = new ArrayList<>();
        if (hop.fromUsers()) {
            plan.entries().stream().filter(entry -> entry.usersId().equals(users.id()) && entry.to().componentId().equals(hop.to()))
                    .map(EntryPlacement::path).forEach(paths::add);
        } else {
            plan.links().stream().filter(link -> link.from().componentId().equals(hop.from()) && link.to().componentId().equals(hop.to()))
                    .map(LinkPlacement::path).forEach(paths::add);
        }
        paths.removeIf(path -> path.withinSite() || unsure.test(path.from().siteId()) || unsure.test(path.to().siteId()));
        return paths;
    }

    /** @param planned round-trip time of the path when the plan was made, in ms */
    private Optional<PathLook> look(PathId path, Optional<Double> planned, Promise promise) {
        NetworkMatrix network = problem.network();
        if (network.silent().contains(path)) {
            return probed.apply(path).map(at -> look(path, planned, Optional.empty(), at, promise));
        }
        return network.answered(path) ? latency.known(path, false).map(choice -> look(path, planned,
                Optional.of(choice.meanRtt().value()), network.all().get(path).idleRtt().newest(), promise)) : Optional.empty();
    }

    /** @param current round-trip time in ms; empty if the path is cut */
    private PathLook look(PathId path, Optional<Double> planned, Optional<Double> current, Instant measured, Promise promise) {
        return new PathLook(plan.application(), plan.digest(), path.toString(), current.isEmpty(), planned, current, measured, promise);
    }
}

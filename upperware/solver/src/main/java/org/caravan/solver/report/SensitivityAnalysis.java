package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.application.Goal;
import org.caravan.infrastructure.HostType;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.TippingPoint;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.report.StabilityCheck.Answer;
import org.caravan.solver.score.SearchProgress;

/**
 * Sensitivity analysis: by how much a round-trip time or a price can change before a running plan is replaced. Evaluates the plan and its
 * neighbours with the changed value and searches for the point at which the decision changes.
 */
final class SensitivityAnalysis {

    /** Instances × hosts up to which the analysis is affordable. */
    private static final long SMALL = 1_000;
    private static final int MOST_PATHS = 12;
    private static final int ROUNDS = 24;
    /** Range of values: this multiple of the current value, plus a constant. */
    private static final double FAR = 10;

    /** Analysed value, in ms, EUR/month or EUR/GiB. */
    private record Knob(String what, String unit, double now, double most, double precision, String supposition) {

        Assumptions at(double value) {
            return Assumptions.parse(List.of(supposition + String.format(Locale.ROOT, "=%.4f", value) + unit.replace("/month", "")));
        }
    }

    private final PlacementProblem problem;
    private final DeploymentPlan plan;
    private final StabilityCheck steady;
    private final List<TippingPoint> points = new ArrayList<>();
    /** Gap of the plan at the current values, the start of every search. */
    private double gapNow;

    private SensitivityAnalysis(PlacementProblem problem, DeploymentPlan plan) {
        this.problem = problem.withCurrent(plan.asCurrentTarget().placements());
        this.plan = plan;
        this.steady = new StabilityCheck(plan);
    }

    /** Paths first, in order of their names, then prices; empty if no change in range has an effect or if the application is large. */
    static List<TippingPoint> of(PlacementProblem problem, DeploymentPlan plan) {
        if ((long) plan.instances().size() * problem.infrastructure().hosts().size() > SMALL) {
            return List.of();
        }
        SensitivityAnalysis search = new SensitivityAnalysis(problem, plan);
        // A plan that would be replaced at the current values has no tipping point.
        Answer now = search.steady.under(search.problem);
        if (!now.changed()) {
            search.gapNow = now.gap();
            search.paths().forEach(search::rise);
            search.prices();
        }
        return List.copyOf(search.points);
    }

    private List<PathFigures> paths() {
        SortedSet<PathId> used = new TreeSet<>();
        plan.links().forEach(link -> used.add(oneWay(link.path())));
        plan.entries().forEach(entry -> used.add(oneWay(entry.path())));
        return used.stream()
                .filter(path -> !path.withinSite())
                .flatMap(path -> problem.network().path(path).or(() -> problem.network().path(path.reversed())).stream())
                .limit(MOST_PATHS)
                .toList();
    }

    private static PathId oneWay(PathId path) {
        return path.compareTo(path.reversed()) <= 0 ? path : path.reversed();
    }

    private void rise(PathFigures path) {
        double now = path.meanRtt().value();
        String ends = path.path().from() + "<->" + path.path().to();
        rise(new Knob("RTT " + ends.replace("<->", " <-> "), "ms", now, now * FAR + 1_000, 0.05, "rtt " + ends));
    }

    private void prices() {
        boolean limited = !problem.application().supplement().limits().isEmpty();
        if (!limited && problem.application().goals().stream().noneMatch(Goal.MinimiseCost.class::isInstance)) {
            return;
        }
        SortedSet<String> inUse = new TreeSet<>();
        plan.instances().forEach(placed -> inUse.add(problem.infrastructure().hostTypeOf(placed.hostId()).id()));
        for (HostType type : problem.infrastructure().hostTypes()) {
            double now = type.cost().value() / 100.0;
            Knob price = new Knob("price of " + type.id(), "EUR/month", now, now * FAR + 100, 0.005, "price " + type.id());
            if (inUse.contains(type.id())) {
                rise(price);
            }
            if (now > 0) {
                point(price, now, 0);
            }
        }
        egress();
    }

    /** Increases for uplinks in use; decreases for all uplinks with a price. */
    private void egress() {
        SortedSet<AccessLink> inUse = new TreeSet<>();
        plan.links().stream().filter(link -> !link.path().withinSite()).forEach(link -> inUse.add(AccessLink.of(link.path().to())));
        plan.entries().forEach(entry -> inUse.add(AccessLink.of(entry.path().to())));
        problem.infrastructure().sites().forEach(site -> site.isps()
                .forEach(isp -> isp.egress().filter(price -> price.value() > 0).ifPresent(price -> {
            AccessLink at = new AccessLink(site.id(), isp.id());
            double now = price.value() / 1e6;
            Knob knob = new Knob("egress of " + at, "EUR/GiB", now, now * FAR + 1, 0.0005, "price " + at);
            if (inUse.contains(at)) {
                rise(knob);
            }
            point(knob, now, 0);
        })));
    }

    private void rise(Knob knob) {
        point(knob, knob.now(), knob.most());
    }

    /** Searches between a value that keeps the plan and one that can replace it. */
    private void point(Knob knob, double stays, double turned) {
        Answer last = answer(knob, turned);
        if (!last.changed()) {
            return;
        }
        double here = stays;
        double gapHere = gapNow;
        double there = turned;
        SearchProgress.look("searches for tipping points");
        for (int round = 0; round < ROUNDS && Math.abs(there - here) > Math.max(knob.precision(), there / 1_000); round++) {
            // Bisection in every second round, because the secant method alone can converge slowly from one side.
            double middle = here + (there - here) * (round % 2 == 0 ? share(gapHere, last.gap()) : 0.5);
            Answer tried = answer(knob, middle);
            if (tried.changed()) {
                there = middle;
                last = tried;
            } else {
                here = middle;
                gapHere = tried.gap();
            }
        }
        points.add(new TippingPoint(knob.what(), turned > stays, rounded(knob, there, turned > stays), knob.now(), knob.unit(),
                last.effect()));
    }

    /** Zero of the secant, kept away from both ends; one half if there is no secant. */
    private static double share(double stays, double changed) {
        boolean line = !Double.isInfinite(stays) && !Double.isInfinite(changed);
        return line ? Math.max(0.02, Math.min(0.98, stays / (stays - changed))) : 0.5;
    }

    /** Rounds away from the values that keep the plan, because beyond the reported value the plan must not stay. */
    private static double rounded(Knob knob, double value, boolean above) {
        double steps = knob.unit().equals("ms") ? 10 : knob.unit().equals("EUR/GiB") ? 1_000 : 100;
        return (above ? Math.ceil(value * steps) : Math.floor(value * steps)) / steps;
    }

    private Answer answer(Knob knob, double value) {
        return steady.under(knob.at(value).appliedTo(problem));
    }
}

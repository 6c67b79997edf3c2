package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.Component;
import org.caravan.application.Queue;
import org.caravan.problem.CapacityAdvice;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.FilterCount;
import org.caravan.solver.build.FilterCounts;
import org.caravan.solver.build.HostFilter;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SloPercentile;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** Explains in sentences why there is no placement. */
public final class InfeasibilityReport {

    record Reason(long weight, String text) {}

    private static final int MOST_NAMED = 3;

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final LatencyModel latency;

    public InfeasibilityReport(PlacementProblem problem, CompiledProblem tables) {
        this.problem = problem;
        this.tables = tables;
        this.latency = new LatencyModel(problem);
    }

    /** Reasons independent of any search: overloaded replicas, and instances without a feasible host. */
    public List<String> beforeAnySearch() {
        List<String> sentences = new ArrayList<>(overloaded());
        sentences.addAll(hasUnplaceableInstance());
        return sentences;
    }

    /** Reasons for components whose arrival rate exceeds the capacity of their replicas. */
    private List<String> overloaded() {
        return tables.considered().queues().overloaded().stream().map(componentId -> {
            Component component = problem.application().component(componentId);
            RequestRate rate = problem.application().rateOf(componentId);
            Queue queue = problem.application().queueAt(componentId).orElseThrow();
            return String.format(Locale.ROOT,
                    "Insufficient capacity: (%s) gets %s, and %s used to %.0f %%, so that requests would wait without end. Maybe %s",
                    componentId, rate,
                    component.replicas() == 1 ? "its only replica, which serves " + queue.capacity() + ", would be"
                            : "its " + component.replicas() + " replicas, of which each serves " + queue.capacity() + ", would be",
                    100 * queue.utilisation(), CapacityAdvice.of(component, rate, 1));
        }).toList();
    }

    /** Reasons for instances without a feasible host, in descending order of excluded hosts. */
    List<String> hasUnplaceableInstance() {
        HostFilter filter = new HostFilter(problem, latency);
        FilterCounts removals = new FilterCounts(filter, problem.infrastructure().hosts());
        Set<String> advice = new LinkedHashSet<>();
        List<Reason> reasons = new ArrayList<>();
        for (PlacedInstance instance : tables.instances()) {
            if (instance.positions().length == 0) {
                List<FilterCount> removed = FilterCount.of(removals.of(instance));
                if (removed.stream().anyMatch(removal -> removal.obligation().startsWith("no ipv"))) {
                    advice.addAll(filter.userWays().familyAdvice(instance.component(), problem.infrastructure()));
                }
                if (removed.stream().anyMatch(removal -> removal.obligation().startsWith(HostFilter.UNDIVIDED))) {
                    advice.add(divided());
                }
                reasons.add(new Reason(
                        removed.isEmpty() ? 0 : removed.get(0).hosts(),
                        "Instance (" + instance.id() + ") fits no host: "
                                + (removed.isEmpty() ? "there is none" : FilterCount.text(removed)) + "."));
            }
        }
        List<String> sentences = new ArrayList<>(sorted(reasons));
        sentences.addAll(advice);
        addUnobserved(sentences);
        return sentences;
    }

    private String divided() {
        return "Maybe prepare a host for bandwidth (caravan node check), for example " + problem.inventory().hosts().stream()
                .filter(host -> host.noBandwidth().isPresent()).limit(MOST_NAMED)
                .map(host -> host.hostId() + ": " + host.noBandwidth().get()).collect(Collectors.joining("; ")) + ".";
    }

    /** Reasons from the best placement found: its violated hard constraints, worst first. */
    public List<String> broken(Assignment assignment) {
        IncrementalScore score = new IncrementalScore(tables);
        score.load(assignment.positions());
        List<Reason> reasons = new ArrayList<>();
        for (int host = 0; host < tables.hosts(); host++) {
            addOverload(reasons, score, tables.positions().get(host));
        }
        addSpent(reasons, score);
        addRented(reasons, assignment);
        SloPercentile tails = new SloPercentile(tables, assignment);
        tables.requestPaths().forEach(requestPath -> addMissed(reasons, requestPath, score.micros(requestPath), tails));
        tables.links().forEach(link -> addUnreachable(reasons, link, score));
        tables.separated().stream().filter(score::isTogether).forEach(pair -> reasons.add(together(pair, score)));
        tables.couplings().broken(tables, assignment.positions()).stream().filter(Affinity::required)
                .forEach(coupled -> reasons.add(alone(coupled, score)));
        reasons.addAll(UplinkReasons.of(tables, assignment));
        for (int site = 0; site < tables.siteIds().size(); site++) {
            if (score.slots().over(site) > 0) {
                reasons.add(new Reason(score.slots().over(site), "Insufficient addresses: in the best placement found"
                        + " site (" + tables.siteIds().get(site) + ") would need "
                        + score.slots().over(site) / PenaltyWeights.ADDRESS + " more."));
            }
        }
        List<String> sentences = new ArrayList<>(sorted(reasons));
        addUnobserved(sentences);
        return sentences;
    }

    private void addOverload(List<Reason> reasons, IncrementalScore score, Position position) {
        long cpu = PenaltyWeights.cpuOver(score.cpuUsed(position.index()), position.cpuFree());
        long memory = PenaltyWeights.memoryOver(score.memoryUsed(position.index()), position.memoryFree());
        long disk = score.terms().diskOver(position);
        if (disk > 0) {
            reasons.add(new Reason(disk, "Insufficient disk: in the best placement found host (" + position
                    + ") would need " + Bytes.ofMebi(disk) + " more."));
        }
        long gpus = score.terms().gpusOver(position);
        if (gpus > 0) {
            reasons.add(new Reason(gpus, "Insufficient gpu: in the best placement found host (" + position
                    + ") would need " + gpus / PenaltyWeights.ADDRESS + " more."));
        }
        if (cpu > 0) {
            reasons.add(new Reason(cpu, "Insufficient cpu: in the best placement found host (" + position
                    + ") would need " + new MilliCores(cpu) + " cores more."));
        }
        if (memory > 0) {
            reasons.add(new Reason(memory, "Insufficient memory: in the best placement found host (" + position
                    + ") would need " + Bytes.ofMebi(memory) + " more."));
        }
    }

    private void addSpent(List<Reason> reasons, IncrementalScore score) {
        MonthlyCost spent = new MonthlyCost(score.terms().money());
        problem.application().supplement().limits().stream().filter(limit -> spent.compareTo(limit.most()) > 0)
                .forEach(limit -> reasons.add(new Reason(spent.value() - limit.most().value(), "The limit (" + limit.id()
                        + ") is exceeded: the best placement found costs " + spent + ", not at most " + limit.most() + ".")));
    }

    private void addRented(List<Reason> reasons, Assignment assignment) {
        for (QuotaLeft quota : tables.considered().quotas()) {
            List<Position> rented = RentedText.rented(tables, assignment.positions(), quota);
            if (quota.over(rented) > 0) {
                reasons.add(new Reason(quota.over(rented), "In the best placement found " + quota + " is exceeded: it would rent "
                        + RentedText.words(rented) + ", beside what other applications have."));
            }
        }
    }

    private static void addMissed(List<Reason> reasons, RequestPath requestPath, long micros, SloPercentile tails) {
        if (requestPath.missedBy(micros) > 0) {
            String takes = requestPath.waitsForEver() ? "waits without end, for more comes to a component than its replicas serve"
                    : "takes " + requestPath.latency(micros) + tails.counted(requestPath);
            reasons.add(new Reason(requestPath.missedBy(micros), "The slo (" + requestPath.slo().id() + ") is missed: in the"
                    + " best placement found request (" + requestPath.slo().requestId() + ") of users ("
                    + requestPath.users().id() + ") " + takes + ", not below "
                    + requestPath.slo().limit() + "."));
        }
    }

    private void addUnreachable(List<Reason> reasons, LinkModel link, IncrementalScore score) {
        int instances = tables.instances().size();
        int from = link.from() < instances ? score.positionOf(link.from()) : tables.hosts() + link.from() - instances;
        Position fromPosition = tables.positions().get(from);
        Position toPosition = tables.positions().get(score.positionOf(link.to()));
        if (!link.reachable(fromPosition, toPosition)) {
            String who = link.from() < instances ? tables.instances().get(link.from()) + " on " + fromPosition : "users " + fromPosition;
            String ends = "(" + who + " -> " + tables.instances().get(link.to()) + " on " + toPosition + ")";
            boolean apart = link.from() < instances && !latency.shareFamily(fromPosition.hostId(), toPosition.hostId());
            reasons.add(new Reason(PenaltyWeights.UNREACHABLE, apart
                    ? "No IP version in common: the sites at the two ends of the link " + ends
                    + " of the best placement found have none, so there is no path between them."
                    : "No path is known for the link " + ends + " of the best placement found."));
        }
    }

    private Reason together(AntiAffinityPair pair, IncrementalScore score) {
        return new Reason(PenaltyWeights.BROKEN, "Not apart by " + pair.by() + ": in the best placement found "
                + tables.instances().get(pair.one()) + " is on " + tables.positions().get(score.positionOf(pair.one())) + " and "
                + tables.instances().get(pair.other()) + " on " + tables.positions().get(score.positionOf(pair.other())) + ".");
    }

    private Reason alone(Affinity coupled, IncrementalScore score) {
        return new Reason(PenaltyWeights.BROKEN, "Not together by " + coupled.coupling().by() + ": in the best placement found "
                + tables.instance(coupled.one()) + " is on " + tables.position(score.positionOf(coupled.one())) + ", where no instance of "
                + coupled.coupling().otherId() + " is near.");
    }

    private void addUnobserved(List<String> sentences) {
        problem.inventory().unobserved().forEach(host -> sentences.add(
                "Host (" + host.hostId() + ") was not considered: " + host.reason() + "."));
    }

    private static List<String> sorted(List<Reason> reasons) {
        return reasons.stream()
                .sorted(Comparator.comparingLong(Reason::weight).reversed())
                .map(Reason::text)
                .toList();
    }
}

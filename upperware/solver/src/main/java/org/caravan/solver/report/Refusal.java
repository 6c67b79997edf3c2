package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.caravan.application.Component;
import org.caravan.application.Queue;
import org.caravan.problem.CapacityAdvice;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.HostFilter;
import org.caravan.solver.build.HostRemovals;
import org.caravan.solver.build.Removal;
import org.caravan.solver.model.Coupled;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.Journey;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Separated;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.PromisedTails;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** Explains in sentences why there is no placement. */
public final class Refusal {

    record Reason(long weight, String text) {}

    private final PlacementProblem problem;
    private final PlacementTables tables;
    private final LatencyModel latency;

    public Refusal(PlacementProblem problem, PlacementTables tables) {
        this.problem = problem;
        this.tables = tables;
        this.latency = new LatencyModel(problem);
    }

    /** Reasons independent of any search: overloaded replicas, and instances without a feasible host. */
    public List<String> beforeAnySearch() {
        List<String> sentences = new ArrayList<>(overloaded());
        sentences.addAll(nowhereToSit());
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
    List<String> nowhereToSit() {
        HostFilter filter = new HostFilter(problem, latency);
        HostRemovals removals = new HostRemovals(filter, problem.infrastructure().hosts());
        Set<String> advice = new LinkedHashSet<>();
        List<Reason> reasons = new ArrayList<>();
        for (Tenant tenant : tables.tenants()) {
            if (tenant.seats().length == 0) {
                List<Removal> removed = Removal.of(removals.of(tenant));
                if (removed.stream().anyMatch(removal -> removal.obligation().startsWith("no ipv"))) {
                    advice.addAll(filter.userWays().familyAdvice(tenant.component(), problem.infrastructure()));
                }
                reasons.add(new Reason(
                        removed.isEmpty() ? 0 : removed.get(0).hosts(),
                        "Instance (" + tenant.instance() + ") fits no host: "
                                + (removed.isEmpty() ? "there is none" : Removal.text(removed)) + "."));
            }
        }
        List<String> sentences = new ArrayList<>(sorted(reasons));
        sentences.addAll(advice);
        addUnobserved(sentences);
        return sentences;
    }

    /** Reasons from the best placement found: its violated hard constraints, worst first. */
    public List<String> broken(Seating seating) {
        RunningScore score = new RunningScore(tables);
        score.load(seating.seats());
        List<Reason> reasons = new ArrayList<>();
        for (int host = 0; host < tables.hosts(); host++) {
            addOverload(reasons, score, tables.seats().get(host));
        }
        addSpent(reasons, score);
        addRented(reasons, seating);
        PromisedTails tails = new PromisedTails(tables, seating);
        tables.journeys().forEach(journey -> addMissed(reasons, journey, score.micros(journey), tails));
        tables.links().forEach(link -> addUnreachable(reasons, link, score));
        tables.separated().stream().filter(score::isTogether).forEach(pair -> reasons.add(together(pair, score)));
        tables.couplings().broken(tables, seating.seats()).stream().filter(Coupled::required)
                .forEach(coupled -> reasons.add(alone(coupled, score)));
        reasons.addAll(LineReasons.of(tables, seating));
        for (int site = 0; site < tables.siteIds().size(); site++) {
            if (score.slots().over(site) > 0) {
                reasons.add(new Reason(score.slots().over(site), "Insufficient addresses: in the best placement found"
                        + " site (" + tables.siteIds().get(site) + ") would need "
                        + score.slots().over(site) / HardWeight.ADDRESS + " more."));
            }
        }
        List<String> sentences = new ArrayList<>(sorted(reasons));
        addUnobserved(sentences);
        return sentences;
    }

    private void addOverload(List<Reason> reasons, RunningScore score, Seat seat) {
        long cpu = HardWeight.cpuOver(score.cpuUsed(seat.index()), seat.cpuFree());
        long memory = HardWeight.memoryOver(score.memoryUsed(seat.index()), seat.memoryFree());
        long disk = score.terms().diskOver(seat);
        if (disk > 0) {
            reasons.add(new Reason(disk, "Insufficient disk: in the best placement found host (" + seat
                    + ") would need " + Bytes.ofMebi(disk) + " more."));
        }
        if (cpu > 0) {
            reasons.add(new Reason(cpu, "Insufficient cpu: in the best placement found host (" + seat
                    + ") would need " + new MilliCores(cpu) + " cores more."));
        }
        if (memory > 0) {
            reasons.add(new Reason(memory, "Insufficient memory: in the best placement found host (" + seat
                    + ") would need " + Bytes.ofMebi(memory) + " more."));
        }
    }

    private void addSpent(List<Reason> reasons, RunningScore score) {
        MonthlyCost spent = new MonthlyCost(score.terms().money());
        problem.application().supplement().limits().stream().filter(limit -> spent.compareTo(limit.most()) > 0)
                .forEach(limit -> reasons.add(new Reason(spent.value() - limit.most().value(), "The limit (" + limit.id()
                        + ") is exceeded: the best placement found costs " + spent + ", not at most " + limit.most() + ".")));
    }

    private void addRented(List<Reason> reasons, Seating seating) {
        for (QuotaLeft quota : tables.considered().quotas()) {
            List<Seat> rented = RentedWords.rented(tables, seating.seats(), quota);
            if (quota.over(rented) > 0) {
                reasons.add(new Reason(quota.over(rented), "In the best placement found " + quota + " is exceeded: it would rent "
                        + RentedWords.words(rented) + ", beside what other applications have."));
            }
        }
    }

    private static void addMissed(List<Reason> reasons, Journey journey, long micros, PromisedTails tails) {
        if (journey.missedBy(micros) > 0) {
            String takes = journey.waitsForEver() ? "waits without end, for more comes to a component than its replicas serve" : "takes " + journey.latency(micros) + tails.counted(journey);
            reasons.add(new Reason(journey.missedBy(micros), "The slo (" + journey.slo().id() + ") is missed: in the"
                    + " best placement found request (" + journey.slo().requestId() + ") of users ("
                    + journey.users().id() + ") " + takes + ", not below "
                    + journey.slo().limit() + "."));
        }
    }

    private void addUnreachable(List<Reason> reasons, LinkTable link, RunningScore score) {
        int tenants = tables.tenants().size();
        int from = link.from() < tenants ? score.seatOf(link.from()) : tables.hosts() + link.from() - tenants;
        Seat fromSeat = tables.seats().get(from);
        Seat toSeat = tables.seats().get(score.seatOf(link.to()));
        if (!link.reachable(fromSeat, toSeat)) {
            String who = link.from() < tenants ? tables.tenants().get(link.from()) + " on " + fromSeat : "users " + fromSeat;
            String ends = "(" + who + " -> " + tables.tenants().get(link.to()) + " on " + toSeat + ")";
            boolean apart = link.from() < tenants && !latency.shareFamily(fromSeat.hostId(), toSeat.hostId());
            reasons.add(new Reason(HardWeight.UNREACHABLE, apart
                    ? "No IP version in common: the sites at the two ends of the link " + ends
                    + " of the best placement found have none, so there is no path between them."
                    : "No path is known for the link " + ends + " of the best placement found."));
        }
    }

    private Reason together(Separated pair, RunningScore score) {
        return new Reason(HardWeight.BROKEN, "Not apart by " + pair.by() + ": in the best placement found "
                + tables.tenants().get(pair.one()) + " is on " + tables.seats().get(score.seatOf(pair.one())) + " and "
                + tables.tenants().get(pair.other()) + " on " + tables.seats().get(score.seatOf(pair.other())) + ".");
    }

    private Reason alone(Coupled coupled, RunningScore score) {
        return new Reason(HardWeight.BROKEN, "Not together by " + coupled.coupling().by() + ": in the best placement found "
                + tables.tenant(coupled.one()) + " is on " + tables.seat(score.seatOf(coupled.one())) + ", where no instance of "
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

package org.caravan.solver.paths;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.caravan.application.Users;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.AvoidedPath;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.UplinkCapacity;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.UplinkUsage;

/**
 * Capacity repair: if the preferred paths of links overload a path or an uplink, moves some links to other paths. For an overloaded
 * uplink, moves the smallest number of links that suffices, as far as they have another path with enough capacity. Also repairs missed
 * SLOs and exceeded cost limits ({@link PathImprovement}), and moves links off uplinks whose quotas are used up.
 */
public final class RerouteRepair {

    /** Links that leave an uplink together. @param amount bit/s removed from the uplink */
    private record Leaving(long amount, Set<AvoidedPath> paths) {}

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final LatencyModel latency;
    private final Assignment assignment;
    private final UplinkUsage use;
    private final Set<AvoidedPath> more = new HashSet<>();

    private RerouteRepair(PlacementProblem problem, CompiledProblem tables, Assignment assignment) {
        this.problem = problem;
        this.tables = tables;
        this.latency = new LatencyModel(problem);
        this.assignment = assignment;
        this.use = UplinkUsage.of(tables, assignment);
    }

    /**
     * Returns the same problem, or one in which more links avoid some paths.
     *
     * @param assignment feasible except for the capacity of paths and uplinks
     */
    public static PlacementProblem of(PlacementProblem problem, CompiledProblem tables, Assignment assignment) {
        RerouteRepair rerouting = new RerouteRepair(problem, tables, assignment);
        if (tables.lines().active()) {
            tables.links().forEach(rerouting::offSlowPaths);
        }
        tables.lines().all().forEach(rerouting::offOverloaded);
        tables.lines().all().forEach(rerouting::offOverbooked);
        rerouting.more.addAll(PathImprovement.of(tables, assignment, rerouting::without));
        rerouting.more.addAll(ExcessImprovement.of(tables, assignment, link -> rerouting.from(link) + " -> " + rerouting.to(link),
                rerouting::untouched, rerouting::without));
        return problem.uplinks().rerouted().containsAll(rerouting.more) ? problem
                : problem.withUplinks(problem.uplinks().rerouting(rerouting.more));
    }

    private void offSlowPaths(LinkModel link) {
        PathChoice path = path(link);
        if (tables.lines().throughputOver(path, link) > 0) {
            more.addAll(without(link, choice -> tables.lines().throughputOver(choice, link) == 0));
        }
    }

    private void offOverloaded(UplinkCapacity line) {
        long excess = use.load(line) - line.free();
        Map<String, Leaving> links = new TreeMap<>();
        for (LinkModel link : excess > 0 ? tables.links() : List.<LinkModel>of()) {
            if (line.equals(lineAt(link, true))) {
                long bits = tables.lines().bits()[link.index()];
                Set<AvoidedPath> paths = without(link, choice ->
                        !AccessLink.of(choice.path().to()).equals(line.at()) && tables.lines().throughputOver(choice, link) == 0);
                links.merge(from(link) + " -> " + to(link), new Leaving(bits, paths), RerouteRepair::both);
            }
        }
        leave(new ArrayList<>(links.values()), excess);
    }

    private void offOverbooked(UplinkCapacity line) {
        long excess = use.reserved(line) - line.free();
        List<Leaving> copies = new ArrayList<>();
        for (PlacedInstance instance : excess > 0 ? tables.instances() : List.<PlacedInstance>of()) {
            if (use.uses(instance.index(), line)) {
                Leaving copy = null;
                for (LinkModel link : tables.linksOf()[instance.index()]) {
                    boolean far = link.to() == instance.index();
                    if (line.equals(line.path().isPresent() || line.inbound() ? ofResponses(line, link, far) : lineAt(link, far))) {
                        Set<AvoidedPath> paths = without(link, choice -> line.path().isPresent() ? !line.path().get().equals(choice.path())
                                : !AccessLink.of(far && !line.inbound() ? choice.path().to() : choice.path().from()).equals(line.at()));
                        Leaving one = new Leaving(tables.lines().min()[instance.index()], paths);
                        copy = copy == null ? one : new Leaving(one.amount(), both(copy, one).paths());
                    }
                }
                copies.add(copy);
            }
        }
        leave(copies, excess);
    }

    /** Combines two; if one of them cannot be moved, the result cannot be moved. */
    private static Leaving both(Leaving one, Leaving other) {
        Set<AvoidedPath> paths = new HashSet<>(one.paths());
        paths.addAll(other.paths());
        return new Leaving(one.amount() + other.amount(), one.paths().isEmpty() || other.paths().isEmpty() ? Set.of() : paths);
    }

    /** Moves the smallest candidate that suffices alone; if none suffices, moves the largest and repeats. */
    private void leave(List<Leaving> candidates, long excess) {
        List<Leaving> smallestFirst = new ArrayList<>(candidates.stream().filter(leaving -> !leaving.paths().isEmpty()
                && leaving.amount() > 0)
                .sorted(Comparator.comparingLong(Leaving::amount)).toList());
        long left = excess;
        while (left > 0 && !smallestFirst.isEmpty()) {
            long needed = left;
            Leaving next = smallestFirst.stream().filter(leaving -> leaving.amount() >= needed).findFirst()
                    .orElse(smallestFirst.get(smallestFirst.size() - 1));
            smallestFirst.remove(next);
            more.addAll(next.paths());
            left -= next.amount();
        }
    }

    /** Returns all unwanted paths of the link; empty if all paths are unwanted. */
    private Set<AvoidedPath> without(LinkModel link, Predicate<PathChoice> wanted) {
        Set<AvoidedPath> unwanted = new HashSet<>();
        List<PathChoice> all = every(link);
        all.stream().filter(wanted.negate()).forEach(choice -> unwanted.add(avoided(link, choice)));
        return unwanted.size() == all.size() ? Set.of() : unwanted;
    }

    /**
     * Paths that a link may still take; none if this round excludes one of them already, because two changes of the same links would
     * together exclude what each of them wants.
     */
    private List<PathChoice> untouched(LinkModel link) {
        List<PathChoice> open = every(link).stream().filter(choice -> !problem.uplinks().rerouted().contains(avoided(link, choice)))
                .toList();
        return open.stream().anyMatch(choice -> more.contains(avoided(link, choice))) ? List.of() : open;
    }

    private AvoidedPath avoided(LinkModel link, PathChoice choice) {
        return new AvoidedPath(from(link), to(link), choice.path());
    }

    private List<PathChoice> every(LinkModel link) {
        String to = tables.position(assignment.positions()[link.to()]).hostId();
        return link.from() < tables.instances().size()
                ? latency.everyPath(tables.position(assignment.positions()[link.from()]).hostId(), to)
                : latency.everyEntryPath(users(link), to);
    }

    /**
     * The path, or the access link of the caller, on which the responses of the called copy are reserved; null for a caller, users, or
     * where there is room for all.
     */
    private UplinkCapacity ofResponses(UplinkCapacity line, LinkModel link, boolean far) {
        PathChoice path = path(link);
        return path == null || !far || link.from() >= tables.instances().size() ? null
                : line.inbound() ? tables.lines().downlink(path) : tables.lines().path(path);
    }

    private UplinkCapacity lineAt(LinkModel link, boolean far) {
        PathChoice path = path(link);
        return path == null ? null : tables.lines().line(path, far);
    }

    private PathChoice path(LinkModel link) {
        return link.path(link.relation(tables.position(assignment.positionOf(tables, link.from())),
                tables.position(assignment.positionOf(tables, link.to()))));
    }

    private Users users(LinkModel link) {
        return problem.application().users().get(link.from() - tables.instances().size());
    }

    private String from(LinkModel link) {
        return link.from() < tables.instances().size() ? tables.instance(link.from()).component().id() : users(link).id();
    }

    private String to(LinkModel link) {
        return tables.instance(link.to()).component().id();
    }
}

package org.caravan.solver.score;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.Slo;
import org.caravan.measure.P99;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.problem.PathChoice;
import org.caravan.problem.RttStatistic;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.RequestPath;

/** Explains which path percentile is used for SLOs on percentiles above 95. Assumed values within sites have no percentiles. */
public final class SloPercentile {

    private static final int NAMED = 3;

    private final CompiledProblem tables;
    private final Assignment assignment;

    public SloPercentile(CompiledProblem tables, Assignment assignment) {
        this.tables = tables;
        this.assignment = assignment;
    }

    /** Remarks on SLOs for which another percentile than their own is used. */
    public List<String> notes(List<Slo> slos) {
        List<String> notes = new ArrayList<>();
        slos.stream().filter(SloPercentile::counts).forEach(slo ->
                note(slo, without(paths(requestPath -> requestPath.slo().equals(slo)))).ifPresent(notes::add));
        return notes;
    }

    private static Optional<String> note(Slo slo, List<PathChoice> without) {
        boolean above = slo.percentile() > RttStatistic.HIGHEST_TAIL;
        String counted;
        if (without.isEmpty()) {
            counted = above ? "is on a higher percentile than is known of paths: of these the p99 counts"
                    : slo.percentile() < RttStatistic.HIGHEST_TAIL
                    ? "is on a percentile that is not known of paths: of these the p99 counts, which is above it" : "";
        } else {
            counted = "is on a higher percentile than is known of paths" + (above ? ": of these the p99 counts, and of " : " ")
                    + named(without)
                    + (above ? " the p95" : ": of these the p95 counts") + ", for a p99 takes " + P99.LEAST_SAMPLES + " samples";
        }
        return counted.isEmpty() ? Optional.empty()
                : Optional.of("slo " + slo.id() + " " + counted + "; of waiting at replicas what it asks for");
    }

    /** For example {@code  by the p99 of paths}; empty for an SLO that needs at most a p95. */
    public String counted(RequestPath requestPath) {
        if (!counts(requestPath.slo())) {
            return "";
        }
        Map<PathId, PathChoice> paths = paths(requestPath::equals);
        int without = without(paths).size();
        return paths.isEmpty() ? "" : without == 0 ? " by the p99 of paths" : without == paths.size()
                ? " by the p95 of paths, of which no p99 is known"
                : " by the p99 of paths, or the p95 where no p99 is known";
    }

    private static boolean counts(Slo slo) {
        return RttStatistic.of(slo.percentile()) == RttStatistic.PROMISED_P99;
    }

    /** Paths between sites, ordered by name. */
    private Map<PathId, PathChoice> paths(Predicate<RequestPath> asked) {
        Map<PathId, PathChoice> paths = new TreeMap<>();
        tables.hops().stream().filter(hop -> asked.test(hop.requestPath())).map(this::path).flatMap(Optional::stream)
                .filter(path -> !path.path().withinSite()).forEach(path -> paths.put(path.path(), path));
        return paths;
    }

    private Optional<PathChoice> path(RequestHop hop) {
        Position from = tables.positions().get(assignment.positionOf(tables, hop.link().from()));
        Position to = tables.positions().get(assignment.positionOf(tables, hop.link().to()));
        return Optional.ofNullable(hop.link().path(hop.link().relation(from, to)));
    }

    private static List<PathChoice> without(Map<PathId, PathChoice> paths) {
        return paths.values().stream().filter(path -> path.promised().p99Rtt().isEmpty()).toList();
    }

    private static String named(List<PathChoice> paths) {
        Stream<String> first = paths.stream().limit(NAMED)
                .map(path -> path.path() + path.ground().rtt().map(SloPercentile::why).orElse(""));
        return Stream.concat(first, Stream.of((paths.size() - NAMED) + " more").filter(any -> paths.size() > NAMED))
                .collect(Collectors.joining(", "));
    }

    private static String why(PathStatistic rtt) {
        boolean told = rtt.origin() == PathStatistic.Origin.PASSIVE;
        return told ? " (measured on connections)" : rtt.samples() == 0 ? " (estimated)" : " (" + rtt.samples()
                + (rtt.samples() == 1 ? " sample)" : " samples)");
    }
}

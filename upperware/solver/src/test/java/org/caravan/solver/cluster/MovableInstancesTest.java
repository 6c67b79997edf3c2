package org.caravan.solver.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.plan.PlanAssembly;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.Replanning;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of a large application that runs those move whom a change concerns, whatever it breaks; and others where these find no room. */
class MovableInstancesTest {

    private static final PlanningPolicy SHORT = new PlanningPolicy(1, 30, 50);

    private final PlacementProblem problem = BenchProblem.of(new BenchProblem.Size(120, 500, 16), 1, false);
    private final CompiledProblem before = ProblemCompiler.of(problem);
    private final int[] positions = new ConstructionHeuristic(before).find().positions();
    private final Clusters clusters = new Clusters(before);
    private final PlacementProblem running = Replanning.withTarget(problem,
            PlanAssembly.of(problem, Assignment.of(before, positions).hostIds(before)));

    /** As when a site is lost: hosts are, and paths to it are silent. */
    @Test
    void whoHasNoPathLeftMovesThoughOthersLostTheirHost() {
        LinkModel cut = before.links().stream().filter(this::mayBeCut).findFirst().orElseThrow();
        String here = siteId(cut.from());
        String there = siteId(cut.to());
        int lost = IntStream.range(0, positions.length).filter(instance -> canGo(instance, cut)).findFirst().orElseThrow();
        PlacementProblem now = running.withNetwork(without(here, there))
                .excluding(Map.of(before.position(positions[lost]).hostId(), "lost"));
        CompiledProblem tables = PreparedProblem.of(now).searched();
        ConstructionHeuristic first = new ConstructionHeuristic(tables);

        boolean[] affected = first.affected();
        Assignment found = new LocalSearch(SHORT).find(tables);

        assertThat(first.asNow()[lost]).isEqualTo(Position.NONE);
        assertThat(affected[lost]).isTrue();
        assertThat(affected[cut.from()]).isTrue();
        assertThat(affected).contains(false);
        assertThat(found.whole()).isTrue();
    }

    @Test
    @Tag("long")
    void whereOnlyAHostOfOthersIsLeftTheseMakeRoom() {
        CompiledProblem placed = ProblemCompiler.of(running);
        PlacedInstance without = placed.instances().stream().filter(instance -> !instance.component().stateful()
                && fullHost(placed, instance) >= 0).findFirst().orElseThrow();
        int host = fullHost(placed, without);
        List<PlacedInstance> instances = new ArrayList<>(placed.instances());
        instances.set(without.index(), new PlacedInstance(without.index(), without.id(), without.component(), without.demand(),
                new int[] {host}, true, -1, false, without.moveCents()));
        CompiledProblem tables = placed.withInstances(instances);

        Assignment found = new LocalSearch(SHORT).find(tables);

        assertThat(new ConstructionHeuristic(tables).find().whole()).isFalse();
        assertThat(found.whole()).isTrue();
        assertThat(found.positions()[without.index()]).isEqualTo(host);
    }

    /** On which it has room alone, but not beside those of other clusters who are there and could go; -1 where there is none. */
    private int fullHost(CompiledProblem placed, PlacedInstance instance) {
        IncrementalScore score = new IncrementalScore(placed);
        score.load(positions);
        score.place(instance.index(), Position.NONE);
        for (int host : instance.positions()) {
            boolean others = score.isOpen(host) && score.memoryLeft(instance, host) < 0;
            for (int resident = score.residents().first(host); resident != Position.NONE; resident = score.residents().next(resident)) {
                others &= !placed.instance(resident).component().stateful() && clusters.of(resident) != clusters.of(instance.index());
            }
            if (others) {
                return host;
            }
        }
        return -1;
    }

    /** Between two sites between which data that cannot move never goes. */
    private boolean mayBeCut(LinkModel link) {
        return apart(link) && before.links().stream().filter(this::apart)
                .filter(other -> Set.of(siteId(other.from()), siteId(other.to())).equals(Set.of(siteId(link.from()), siteId(link.to()))))
                .allMatch(other -> !stateful(other.from()) && !stateful(other.to()));
    }

    private boolean apart(LinkModel link) {
        return link.from() < positions.length && !siteId(link.from()).equals(siteId(link.to()));
    }

    /** Of another cluster, with nobody on its host whose data would be lost, and nobody of a cluster that is cut. */
    private boolean canGo(int instance, LinkModel cut) {
        return IntStream.range(0, positions.length).filter(other -> positions[other] == positions[instance])
                .noneMatch(other -> stateful(other) || clusters.of(other) == clusters.of(cut.from()));
    }

    private boolean stateful(int instance) {
        return before.instance(instance).component().stateful();
    }

    private String siteId(int instance) {
        return before.siteIds().get(before.position(positions[instance]).site());
    }

    private NetworkMatrix without(String here, String there) {
        TreeMap<PathId, PathFigures> left = new TreeMap<>(problem.network().all());
        left.keySet().removeIf(path -> Set.copyOf(List.of(path.from().siteId(), path.to().siteId())).equals(Set.of(here, there)));
        return new NetworkMatrix(left, problem.network().silent());
    }
}

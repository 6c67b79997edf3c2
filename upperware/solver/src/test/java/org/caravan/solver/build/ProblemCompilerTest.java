package org.caravan.solver.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.caravan.infrastructure.Host;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.UndividedHosts;
import org.caravan.solver.Replanning;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.junit.jupiter.api.Test;

class ProblemCompilerTest {

    @Test
    void aTenantMaySitWhereNoObligationIsNamedInWords() {
        GeneratedProblems.small(200).map(ProblemCompilerTest::later).map(UndividedHosts::some).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            HostFilter filter = new HostFilter(problem, new LatencyModel(problem));
            for (PlacedInstance instance : tables.instances()) {
                for (Position position : tables.positions().subList(0, tables.hosts())) {
                    Host host = problem.infrastructure().host(position.hostId());
                    assertThat(Arrays.binarySearch(instance.positions(), position.index()) >= 0)
                            .as(instance + " on " + position)
                            .isEqualTo(filter.whyNot(instance.id(), host).isEmpty());
                }
            }
        });
    }

    @Test
    void linksTakeThePathsOfTheLatencyModel() {
        GeneratedProblems.small(60).map(ProblemCompilerTest::later).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            LatencyModel latency = new LatencyModel(problem);
            for (LinkModel link : tables.links()) {
                for (Position to : tables.positions().subList(0, tables.hosts())) {
                    for (Position from : tables.positions()) {
                        assertPath(problem, tables, latency, link, from, to);
                    }
                }
            }
        });
    }

    private static void assertPath(PlacementProblem problem, CompiledProblem tables, LatencyModel latency, LinkModel link, Position from,
            Position to) {
        int instances = tables.instances().size();
        String toId = tables.instance(link.to()).component().id();
        if (link.from() < instances && from.site() >= 0) {
            String fromId = tables.instance(link.from()).component().id();
            assertThat(link.path(link.relation(from, to)))
                    .isEqualTo(latency.link(fromId, from.hostId(), toId, to.hostId()).orElse(null));
        } else if (from.site() < 0 && from.index() - tables.hosts() == link.from() - instances) {
            assertThat(link.path(link.relation(from, to))).isEqualTo(latency
                    .entry(problem.application().users().get(link.from() - instances), toId, to.hostId())
                    .orElse(null));
        }
    }

    /** Some are somewhere by a target; sometimes a host is excluded. */
    private static PlacementProblem later(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode());
        PlacementProblem moved = Replanning.asIfPlacedAnywhere(problem, random);
        return random.nextBoolean() ? moved : moved.excluding(Map.of(problem.infrastructure().hosts().get(0).id(), "drained"));
    }
}

package org.caravan.solver.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.caravan.infrastructure.Host;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.Replanning;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.junit.jupiter.api.Test;

class ProblemCompilerTest {

    @Test
    void aTenantMaySitWhereNoObligationIsNamedInWords() {
        GeneratedProblems.small(200).map(ProblemCompilerTest::later).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            HostFilter filter = new HostFilter(problem, new LatencyModel(problem));
            for (PlacedInstance tenant : tables.tenants()) {
                for (Position seat : tables.seats().subList(0, tables.hosts())) {
                    Host host = problem.infrastructure().host(seat.hostId());
                    assertThat(Arrays.binarySearch(tenant.seats(), seat.index()) >= 0)
                            .as(tenant + " on " + seat)
                            .isEqualTo(filter.whyNot(tenant.instance(), host).isEmpty());
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
                for (Position to : tables.seats().subList(0, tables.hosts())) {
                    for (Position from : tables.seats()) {
                        assertPath(problem, tables, latency, link, from, to);
                    }
                }
            }
        });
    }

    private static void assertPath(PlacementProblem problem, CompiledProblem tables, LatencyModel latency, LinkModel link, Position from, Position to) {
        int tenants = tables.tenants().size();
        String toId = tables.tenant(link.to()).component().id();
        if (link.from() < tenants && from.site() >= 0) {
            String fromId = tables.tenant(link.from()).component().id();
            assertThat(link.path(link.relation(from, to)))
                    .isEqualTo(latency.link(fromId, from.hostId(), toId, to.hostId()).orElse(null));
        } else if (from.site() < 0 && from.index() - tables.hosts() == link.from() - tenants) {
            assertThat(link.path(link.relation(from, to))).isEqualTo(latency
                    .entry(problem.application().users().get(link.from() - tenants), toId, to.hostId())
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

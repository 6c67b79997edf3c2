package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.ProducerTemplate;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.SteeredPartitions.Steered;
import org.caravan.server.SteeredPartitions.Way;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers of this process that share a broker plan the partitions of one problem, one each at a time. */
@Tag("servers")
class SharedPartitionsTest {

    private static final String TAKEN = TracesTest.PLANNING_ASKED_FOR
            + " > search > send caravan.partition-requested > take caravan.partition-requested > partition";

    @TempDir
    Path folder;

    private Collector collector;

    @Test
    void partitionsArePlannedByWhicheverServerIsFree() throws Exception {
        try (SharedServers servers = new SharedServers(folder, "--caravan.planning.partition-from=1", "--caravan.planning.partitions=2");
                Server a = servers.start("a", SteeredPartitions.class); Server b = servers.start("b", SteeredPartitions.class)) {
            collector = servers.collector;
            a.client.put("infrastructure", Server.files("sites.caravan"));
            a.client.put("applications/twins/model", Server.files("twins.caravan"));
            servers.modelsTaken();
            String run = a.client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            a.client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
            aPlanningIsSharedAndTraced(a, b);
            aPlanningThatIsCancelledEndsItsPartitions(a, b);
            List<PartitionJob> jobs = jobs();
            whoeverHandsOverHearsOfFaults(a, b, jobs.get(0));
            whatCannotBeReadHoldsNobodyUp(a, b, jobs.get(0));
            whatAServerHadThatEndedIsPlannedByTheOther(a, b, jobs);
        }
    }

    private void aPlanningIsSharedAndTraced(Server a, Server b) {
        CountDownLatch both = new CountDownLatch(2);
        steered(a, b).forEach(one -> one.together = both);
        String id = a.client.expect(202, "POST", "applications/twins/plannings", null).path("id").asString();
        assertThat(a.client.await("plannings/" + id, answer -> !answer.path("state").asString().matches("WAITING|RUNNING")).path("state")
                .asString()).isEqualTo("DONE");
        assertThat(steered(a, b).map(one -> one.begun.size())).as("one each").containsExactly(1, 1);
        await().until(() -> ended(a, "done") == 1 && ended(b, "done") == 1);
        List.of("a", "b").forEach(server -> assertThat(collector.await(span -> span.server().equals(server)
                && collector.path(span).equals(TAKEN)).attributes())
                .containsEntry("caravan.outcome", "DONE").containsKey("caravan.partition"));
    }

    private void aPlanningThatIsCancelledEndsItsPartitions(Server a, Server b) {
        steered(a, b).forEach(one -> one.way = Way.FOR_EVER);
        String id = a.client.expect(202, "POST", "applications/twins/plannings", null).path("id").asString();
        await().until(() -> steered(a, b).allMatch(one -> one.begun.size() == 2));
        a.client.expect(202, "DELETE", "plannings/" + id, null);
        a.client.await("plannings/" + id, answer -> answer.path("state").asString().equals("CANCELLED"));
        await().until(() -> ended(a, "cancelled") == 1 && ended(b, "cancelled") == 1);
    }

    private static void whoeverHandsOverHearsOfFaults(Server a, Server b, PartitionJob job) {
        steered(a, b).forEach(one -> one.way = Way.FAILS);
        assertThat(a.bean(PartitionPlanners.class).begin(job)).failsWithin(Duration.ofMinutes(5)).withThrowableThat()
                .withMessageMatching("(?s).*partition 0 was not planned by server \\([ab]\\): no room for tables.*");
    }

    /** As of a server of a later version. */
    private static void whatCannotBeReadHoldsNobodyUp(Server a, Server b, PartitionJob job) throws Exception {
        long failed = ended(a, "failed") + ended(b, "failed");
        a.bean(ProducerTemplate.class).sendBodyAndHeaders("jms:queue:caravan.partition-requested", new byte[] {1, 2},
                Map.of("request", 7L, "partition", 0, "format", 2));
        await().until(() -> ended(a, "failed") + ended(b, "failed") == failed + 1);
        steered(a, b).forEach(one -> one.way = Way.SEARCHES);
        PartitionAnswer answer = a.bean(PartitionPlanners.class).begin(job).get(5, TimeUnit.MINUTES);
        assertThat(answer.hostIds()).containsOnlyKeys(job.seated().stream().filter(one -> one.partition().equals(Optional.of(0)))
                .map(PartitionJob.Seated::instance).toList());
        assertThat(answer.by()).isIn("a", "b");
    }

    private static void whatAServerHadThatEndedIsPlannedByTheOther(Server a, Server b, List<PartitionJob> jobs) throws Exception {
        steered(a, b).forEach(one -> one.begun.clear());
        steered(a, b).forEach(one -> one.way = Way.FOR_EVER);
        List<CompletableFuture<PartitionAnswer>> answers = jobs.stream().map(a.bean(PartitionPlanners.class)::begin).toList();
        await().until(() -> steered(a, b).allMatch(one -> one.begun.size() == 1));
        int atA = a.bean(Steered.class).begun.peek();
        b.close();
        a.bean(Steered.class).way = Way.SEARCHES;
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        answers.get(atA).cancel(false);
        assertThat(answers.get(1 - atA).get(5, TimeUnit.MINUTES).by()).isEqualTo("a");
    }

    /** Both partitions of a problem, from where the real planner put it. */
    private static List<PartitionJob> jobs() {
        PlacementProblem problem = ExampleProblem.of(Map.of("twins.caravan", Server.text("twins.caravan"), "sites.caravan",
                Server.text("sites.caravan")), MarketTest::network);
        List<PartitionJob.Seated> seated = ((Planned) new OptaPlannerPlanner().plan(problem)).plan().instances().stream()
                .map(placed -> new PartitionJob.Seated(placed.instance(), placed.hostId(),
                        Optional.of(placed.instance().componentId().startsWith("east") ? 0 : 1))).toList();
        return IntStream.range(0, 2).mapToObj(number -> new PartitionJob(problem, seated, number)).toList();
    }

    private static Stream<Steered> steered(Server... servers) {
        return Stream.of(servers).map(server -> server.bean(Steered.class));
    }

    private static long ended(Server server, String outcome) {
        Timer timer = server.bean(MeterRegistry.class).find("caravan.partition").tag("outcome", outcome).timer();
        return timer == null ? 0 : timer.count();
    }
}

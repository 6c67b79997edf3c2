package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.RunningPlannings;
import org.caravan.server.planning.Targets;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** While a host is silent, its replacement is planned on trial; the planning after the decision takes it over if nothing has changed. */
@Tag("long")
class LossPreparationTest {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final String MODEL = """
            application till {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
              require web in NO
            }
            """;

    private static final AtomicInteger BEGUN = new AtomicInteger();

    /** Counts searches. */
    @Configuration
    static class Counted {

        @Bean
        @Primary
        Planner counted() {
            Planner real = new OptaPlannerPlanner();
            return new Planner() {
                @Override
                public PlanningOutcome plan(PlacementProblem problem) {
                    return real.plan(problem);
                }

                @Override
                public OngoingPlanning begin(PlacementProblem problem) {
                    BEGUN.incrementAndGet();
                    return real.begin(problem);
                }
            };
        }
    }

    @TempDir
    Path data;

    private Server server;
    private String lost;
    private String why;

    @Test
    void aPlanningTakesTheTrialOverIfItsProblemIsTheSame() {
        // Without rounds of looks, which would count the host as alive again.
        try (Server started = Server.start(data, List.of("--caravan.adaptation.every=1h"), Counted.class)) {
            server = started;
            deploy();
            lost = target().instances().get(0).hostId();
            why = "it does not answer since " + Instant.ofEpochMilli(1_000);
            aTrialStoresNothingAndContactsNoSilentHost();
            theSameProblemIsNotSearchedAgain();
            aTrialServesOnce();
            anotherProblemIsPlannedWithoutTheTrial();
            aTrialThatEndedIsNotUsed();
        }
    }

    private void aTrialStoresNothingAndContactsNoSilentHost() {
        Optional<Instant> seen = server.bean(LastSeen.class).last(lost);
        int plans = server.client.get("applications/till/plans").size();
        assertThat(tried()).hasValueSatisfying(plan -> assertThat(plan.instances().get(0).hostId()).isNotEqualTo(lost));
        assertThat(server.bean(LastSeen.class).last(lost)).as("when it last answered").isEqualTo(seen);
        assertThat(server.client.get("applications/till/plans").size()).isEqualTo(plans);
        server.bean(RunningPlannings.class).endTrials();
    }

    private void theSameProblemIsNotSearchedAgain() {
        DeploymentPlan trial = tried().orElseThrow();
        countAsLost();
        int begun = BEGUN.get();
        assertThat(replaced()).hasValueSatisfying(plan -> assertThat(plan.digest()).isEqualTo(trial.digest()));
        assertThat(BEGUN).hasValue(begun);
    }

    private void aTrialServesOnce() {
        int begun = BEGUN.get();
        replaced();
        assertThat(BEGUN).hasValue(begun + 1);
    }

    private void anotherProblemIsPlannedWithoutTheTrial() {
        tried();
        server.bean(LastSeen.class).noneLost();
        int begun = BEGUN.get();
        assertThat(replaced()).as("the host answers, so its inventory is known").isPresent();
        assertThat(BEGUN).hasValue(begun + 1);
    }

    private void aTrialThatEndedIsNotUsed() {
        tried();
        server.bean(RunningPlannings.class).endTrials();
        countAsLost();
        int begun = BEGUN.get();
        assertThat(replaced()).isPresent();
        assertThat(BEGUN).hasValue(begun + 1);
    }

    private void countAsLost() {
        server.bean(LastSeen.class).lost(Map.of(lost, why), System.nanoTime());
    }

    private Optional<DeploymentPlan> tried() {
        return server.bean(RunningPlannings.class).tryOut("till", PlanOrder.replacing(Set.of(lost)), Map.of(lost, why), MOST);
    }

    private Optional<DeploymentPlan> replaced() {
        return server.bean(AutomaticPlans.class).replacing("till", Set.of(lost)).plan();
    }

    private DeploymentPlan target() {
        return server.bean(Targets.class).target("till").orElseThrow();
    }

    private void deploy() {
        server.client.put("infrastructure", Server.files("sites.caravan"));
        String run = server.client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        server.client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
        server.client.put("applications/till/model", Json.write(Map.of("files", Map.of("till.caravan", MODEL))));
        String plan = server.client.expect(200, "POST", "applications/till/plans", null).path("id").asString();
        server.client.expect(202, "POST", "applications/till/plans/" + plan + "/approval", null);
        server.client.await("applications/till/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
    }
}

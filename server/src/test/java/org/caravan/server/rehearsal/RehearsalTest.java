package org.caravan.server.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.planner.Planner;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.AdaptationSettings;
import org.caravan.server.CostSettings;
import org.caravan.server.PathSettings;
import org.caravan.server.ExampleProblem;
import org.caravan.server.ModelRuleSettings;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.planning.PlanningState;
import org.caravan.server.rehearsal.RehearsedDecisions.Decision;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;

/** A given load runs through rules, limits and the planner; replicas share it, and everything that would be called is only recorded. */
class RehearsalTest {

    private static final Instant BEGIN = Instant.parse("2026-11-20T00:00:00Z");
    private static final String MODEL = """
            application shop {
              component web {
                replicas 1..3  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
                requires back.http
              }
              component back { form container { image "back"  cpu 0.2  memory 96 MiB }  provides http on 81 }
              require web in NO
              require back in NO
              metric load { sensor cpu of web }
              rule busy { when load > 80 %  for 1 min  then scale out web by 2  pause 2 min }
              rule alarm { when load > 95 %  for 1 min  then notify "https://hooks.example.org/a"  pause 1 h }
              rule idle { when load < 20 %  for 5 min  then scale in web  pause 6 min }
            }
            """;

    private final Planner planner = new OptaPlannerPlanner();
    private final PlacementProblem problem = ExampleProblem.of(Map.of("shop.caravan", MODEL, "sites.caravan", sites()),
            RehearsalTest::network);
    private final ApplicationModel model = problem.application();
    private final PlanningState state = new PlanningState(problem.infrastructure(), problem.inventory(), problem.network(), List.of(),
            Map.of(),
            Map.of(), of -> List.of(), problem.policy());

    private static String sites() {
        try (InputStream stream = RehearsalTest.class.getResourceAsStream("/sites.caravan")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NetworkMatrix network(Infrastructure infrastructure) {
        List<PathFigures> paths = new ArrayList<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                for (AccessPoint one : from.accessPoints()) {
                    to.accessPoints().stream().filter(other -> from != to && one.family() == other.family()).forEach(other -> paths.add(
                            new PathFigures(new PathId(one, other), figure(12), Optional.empty(), Optional.of(figure(100e6)), 0)));
                }
            }
        }
        return NetworkMatrix.of(paths);
    }

    private static PathStatistic figure(double value) {
        return new PathStatistic(value, 0, value, value, 16, Instant.EPOCH, PathStatistic.Origin.MEASURED);
    }

    private DeploymentPlan first() {
        return ((Planned) planner.plan(state.problem(model, model, Optional.empty(), PlanOrder.PLAIN))).plan();
    }

    private Scene scene(String csv, Map<ActionKind, Autonomy> autonomy) {
        GivenLoad.Read load = GivenLoad.of(csv, model, BEGIN);
        AdaptationSettings adaptation = new AdaptationSettings(Duration.ofSeconds(5), Duration.ofMillis(1500), Duration.ofSeconds(7), 0.5,
                Duration.ofMinutes(10), Duration.ofSeconds(30), 10, 200, 1, 2, Duration.ofHours(1), 0, "", 0,
                new CostSettings(Duration.ZERO, 0.05, 1, 1, 0.9),
                new PathSettings(1.5, Duration.ofMillis(10), 0, Duration.ZERO, Duration.ofHours(1), Duration.ZERO));
        ModelRuleSettings rules = new ModelRuleSettings(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60),
                Duration.ofMinutes(2), Duration.ofMinutes(5));
        return new Scene(model, first(), Optional.empty(), state, load.observed(), new TreeMap<>(), BEGIN, load.end(),
                new Scene.Terms(adaptation, rules, Duration.ofSeconds(15), autonomy, Optional.empty(), false, Duration.ofSeconds(15),
                        address -> Optional.of("Messages to hooks.example.org are not allowed.")));
    }

    private Rehearsed rehearsed(String csv) {
        return Rehearsal.of(scene(csv, Map.of()), planner, () -> false, share -> { });
    }

    private static List<String> texts(Rehearsed result) {
        return result.decisions().stream().map(RehearsalTest::text).toList();
    }

    /** {@code 75 SCALE_OUT DONE web from 1 to 3 replicas}: seconds after the begin. */
    private static String text(Decision decision) {
        return Duration.between(BEGIN, decision.at()).toSeconds() + " " + decision.decided().rule().word() + " "
                + decision.action().map(action -> action.kind().word() + " " + action.state()
                        + action.limit().map(limit -> " by " + limit.name()).orElse("")).orElse("");
    }

    @Test
    void replicasFollowTheLoadTheyShare() {
        // 0.57 cores: 285 % of one copy's 0.2, 95 % of three, so that the bound is reached; then 10 % of one.
        Rehearsed result = rehearsed("0s,cpu of web,0.1\n10m,cpu of web,0.57\n30m,cpu of web,0.02\n1h,cpu of web,0.02\n");
        System.out.println(String.join("\n", texts(result)));
        assertThat(texts(result).get(0)).matches("6[0-9]{2} model-rule notify HELD by message-origins|6[0-9]{2} model-rule scale-out DONE");
        assertThat(texts(result)).anyMatch(text -> text.endsWith("scale-out DONE")).anyMatch(text -> text.endsWith("scale-out HELD by "
                + "replica-bounds")).anyMatch(text -> text.endsWith("notify HELD by message-origins"))
                .anyMatch(text -> text.endsWith("scale-in DONE"));
        assertThat(result.replicas().stream().map(one -> one.byComponent().get("web"))).containsExactly(1, 3, 2, 1);
        assertThat(result.starts()).isEqualTo(2);
        assertThat(result.stops()).isEqualTo(2);
        assertThat(result.moves()).isZero();
        assertThat(texts(rehearsed("0s,cpu of web,0.1\n10m,cpu of web,0.57\n30m,cpu of web,0.02\n1h,cpu of web,0.02\n")))
                .as("the same again").isEqualTo(texts(result));
    }

    @Test
    void anOwnerWhoObservesChangesNothing() {
        Rehearsed result = Rehearsal.of(scene("0s,cpu of web,0.3\n20m,cpu of web,0\n",
                Map.of(ActionKind.SCALE_OUT, Autonomy.OBSERVE)), planner, () -> false, share -> { });
        assertThat(texts(result)).filteredOn(text -> text.contains("scale-out")).isNotEmpty()
                .allMatch(text -> text.endsWith("scale-out OBSERVED"));
        assertThat(result.replicas()).hasSize(1);
    }

    @Test
    void aLostHostIsReplacedAndLaterDecisionsSeeTheReplacement() {
        DeploymentPlan begin = first();
        String lost = begin.instances().get(0).hostId();
        String csv = "0s,host " + lost + ",1\n5m,host " + lost + ",0\n20m,host " + lost + ",1\n30m,host " + lost + ",1\n";
        Rehearsed result = rehearsed(csv);
        System.out.println(String.join("\n", texts(result)));
        assertThat(texts(result)).anyMatch(text -> text.matches("30[5-9] host-lost replace DONE|31[0-9] host-lost replace DONE"));
        assertThat(result.decisions()).filteredOn(one -> one.decided().rule().word().equals("host-lost")).hasSize(1);
        assertThat(result.decisions().get(0).decided().cause()).startsWith(lost + " does not answer since 2026-11-20T00:05:00Z");
    }

    @Test
    void aDayIsAThousandTimesFasterThanRealTime() {
        StringBuilder csv = new StringBuilder();
        for (int hour = 0; hour < 24; hour++) {
            csv.append(hour).append("h,cpu of web,").append(hour % 8 == 4 ? "0.5" : "0.1").append('\n');
        }
        List<Double> progress = new ArrayList<>();
        long begun = System.nanoTime();
        Rehearsed result = Rehearsal.of(scene(csv.toString(), Map.of()), planner, () -> false, progress::add);
        double factor = Duration.ofHours(23).toNanos() / (double) (System.nanoTime() - begun);
        System.out.printf("rehearsal: %.0f times as fast as real time, %d decisions, %d plannings%n", factor, result.decisions().size(),
                result.plannings());
        assertThat(factor).isGreaterThan(1000);
        assertThat(progress).isSorted().allMatch(share -> share >= 0 && share <= 1);
        assertThat(new TreeSet<>(result.decisions().stream().map(Decision::number).collect(Collectors.toSet())))
                .hasSameSizeAs(result.decisions());
    }
}

package org.caravan.server.adaptation.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.api.plan.ReportView;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.rules.path.PathLook;
import org.caravan.server.ExampleProblem;
import org.junit.jupiter.api.Test;

/** Users at one site reach a copy at each of two others. */
class PathLooksTest {

    private static final Instant ZERO = Instant.parse("2026-11-26T03:00:00Z");
    private static final PathId NEAR = PathId.parse("users-bergen.BKK/ipv4 -> bergen.BKK/ipv4");
    private static final PathId FAR = PathId.parse("users-bergen.BKK/ipv4 -> simula.Uninett/ipv4");
    private static final ParsedModels MODELS = CaravanLanguage.parse(Map.of(
            "sites.caravan", ExampleProblem.text("sites.caravan"), "shop.caravan", """
            application shop {
              component web {
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80
              }
              users all { at users-bergen via BKK ipv4  rate 1 requests/s  mix home 100 % }
              request home { users -> web  turns 3  bytes 8 KiB }
              slo fast { p95 latency of home < 300 ms }
            }
            """));
    private static final ApplicationModel SHOP = MODELS.applications().get(0);
    private static final DeploymentPlan PLAN = new DeploymentPlan("shop", "1", Optional.empty(), 1, List.of(), List.of(),
            List.of(entry(1, NEAR), entry(2, FAR)));

    private static EntryPlacement entry(int number, PathId path) {
        return new EntryPlacement("all", new InstanceId("web", number), "http", 80, path, "10.0.0." + number);
    }

    private static PathFigures takes(PathId path, double millis) {
        return new PathFigures(path, new PathStatistic(millis, 0, millis, millis, 5, ZERO, PathStatistic.Origin.MEASURED), Optional.empty(),
                Optional.empty(), 0);
    }

    /** The report lists the slowest path of a hop. */
    private static ReportView report(PathId path, double millis) {
        return new ReportView(0, null, List.of(new ReportView.Latency("home", "all", 2 * millis, 2 * millis, List.of(), false,
                List.of(new ReportView.HopPart("users", "web", path.toString(), 2, millis, Optional.empty(), Optional.empty(),
                        Optional.empty(), 2 * millis, Optional.empty(), Optional.empty(), "measured")),
                Optional.empty())), List.of(), List.of(), List.of(), List.of(), List.of(), Optional.empty(), Optional.empty(), List.of(),
                List.of(), List.of());
    }

    private static Map<String, PathLook> looks(List<PathFigures> figures, List<PathId> silent) {
        NetworkMatrix network = new NetworkMatrix(NetworkMatrix.of(figures).paths(), new TreeSet<>(silent));
        PlacementProblem problem = PlacementProblems.of(SHOP, MODELS.infrastructures().get(0), new Inventory(List.of(), List.of()), network,
                Optional.of(PLAN.asCurrentTarget()), List.of(), PlanningPolicy.DEFAULT);
        Map<String, PathLook> looks = new TreeMap<>();
        PathLooks.of(problem, PLAN, Optional.of(report(FAR, 30)), path -> Optional.of(path.equals(FAR) ? ZERO.plusSeconds(5) : ZERO),
                site -> false).forEach(look -> looks.put(look.path(), look));
        return looks;
    }

    @Test
    void aPathIsComparedWithItsOwnFigureOnly() {
        Map<String, PathLook> looks = looks(List.of(takes(NEAR, 20), takes(FAR, 31)), List.of());
        assertThat(looks.get(FAR.toString()).plannedMillis()).contains(30.0);
        assertThat(looks.get(FAR.toString()).currentMillis()).contains(31.0);
        assertThat(looks.get(NEAR.toString()).plannedMillis()).as("the report has the slowest path only").isEmpty();
        assertThat(looks.get(NEAR.toString()).promise().kept()).isTrue();
    }

    @Test
    void aCutPathHasTheTimeOfItsOwnProbes() {
        Map<String, PathLook> looks = looks(List.of(takes(NEAR, 20)), List.of(FAR));
        assertThat(looks.get(FAR.toString()).cut()).isTrue();
        assertThat(looks.get(FAR.toString()).measured()).isEqualTo(ZERO.plusSeconds(5));
        assertThat(looks.get(FAR.toString()).promise().known()).isTrue();
        assertThat(looks.get(FAR.toString()).promise().kept()).isFalse();
    }

    @Test
    void aPathWithoutAMeasurementBreaksNoPromise() {
        Map<String, PathLook> looks = looks(List.of(takes(NEAR, 20)), List.of());
        assertThat(looks).containsOnlyKeys(NEAR.toString());
        assertThat(looks.get(NEAR.toString()).promise().known()).as("a hop is unknown").isFalse();
    }
}

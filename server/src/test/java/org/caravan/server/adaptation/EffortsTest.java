package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.junit.jupiter.api.Test;

/** What a replacement changes: host pi-1 is lost. */
class EffortsTest {

    private static final Set<String> LOST = Set.of("pi-1");
    private static final DeploymentPlan TARGET = plan("1.0", placed(1, "pi-1", 1), placed(2, "pi-2", 1), placed(3, "pi-3", 1));

    @Test
    void replacingOnlyWhatIsLostDisturbsNothing() {
        DeploymentPlan plan = plan("1.0", placed(1, "pi-4", 2), placed(2, "pi-2", 1), placed(3, "pi-3", 1));
        assertThat(Efforts.of(TARGET, plan, LOST)).isEqualTo(new Effort(0, 1, 0));
        assertThat(Efforts.disruption(TARGET, plan, LOST)).isEqualTo(new Disruption(Map.of(), Map.of("web at bergen", 1), 1));
        assertThat(Efforts.unapproved(Set.of(), TARGET, plan, LOST, Set.of())).isEmpty();
        assertThat(Efforts.receivers(TARGET, plan)).containsExactly("pi-4");
    }

    @Test
    void aMoveOfACopyThatRunsIsADisturbance() {
        DeploymentPlan plan = plan("1.0", placed(1, "pi-2", 2), placed(2, "pi-4", 2), placed(3, "pi-3", 1));
        assertThat(Efforts.of(TARGET, plan, LOST)).isEqualTo(new Effort(1, 2, 1));
        assertThat(Efforts.disruption(TARGET, plan, LOST))
                .isEqualTo(new Disruption(Map.of("web at bergen", 1), Map.of("web at bergen", 1), 1));
        assertThat(Efforts.unapproved(Set.of(), TARGET, plan, LOST, Set.of())).isEmpty();
    }

    @Test
    void aReplacementRollsOutNoModelThatNobodyApproved() {
        DeploymentPlan recreated = plan("1.0", placed(1, "pi-4", 2), placed(2, "pi-2", 2), placed(3, "pi-3", 1));
        assertThat(Efforts.unapproved(Set.of(), TARGET, recreated, LOST, Set.of()).orElseThrow().text())
                .isEqualTo("A newer model waits for approval: the plan would recreate web:2 where it runs.");
        DeploymentPlan newer = plan("1.1", placed(1, "pi-4", 2), placed(2, "pi-2", 1), placed(3, "pi-3", 1));
        assertThat(Efforts.unapproved(Set.of(), TARGET, newer, LOST, Set.of()).orElseThrow().text())
                .isEqualTo("A newer model waits for approval.");
        assertThat(Efforts.unapproved(Set.of(), TARGET, recreated, LOST, Set.of("web:2"))).as("a restart").isEmpty();
    }

    /** A version is optional, so a newer model may have the same. */
    @Test
    void aModelWithOtherComponentsIsNewer() {
        DeploymentPlan fewer = plan("1.0");
        assertThat(Efforts.unapproved(Set.of(), TARGET, fewer, LOST, Set.of())).isPresent();
        assertThat(Efforts.unapproved(Set.of("web"), TARGET, fewer, LOST, Set.of())).as("a component that may be left out").isEmpty();
    }

    /** Messages and commands have no plan that could be compared. */
    @Test
    void aRuleOfAModelThatNobodyApprovedDoesNotAct() {
        assertThat(Efforts.unapproved(model("1.0", "web"), TARGET)).isEmpty();
        assertThat(Efforts.unapproved(model("1.1", "web"), TARGET).orElseThrow().name()).isEqualTo("unapproved-model");
        assertThat(Efforts.unapproved(model("1.0", "shop"), TARGET)).as("other components").isPresent();
    }

    @Test
    void routersThatPlanningAddsBelongToTheModel() {
        ApplicationModel entered = CaravanLanguage.parse(Map.of("shop.caravan", """
                application shop version "1.0" {
                  component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
                  users bergen { at oslo via BKK ipv4  rate 5 requests/s  mix home 100 %  entry by router }
                  request home { users -> web  turns 3  bytes 24 KiB }
                }
                """)).applications().get(0);
        DeploymentPlan target = plan("1.0", placed(1, "pi-1", 1),
                new InstancePlacement(new InstanceId("web-router-bergen", 1), "bergen", "pi-1", 1, 109, null));
        assertThat(Efforts.unapproved(entered, target)).isEmpty();
        assertThat(Efforts.unapproved(model("1.0", "web"), target)).as("a model without the router").isPresent();
    }

    private static ApplicationModel model(String version, String component) {
        return CaravanLanguage.parse(Map.of("shop.caravan", """
                application shop version "%s" {
                  component %s {
                    form container { image "web"  cpu 0.2  memory 96 MiB }
                    provides http on 80  ready when GET "/health" is 200
                  }
                }
                """.formatted(version, component))).applications().get(0);
    }

    @Test
    void dataThatStaysOnALostHostIsNoGain() {
        assertThat(Efforts.disruption(TARGET, TARGET, LOST)).isEqualTo(new Disruption(Map.of(), Map.of("web at bergen", 1), 0));
    }

    private static InstancePlacement placed(int number, String hostId, long generation) {
        return new InstancePlacement(new InstanceId("web", number), "bergen", hostId, generation, 100 + number, null);
    }

    private static DeploymentPlan plan(String version, InstancePlacement... placed) {
        return new DeploymentPlan("shop", version, Optional.empty(), 1, List.of(placed), List.of(), List.of());
    }
}

package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.Architecture;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** What a person chose for a copy at run time survives plans in which the copy uses no uplink. */
class KeptBandwidthTest {

    private static final Bandwidth CHOSEN = new Bandwidth(2, BitRate.ofMbps(20), Optional.of(BitRate.ofMbps(25)));
    private static final Bandwidth OF_TARGET = new Bandwidth(1, BitRate.ofMbps(7), Optional.empty());
    private static final ApplicationModel MODEL = new ApplicationModel("web", "1", List.of(new Component("web", false,
            List.of(Form.container("shop/web", new MilliCores(100), new Bytes(1), Set.of(Architecture.AMD64), Map.of())),
            List.of(), List.of())), List.of(), List.of(), List.of(), List.of(), List.of());

    @Test
    void theTargetDecidesWhereItHasBandwidthAndTheChoiceElsewhere() {
        Map<String, Optional<Bandwidth>> kept = Map.of("web:1", Optional.of(CHOSEN));
        assertThat(chosen(target(List.of()), kept, Map.of())).as("the copy uses no uplink").isEqualTo(Map.of("web:1", CHOSEN));
        DeploymentPlan rolledBack = target(List.of(new BandwidthReservation(new InstanceId("web", 1), new AccessLink("oslo", "Near"),
                OF_TARGET.min(), OF_TARGET.max(), OF_TARGET.share())));
        assertThat(chosen(rolledBack, kept, Map.of())).isEqualTo(Map.of("web:1", OF_TARGET));
        assertThat(chosen(rolledBack, kept, Map.of("web:1", CHOSEN))).as("the order of the plan").isEqualTo(Map.of("web:1", CHOSEN));
    }

    @Test
    void aChoiceOfAnEarlierVersionHasNoAmountsAndOneOfAComponentThatIsGoneIsLeftOut() {
        assertThat(chosen(target(List.of()), Map.of("web:1", Optional.empty()), Map.of())).isEmpty();
        assertThat(chosen(target(List.of()), Map.of("cache:1", Optional.of(CHOSEN)), Map.of())).isEmpty();
    }

    private static Map<String, Bandwidth> chosen(DeploymentPlan target, Map<String, Optional<Bandwidth>> kept,
            Map<String, Bandwidth> ordered) {
        return PlanningState.ChosenBandwidth.fixed(MODEL, Optional.of(target), kept, ordered).supplement().bonds().chosen();
    }

    private static DeploymentPlan target(List<BandwidthReservation> bandwidth) {
        return new DeploymentPlan("web", "1", Optional.empty(), 1, List.of(), List.of(), List.of(), bandwidth);
    }
}

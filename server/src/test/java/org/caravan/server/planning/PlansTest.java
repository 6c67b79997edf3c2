package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.api.plan.ReportView;
import org.caravan.api.plan.ReportView.HopPart;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;

/** What a plan predicts, from the report as it is stored. */
class PlansTest {

    /** As versions before asynchronous and cached hops stored it. */
    private static final String OLD = "{\"from\":\"users\",\"to\":\"web\",\"path\":\"a -> b\",\"roundTrips\":2.0,\"rttMillis\":10.0,"
            + "\"serviceMillis\":4.0,\"serviceP95Millis\":9.0,\"latencyMillis\":24.0,\"basis\":\"measured\"}";

    private static HopPart hop(double share, double tailShare) {
        return new HopPart("web", "db", "b -> c", 1, 10, Optional.empty(), Optional.of(30.0), Optional.of(60.0), 40, Optional.of(share),
                Optional.of(tailShare), "measured");
    }

    private static PredictedLatency.Parts parts(HopPart... hops) {
        return Plans.parts(new ReportView.Latency("home", "all", 0, 0, List.of(), false, List.of(hops), Optional.empty()));
    }

    @Test
    void aHopOfAnEarlierVersionCountsWhole() {
        HopPart old = Json.read(OLD, HopPart.class);
        assertThat(old.meanPart()).isEqualTo(1);
        assertThat(parts(old)).isEqualTo(new PredictedLatency.Parts(20, 0, Optional.of(4.0), Optional.of(9.0), Optional.empty(),
                Optional.empty(), Optional.empty()));
    }

    @Test
    void theTailContainsHopsByTheirShare() {
        HopPart web = Json.read(OLD, HopPart.class);
        assertThat(parts(web, hop(0, 0)).declaredP95()).as("no wait").contains(9.0);
        assertThat(parts(web, hop(0.5, 1)).declaredP95()).as("cached").contains(69.0);
        assertThat(parts(web, hop(0.01, 0)).declaredP95().orElseThrow()).as("mostly cached").isEqualTo(9.3);
        assertThat(parts(web, hop(0.5, 1)).declared()).contains(19.0);
    }
}

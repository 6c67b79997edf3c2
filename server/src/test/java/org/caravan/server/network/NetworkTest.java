package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.run.ProbeProgress.State;
import org.junit.jupiter.api.Test;

class NetworkTest {

    private static final Instant AT = Instant.parse("2026-11-26T03:00:00Z");

    @Test
    void onlyCompleteRunsCountAsRunsOfAllPaths() {
        List<ProbeRunView> newest = new ArrayList<>();
        for (State state : List.of(State.READY, State.CANCELLED, State.FAILED, State.DONE, State.DONE)) {
            newest.add(run(newest.size(), state));
        }

        assertThat(Network.beginnings(newest, AT.minusSeconds(100), 1)).as("the newest one, and the newest complete one")
                .containsExactly(AT, AT.minusSeconds(3));
        assertThat(Network.beginnings(newest, AT.minusSeconds(2), 2)).as("no older than the window").containsExactly(AT);
        assertThat(Network.beginnings(newest.subList(3, 5), AT.minusSeconds(100), 2)).as("the older one measured no further paths")
                .containsExactly(AT.minusSeconds(3));
    }

    private static ProbeRunView run(int age, State state) {
        List<ProbeRunView.PairView> pairs = state == State.DONE ? List.of(new ProbeRunView.PairView("a -> b", 100, 1)) : List.of();
        return new ProbeRunView("p-" + age, "idle", 1, state.name(), 0, 0, 0, 0, List.of(), pairs, AT.minusSeconds(age),
                ProbeFlows.ANY);
    }
}

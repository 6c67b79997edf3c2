package org.caravan.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.PathId;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.server.Pause;
import org.junit.jupiter.api.Test;

class DueProbesTest {

    private static final PathId PATH = PathId.parse("bergen.BKK/ipv4 -> ohio.Amazon/ipv4");

    private long now;
    private final DueProbes due = new DueProbes(new Pause(Duration.ofMinutes(10), () -> now));
    /** What was requested: paths, or whether flows are due. */
    private final List<Object> requested = new ArrayList<>();

    static ProbeRunView run(String id, String scope, State state, String... paths) {
        return new ProbeRunView(id, scope, 1, state.name(), 0, 0, 0, 0, List.of(), List.of(), Instant.EPOCH,
                new ProbeFlows(List.of(paths), ProbeFlows.ANY.flowSeconds(), ProbeFlows.ANY.flowsAtOnce()));
    }

    private boolean request(Object what, boolean accepted) {
        requested.add(what);
        return accepted;
    }

    private void ended(ProbeRunView run, boolean accepted) {
        due.ended(run, () -> due.confirm(paths -> request(paths, accepted)), () -> due.probe(flows -> request(flows, accepted)));
    }

    @Test
    void pathsWaitUntilTheirRunIsAccepted() {
        due.add(List.of(PATH));

        assertThat(due.confirm(paths -> {
            ended(run("p-1", "standard", State.DONE), true);
            return false;
        })).as("refused by a run that ends meanwhile").isFalse();
        assertThat(requested).as("its end confirms them").containsExactly(Set.of(PATH));
        assertThat(due.take()).isEmpty();

        due.add(List.of(PATH));
        assertThat(due.confirm(paths -> {
            assertThat(due.take()).as("taken by the run in progress").containsExactly(PATH);
            return false;
        })).isFalse();
        assertThat(due.take()).isEmpty();

        due.add(List.of(PATH));
        assertThatThrownBy(() -> due.confirm(paths -> {
            throw new IllegalStateException("database");
        })).hasMessage("database");
        assertThat(due.take()).containsExactly(PATH);
    }

    @Test
    void pathsOfACancelledRunWaitAgain() {
        ended(run("standing-1", "idle", State.CANCELLED, PATH.toString()), false);
        assertThat(due.take()).containsExactly(PATH);

        ended(run("standing-2", "idle", State.FAILED, PATH.toString()), false);
        ended(run("p-3", "idle", State.CANCELLED, PATH.toString()), false);
        assertThat(due.take()).as("a run that fails would fail again; a person's run confirms nothing").isEmpty();
    }

    @Test
    void flowsOfARunThatDidNotCompleteAreDueAfterTheRunItGaveWayTo() {
        due.probe(flows -> request(flows, true));
        due.probe(flows -> request(flows, true));
        assertThat(requested).as("flows every 10 min").containsExactly(true, false);
        requested.clear();

        ended(run("standing-1", "budget 1000", State.CANCELLED), true);
        assertThat(requested).as("not at once").isEmpty();
        ended(run("p-2", "standard", State.DONE), true);
        assertThat(requested).containsExactly(true);
        ended(run("standing-3", "budget 1000", State.DONE), true);
        assertThat(requested).as("complete").hasSize(1);
        due.probe(flows -> request(flows, true));
        assertThat(requested).containsExactly(true, false);
    }

    @Test
    void otherRunsChangeNothingAboutFlows() {
        due.probe(flows -> request(flows, true));
        List.of(run("p-1", "budget 1000", State.CANCELLED), run("standing-2", "idle", State.CANCELLED),
                run("standing-3", "budget 1000", State.RUNNING), run("p-4", "standard", State.DONE)).forEach(run -> ended(run, true));

        assertThat(requested).containsExactly(true);
        due.probe(flows -> request(flows, false));
        ended(run("p-5", "standard", State.DONE), true);
        assertThat(requested).as("the run that was refused is late").containsExactly(true, false, false);
    }
}

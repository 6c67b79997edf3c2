package org.caravan.server.adaptation.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.caravan.rules.users.UsersLook;
import org.caravan.server.Tables;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.decision.GivenDecisions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A proposal to follow users is valid as long as they are where it follows them, whichever server leads. */
class FollowProposalsTest {

    private static final Instant BEGIN = Instant.parse("2026-11-27T08:00:00Z");

    private static final Map<String, String> OTHER = Map.of("oslo", "haikou", "haikou", "bergen", "bergen", "oslo");

    @TempDir
    Path folder;

    private final WalkingUsersTest walk = new WalkingUsersTest();
    private ActionStore store;
    private FollowProposals proposals;

    @BeforeEach
    void open() {
        store = GivenDecisions.actions(JdbcClient.create(Tables.in(folder)), Clock.systemUTC());
        proposals = new FollowProposals(store);
    }

    private UsersReason reason(Instant since, String towards, DeploymentPlan target) {
        UsersLook look = new UsersLook("shop", target.digest(), Map.of("bergen", 1.0), Map.of(towards, 0.8, OTHER.get(towards), 0.2));
        return new UsersReason(new UsersMoved(look, since), target, walk.model(), Optional.empty(), WalkingUsersTest.SETTINGS.rules(),
                plan -> new UsersLatency(1, 0), 0.1);
    }

    private String propose(UsersReason reason, State state) {
        String key = reason.key() + " " + State.PROPOSED;
        store.keep(reason.decided("It waits."), Action.of(key, ActionKind.FOLLOW, Autonomy.PROPOSE, state));
        return key;
    }

    private State state(String key) {
        return store.find(key).orElseThrow().action().state();
    }

    @Test
    void aProposalLapsesWhenUsersMoveOn() {
        for (State state : List.of(State.PROPOSED, State.EXPIRED)) {
            UsersReason first = reason(BEGIN.plusSeconds(state.ordinal()), "oslo", walk.target());
            String key = propose(first, state);
            assertThat(proposals.keepOnly(first)).as("its own").isFalse();
            assertThat(state(key)).isEqualTo(state);
            assertThat(proposals.keepOnly(reason(first.moved().since(), "haikou", walk.target()))).isFalse();
            assertThat(state(key)).isEqualTo(State.LAPSED);
        }
    }

    @Test
    void groupsOfWhichBothRiseKeepTheirProposals() {
        String oslo = propose(reason(BEGIN, "oslo", walk.target()), State.PROPOSED);
        String haikou = propose(reason(BEGIN, "haikou", walk.target()), State.PROPOSED);
        assertThat(proposals.keepOnly(reason(BEGIN, "oslo", walk.target()))).isFalse();
        assertThat(List.of(state(oslo), state(haikou))).containsOnly(State.PROPOSED);
    }

    @Test
    void theProposalOfAFormerLeaderIsNotRepeatedAndLapsesAsWell() {
        String key = propose(reason(BEGIN, "oslo", walk.target()), State.PROPOSED);
        assertThat(proposals.keepOnly(reason(BEGIN.plusSeconds(90), "oslo", walk.target()))).isTrue();
        assertThat(state(key)).isEqualTo(State.PROPOSED);
        proposals.lapse("other", "Users are where the plan assumes them.");
        assertThat(state(key)).isEqualTo(State.PROPOSED);
        proposals.lapse("shop", "Users are where the plan assumes them.");
        assertThat(state(key)).isEqualTo(State.LAPSED);
    }
}

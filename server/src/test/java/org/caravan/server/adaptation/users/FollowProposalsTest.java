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

    private final GivenUsers users = new GivenUsers();
    private ActionStore store;
    private FollowProposals proposals;

    @BeforeEach
    void open() {
        store = GivenDecisions.actions(JdbcClient.create(Tables.in(folder)), Clock.systemUTC());
        proposals = new FollowProposals(store);
    }

    private UsersReason reason(Instant since, String towards, DeploymentPlan target) {
        return reason(since, target, Map.of(towards, 0.8, OTHER.get(towards), 0.2));
    }

    private UsersReason reason(Instant since, DeploymentPlan target, Map<String, Double> measured) {
        UsersLook look = new UsersLook("shop", target.digest(), Map.of("bergen", 1.0), measured);
        return new UsersReason(new UsersMoved(look, since), target, users.model(), Optional.empty(), GivenUsers.SETTINGS.rules(),
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
            UsersReason first = reason(BEGIN.plusSeconds(state.ordinal()), "oslo", users.target());
            String key = propose(first, state);
            assertThat(proposals.keepOnly(first, Autonomy.PROPOSE)).as("its own").isFalse();
            assertThat(state(key)).isEqualTo(state);
            assertThat(proposals.keepOnly(reason(first.moved().since(), "haikou", users.target()), Autonomy.PROPOSE)).isFalse();
            assertThat(state(key)).isEqualTo(State.LAPSED);
        }
    }

    @Test
    void groupsOfWhichBothRiseKeepTheirProposals() {
        String oslo = propose(reason(BEGIN, "oslo", users.target()), State.PROPOSED);
        String haikou = propose(reason(BEGIN, "haikou", users.target()), State.PROPOSED);
        assertThat(proposals.keepOnly(reason(BEGIN, "oslo", users.target()), Autonomy.PROPOSE)).isFalse();
        assertThat(List.of(state(oslo), state(haikou))).containsOnly(State.PROPOSED);
    }

    @Test
    void theProposalOfAFormerLeaderIsNotRepeatedAndLapsesAsWell() {
        String key = propose(reason(BEGIN, "oslo", users.target()), State.PROPOSED);
        assertThat(proposals.keepOnly(reason(BEGIN.plusSeconds(90), "oslo", users.target()), Autonomy.PROPOSE)).isTrue();
        assertThat(state(key)).isEqualTo(State.PROPOSED);
        proposals.lapse("other", "Users are where the plan assumes them.");
        assertThat(state(key)).isEqualTo(State.PROPOSED);
        proposals.lapse("shop", "Users are where the plan assumes them.");
        assertThat(state(key)).isEqualTo(State.LAPSED);
    }

    /** Each of three groups rises by less than half of the threshold. */
    @Test
    void aMoveToManyGroupsKeepsItsProposal() {
        UsersReason spread = reason(BEGIN, users.target(), Map.of("bergen", 0.6, "haikou", 0.14, "oslo", 0.13, "taipei", 0.13));
        assertThat(spread.moved().look().elsewhere(GivenUsers.SETTINGS.rules())).isTrue();
        String key = propose(spread, State.PROPOSED);
        assertThat(proposals.keepOnly(spread, Autonomy.PROPOSE)).isFalse();
        assertThat(state(key)).isEqualTo(State.PROPOSED);
    }

    /** The proposal of a former leader does not keep this one from acting after the owner chose another autonomy. */
    @Test
    void proposalsLapseIfTheOwnerIsNotAskedAnyMore() {
        for (Autonomy autonomy : List.of(Autonomy.AUTOMATIC, Autonomy.OBSERVE)) {
            Instant since = BEGIN.plusSeconds(autonomy.ordinal());
            String key = propose(reason(since, "oslo", users.target()), State.PROPOSED);
            assertThat(proposals.keepOnly(reason(since.plusSeconds(90), "oslo", users.target()), autonomy)).isFalse();
            assertThat(state(key)).isEqualTo(State.LAPSED);
        }
    }
}

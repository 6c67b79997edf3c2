package org.caravan.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.PastAction;
import org.caravan.server.Tables;
import org.caravan.server.decision.Action.State;
import org.caravan.server.events.Event;
import org.caravan.server.organisation.OrganisationScope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class ActionStoreTest {

    private static final Instant AT = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    Path folder;

    private DecisionStore decisions;
    private ActionStore one;
    private ActionStore other;

    private JdbcClient database;

    /** Two servers on one database. */
    @BeforeEach
    void open() {
        database = JdbcClient.create(Tables.in(folder));
        decisions = new DecisionStore(database);
        Clock clock = Clock.fixed(AT, ZoneOffset.UTC);
        one = new ActionStore(database, decisions, (Event event) -> { }, clock);
        other = new ActionStore(database, new DecisionStore(database), (Event event) -> { }, clock);
    }

    private static DecisionRecord decided() {
        return DecisionRecord.of(BuiltInRule.HOST_LOST, "pi-1 does not answer.", "It plans.").by("shop").about(List.of("pi-1"));
    }

    private static Action action(String key, State state) {
        return Action.of(key, ActionKind.REPLACE, Autonomy.AUTOMATIC, state);
    }

    @Test
    void aDecisionIsMadeOnceByWhicheverServer() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Long>> kept = IntStream.range(0, 40).mapToObj(i -> threads.submit(() ->
                    (i % 2 == 0 ? one : other).keep(decided(), action("replace shop pi-1 target " + i % 4, State.DECIDED)).number()))
                            .toList();
            Set<Long> numbers = new HashSet<>();
            for (Future<Long> number : kept) {
                numbers.add(number.get());
            }
            assertThat(numbers).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        } finally {
            threads.shutdownNow();
        }
        assertThat(decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10)).hasSize(4);
    }

    @Test
    void anotherServerGoesOnWithADecisionAndRecordsItsEnd() {
        ActionStore.Kept kept = one.keep(decided(), action("key", State.DECIDED));
        one.change(kept, kept.action().about(Set.of("pi-1"), "target").planned("plan", "± web:1", new Effort(0, 1, 0), Set.of("pi-2"))
                .approved("rule host-lost"), "Plan is approved.");
        ActionStore.Kept found = other.open().get(0);
        assertThat(found.action()).isEqualTo(new Action("key", ActionKind.REPLACE, Autonomy.AUTOMATIC, State.DECIDED, Optional.empty(),
                Optional.of("plan"), "± web:1", Optional.of("rule host-lost"), Optional.empty(), new Effort(0, 1, 0),
                Set.of("pi-1"), Optional.of("target"), Set.of("pi-2"), Optional.empty()));
        other.change(found, found.action().deployed(7), "Deployment 7.");
        assertThat(one.past("shop", Duration.ofHours(1))).containsExactly(new PastAction(AT, new Effort(0, 1, 0)));
        other.change(found, found.action().deployed(7).in(State.DONE), "Deployment 7 is done.");
        assertThat(one.open()).isEmpty();
        DecisionView shown = decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10).get(0);
        assertThat(shown.outcome()).isEqualTo("Deployment 7 is done.");
        assertThat(shown.action().orElseThrow().deploymentId()).contains("7");
        assertThat(shown.action().orElseThrow().endedAt()).contains(AT);
    }

    @Test
    void aDecisionNotToActHasItsLimitAndCountsAsNoAction() {
        one.keep(decided(), action("key", State.HELD).limited(new Limit("freeze", "It is frozen.", Optional.empty())));
        DecisionView shown = decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10).get(0);
        assertThat(shown.action().orElseThrow().limit()).contains("freeze");
        assertThat(shown.action().orElseThrow().limitText()).contains("It is frozen.");
        assertThat(one.open()).isEmpty();
        assertThat(one.past("shop", Duration.ofHours(1))).isEmpty();
    }

    @Test
    void aPersonWhoApprovesAProposalIsNamed() {
        ActionStore.Kept kept = one.keep(decided(), action("key", State.PROPOSED).planned("plan", "", Effort.NONE, Set.of())
                .until(AT.plusSeconds(60)));
        one.approved("shop", "another plan", "ann");
        assertThat(one.find("key").orElseThrow()).isEqualTo(kept);
        one.approved("shop", "plan", "ann");
        assertThat(one.find("key").orElseThrow().action().approvedBy()).contains("ann");
        assertThat(one.find("key").orElseThrow().action().expires()).contains(AT.plusSeconds(60));
        one.change(kept, kept.action().deployed(3), "Deployment 3, read before the approval.");
        assertThat(one.find("key").orElseThrow().action().approvedBy()).as("never removed").contains("ann");
    }

    @Test
    void anExpiredProposalCanStillBeApproved() {
        ActionStore.Kept kept = one.keep(decided(), action("key", State.PROPOSED).planned("plan", "", Effort.NONE, Set.of()));
        one.change(kept, kept.action().in(State.EXPIRED), "Nobody approved the plan.");
        assertThat(one.open()).hasSize(1);
        assertThat(decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10).get(0).action()
                .orElseThrow().endedAt()).contains(AT);
        one.approved("shop", "plan", "ann");
        assertThat(one.find("key").orElseThrow().action().approvedBy()).contains("ann");
    }

    @Test
    void hostsThatReceivedCopiesOfOtherApplicationsFromALostHostAreKnown() {
        one.keep(decided(), action("a", State.DECIDED).about(Set.of("pi-1"), "t").planned("p", "", Effort.NONE, Set.of("pi-2", "pi-3")));
        assertThat(other.receivers("till", Set.of("pi-1"), AT.minusSeconds(1))).containsExactly("pi-2", "pi-3");
        assertThat(other.receivers("shop", Set.of("pi-1"), AT.minusSeconds(1))).as("its own").isEmpty();
        assertThat(other.receivers("till", Set.of("pi-9"), AT.minusSeconds(1))).as("another host").isEmpty();
        assertThat(other.receivers("till", Set.of("pi-1"), AT)).as("an earlier loss").isEmpty();
    }

    @Test
    void figuresAreAddedAndThoseOfTheSameNameReplaced() {
        ActionStore.Kept kept = one.keep(decided().with("silence", 7.1, "s"), action("a", State.DECIDED));
        one.measured(kept, List.of(new DecisionRecord.Figure("planned after", 0.5, "s")));
        other.measured(kept, List.of(new DecisionRecord.Figure("planned after", 0.9, "s"),
                new DecisionRecord.Figure("deployment begun after", 1.2, "s")));
        assertThat(decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10).get(0).figures())
                .extracting(figure -> figure.name() + " " + figure.value())
                .containsExactly("silence 7.1", "planned after 0.9", "deployment begun after 1.2");
    }

    /** Another server adds a figure between the read and the update of this one. */
    @Test
    void figuresOfTwoServersDoNotReplaceEachOther() {
        ActionStore.Kept kept = one.keep(decided(), action("a", State.DECIDED));
        List<DecisionRecord.Figure> added = new AbstractList<>() {
            private boolean first = true;

            @Override
            public DecisionRecord.Figure get(int index) {
                if (first) {
                    first = false;
                    other.measured(kept, List.of(new DecisionRecord.Figure("planned after", 0.5, "s")));
                }
                return new DecisionRecord.Figure("deployment begun after", 1.2, "s");
            }

            @Override
            public int size() {
                return 1;
            }
        };
        one.measured(kept, added);
        assertThat(decisions.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10).get(0).figures())
                .extracting(figure -> figure.name()).containsExactly("planned after", "deployment begun after");
    }

    @Test
    void theLatestOfAKeyIsThatOfTheNewestAttempt() {
        one.keep(decided(), action("model-rule shop busy target DECIDED", State.LAPSED));
        one.keep(decided(), action("model-rule shop busy target DECIDED later", State.PROPOSED));
        one.keep(decided(), action("model-rule shop busy target DECIDEDLY", State.HELD));

        assertThat(one.latestOf("model-rule shop busy target DECIDED").orElseThrow().action().state()).isEqualTo(State.PROPOSED);
        assertThat(one.latestOf("model-rule shop idle target DECIDED")).isEmpty();
    }

    /** One loop reads a decision, the other one approves its plan, and the first would record what is no longer so. */
    @Test
    void whatChangedMeanwhileIsNotOverwritten() {
        ActionStore.Kept read = one.keep(decided(), action("replace shop pi-1 target", State.DECIDED));
        Action planned = read.action().planned("p1", "", Effort.NONE, Set.of());
        other.change(read, planned, "Plan p1 is approved.");

        one.changeIfUnchanged(read, read.action().in(State.LAPSED), "Another plan became the target.");

        ActionStore.Kept now = one.find("replace shop pi-1 target").orElseThrow();
        assertThat(now.action().state()).isEqualTo(State.DECIDED);
        one.changeIfUnchanged(now, now.action().in(State.LAPSED), "Another plan became the target.");
        assertThat(one.find("replace shop pi-1 target").orElseThrow().action().state()).isEqualTo(State.LAPSED);
    }

    /** One server reads a decision whose approval waits with the broker, another one begins its plan. */
    @Test
    void aDecisionWhosePlanBeginsDoesNotLapse() {
        ActionStore.Kept read = one.keep(decided(), action("key", State.DECIDED).planned("p1", "", Effort.NONE, Set.of()));
        assertThat(other.claim(read.number())).isTrue();

        one.changeIfUnchanged(read, read.action().in(State.LAPSED), "It was not carried out.");
        assertThat(one.find("key").orElseThrow().action().state()).isEqualTo(State.DECIDED);
        one.changeIfUnchanged(read, read.action().deployed(7), "Deployment 7 carries out its plan.");
        assertThat(one.find("key").orElseThrow().action().deploymentId()).contains(7L);
    }

    @Test
    void aClaimIsRefusedOrEnds() {
        ActionStore.Kept read = one.keep(decided(), action("key", State.DECIDED));
        assertThat(other.claim(read.number())).isTrue();
        ActionStore later = new ActionStore(database, decisions, (Event event) -> { },
                Clock.fixed(AT.plus(Duration.ofMinutes(11)), ZoneOffset.UTC));
        later.changeIfUnchanged(read, read.action().in(State.LAPSED), "It was not carried out.");
        assertThat(one.find("key").orElseThrow().action().state()).as("the server ended before the begin").isEqualTo(State.LAPSED);
        assertThat(later.claim(read.number())).as("lapsed").isFalse();
        assertThat(later.claim(read.number() + 1)).as("deleted").isFalse();
    }

    /** A leader reads a decision and stalls; its successor carries it out; then the former leader learns that its approval is refused. */
    @Test
    void aFormerLeaderDoesNotOverwriteWhatItsSuccessorDid() {
        ActionStore.Kept read = one.keep(decided(), action("key", State.DECIDED));
        Action planned = read.action().planned("p1", "", Effort.NONE, Set.of());
        other.change(read, planned.approved("rule host-lost").deployed(7), "Deployment 7 carries it out.");
        one.refused(read, planned.in(State.FAILED), "It failed: this server does not lead.");
        ActionStore.Kept now = one.find("key").orElseThrow();
        assertThat(now.action().state()).isEqualTo(State.DEPLOYING);
        assertThat(now.action().deploymentId()).contains(7L);

        other.change(now, now.action().in(State.DONE), "Deployment 7 is done.");
        one.change(read, planned.in(State.FAILED), "It failed: this server does not lead.");
        one.change(read, planned.deployed(7), "Deployment 7 carries it out.");
        assertThat(one.find("key").orElseThrow().action().state()).isEqualTo(State.DONE);
    }

    /** Messages and commands have no deployment. */
    @Test
    void aMessageThatWasSentHasNotFailed() {
        ActionStore.Kept read = one.keep(decided(), Action.of("a", ActionKind.NOTIFY, Autonomy.AUTOMATIC, State.DECIDED));
        other.change(read, read.action().in(State.DONE), "Done, by attempt 1.");
        one.change(read, read.action().in(State.FAILED), "It failed in 5 attempts.");
        assertThat(one.find("a").orElseThrow().action().state()).isEqualTo(State.DONE);
    }

    /** The next attempt of a reason whose deployment failed. */
    @Test
    void aFailedActionIsTriedAgainByAnotherDeployment() {
        ActionStore.Kept failed = one.keep(decided(), action("key", State.DECIDED));
        failed = one.change(failed, failed.action().deployed(7).in(State.FAILED), "Deployment 7 failed.");
        ActionStore.Kept again = one.change(failed, action("key", State.DECIDED).planned("p2", "", Effort.NONE, Set.of()), "Plan p2.");
        one.change(again, again.action().deployed(8), "Deployment 8 carries it out.");
        assertThat(one.find("key").orElseThrow().action().deploymentId()).contains(8L);
    }

    @Test
    void aProposalThatIsApprovedMeanwhileDoesNotLapse() {
        ActionStore.Kept read = one.keep(decided(), action("key", State.PROPOSED).planned("p1", "", Effort.NONE, Set.of()));
        other.approved("shop", "p1", "ann");
        one.changeIfUnchanged(read, read.action().in(State.LAPSED), "The condition does not hold any more.");
        assertThat(one.find("key").orElseThrow().action().state()).isEqualTo(State.PROPOSED);
    }

    @Test
    void messagesAndCommandsOfAnHourAreCounted() {
        one.keep(decided(), Action.of("a", ActionKind.NOTIFY, Autonomy.AUTOMATIC, State.DONE));
        one.keep(decided(), Action.of("b", ActionKind.RUN, Autonomy.AUTOMATIC, State.DECIDED));
        one.keep(decided(), Action.of("c", ActionKind.RUN, Autonomy.AUTOMATIC, State.HELD));
        one.keep(decided(), action("d", State.DONE));
        assertThat(one.direct("shop", Duration.ofHours(1))).isEqualTo(2);
        assertThat(one.direct("blog", Duration.ofHours(1))).isZero();
    }

    /** A decision may be held for long before its action begins: limits count from the action. */
    @Test
    void aLateActionCountsFromItsBegin() {
        Clock later = Clock.fixed(AT.plus(Duration.ofMinutes(50)), ZoneOffset.UTC);
        ActionStore late = new ActionStore(database, decisions, event -> {}, later);
        ActionStore.Kept kept = one.keep(decided(), action("replace shop pi-1 target", State.DECIDED));
        late.change(kept, kept.action().planned("p1", "", new Effort(0, 1, 0), Set.of()).deployed(3), "Deployment 3.");

        ActionStore much = new ActionStore(database, decisions, event -> {}, Clock.fixed(AT.plus(Duration.ofMinutes(70)), ZoneOffset.UTC));
        assertThat(much.past("shop", Duration.ofHours(1))).containsExactly(new PastAction(later.instant(), new Effort(0, 1, 0)));
        assertThat(much.latest("shop", ActionKind.REPLACE, Duration.ofHours(1))).contains(later.instant());
        assertThat(much.lastRan("shop", "replace shop ")).contains(later.instant());

        ActionStore.Kept open = much.open().get(0);
        much.change(open, open.action().in(State.DONE), "Deployment 3 is done.");
        assertThat(much.lastRan("shop", "replace shop ")).as("not from its end").contains(later.instant());
    }

    /** Stored as 12:00:00Z and 12:00:00.500Z, in whose order as texts the dot comes first. */
    @Test
    void timesWithinASecondAreComparedAsTimes() {
        Instant half = AT.plusMillis(500);
        ActionStore later = new ActionStore(database, decisions, event -> {}, Clock.fixed(half, ZoneOffset.UTC));
        one.keep(decided(), action("replace shop pi-1 a", State.DONE));
        later.keep(decided(), action("replace shop pi-1 b", State.DONE));
        assertThat(one.lastRan("shop", "replace shop ")).contains(half);

        assertThat(one.latestEnd("shop", "replace shop ")).isEmpty();
        one.ended("shop", "replace shop ", AT.plusMillis(200));
        one.ended("shop", "replace shop ", AT.plusMillis(900));
        assertThat(one.latestEnd("shop", "replace shop ")).contains(AT.plusMillis(900));
        assertThat(one.latestEnd("shop", "replace shop pi-1 a")).as("the first one is kept").contains(AT.plusMillis(200));
    }

    @Test
    void aRefusedApprovalOfARuleIsNoApproval() {
        ActionStore.Kept kept = one.keep(decided(), action("replace shop pi-1 target", State.DECIDED));
        Action planned = kept.action().planned("p1", "", Effort.NONE, Set.of());
        ActionStore.Kept approved = one.change(kept, planned.approved("rule host-lost"), "Plan p1 is approved.");
        one.refused(approved, planned.in(State.FAILED), "It failed: the target changed.");

        Action now = one.find("replace shop pi-1 target").orElseThrow().action();
        assertThat(now.state()).isEqualTo(State.FAILED);
        assertThat(now.approvedBy()).isEmpty();
        assertThat(other.claim(kept.number())).as("the broker delivers the approval again").isFalse();
    }
}

package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.server.simulation.Fault.Kind.APPLICATION_FROZEN;
import static org.caravan.server.simulation.Fault.Kind.DISK_FULL;
import static org.caravan.server.simulation.Fault.Kind.FORECAST_RISES;
import static org.caravan.server.simulation.Fault.Kind.HOST_DIES;
import static org.caravan.server.simulation.Fault.Kind.LIST_STALE;
import static org.caravan.server.simulation.Fault.Kind.LOAD_RISES;
import static org.caravan.server.simulation.Fault.Kind.MESSAGE_DOUBLED;
import static org.caravan.server.simulation.Fault.Kind.MESSAGE_LOST;
import static org.caravan.server.simulation.Fault.Kind.PATH_CUT;
import static org.caravan.server.simulation.Fault.Kind.PATH_FLAPS;
import static org.caravan.server.simulation.Fault.Kind.PERSON_REPLANS;
import static org.caravan.server.simulation.Fault.Kind.PROVIDER_REFUSES;
import static org.caravan.server.simulation.Fault.Kind.PROVIDER_SLOW;
import static org.caravan.server.simulation.Fault.Kind.PROVIDER_THROTTLES;
import static org.caravan.server.simulation.Fault.Kind.PROVIDER_WRONG;
import static org.caravan.server.simulation.Fault.Kind.SERVER_KILLED;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds in which the simulation found something, shrunk to the faults that it takes. */
@Tag("long")
class FoundWorldsTest {

    @TempDir
    static Path folder;

    private static Ground ground;

    @BeforeAll
    static void read() {
        ground = Ground.in(folder);
    }

    /** The simulation itself lost a message after the end of all faults. */
    @Test
    void calmWorldLosesNoMessage() {
        assertThat(violation(15, new Fault(5_697, PATH_CUT, "west-2", 453, 24), new Fault(5_773, MESSAGE_LOST, "0", 2, 40),
                new Fault(11_484, MESSAGE_LOST, "0", 6, 49))).isEmpty();
    }

    /** A later plan gave its address to the successor in the same site. */
    @Test
    void lostHostComesBackWithItsCopy() {
        assertThat(violation(48, new Fault(7_170, HOST_DIES, "core-1", 771, 6), new Fault(7_370, PATH_CUT, "east-1", 175, 57),
                new Fault(7_419, HOST_DIES, "east-2", 1_400, 22))).isEmpty();
    }

    /** A deployment that the full disk interrupted stayed under way until the next start. */
    @Test
    void deploymentContinuesOnceTheDiskHasSpace() {
        assertThat(violation(145, new Fault(2_733, MESSAGE_DOUBLED, "0", 982, 47), new Fault(3_103, MESSAGE_DOUBLED, "0", 73, 20),
                new Fault(10_364, PATH_CUT, "core-1", 786, 29), new Fault(11_153, DISK_FULL, "0", 78, 9))).isEmpty();
    }

    /** The plan of the way back gave the address of a copy on a lost host to its successor. */
    @Test
    void wayBackUsesNoAddressOfACopyOnALostHost() {
        assertThat(violation(134, new Fault(3_708, PROVIDER_THROTTLES, "east-1", 2, 43), new Fault(6_414, PROVIDER_WRONG, "west-1", 147, 0),
                new Fault(6_458, PROVIDER_WRONG, "west-2", 107, 7), new Fault(6_842, PROVIDER_SLOW, "west-1", 612, 8),
                new Fault(9_586, PROVIDER_WRONG, "west-1", 321, 58), new Fault(9_991, PROVIDER_THROTTLES, "east-1", 684, 33),
                new Fault(10_129, PATH_FLAPS, "west-1", 1_272, 11), new Fault(10_137, PROVIDER_REFUSES, "east-2", 22, 16))).isEmpty();
    }

    /** The freeze came while the plan was made. */
    @Test
    void frozenApplicationIsNotChangedByAPlanFromBefore() {
        assertThat(violation(172, new Fault(1_213, PROVIDER_SLOW, "core-1", 1_784, 10), new Fault(2_929, PATH_CUT, "west-2", 609, 41),
                new Fault(2_941, APPLICATION_FROZEN, "1", 73, 6))).isEmpty();
    }

    /** Two deployments failed before their first step; the third plan gave the address of the copy that served to its successor. */
    @Test
    void severalFailedDeploymentsRememberTheServingCopy() {
        assertThat(violation(5212, new Fault(1_864, HOST_DIES, "core-1", 586, 14), new Fault(2_275, PATH_CUT, "west-2", 68, 7),
                new Fault(2_314, PATH_CUT, "east-1", 415, 0))).isEmpty();
    }

    /** The freeze came a second after the approval, before the deployment began: approved plans are carried out. */
    @Test
    void planThatWasApprovedBeforeTheFreezeIsCarriedOut() {
        assertThat(violation(4088, new Fault(1_882, SERVER_KILLED, "1", 3, 1), new Fault(2_407, PROVIDER_SLOW, "core-1", 690, 18),
                new Fault(2_611, MESSAGE_LOST, "1", 903, 6), new Fault(2_822, DISK_FULL, "1", 146, 28),
                new Fault(2_945, HOST_DIES, "west-1", 130, 6), new Fault(3_050, APPLICATION_FROZEN, "0", 560, 33))).isEmpty();
    }

    /** A server ended after it had ordered the completion of a deployment; the next one continued it, and nothing ended the decision. */
    @Test
    void decisionToCompleteEndsWithTheDeployment() {
        assertThat(violation(807, new Fault(2_995, PATH_CUT, "core-1", 77, 44), new Fault(3_016, DISK_FULL, "0", 831, 15),
                new Fault(3_103, APPLICATION_FROZEN, "0", 1_389, 19), new Fault(4_487, SERVER_KILLED, "0", 2, 30))).isEmpty();
    }

    /** The list of a host lacked a new copy, so that the deployment went back and left it. */
    @Test
    void copyThatAListLacksIsNotLeftOver() {
        assertThat(violation(433, new Fault(10_377, LIST_STALE, "east-1", 324, 47), new Fault(10_592, HOST_DIES, "west-2", 68, 21)))
                .isEmpty();
        assertThat(violation(641, new Fault(11_007, MESSAGE_LOST, "0", 4, 22), new Fault(11_781, HOST_DIES, "west-2", 151, 21),
                new Fault(11_827, LIST_STALE, "east-1", 174, 17))).isEmpty();
    }

    /** For the same reason, a rule created a further copy every few minutes. */
    @Test
    void copyThatAListLacksIsNotReplaced() {
        assertThat(violation(584, new Fault(497, MESSAGE_LOST, "1", 108, 28), new Fault(2_320, MESSAGE_LOST, "0", 2, 57),
                new Fault(3_050, MESSAGE_LOST, "0", 49, 8), new Fault(3_561, HOST_DIES, "west-2", 1_722, 56),
                new Fault(3_702, LIST_STALE, "east-2", 1_145, 1), new Fault(3_987, PERSON_REPLANS, "0", 2, 40))).isEmpty();
    }

    /** A deployment was repeated; the next plan gave the address of the serving copy to its successor. */
    @Test
    void repeatedDeploymentRemembersTheServingCopy() {
        assertThat(violation(799, new Fault(368, HOST_DIES, "west-2", 327, 7), new Fault(6_402, MESSAGE_LOST, "0", 255, 22),
                new Fault(6_637, HOST_DIES, "core-1", 1_445, 55), new Fault(6_700, MESSAGE_DOUBLED, "0", 1_027, 15),
                new Fault(7_525, MESSAGE_LOST, "0", 143, 34), new Fault(9_128, HOST_DIES, "east-1", 40, 34))).isEmpty();
    }

    /** The same with a doubled message and a deployment that stayed held; a host was lost two hours later. */
    @Test
    void heldDeploymentRemembersTheServingCopy() {
        assertThat(violation(888, new Fault(2_073, MESSAGE_DOUBLED, "1", 239, 6), new Fault(3_441, PATH_FLAPS, "core-1", 323, 59),
                new Fault(3_446, PROVIDER_REFUSES, "east-1", 978, 58), new Fault(11_552, HOST_DIES, "east-1", 449, 31))).isEmpty();
    }

    /** The host of the new copy went down for two seconds after the confirmation; {@link Watch} expected the server to know. */
    @Test
    void failureAfterTheConfirmationIsUnknown() {
        assertThat(violation(2137, new Fault(1_821, SERVER_KILLED, "0", 62, 51), new Fault(3_121, SERVER_KILLED, "0", 6, 2),
                new Fault(4_193, PROVIDER_THROTTLES, "core-1", 5, 15), new Fault(4_223, MESSAGE_LOST, "0", 2, 22),
                new Fault(5_128, HOST_DIES, "west-2", 741, 2), new Fault(5_201, HOST_DIES, "west-1", 150, 22),
                new Fault(5_646, PERSON_REPLANS, "0", 348, 35), new Fault(5_790, PROVIDER_SLOW, "west-1", 161, 45),
                new Fault(5_915, PROVIDER_SLOW, "west-2", 1_470, 41), new Fault(6_566, PERSON_REPLANS, "0", 10, 46),
                new Fault(6_960, SERVER_KILLED, "0", 11, 31), new Fault(7_863, MESSAGE_LOST, "0", 147, 17),
                new Fault(8_213, PATH_CUT, "core-1", 217, 35), new Fault(8_437, HOST_DIES, "east-1", 2, 30))).isEmpty();
    }

    /** The approval of a plan by a rule of the model got lost; the forecast, its reason, had gone, and nothing ended the decision. */
    @Test
    void decisionOfARuleEndsThoughItsApprovalIsLost() {
        assertThat(violation(7023, formerly(7023), new Fault(590, MESSAGE_LOST, "0", 2, 40),
                new Fault(600, FORECAST_RISES, "0", 16, 49))).isEmpty();
    }

    /** A server ended after its approval; the deployment began while the next one tried the decision again, and was not counted. */
    @Test
    void deploymentThatBeginsLateCountsForTheCoolDown() {
        assertThat(violation(8272, formerly(8272), new Fault(541, LOAD_RISES, "1", 3, 8), new Fault(999, MESSAGE_LOST, "0", 3, 26),
                new Fault(1_047, MESSAGE_DOUBLED, "0", 100, 48), new Fault(1_311, LIST_STALE, "core-1", 37, 53),
                new Fault(1_616, HOST_DIES, "core-1", 5, 45), new Fault(2_394, LOAD_RISES, "0", 290, 30),
                new Fault(2_442, SERVER_KILLED, "1", 14, 54), new Fault(2_445, FORECAST_RISES, "0", 336, 41),
                new Fault(2_662, PATH_FLAPS, "core-1", 331, 15))).isEmpty();
    }

    /** A freeze of 25 min ended a few seconds before the look at the decision; {@link Watch} expected the deployment by then. */
    @Test
    void decisionAfterALongFreezeHasTime() {
        assertThat(violation(9031, formerly(9031), new Fault(4_740, APPLICATION_FROZEN, "0", 1_473, 36),
                new Fault(5_147, HOST_DIES, "west-2", 1_157, 31), new Fault(5_613, MESSAGE_LOST, "0", 11, 18))).isEmpty();
    }

    /** A server ended after a rule with a period had acted; the next one did not know it, and the rule acted again 3 min later. */
    @Test
    void ruleWithAPeriodActsOnceThoughTheLeaderChanges() {
        assertThat(violation(2, new Features(false, Set.of(Features.Feature.SCHEDULES)), new Fault(3_046, SERVER_KILLED, "0", 14, 20)))
                .isEmpty();
    }

    /** Scaling in failed and left a copy to which no users were sent; {@link Watch} counted it when a later plan removed it. */
    @Test
    void copyLeftByAFailedScalingInServesNobody() {
        assertThat(violation(21187, Features.of(21187), new Fault(390, MESSAGE_DOUBLED, "0", 15, 49),
                new Fault(703, PERSON_REPLANS, "0", 20, 20), new Fault(1_729, MESSAGE_DOUBLED, "0", 76, 2),
                new Fault(2_122, SERVER_KILLED, "0", 2, 11), new Fault(2_444, SERVER_KILLED, "0", 1_415, 15),
                new Fault(2_679, HOST_DIES, "west-1", 153, 22), new Fault(4_386, PERSON_REPLANS, "0", 19, 19),
                new Fault(4_389, DISK_FULL, "0", 15, 36), new Fault(5_548, MESSAGE_DOUBLED, "0", 103, 34),
                new Fault(5_685, MESSAGE_LOST, "0", 382, 36), new Fault(8_014, PROVIDER_REFUSES, "west-1", 1_341, 6),
                new Fault(8_925, PROVIDER_THROTTLES, "east-2", 630, 51), new Fault(9_152, SERVER_KILLED, "0", 28, 20),
                new Fault(10_619, HOST_DIES, "west-2", 351, 50))).isEmpty();
    }

    /** Features of a seed before there were schedules. */
    private static Features formerly(long seed) {
        Set<Features.Feature> has = EnumSet.noneOf(Features.Feature.class);
        has.addAll(Features.of(seed).has());
        has.remove(Features.Feature.SCHEDULES);
        return new Features(false, has);
    }

    /** In a world without features. */
    private static String violation(long seed, Fault... faults) {
        return violation(seed, Features.FORMER, faults);
    }

    private static String violation(long seed, Features features, Fault... faults) {
        return World.run(ground, folder, seed, List.of(faults), Duration.ofHours(4), Worlds.servers(seed), Planted.NONE,
                features).violation().orElse("");
    }
}

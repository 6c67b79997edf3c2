package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.server.simulation.Fault.Kind.APPLICATION_FROZEN;
import static org.caravan.server.simulation.Fault.Kind.DISK_FULL;
import static org.caravan.server.simulation.Fault.Kind.HOST_DIES;
import static org.caravan.server.simulation.Fault.Kind.LIST_STALE;
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
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds in which the simulation found something, shrunk to the faults that it takes. */
class FoundWorldsTest {

    @TempDir
    static Path folder;

    private static World.Ground ground;

    @BeforeAll
    static void read() {
        ground = World.Ground.in(folder);
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

    private static String violation(long seed, Fault... faults) {
        return World.run(ground, folder, seed, List.of(faults), Duration.ofHours(4), Worlds.servers(seed), Planted.NONE).violation()
                .orElse("");
    }
}

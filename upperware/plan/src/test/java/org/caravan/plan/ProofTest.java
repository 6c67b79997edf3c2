package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProofTest {

    @Test
    void certificatesSayWhoProvedWhat() {
        assertThat(certificate(1_000, 1_000, proof(3.21, 981, 0))).hasToString("the best possible by its goals, proved by CP-SAT in 3.2 s");
        assertThat(certificate(1_000, 994, proof(60.2, 981, 0)))
                .hasToString("within 0.6 % of the best possible by its goals (CP-SAT's bound after 60 s; 1.9 % by relaxation)");
        assertThat(certificate(1_000, 981, proof(60, 981, 0)))
                .hasToString("within 1.9 % of the best possible by its goals (by relaxation; CP-SAT proved no higher bound in 60 s)");
        assertThat(certificate(1_000, 1_000, proof(0, 1_000, 0)))
                .hasToString("the best possible by its goals, proved (CP-SAT was not needed)");
        assertThat(new Certificate(1_000, 994)).hasToString("within 0.6 % of the best possible by its goals");
    }

    @Test
    void whatElseThereIsToKnowIsSaid() {
        assertThat(certificate(1_000, 1_000, proof(1, 900, 250)).remarks())
                .containsExactly("CP-SAT found this placement: it is better than the one of the search by 2.50 points");
        Proof missing = new Proof("CP-SAT", 0, 981, 0, List.of(), Optional.of("it is not there.\nMaybe add it."));
        assertThat(certificate(1_000, 981, missing))
                .hasToString("within 1.9 % of the best possible by its goals (by relaxation; CP-SAT did not run)");
        assertThat(certificate(1_000, 981, missing).remarks()).containsExactly("CP-SAT did not run: it is not there.", "Maybe add it.");
        Proof less = new Proof("CP-SAT", 1, 900, 0, List.of("prices", "colours"), Optional.empty());
        assertThat(certificate(1_000, 950, less).remarks())
                .containsExactly("CP-SAT's model omits prices, colours: its bound is valid, but a tighter one can exist");
        assertThat(certificate(1_000, 1_000, less).remarks()).as("nothing is nearer").isEmpty();
        assertThat(new Certificate(1, 0).remarks()).isEmpty();
    }

    @Test
    void ofSeveralTheLeastCounts() {
        assertThat(proof(1, 900, 3).with(proof(2, 800, 7))).isEqualTo(proof(3, 800, 3));
    }

    private static Certificate certificate(long points, long bound, Proof proof) {
        return new Certificate(points, bound).with(proof);
    }

    private static Proof proof(double seconds, long relaxed, long gained) {
        return new Proof("CP-SAT", seconds, relaxed, gained, List.of(), Optional.empty());
    }
}

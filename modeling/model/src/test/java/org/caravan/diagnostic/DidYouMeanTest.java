package org.caravan.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {

    @Test
    void whatDiffersLeastStandsFirst() {
        assertThat(DidYouMean.of("day", List.of("role", "name", "days", "organisation"))).startsWith("days").hasSize(4);
        assertThat(DidYouMean.of("HOSTID", List.of("label", "hostId"))).as("letters of either case").startsWith("hostId");
    }

    @Test
    void ofThoseThatDifferAlikeThoseThatStartAlike() {
        assertThat(DidYouMean.of("cart", List.of("part", "card", "carts"))).containsExactly("card", "carts", "part");
    }

    @Test
    void fiveAreEnough() {
        assertThat(DidYouMean.of("x", List.of("a", "b", "c", "d", "e", "f", "a"))).hasSize(5).doesNotHaveDuplicates();
        assertThat(DidYouMean.of("x", List.of())).isEmpty();
    }
}

package org.caravan.server.adaptation.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.junit.jupiter.api.Test;

class SilentSitesTest {

    /** All pairs of sites; those with a cut end are silent. */
    private static SilentSites of(List<String> sites, Set<String> cut) {
        List<PathFigures> answered = new ArrayList<>();
        Set<PathId> silent = new TreeSet<>();
        for (String from : sites) {
            for (String to : sites) {
                PathId path = PathId.parse(from + ".Net/ipv4 -> " + to + ".Net/ipv4");
                if (!from.equals(to) && (cut.contains(from) || cut.contains(to))) {
                    silent.add(path);
                } else {
                    answered.add(new PathFigures(path, new PathStatistic(20, 0, 20, 20, 5, Instant.EPOCH, PathStatistic.Origin.MEASURED),
                            Optional.empty(), Optional.empty(), 0));
                }
            }
        }
        return SilentSites.of(new NetworkMatrix(NetworkMatrix.of(answered).paths(), new TreeSet<>(silent)));
    }

    @Test
    void oneCutSiteIsSilentAndTheOthersAnswer() {
        SilentSites three = of(List.of("a", "b", "c"), Set.of("a"));
        assertThat(three.silent()).containsExactly("a");
        assertThat(three.answering()).containsExactly("b", "c");
    }

    @Test
    void ifNoPairAnswersAllSitesAreSilent() {
        assertThat(of(List.of("a", "b", "c"), Set.of("a", "b")).silent()).containsExactly("a", "b", "c");
        assertThat(of(List.of("a", "b"), Set.of("a")).silent()).containsExactly("a", "b");
        assertThat(of(List.of("a"), Set.of()).answering()).as("paths within a site do not count").isEmpty();
    }
}

package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathId;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

class PlacementProblemTest {

    private static final Reservation SMALL = new Reservation(new MilliCores(100), Bytes.ofMebi(10));

    @Test
    void canonicalTextHoldsEverythingAPlannerMayKnow() throws IOException {
        Path golden = Path.of("src/test/resources/golden/problem.txt");
        String text = replanned().canonicalText();
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }

    @Test
    void theFirstPlanIsOfGenerationOne() {
        PlacementProblem first = TwoSites.problem();
        assertThat(first.generation()).isEqualTo(1);
        assertThat(first.parentId()).isEmpty();
        assertThat(first.current()).isEmpty();
    }

    @Test
    void whatOthersHaveIsAddedUpPerHostAndSite() {
        PlacementProblem problem = replanned();
        assertThat(problem.generation()).isEqualTo(8);
        assertThat(problem.reservedElsewhere().get("box-1"))
                .isEqualTo(new Reservation(new MilliCores(200), Bytes.ofMebi(20)));
        assertThat(problem.takenSlots().get("oslo")).containsExactly(100, 102);
    }

    @Test
    void equalProblemsHaveOneDigestAndAnotherSeedAnother() {
        assertThat(replanned().digest()).isEqualTo(replanned().digest());
        assertThat(replanned().digest()).isNotEqualTo(TwoSites.problem().digest());
    }

    private static PlacementProblem replanned() {
        CurrentPlacement web = new CurrentPlacement(new InstanceId("web", 1), "box-1", 101, 7, "a".repeat(64),
                new TreeMap<>(), new TreeMap<>(Map.of("all", new PathId(TwoSites.HOME, TwoSites.OSLO_NEAR))));
        return PlacementProblems.of(
                TwoSites.application(),
                TwoSites.infrastructure(),
                TwoSites.inventory(),
                NetworkMatrix.of(List.of(
                        TwoSites.path(TwoSites.HOME, TwoSites.BERGEN, 10, 12, 8, 12),
                        TwoSites.path(TwoSites.HOME, TwoSites.OSLO_NEAR, 3, 4, 0, 0))),
                Optional.of(new CurrentTarget("b".repeat(64), 7, List.of(web))),
                List.of(
                        new OtherPlacement("oslo", "box-1", 102, SMALL),
                        new OtherPlacement("oslo", "box-1", 100, SMALL),
                        new OtherPlacement("bergen", "box-3", 100, SMALL)),
                PlanningPolicy.DEFAULT);
    }
}

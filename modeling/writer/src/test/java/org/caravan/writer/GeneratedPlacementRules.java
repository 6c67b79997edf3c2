package org.caravan.writer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation;
import org.caravan.unit.BitRate;

/** Couplings and bandwidths that all rules accept. */
final class GeneratedPlacementRules {

    private final Random random;

    GeneratedPlacementRules(Random random) {
        this.random = random;
    }

    PlacementRules of(List<String> ids) {
        List<Coupling> couplings = new ArrayList<>();
        Map<String, Bandwidth> bandwidths = new HashMap<>();
        for (int i = 0; i + 1 < ids.size(); i++) {
            couplings.add(new Coupling(ids.get(i + 1), random.nextBoolean() ? Kind.APART : Kind.TOGETHER, ids.get(i),
                    random.nextBoolean() ? Separation.By.HOST : Separation.By.SITE,
                    random.nextBoolean() ? Optional.empty() : Optional.of((1 + random.nextInt(5_000)) / 1000.0)));
        }
        for (String id : ids) {
            BitRate min = new BitRate(random.nextInt(3) * 1_500L);
            Optional<BitRate> max = random.nextBoolean() ? Optional.empty()
                    : Optional.of(new BitRate(min.value() + 1 + random.nextInt(90_000_000)));
            if (random.nextInt(3) == 0) {
                bandwidths.put(id, new Bandwidth((1 + random.nextInt(9_000)) / 1000.0, min, max));
            }
        }
        return new PlacementRules(couplings, bandwidths);
    }
}

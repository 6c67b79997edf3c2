package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.Bonds;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation.By;
import org.caravan.problem.PlacementProblem;

/** Couplings at random, for problems that have none; the same for the same problem. */
final class GeneratedBonds {

    private GeneratedBonds() {}

    static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode());
        List<String> ids = problem.application().components().stream().map(Component::id).toList();
        List<Coupling> couplings = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            String one = ids.get(random.nextInt(ids.size()));
            String other = ids.get(random.nextInt(ids.size()));
            Optional<Double> weight = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(0.5 + random.nextInt(20));
            Kind kind = random.nextBoolean() ? Kind.TOGETHER : Kind.APART;
            By by = random.nextBoolean() ? By.SITE : By.HOST;
            if (!one.equals(other)) {
                couplings.add(new Coupling(one, kind, other, by, weight));
            }
        }
        return problem.withApplication(problem.application().withBonds(new Bonds(couplings, Map.of())));
    }
}

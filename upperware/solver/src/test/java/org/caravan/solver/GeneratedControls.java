package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.SecurityControl;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.infrastructure.Site;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Bytes;

/** Controls and classes of data at random, in one of four problems, and providers that offer and hold some. */
final class GeneratedControls {

    private static final List<String> CONTROLS = List.of("encrypted", "locked");

    private final Random random;

    private GeneratedControls(Random random) {
        this.random = random;
    }

    static PlacementProblem added(PlacementProblem problem, long seed) {
        Random random = new Random(seed * 15_485_863L);
        random.nextLong();
        return random.nextInt(4) > 0 ? problem : new GeneratedControls(random).added(problem);
    }

    private PlacementProblem added(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        Infrastructure before = problem.infrastructure();
        return problem.withApplication(model.withExtras(model.supplement().withControls(controls(model)).withData(data(model))))
                .withInfrastructure(new Infrastructure(before.name(), before.hostTypes(),
                        before.sites().stream().map(this::guarded).toList()));
    }

    private List<SecurityControl> controls(ApplicationModel model) {
        List<SecurityControl> controls = new ArrayList<>();
        CONTROLS.stream().filter(id -> random.nextInt(3) > 0).forEach(id ->
                controls.add(new SecurityControl(id, Optional.empty(), Optional.empty(), random.nextInt(5) == 0 ? Set.of() : some(model))));
        return controls;
    }

    private List<DataSet> data(ApplicationModel model) {
        Sensitivity asked = Sensitivity.values()[random.nextInt(4)];
        return random.nextBoolean() ? List.of() : List.of(new DataSet("orders", Optional.of(Bytes.ofMebi(100)), Optional.of(asked),
                Set.of(), Set.of(), 1, 1,
                Optional.empty(), some(model), some(model), Set.of()));
    }

    /** At least one. */
    private Set<String> some(ApplicationModel model) {
        Set<String> ids = new HashSet<>(Set.of(model.components().get(random.nextInt(model.components().size())).id()));
        model.components().stream().map(Component::id).filter(id -> random.nextInt(4) == 0).forEach(ids::add);
        return ids;
    }

    private Site guarded(Site site) {
        Map<String, ProviderControls> guards = new TreeMap<>();
        site.hosts().stream().map(Host::provider).distinct().forEach(provider -> guards.put(provider, new ProviderControls(
                random.nextInt(3) > 0 ? Set.copyOf(CONTROLS) : random.nextBoolean() ? Set.of("locked") : Set.of(),
                random.nextBoolean() ? Optional.of(Sensitivity.values()[random.nextInt(4)]) : Optional.empty())));
        return site.withControls(guards);
    }
}

package org.caravan.writer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.Limit;
import org.caravan.application.SecurityControl;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.unit.Bytes;
import org.caravan.unit.MonthlyCost;

/** What an application says beside parts and places, by chance. */
final class GeneratedExtras {

    private final Random random;
    private final List<String> names;

    /** @param names eight different ones */
    GeneratedExtras(Random random, List<String> names) {
        this.random = random;
        this.names = names;
    }

    ApplicationExtras of(List<Component> components, List<Slo> slos, String requestId) {
        List<String> stateful = components.stream().filter(Component::stateful).map(Component::id).toList();
        List<String> all = components.stream().map(Component::id).toList();
        List<DataSet> data = names.subList(0, random.nextInt(4)).stream().map(id -> data(id, stateful, all)).toList();
        Adaptation adaptation = chance() ? Adaptation.NONE
                : new GeneratedAdaptation(random, names.subList(3, 6)).of(pick(components), slos.isEmpty() ? null : slos.get(0).id())
                        .withForecasts(chance() ? List.of()
                                : List.of(new Forecast(requestId, pick(List.of(Forecast.Method.values())), 600, 0.5)));
        List<SecurityControl> controls = names.subList(6, 6 + random.nextInt(3)).stream()
                .map(id -> new SecurityControl(id, maybe(text()), maybe(text()), some(all))).toList();
        Map<String, String> notes = Map.of(names.get(7), text());
        return new ApplicationExtras(data, adaptation, controls, Optional.empty(), chance() ? Map.of() : notes, Map.of(pick(all), notes),
                maybe(random.nextInt(1001) / 1000.0))
                .withLimits(names.subList(0, random.nextInt(3)).stream().map(id -> new Limit(id, new MonthlyCost(random.nextInt(100_000))))
                        .toList())
                .withPlacementRules(new GeneratedPlacementRules(random).of(all))
                .withReadable(stateful.stream().filter(id -> data.stream().anyMatch(one -> one.storedBy().contains(id)))
                        .filter(id -> chance()).collect(Collectors.toSet()));
    }

    private DataSet data(String id, List<String> stateful, List<String> all) {
        int replicas = 1 + random.nextInt(9);
        boolean sites = chance();
        return new DataSet(id, maybe(new Bytes(1L << random.nextInt(50))), maybe(pick(List.of(Sensitivity.values()))),
                sites ? Set.of(names.get(1), names.get(2)) : Set.of(), sites
                        || chance() ? Set.of() : Set.of("NO", "CN"), replicas, replicas + random.nextInt(3),
                maybe(text()), some(stateful), some(all), some(all));
    }

    private String text() {
        return pick(GeneratedModels.TEXTS);
    }

    private Set<String> some(List<String> ids) {
        return ids.stream().filter(id -> chance()).collect(Collectors.toSet());
    }

    private <T> Optional<T> maybe(T value) {
        return chance() ? Optional.of(value) : Optional.empty();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private boolean chance() {
        return random.nextBoolean();
    }
}

package org.caravan.importers.camel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Countries that a location denotes: from location models, by code or English name, and the European Union by treaty. */
final class Regions {

    private static final Set<String> ISO = Set.of(Locale.getISOCountries());

    /** Members since 2020. */
    private static final List<String> EUROPEAN_UNION = List.of("AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU",
            "IE", "IT", "LV",
            "LT", "LU", "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE");

    private final Map<String, Set<String>> within = new HashMap<>();

    Regions(List<Statement> subModels) {
        subModels.stream().filter(model -> model.phrase().equals("location model")).flatMap(model -> model.body().stream())
                .forEach(place -> place.parts("parents", "parent regions", "parent").flatMap(parents -> parents.tokens().stream())
                        .filter(Token::word)
                        .forEach(parent -> within.computeIfAbsent(Statement.lastSegment(parent.text()), unknown -> new HashSet<>())
                                .add(place.argument())));
    }

    /** ISO 3166-1 codes, sorted; empty if the location is unknown. */
    List<String> countries(String place) {
        if (ISO.contains(place)) {
            return List.of(place);
        }
        Set<String> found = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        Deque<String> waiting = new ArrayDeque<>(List.of(place));
        while (!waiting.isEmpty()) {
            String next = waiting.remove();
            if (seen.add(next)) {
                waiting.addAll(within.getOrDefault(next, Set.of()));
                if (ISO.contains(next)) {
                    found.add(next);
                }
            }
        }
        return found.isEmpty() ? known(place) : List.copyOf(found);
    }

    /** Whether the files or a country code define the countries of the location. */
    boolean described(String place) {
        return ISO.contains(place) || within.containsKey(place);
    }

    private static List<String> known(String place) {
        if (place.equals("EU") || place.replace("_", "").equalsIgnoreCase("EuropeanUnion")) {
            return EUROPEAN_UNION;
        }
        String spoken = place.replace('_', ' ');
        return ISO.stream().filter(code -> new Locale("", code).getDisplayCountry(Locale.ENGLISH).equalsIgnoreCase(spoken)).toList();
    }
}

package org.caravan.importers.camel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Declared elements of all models by kind and name. Names are compared without model prefixes, as in all dialects. */
final class Declarations {

    private final Map<String, Map<String, Statement>> byPhrase = new HashMap<>();
    private final List<Statement> all;

    Declarations(List<Statement> subModels) {
        all = subModels.stream().flatMap(model -> model.body().stream()).flatMap(Statement::all).filter(Statement::declares).toList();
        all.forEach(statement -> byPhrase.computeIfAbsent(statement.phrase(), none -> new HashMap<>())
                .putIfAbsent(statement.argument(), statement));
    }

    /** First declaration with this name, searched by kind in the given order. */
    Optional<Statement> find(String reference, String... phrases) {
        String name = Statement.lastSegment(reference);
        return Arrays.stream(phrases).flatMap(phrase -> Optional.ofNullable(byPhrase.getOrDefault(phrase, Map.of()).get(name)).stream())
                .findFirst();
    }

    /** In the order of the files. */
    Stream<Statement> all(String... phrases) {
        return all.stream().filter(statement -> List.of(phrases).contains(statement.phrase()));
    }
}

package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Quantities;
import org.caravan.unit.Bytes;

/** Converts data. A component that is the source of data stores it; software declares the data it generates and consumes. */
final class DataParts {

    private final Draft draft;
    private final List<Statement> models;
    private final Map<Statement, DraftComponent> components;

    DataParts(Draft draft, List<Statement> subModels, Map<Statement, DraftComponent> components) {
        this.draft = draft;
        this.models = subModels.stream().filter(model -> model.phrase().startsWith("data ") && model.phrase().endsWith(" model")).toList();
        this.components = components;
    }

    void read() {
        Map<String, Set<DraftComponent>> holders = holders();
        models.stream().flatMap(model -> model.parts("data")).filter(Statement::declares).forEach(data -> {
            data.carry();
            draft.supplement().data(data.argument());
            data.parts("attribute").forEach(attribute -> size(attribute).ifPresent(size -> {
                draft.supplement().size(data.argument(), size);
                attribute.carry();
            }));
            data.parts("source").forEach(source -> {
                source.carry();
                holders.getOrDefault(source.lastName(), Set.of())
                        .forEach(component -> draft.supplement().stores(component, data.argument()));
            });
        });
        components.forEach((software, component) -> {
            used(software, "generates data").forEach(name -> draft.supplement().produces(component, name));
            used(software, "consumes data").forEach(name -> draft.supplement().consumes(component, name));
        });
    }

    /** {@code attribute Size : int 20 GigaBytes}. */
    private static Optional<Bytes> size(Statement attribute) {
        Optional<String> unit = attribute.words().stream().flatMap(word -> CamelUnits.named(word).stream()).filter(CamelUnits::data)
                .findFirst();
        Optional<String> number = attribute.tokens().stream().filter(Token::number).map(Token::text).findFirst();
        return attribute.argument().toLowerCase(Locale.ROOT).matches(".*(size|volume|capacity).*")
                ? unit.flatMap(known -> number.flatMap(amount ->
                        Quantities.bytes(new BigDecimal(amount).multiply(BigDecimal.valueOf(CamelUnits.bytes(known)))))) : Optional.empty();
    }

    /** Storing components by data source; both the source and the software may declare the relation. */
    private Map<String, Set<DraftComponent>> holders() {
        Map<String, Set<DraftComponent>> holders = new LinkedHashMap<>();
        models.stream().flatMap(model -> model.parts("data source")).forEach(source -> {
            source.carry();
            source.parts("component").peek(Statement::carry).flatMap(held -> draft.find(held.lastName()).stream())
                    .forEach(component -> holders.computeIfAbsent(source.argument(), none -> new LinkedHashSet<>()).add(component));
        });
        components.forEach((software, component) -> software.parts("data source").flatMap(DataParts::names)
                .forEach(name -> holders.computeIfAbsent(name, none -> new LinkedHashSet<>()).add(component)));
        return holders;
    }

    /** Only declared data; unresolved references are reported separately. */
    private Stream<String> used(Statement software, String phrase) {
        return software.parts(phrase).flatMap(use -> {
            List<String> known = names(use).filter(draft.supplement()::hasData).toList();
            Optional.of(known).filter(names -> !names.isEmpty()).ifPresent(names -> use.carry());
            return known.stream();
        });
    }

    private static Stream<String> names(Statement references) {
        return references.tokens().stream().filter(Token::word).map(token -> Statement.lastSegment(token.text()));
    }
}

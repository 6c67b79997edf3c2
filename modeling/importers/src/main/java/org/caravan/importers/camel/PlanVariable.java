package org.caravan.importers.camel;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Variable;
import org.caravan.adaptation.Variable.Property;
import org.caravan.formula.Formula;
import org.caravan.formula.Units;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;

/** Converts a variable: with a formula it becomes a computed metric, otherwise a plan variable of a component. */
final class PlanVariable {

    private final Draft draft;
    private final Declarations declared;
    private final Values values;

    PlanVariable(Draft draft, Declarations declared, Values values) {
        this.draft = draft;
        this.declared = declared;
        this.values = values;
    }

    Value read(Statement variable) throws Unsupported {
        if (variable.parts("current-config").findFirst().isPresent()) {
            throw new Unsupported("because formulas use decisions of a plan, not the state before it");
        }
        if (variable.parts("on candidates").findFirst().isPresent()) {
            throw new Unsupported("because formulas know the hosts of a plan, not all that could be had");
        }
        Optional<String> formula = variable.part("formula");
        return formula.isPresent() ? computed(variable, formula.get()) : decided(variable);
    }

    private Value computed(Statement variable, String text) throws Unsupported {
        Optional<Statement> template = template(variable);
        Optional<String> said = template.flatMap(one -> one.part("unit")).flatMap(CamelUnits::named);
        String unit = said.isPresent() ? said.get() : values.unitOf(text, List.of());
        Formula formula = values.formula(text, List.of(), Optional.of(unit));
        boolean plain = unit.equals(Value.PLAIN);
        String id = values.names().give(variable.argument(), "variable");
        values.add(new Metric(id, Optional.empty(), false, Optional.empty(), Optional.of(formula), plain ? values.measure(formula)
                : Units.measure(unit).orElseThrow(),
                Optional.empty(), Optional.empty(), plain ? Optional.empty() : Optional.of(unit)));
        carry(variable, template);
        return new Value(id, unit);
    }

    private Value decided(Statement variable) throws Unsupported {
        Optional<Statement> template = template(variable);
        Property property = property(meaning(variable, template)).orElseThrow(
                () -> new Unsupported("because plans decide only replicas, cpu and memory of components"));
        DraftComponent component = variable.part("component").flatMap(name -> draft.find(Statement.lastSegment(name)))
                .orElseThrow(() -> new Unsupported("because it names no component that is carried over"));
        String unit = property == Property.MEMORY ? template.flatMap(one -> one.part("unit")).flatMap(CamelUnits::named)
                .filter(CamelUnits::data).orElse("MiB") : Value.PLAIN;
        String id = values.names().give(variable.argument(), "variable");
        values.add(new Variable(id, property, Optional.of(component.id())));
        carry(variable, template);
        return new Value(id, unit);
    }

    private void carry(Statement variable, Optional<Statement> template) {
        variable.carry("template", "component", "formula");
        template.ifPresent(one -> {
            one.carry("attribute", "unit");
            one.parts("value type").forEach(type -> type.because("because no range of values is checked"));
            one.part("attribute").flatMap(name -> declared.find(name, "measurable attribute")).ifPresent(Statement::carry);
        });
    }

    private Optional<Statement> template(Statement variable) {
        return variable.part("template").flatMap(name -> declared.find(name, "template"));
    }

    /** All words that indicate its meaning: names of the template, its attribute and unit, and their annotations. */
    private String meaning(Statement variable, Optional<Statement> template) {
        Stream<String> attribute = template.flatMap(one -> one.part("attribute"))
                .flatMap(name -> declared.find(name, "measurable attribute")).stream()
                .flatMap(found -> found.words().stream());
        Stream<String> said = template.stream().flatMap(one -> one.parts("attribute", "unit")).flatMap(part -> part.words().stream());
        return Stream.of(variable.part("template").stream(), said, attribute).flatMap(words -> words).map(Statement::lastSegment)
                .collect(Collectors.joining(" ")).toLowerCase(Locale.ROOT);
    }

    private static Optional<Property> property(String meaning) {
        if (meaning.matches(".*(cardinality|instances|componentinstance|instancenumber).*")) {
            return Optional.of(Property.REPLICAS);
        }
        if (meaning.matches(".*(cores|computationpower).*")) {
            return Optional.of(Property.CPU);
        }
        return meaning.matches(".*(\\bram|memory).*") && !meaning.contains("utili") ? Optional.of(Property.MEMORY) : Optional.empty();
    }
}

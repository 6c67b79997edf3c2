package org.caravan.importers.camel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.SecurityControl;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.DraftNames;
import org.caravan.text.TextRule;

/**
 * Converts security requirements: controls of a catalogue that must be in force where components run. Only referenced controls are
 * converted.
 */
final class Controls {

    private final Draft draft;
    private final Declarations declared;
    private final Map<String, Set<String>> componentIds = new LinkedHashMap<>();

    Controls(Draft draft, Declarations declared) {
        this.draft = draft;
        this.declared = declared;
    }

    /** Adds the security requirement referenced by a component's requirement set. */
    void require(Statement use, DraftComponent component) {
        declared.find(use.argument(), "security requirement").ifPresent(requirement -> {
            requirement.carry("controls");
            requirement.parts("controls").flatMap(part -> part.words().stream())
                    .forEach(name -> componentIds.computeIfAbsent(Statement.lastSegment(name), none -> new TreeSet<>())
                            .add(component.id()));
        });
    }

    void finish() {
        DraftNames names = new DraftNames();
        componentIds.forEach((name, components) -> {
            Optional<Statement> control = declared.find(name, "security control");
            control.ifPresent(one -> one.carry("name", "domain", "sub-domain", "specification"));
            String domain = control.stream().flatMap(one -> Stream.of("domain", "sub-domain").flatMap(phrase -> one.part(phrase).stream()))
                    .map(this::title).distinct().collect(Collectors.joining(": "));
            draft.supplement().control(new SecurityControl(names.give(name, "control"), Optional.of(domain).filter(text -> !text.isBlank()),
                    control.flatMap(one -> one.part("specification")).map(Controls::printable), components));
        });
    }

    /** Name of a domain as words. */
    private String title(String domain) {
        return printable(declared.find(domain, "domain").flatMap(found -> found.part("name")).orElse(Statement.lastSegment(domain)));
    }

    private static String printable(String text) {
        return TextRule.LINE.cleaned(text.replaceAll("\\\\[nrt]", " ")).replaceAll(" +", " ").strip();
    }
}

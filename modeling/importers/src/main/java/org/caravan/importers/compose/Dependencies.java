package org.caravan.importers.compose;

import java.util.OptionalInt;
import java.util.Set;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** Converts the dependencies and links of a service. */
final class Dependencies {

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode service;
    private final Set<String> leftOut;

    /** @param leftOut services that do not become components; reported at their declaration */
    Dependencies(Draft draft, DraftComponent component, YamlNode service, Set<String> leftOut) {
        this.draft = draft;
        this.component = component;
        this.service = service;
        this.leftOut = leftOut;
    }

    void read() {
        service.get("depends_on").ifPresent(needed -> {
            if (needed.isMap()) {
                needed.entries().forEach((name, how) -> {
                    how.get("condition"); // required components are always ready before the component starts
                    how.get("restart").filter(again -> again.text().equals("true"))
                    .ifPresent(again -> draft.findings().notCarried(again.at(), "depends_on.restart",
                            "because a component resolves new copies of required components by name", component));
                    how.get("required").filter(always -> always.text().equals("false"))
                            .ifPresent(always -> draft.findings().notCarried(always.at(), "depends_on.required",
                            "because what a component requires is always part of the application", component));
                    UnconvertedCompose.list(how, "depends_on.", component, draft.findings());
                    link(name, how);
                });
            } else {
                needed.items().forEach(item -> link(item.text(), item));
            }
        });
        service.get("links").ifPresent(links -> links.items().forEach(item -> link(item.text().split(":", 2)[0], item)));
    }

    private void link(String name, YamlNode at) {
        if (leftOut.contains(name)) {
            return;
        }
        draft.find(name).ifPresentOrElse(
                other -> draft.link(component, other, OptionalInt.empty(), at.at()),
                () -> draft.findings().doubt("dangling-reference", at.at(), component.id() + " depends on " + name
                        + ", which is no service here.",
                        "remove it, or name one of " + draft.byOriginalName().keySet() + ".", component));
    }
}

package org.caravan.importers.compose;

import java.util.OptionalInt;
import java.util.Set;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.yaml.YamlNode;

/** The services that a service depends on or links to. */
final class Dependencies {

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode service;
    private final Set<String> leftOut;

    /** @param leftOut services that do not become components, which is reported where they are declared */
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
                    how.entries();
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
                () -> draft.findings().doubt("dangling-reference", at.at(), component.id() + " depends on " + name + ", which is no service here.",
                        "remove it, or name one of " + draft.byOriginalName().keySet() + ".", component));
    }
}

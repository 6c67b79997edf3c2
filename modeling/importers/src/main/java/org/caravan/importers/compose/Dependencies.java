package org.caravan.importers.compose;

import java.util.OptionalInt;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Mentions;
import org.caravan.importers.yaml.YamlNode;

/** Whom a service needs: what it depends on, links to, or names in its variables. */
final class Dependencies {

    private final Draft draft;
    private final DraftComponent component;
    private final YamlNode service;

    Dependencies(Draft draft, DraftComponent component, YamlNode service) {
        this.draft = draft;
        this.component = component;
        this.service = service;
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
        service.get("links").ifPresent(links -> links.items().forEach(item -> link(item.text().replaceAll(":.*$", ""), item)));
        service.get("environment").ifPresent(variables -> {
            Mentions mentions = new Mentions(draft, component);
            variables.entries().forEach((name, value) -> mentions.in(name, Interpolation.of(value.text()).value(), value.at()));
            variables.items().stream().filter(item -> item.text().contains("=")).forEach(item -> mentions.in(
                    item.text().replaceAll("(?s)=.*", ""), Interpolation.of(item.text().replaceAll("(?s)^[^=]*=", "")).value(), item.at()));
        });
    }

    private void link(String name, YamlNode at) {
        draft.find(name).ifPresentOrElse(
                other -> draft.link(component, other, OptionalInt.empty(), at.at()),
                () -> draft.findings().doubt("dangling-reference", at.at(), component.id() + " depends on " + name + ", which is no service here.",
                        "remove it, or name one of " + draft.byOriginalName().keySet() + ".", component));
    }
}

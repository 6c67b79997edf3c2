package org.caravan.server.events;

import java.util.Optional;
import java.util.Set;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Decides which organisations receive an event: all receive events of the installation, an organisation also its own. Unknown kinds go to
 * the installation only.
 */
@Component
class Audience {

    private static final Set<String> OPEN = Set.of("probe", "network", "infrastructure");

    private final Ownership owners;

    Audience(Ownership owners) {
        this.owners = owners;
    }

    static boolean open(JsonNode event) {
        return OPEN.contains(event.path("type").asString(""));
    }

    /** Organisation that owns the event; empty if none does. */
    Optional<String> owner(JsonNode event) {
        return switch (event.path("type").asString("")) {
            case "application", "plan", "step", "deployment", "restart" ->
                    owners.of(Kind.APPLICATION, event.path("application").asString(""));
            // Images without an owner existed before organisations did.
            case "image" -> Optional.of(owners.of(Kind.IMAGE, event.path("image").asString("")).orElse(Organisations.DEFAULT));
            default -> Optional.empty();
        };
    }
}

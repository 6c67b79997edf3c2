package org.caravan.server.events;

import java.util.Optional;
import java.util.Set;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Owners;
import org.caravan.server.organisation.Owners.Kind;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Who hears of an event: all of what is the installation's, an organisation of what is its own, the installation of everything. What is not known here is for it alone. */
@Component
class Audience {

    private static final Set<String> OPEN = Set.of("probe", "network", "infrastructure");

    private final Owners owners;

    Audience(Owners owners) {
        this.owners = owners;
    }

    static boolean open(JsonNode event) {
        return OPEN.contains(event.path("type").asString(""));
    }

    /** Empty where no organisation does. */
    Optional<String> owner(JsonNode event) {
        return switch (event.path("type").asString("")) {
            case "application", "plan", "step", "deployment", "restart" -> owners.of(Kind.APPLICATION, event.path("application").asString(""));
            // Those without an owner were there before there were organisations.
            case "image" -> Optional.of(owners.of(Kind.IMAGE, event.path("image").asString("")).orElse(Organisations.DEFAULT));
            default -> Optional.empty();
        };
    }
}

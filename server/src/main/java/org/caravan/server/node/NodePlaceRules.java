package org.caravan.server.node;

import java.util.Optional;
import org.caravan.api.node.NodePlace;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/** Accepted values of a {@link NodePlace}. */
final class NodePlaceRules {

    /** Must not start with a hyphen: programs on nodes would parse it as an option. */
    private static final String ADDRESS = "[A-Za-z0-9:_][A-Za-z0-9:._-]{0,252}";
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_-]{0,62}";

    private NodePlaceRules() {}

    /**
     * @throws ProblemException if a value is not a valid name, address or port; a credentials name must not leave the credentials folder
     */
    static NodePlace checked(NodePlace place) {
        check("site", place.siteId().filter(text -> !text.matches(NAME)), "use the name of a site of the infrastructure.");
        check("host type", place.hostTypeId().filter(text -> !text.matches(NAME)), "use the name of a host type of the infrastructure.");
        check("address", place.address().filter(text -> !text.matches(ADDRESS)), "write an address literal or a name.");
        check("port", place.port().filter(number -> number < 1 || number > 65_535), "leave it out for 22.");
        check("credentials", place.credentials().filter(text -> !text.matches(NAME)),
                "use the name of a folder in the server's folder of credentials.");
        return place;
    }

    /** @throws ProblemException if the infrastructure text cannot contain the name */
    static void checkName(String hostId) {
        check("name", Optional.of(hostId).filter(text -> !text.matches(NAME)),
                "begin it with a letter; use letters, digits, - and _, up to 63.");
    }

    private static void check(String what, Optional<?> wrong, String suggestion) {
        wrong.ifPresent(value -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "place-invalid", "No node has the " + what + " (" + shown(value)
                    + ").", suggestion);
        });
    }

    /** Beginning of a rejected value, without control characters, because a request can contain anything. */
    private static String shown(Object value) {
        String text = value.toString();
        return (text.length() <= 80 ? text : text.substring(0, 80) + "…").replaceAll("[^\\x20-\\x7e…]", "\uFFFD");
    }
}

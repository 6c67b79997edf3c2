package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/** Location and access of a node. All fields may be absent if the infrastructure already contains the host. */
@Schema(name = "NodePlace", description = "Location of a node and how to reach it.")
record NodePlace(
        @Schema(description = "Id of the site.", example = "bergen") Optional<String> siteId,
        @Schema(description = "Id of the host type.", example = "raspberry-pi-3") Optional<String> hostTypeId,
        @Schema(description = "Address of the node's SSH server: an address literal or a name.", example = "198.51.100.12")
        Optional<String> address,
        @Schema(description = "Port of the SSH server, 1 to 65535 (default: 22).", example = "22") Optional<Integer> port,
        @Schema(description = "Name of the credentials (default: those of the site's other nodes).", example = "testbed")
        Optional<String> credentials) {

    static final NodePlace NONE = new NodePlace(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Must not start with a hyphen: programs on nodes would parse it as an option. */
    private static final String ADDRESS = "[A-Za-z0-9:_][A-Za-z0-9:._-]{0,252}";
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_-]{0,62}";

    /**
     * @throws ProblemException if a value is not a valid name, address or port; a credentials name must not leave the credentials folder
     */
    NodePlace checked() {
        check("site", siteId.filter(text -> !text.matches(NAME)), "use the name of a site of the infrastructure.");
        check("host type", hostTypeId.filter(text -> !text.matches(NAME)), "use the name of a host type of the infrastructure.");
        check("address", address.filter(text -> !text.matches(ADDRESS)), "write an address literal or a name.");
        check("port", port.filter(number -> number < 1 || number > 65_535), "leave it out for 22.");
        check("credentials", credentials.filter(text -> !text.matches(NAME)),
                "use the name of a folder in the server's folder of credentials.");
        return this;
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

package org.caravan.server.access;

import static org.caravan.server.access.Role.ADMIN;
import static org.caravan.server.access.Role.DEPLOYER;
import static org.caravan.server.access.Role.OPERATOR;
import static org.caravan.server.access.Role.VIEWER;
import static org.springframework.http.HttpMethod.DELETE;
import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.POST;
import static org.springframework.http.HttpMethod.PUT;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpMethod;

/**
 * Access rules: the first rule that matches a request applies. Requests without a matching rule concern the installation: its tokens may
 * read, its admins may do the rest. The isolation of organisations is not here, but in the {@link
 * org.caravan.server.organisation.OrganisationScope} of each request.
 */
final class AccessRules {

    /**
     * @param method empty: any method
     * @param installation whether tokens of an organisation are refused, whatever their role
     */
    record Rule(Optional<HttpMethod> method, Role role, boolean installation, List<String> patterns) {

        String authority() {
            return AccessRules.authority(role, installation);
        }
    }

    /** The path that needs no token. */
    static final String OPEN = "/api/v1/health";

    static final List<Rule> ALL = List.of(
            installation(null, ADMIN, "/api/v1/audit/*", "/api/v1/endpoints/**", "/api/v1/secret-key-rotations"),
            installation(POST, ADMIN, "/api/v1/organisations"),
            rule(null, ADMIN, "/api/v1/tokens/**", "/api/v1/audit"),
            rule(null, DEPLOYER, "/api/v1/secrets/**", "/api/v1/image-uploads/**"),
            rule(POST, VIEWER, "/logout"),
            rule(PUT, DEPLOYER, "/api/v1/applications/*/model", "/api/v1/applications/*/autonomy/*",
                    "/api/v1/applications/*/instances/*/bandwidth", "/api/v1/images/**"),
            rule(POST, VIEWER, "/api/v1/models/validation", "/api/v1/applications/*/what-if", "/api/v1/applications/*/advice",
                    "/api/v1/applications/*/rehearsals"),
            rule(DELETE, VIEWER, "/api/v1/applications/*/rehearsals/*"),
            // A deployer already decides which programs run beside the application's secrets, so a command in an instance needs no higher
            // role.
            rule(POST, DEPLOYER, "/api/v1/applications/**", "/api/v1/services"),
            rule(DELETE, DEPLOYER, "/api/v1/applications/*", "/api/v1/applications/*/model", "/api/v1/applications/*/plans/*/rejection",
                    "/api/v1/applications/*/deployments/*", "/api/v1/applications/*/freeze", "/api/v1/plannings/*",
                    "/api/v1/applications/*/instances/*/bandwidth"),
            rule(DELETE, OPERATOR, "/api/v1/images/**"),
            installation(PUT, OPERATOR, "/api/v1/infrastructure", "/api/v1/nodes/**", "/api/v1/organisations/*/weight"),
            installation(POST, OPERATOR, "/api/v1/probes", "/api/v1/nodes/**", "/api/v1/orphans/**", "/api/v1/image-prefetches",
                    "/api/v1/image-collections"),
            installation(DELETE, OPERATOR, "/api/v1/nodes/**", "/api/v1/probes/*"),
            // Logs of applications can contain data of users, or secrets logged by mistake.
            rule(GET, DEPLOYER, "/api/v1/applications/*/instances/*/log"),
            rule(GET, VIEWER, "/api/v1/applications/**", "/api/v1/plannings/**", "/api/v1/services", "/api/v1/decisions", "/api/v1/rules",
                    "/api/v1/caller",
                    "/api/v1/events", "/api/v1/organisations", "/api/v1/openapi/**", "/api/v1/metrics", "/api/v1/bandwidth",
                    "/api/v1/images/**", "/api/v1/image-archives/**", "/api/v1/image-layers/**", "/api/v1/image-transfers",
                    "/api/v1/infrastructure", "/api/v1/network/**", "/api/v1/lookouts", "/api/v1/probes/**", "/api/v1/nodes",
                            "/api/v1/nodes/*/drain"),
            rule(GET, VIEWER, "/", "/index.html", "/console/**", "/editor/**", "/webjars/**", "/favicon.ico"),
            installation(GET, VIEWER, "/**"));

    private AccessRules() {}

    /** Authority of a role; members of organisations never have an authority of the installation. */
    static String authority(Role role, boolean installation) {
        return installation ? "INSTALLATION_" + role.name() : role.name();
    }

    private static Rule installation(HttpMethod method, Role role, String... patterns) {
        return new Rule(Optional.ofNullable(method), role, true, List.of(patterns));
    }

    private static Rule rule(HttpMethod method, Role role, String... patterns) {
        return new Rule(Optional.ofNullable(method), role, false, List.of(patterns));
    }
}

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
 * Who may ask for what: the first rule that fits counts. What no rule names is for the installation alone: to read for all of its tokens, all else for its admins. That
 * a member of an organisation gets nothing of others is not said here, but by the {@link org.caravan.server.organisation.Reach} that comes with each request.
 */
final class AccessRules {

    /**
     * @param method empty: any
     * @param installation whether tokens of an organisation may not, whatever their role
     */
    record Rule(Optional<HttpMethod> method, Role role, boolean installation, List<String> patterns) {

        String authority() {
            return AccessRules.authority(role, installation);
        }
    }

    /** What needs no token. */
    static final String OPEN = "/api/v1/health";

    static final List<Rule> ALL = List.of(
            installation(null, ADMIN, "/api/v1/audit/*", "/api/v1/endpoints/**", "/api/v1/secret-key-rotations"),
            installation(POST, ADMIN, "/api/v1/organisations"),
            rule(null, ADMIN, "/api/v1/tokens/**", "/api/v1/audit"),
            rule(null, DEPLOYER, "/api/v1/secrets/**", "/api/v1/image-uploads/**"),
            rule(POST, VIEWER, "/logout"),
            rule(PUT, DEPLOYER, "/api/v1/applications/*/model", "/api/v1/images/**"),
            rule(POST, VIEWER, "/api/v1/models/validation", "/api/v1/applications/*/what-if"),
            // Whoever may deploy runs what it likes where the secrets of an application are: a command in an instance is no more.
            rule(POST, DEPLOYER, "/api/v1/applications/**"),
            rule(DELETE, DEPLOYER, "/api/v1/applications/*", "/api/v1/applications/*/model", "/api/v1/applications/*/plans/*/rejection", "/api/v1/applications/*/deployments/*", "/api/v1/plannings/*"),
            rule(DELETE, OPERATOR, "/api/v1/images/**"),
            installation(PUT, OPERATOR, "/api/v1/infrastructure", "/api/v1/nodes/**"),
            installation(POST, OPERATOR, "/api/v1/probes", "/api/v1/nodes/**", "/api/v1/orphans/**", "/api/v1/image-prefetches", "/api/v1/image-collections"),
            installation(DELETE, OPERATOR, "/api/v1/nodes/**", "/api/v1/probes/*"),
            // What applications write may tell of their users, or of secrets that they were careless with.
            rule(GET, DEPLOYER, "/api/v1/applications/*/instances/*/log"),
            rule(GET, VIEWER, "/api/v1/applications/**", "/api/v1/plannings/**", "/api/v1/decisions", "/api/v1/rules", "/api/v1/caller", "/api/v1/events", "/api/v1/organisations", "/api/v1/openapi/**", "/api/v1/metrics",
                    "/api/v1/images/**", "/api/v1/image-archives/**", "/api/v1/image-layers/**", "/api/v1/image-transfers",
                    "/api/v1/infrastructure", "/api/v1/network/**", "/api/v1/lookouts", "/api/v1/probes/**", "/api/v1/nodes", "/api/v1/nodes/*/drain"),
            rule(GET, VIEWER, "/", "/index.html", "/console/**", "/editor/**", "/webjars/**", "/favicon.ico"),
            installation(GET, VIEWER, "/**"));

    private AccessRules() {}

    /** What a caller has who may; the installation's is not had by members of organisations. */
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

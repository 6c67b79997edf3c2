package org.caravan.server.access;

import static org.caravan.server.access.Role.ADMIN;
import static org.caravan.server.access.Role.DEPLOYER;
import static org.caravan.server.access.Role.OPERATOR;
import static org.caravan.server.access.Role.VIEWER;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpMethod;

/** Who may ask for what: the first rule that fits counts, and what no rule names is for admins alone. */
final class AccessRules {

    /** @param method empty: any */
    record Rule(Optional<HttpMethod> method, Role role, List<String> patterns) {}

    static final List<Rule> ALL = List.of(
            any(ADMIN, "/api/v1/tokens/**", "/api/v1/audit/**", "/api/v1/secret-key-rotations"),
            any(DEPLOYER, "/api/v1/secrets/**", "/api/v1/image-uploads/**"),
            rule(HttpMethod.PUT, DEPLOYER, "/api/v1/applications/*/model", "/api/v1/images/**"),
            rule(HttpMethod.POST, VIEWER, "/api/v1/models/validation", "/api/v1/applications/*/what-if"),
            // Whoever may deploy runs what it likes where the secrets of an application are: a command in an instance is no more.
            rule(HttpMethod.POST, DEPLOYER, "/api/v1/applications/*/instances/*/commands"),
            rule(HttpMethod.POST, DEPLOYER, "/api/v1/applications/**"),
            rule(HttpMethod.DELETE, DEPLOYER, "/api/v1/applications/*", "/api/v1/plannings/*"),
            rule(HttpMethod.PUT, OPERATOR, "/api/v1/infrastructure", "/api/v1/nodes/**"),
            rule(HttpMethod.POST, OPERATOR, "/api/v1/probes", "/api/v1/nodes/**", "/api/v1/orphans/**", "/api/v1/image-prefetches", "/api/v1/image-collections"),
            rule(HttpMethod.DELETE, OPERATOR, "/api/v1/nodes/**", "/api/v1/images/**", "/api/v1/probes/*"),
            // What applications write may tell of their users, or of secrets that they were careless with.
            rule(HttpMethod.GET, DEPLOYER, "/api/v1/applications/*/instances/*/log"),
            rule(HttpMethod.GET, VIEWER, "/**"));

    private AccessRules() {}

    private static Rule any(Role role, String... patterns) {
        return new Rule(Optional.empty(), role, List.of(patterns));
    }

    private static Rule rule(HttpMethod method, Role role, String... patterns) {
        return new Rule(Optional.of(method), role, List.of(patterns));
    }
}

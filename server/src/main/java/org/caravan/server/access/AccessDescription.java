package org.caravan.server.access;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import java.util.Optional;
import org.caravan.server.rest.openapi.DescribedProblems;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.util.pattern.PathPatternParser;

/** Adds the access errors of each operation (401, 403, 429) to the OpenAPI document, following {@link AccessRules}. */
@Component
class AccessDescription implements OpenApiCustomizer {


    @Override
    public void customise(OpenAPI document) {
        document.getPaths().forEach((path, item) -> item.readOperationsMap()
                .forEach((method, operation) -> describe(path, method, operation)));
    }

    private static void describe(String path, PathItem.HttpMethod method, Operation operation) {
        if (path.equals(AccessRules.OPEN)) {
            return;
        }
        DescribedProblems.add(operation, "401 token-missing");
        DescribedProblems.add(operation, "429 too-many-requests");
        if (!least(path, HttpMethod.valueOf(method.name())).equals(Optional.of(AccessRules.authority(Role.VIEWER, false)))) {
            DescribedProblems.add(operation, "403 role-missing");
        }
    }

    /** Authority that a request needs; empty if no rule matches. As in the security filter, the first matching rule applies. */
    private static Optional<String> least(String path, HttpMethod method) {
        PathContainer parsed = PathContainer.parsePath(path.replaceAll("[{}]", ""));
        return AccessRules.ALL.stream()
                .filter(rule -> rule.method().isEmpty() || rule.method().get().equals(method))
                .filter(rule -> rule.patterns().stream()
                        .anyMatch(pattern -> PathPatternParser.defaultInstance.parse(pattern).matches(parsed)))
                .findFirst().map(AccessRules.Rule::authority);
    }
}

package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.caravan.application.RequestPattern;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.PatternDeclaration;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.xtext.validation.Check;

/** Checks how routers recognise requests: methods and paths are valid, and no two requests of an application have the same pattern. */
class PatternRules extends Rules {

    @Check
    void method(PatternDeclaration pattern) {
        if (pattern.getMethod() != null && !RequestPattern.METHODS.contains(pattern.getMethod())) {
            List<String> methods = List.copyOf(new TreeSet<>(RequestPattern.METHODS));
            reject("request-method", capital(Owner.of(pattern.eContainer())) + " is recognised by method " + pattern.getMethod() + ".",
                    Suggestion.useOneOf(pattern.getMethod(), methods), pattern, Literals.PATTERN_DECLARATION__METHOD);
        }
    }

    @Check
    void path(PatternDeclaration pattern) {
        String path = pattern.getPath();
        if (path != null && !RequestPattern.valid(path)) {
            String message = capital(Owner.of(pattern.eContainer()))
                    + " is recognised by a path that does not start with a slash, has more than " + RequestPattern.LONGEST
                    + " characters, more than one * in a segment, or characters that a pattern cannot have.";
            reject("request-path", message, "write it like \"/cards/*\", without the query; ** only at the end.", pattern,
                    Literals.PATTERN_DECLARATION__PATH);
        }
    }

    @Check
    void patterns(ApplicationDeclaration application) {
        Map<String, RequestDeclaration> first = new HashMap<>();
        for (RequestDeclaration request : application.getRequests()) {
            for (PatternDeclaration pattern : request.getPatterns()) {
                RequestDeclaration earlier = first.putIfAbsent(pattern.getMethod() + " " + pattern.getPath(), request);
                if (earlier != null) {
                    reject("request-same-pattern", capital(Owner.of(request)) + " is recognised like request "
                            + Objects.toString(earlier.getName(), "") + ": " + pattern.getMethod() + " " + pattern.getPath() + ".",
                            "leave it out here.", pattern, Literals.PATTERN_DECLARATION__PATH);
                }
            }
        }
        long recognised = application.getRequests().stream().filter(request -> !request.getPatterns().isEmpty()).count();
        if (recognised > RequestPattern.MOST_REQUESTS) {
            reject("request-patterns", capital(Owner.of(application)) + " has " + recognised
                    + " requests that routers recognise; a router has counters for " + RequestPattern.MOST_REQUESTS + ".",
                    "leave out when of those that need no measurement.", application);
        }
        long patterns = application.getRequests().stream().mapToLong(request -> request.getPatterns().size()).sum();
        if (patterns > RequestPattern.MOST) {
            reject("request-patterns", capital(Owner.of(application)) + " recognises requests by " + patterns
                    + " patterns; a router compares each request with at most " + RequestPattern.MOST + ".",
                    "join patterns of one request by * or **.", application);
        }
    }
}

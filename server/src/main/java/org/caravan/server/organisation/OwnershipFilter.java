package org.caravan.server.organisation;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Ownership filter for every operation on an owned resource: resources of other organisations are reported as not found. It reads the
 * resource name after all decoding, as the operation does. Only a PUT that creates the resource may name one that does not exist yet.
 */
@Component
class OwnershipFilter implements HandlerInterceptor, WebMvcConfigurer {

    private static final String NAME = "name";

    private final List<OwnedResource> guarded;

    OwnershipFilter(List<OwnedResource> guarded) {
        this.guarded = guarded;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            return true; // end of a streamed response: access was checked when the request started
        }
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        guarded.stream().filter(each -> each.names(pattern))
                .forEach(each -> pass(each, name(request), request.getMethod().equals("PUT") && each.creates(pattern)));
        return true;
    }

    private static void pass(OwnedResource guarded, String name, boolean makes) {
        OrganisationScope reach = OrganisationScope.current();
        Optional<String> owner = guarded.owner(name);
        if (owner.filter(reach::includes).isPresent() || makes && owner.isEmpty()) {
            return;
        }
        throw makes ? Ownership.taken(guarded.kind(), name) : guarded.unknown(name, reach);
    }

    /** Removes the leading slash that Spring keeps for patterns that capture the rest of a path. */
    @SuppressWarnings("unchecked")
    private static String name(HttpServletRequest request) {
        Map<String, String> variables = (Map<String, String>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        String name = variables.get(NAME);
        if (name == null) {
            throw new IllegalStateException("a path of what belongs to somebody calls it {" + NAME + "}");
        }
        return name.startsWith("/") ? name.substring(1) : name;
    }
}

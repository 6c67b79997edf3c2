package org.caravan.server.trace;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Creates a span for each authorised REST request; unauthenticated requests create none. The parent is the client's trace context if it
 * sends one, otherwise the origin that the request continues.
 */
@Component
class RequestTraces implements AsyncHandlerInterceptor, WebMvcConfigurer {

    private static final String TRACED = RequestTraces.class.getName();
    private static final int SERVER_FAULT = 500;

    private final Traces traces;
    private final List<TraceOrigin> origins;

    RequestTraces(Traces traces, List<TraceOrigin> origins) {
        this.traces = traces;
        this.origins = origins;
    }

    /** Excludes the event stream, which does not end, and health checks. */
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        if (traces.on()) {
            registry.addInterceptor(this).addPathPatterns("/api/v1/**").excludePathPatterns("/api/v1/events", "/api/v1/health")
                    .order(Ordered.HIGHEST_PRECEDENCE);
        }
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
            Optional<String> sent = Optional.ofNullable(request.getHeader(Queues.CONTEXT));
            Optional<String> origin = origin(pattern, request);
            request.setAttribute(TRACED, traces.goOn(Traces.Side.SERVES, request.getMethod() + " " + pattern, sent.or(() -> origin))
                    .linked(origin)
                    .with("http.request.method", request.getMethod()).with("http.route", pattern));
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private Optional<String> origin(String pattern, HttpServletRequest request) {
        Map<String, String> variables = (Map<String, String>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return origins.stream().flatMap(origin -> origin.of(pattern, variables == null ? Map.of() : variables).stream()).findFirst();
    }

    /** Ends the span when a streamed response starts, because other threads write it. */
    @Override
    public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response, Object handler) {
        end(request, response, null);
    }

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler, Exception fault) {
        end(request, response, fault);
    }

    private static void end(HttpServletRequest request, HttpServletResponse response, Exception fault) {
        if (request.getAttribute(TRACED) instanceof Traced traced) {
            request.removeAttribute(TRACED);
            traced.with("http.response.status_code", response.getStatus());
            if (fault != null || response.getStatus() >= SERVER_FAULT) {
                traced.failed(fault == null ? Integer.toString(response.getStatus()) : fault.getClass().getSimpleName());
            }
            traced.close();
        }
    }
}

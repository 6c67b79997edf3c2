package org.caravan.server.rest.input;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.SuggestedField;
import org.caravan.server.rest.page.PagedAnswers;
import org.caravan.text.TextRule;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Rejects unknown query parameters, so that a mistyped filter is not ignored silently, and characters in paths and queries that
 * {@link TextRule} does not allow. Names of both become part of messages, logs and commands.
 */
@Component
class KnownQuery implements HandlerInterceptor, WebMvcConfigurer {

    private final Map<HandlerMethod, Set<String>> known = new ConcurrentHashMap<>();

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        // Before the check of ownership, which repeats names in its answers.
        registry.addInterceptor(this).addPathPatterns("/api/v1/**").order(Ordered.HIGHEST_PRECEDENCE + 1);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // Hidden handlers only report the allowed methods.
        if (handler instanceof HandlerMethod operation && operation.getBeanType().getName().startsWith("org.caravan.")
                && !operation.hasMethodAnnotation(Hidden.class)) {
            texts(request).forEach(text -> TextRule.LINE.violation(text).ifPresent(found -> {
                throw new ProblemException(HttpStatus.BAD_REQUEST, "bad-request", "The address has a character that no name may have: "
                        + found + " of a part.",
                        "remove it; it may be invisible.");
            }));
            Set<String> names = known.computeIfAbsent(operation, KnownQuery::names);
            asked(request).filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
                throw new ProblemException(HttpStatus.BAD_REQUEST, "bad-request", "The query has (" + name + "), which means nothing here.",
                        SuggestedField.of(name, names));
            });
        }
        return true;
    }

    /** Parses the query string only: form parameters would be read from the body. */
    private static Stream<String> asked(HttpServletRequest request) {
        return request.getQueryString() == null ? Stream.empty()
                : UriComponentsBuilder.newInstance().query(request.getQueryString()).build().getQueryParams().keySet().stream()
                .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8));
    }

    /** Decoded parts of the path and values of the query. */
    private static Stream<String> texts(HttpServletRequest request) {
        Object parts = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        Stream<String> path = parts instanceof Map<?, ?> map ? map.values().stream().map(String::valueOf) : Stream.empty();
        Stream<String> query = request.getQueryString() == null ? Stream.empty()
                : UriComponentsBuilder.newInstance().query(request.getQueryString()).build()
                .getQueryParams().values().stream().flatMap(List::stream).filter(Objects::nonNull)
                .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8));
        return Stream.concat(path, query);
    }

    private static Set<String> names(HandlerMethod operation) {
        Set<String> names = Arrays.stream(operation.getMethodParameters())
                .map(parameter -> parameter.getParameterAnnotation(RequestParam.class))
                .filter(annotation -> annotation != null)
                .map(annotation -> annotation.name().isEmpty() ? annotation.value() : annotation.name())
                .collect(Collectors.toCollection(TreeSet::new));
        names.addAll(PagedAnswers.names(operation));
        return names;
    }
}

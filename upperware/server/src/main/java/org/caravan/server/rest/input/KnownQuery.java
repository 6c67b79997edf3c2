package org.caravan.server.rest.input;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.server.rest.Meant;
import org.caravan.server.rest.Refusal;
import org.caravan.server.rest.page.PagedAnswers;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.UriComponentsBuilder;

/** Rejects unknown query parameters, so that a mistyped filter is not ignored silently. */
@Component
class KnownQuery implements HandlerInterceptor, WebMvcConfigurer {

    private final Map<HandlerMethod, Set<String>> known = new ConcurrentHashMap<>();

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns("/api/v1/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        // Hidden handlers only report the allowed methods.
        if (handler instanceof HandlerMethod operation && operation.getBeanType().getName().startsWith("org.caravan.") && !operation.hasMethodAnnotation(Hidden.class)) {
            Set<String> names = known.computeIfAbsent(operation, KnownQuery::names);
            asked(request).filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
                throw new Refusal(HttpStatus.BAD_REQUEST, "bad-request", "The query has (" + name + "), which means nothing here.",
                        Meant.of(name, names));
            });
        }
        return true;
    }

    /** Parses the query string only: form parameters would be read from the body. */
    private static Stream<String> asked(HttpServletRequest request) {
        return request.getQueryString() == null ? Stream.empty()
                : UriComponentsBuilder.newInstance().query(request.getQueryString()).build().getQueryParams().keySet().stream().map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8));
    }

    private static Set<String> names(HandlerMethod operation) {
        Set<String> names = Arrays.stream(operation.getMethodParameters()).map(parameter -> parameter.getParameterAnnotation(RequestParam.class))
                .filter(annotation -> annotation != null)
                .map(annotation -> annotation.name().isEmpty() ? annotation.value() : annotation.name()).collect(Collectors.toCollection(TreeSet::new));
        names.addAll(PagedAnswers.names(operation));
        return names;
    }
}

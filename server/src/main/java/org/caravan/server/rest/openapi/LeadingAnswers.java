package org.caravan.server.rest.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.StringSchema;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import org.caravan.server.rest.LocationHeader;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Sends and describes the header {@code Location} of operations with {@link LocationHeader}. The URL has no scheme or host, because they
 * are unknown behind a proxy.
 */
@ControllerAdvice
class LeadingAnswers implements ResponseBodyAdvice<Object>, OperationCustomizer {

    @Override
    public boolean supports(MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
        return answer.hasMethodAnnotation(LocationHeader.class);
    }

    @Override
    public Object beforeBodyWrite(Object body, MethodParameter answer, MediaType type, Class<?
            extends HttpMessageConverter<?>> converter, ServerHttpRequest request,
            ServerHttpResponse response) {
        Map<String, Object> values = new HashMap<>(pathVariables(request));
        for (RecordComponent field : body.getClass().getRecordComponents()) {
            Method accessor = field.getAccessor();
            ReflectionUtils.makeAccessible(accessor);
            values.put(field.getName(), ReflectionUtils.invokeMethod(accessor, body));
        }
        String path = answer.getMethodAnnotation(LocationHeader.class).value();
        response.getHeaders().setLocation(UriComponentsBuilder.fromPath(path).buildAndExpand(values).encode().toUri());
        return body;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> pathVariables(ServerHttpRequest request) {
        Object variables = ((ServletServerHttpRequest) request).getServletRequest()
                .getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : (Map<String, String>) variables;
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        LocationHeader leads = method.getMethodAnnotation(LocationHeader.class);
        if (leads != null) {
            operation.getResponses().forEach((status, response) -> {
                if (status.startsWith("2")) {
                    response.addHeaderObject(HttpHeaders.LOCATION, new Header().required(true).schema(new StringSchema())
                            .description("Location of the resource: " + leads.value() + "."));
                }
            });
        }
        return operation;
    }
}

package org.caravan.server.rest.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.Optional;
import org.caravan.server.rest.ProblemException;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rejects unknown field names in request bodies, so that a mistyped field is not ignored silently. Runs before all other checks, because a
 * mistyped name often explains a missing field. Applies to request bodies only, not to JSON that the server wrote itself.
 */
@ControllerAdvice
class KnownFields extends RequestBodyAdviceAdapter {

    private final JsonMapper json;

    KnownFields(JsonMapper json) {
        this.json = json;
    }

    @Override
    public boolean supports(MethodParameter parameter, Type target, Class<? extends HttpMessageConverter<?>> converter) {
        return JacksonJsonHttpMessageConverter.class.isAssignableFrom(converter);
    }

    @Override
    public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type target, Class<?
            extends HttpMessageConverter<?>> converter) throws IOException {
        byte[] body = message.getBody().readAllBytes();
        stranger(body, target).ifPresent(stranger -> {
            throw stranger;
        });
        return new Again(message.getHeaders(), new ByteArrayInputStream(body));
    }

    /** Empty for malformed JSON, which the next reader reports. */
    private Optional<ProblemException> stranger(byte[] body, Type target) {
        try (JsonParser parser = json.createParser(body)) {
            parser.nextToken();
            return new FieldWalk(parser).stranger(json.constructType(target), "");
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Message with the same body, to be read again. */
    private record Again(HttpHeaders headers, InputStream body) implements HttpInputMessage {

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return body;
        }
    }
}

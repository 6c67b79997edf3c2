package org.caravan.server.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.Optional;
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
 * A field that is mistyped asks for nothing: names in bodies that nobody reads are refused, with their place and before anything else, as another field that is
 * missing was often meant by them. Of what is sent alone: what the server wrote itself is read elsewhere.
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
    public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type target, Class<? extends HttpMessageConverter<?>> converter) throws IOException {
        byte[] body = message.getBody().readAllBytes();
        stranger(body, target).ifPresent(stranger -> {
            throw stranger;
        });
        return new Again(message.getHeaders(), new ByteArrayInputStream(body));
    }

    /** Nothing of what is no JSON: who reads it next says so. */
    private Optional<Refusal> stranger(byte[] body, Type target) {
        try (JsonParser parser = json.createParser(body)) {
            parser.nextToken();
            return new FieldWalk(parser).stranger(json.constructType(target), "");
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The same once more. */
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

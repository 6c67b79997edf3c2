package org.caravan.server.rest.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/**
 * Message for a request that Spring could not interpret.
 *
 * @param detail what is invalid, with the value
 * @param suggestion the values that are accepted
 */
public record MalformedRequest(String detail, String suggestion) {

    private static final String DESCRIPTION = "see the OpenAPI document at /api/v1/openapi.";
    /** Maximum length of a quoted value, in characters. */
    private static final int LONGEST = 100;

    /** Empty for an error that adds nothing to its status. */
    public static Optional<MalformedRequest> of(Exception fault) {
        if (fault instanceof TypeMismatchException mismatch) {
            return Optional.of(value(mismatch));
        } else if (fault instanceof MissingServletRequestParameterException missing) {
            return Optional.of(new MalformedRequest("The query has no (" + missing.getParameterName() + ").", "add it: "
                    + missing.getParameterName() + "=VALUE."));
        } else if (fault instanceof NoResourceFoundException nothing) {
            return Optional.of(new MalformedRequest("There is nothing at (/" + cut(nothing.getResourcePath()) + ").",
                    "see the OpenAPI document at /api/v1/openapi."));
        } else if (fault instanceof HttpRequestMethodNotSupportedException method) {
            return Optional.of(new MalformedRequest("The method (" + cut(method.getMethod()) + ") is not for this path.",
                    oneOf(method.getSupportedHttpMethods())));
        } else if (fault instanceof HttpMediaTypeNotSupportedException body) {
            return Optional.of(new MalformedRequest("A body of type (" + type(body.getContentType()) + ") is not read here.",
                    oneOf(body.getSupportedMediaTypes())));
        } else if (fault instanceof HttpMediaTypeNotAcceptableException) {
            return Optional.of(new MalformedRequest("The header Accept contains no supported media type.",
                    "accept application/json and application/problem+json."));
        }
        return Optional.empty();
    }

    private static MalformedRequest value(TypeMismatchException mismatch) {
        String detail = "The query's (" + mismatch.getPropertyName() + ") cannot be (" + cut(String.valueOf(mismatch.getValue())) + ").";
        Class<?> type = mismatch instanceof MethodArgumentTypeMismatchException of && mismatch.getRequiredType() == Optional.class
                ? of.getParameter().nestedIfOptional().getNestedParameterType() : mismatch.getRequiredType();
        if (type == null) {
            return new MalformedRequest(detail, DESCRIPTION);
        }
        if (type.isEnum()) {
            return new MalformedRequest(detail, "write one of " + Arrays.stream(type.getEnumConstants()).map(Object::toString)
                    .collect(Collectors.joining(", ")) + ".");
        }
        return new MalformedRequest(detail, type == Boolean.class ? "write true or false." : type == Integer.class
                ? "write a whole number, at most " + Integer.MAX_VALUE + "."
                : type == Long.class ? "write a whole number, at most " + Long.MAX_VALUE + "." : DESCRIPTION);
    }

    private static String oneOf(Collection<?> known) {
        return known == null || known.isEmpty() ? DESCRIPTION : "use one of "
                + String.join(", ", known.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new))) + ".";
    }

    private static String type(MediaType given) {
        return given == null ? "none, or not a media type" : cut(given.toString());
    }

    private static String cut(String value) {
        return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…";
    }
}

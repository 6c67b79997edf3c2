package org.caravan.server.rest.input;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Describes why a body could not be read, with position, field and value, in JSON terms and without Java class names. */
public final class UnreadableBody {

    private static final String DESCRIBED = "see the OpenAPI document at /api/v1/openapi.";
    private static final int SHOWN = 80;

    private UnreadableBody() {}

    /** @return empty unless the body was read and its content was rejected */
    public static Optional<RejectedInput> rejected(Throwable fault) {
        return cause(fault, RejectedInput.class);
    }

    public static ProblemDetail problem(Throwable fault) {
        return cause(fault, BodyRejected.class).map(BodyRejected::problem)
                .or(() -> cause(fault, SocketTimeoutException.class).map(late -> BodyRejected.stalled().problem()))
                .or(() -> cause(fault, JacksonException.class).map(UnreadableBody::ofJson))
                .orElseGet(() -> of("The body is missing or cannot be read.", "send one, as application/json."));
    }

    private static ProblemDetail ofJson(JacksonException fault) {
        String where = where(fault.getLocation());
        if (fault instanceof StreamReadException) {
            return of("The body is no JSON" + where + ".", "check for a missing comma or quote at that position.");
        }
        String field = fault.getPath().isEmpty() ? "The body" : "The field (" + path(fault.getPath()) + ")";
        if (fault instanceof InvalidFormatException wrong) {
            return of(field + " cannot be (" + abbreviated(wrong.getValue()) + ")" + where + expected(wrong) + ".", DESCRIBED);
        }
        return fault instanceof MismatchedInputException other
                ? of(field + " has the wrong kind of value, or none" + where + expected(other) + ".", DESCRIBED)
                : of(field + " cannot be read" + where + ".", DESCRIBED);
    }

    private static String expected(MismatchedInputException fault) {
        Class<?> type = fault.getTargetType();
        return type == null ? "" : type.isEnum() ? ": it is one of " + Stream.of(type.getEnumConstants()).map(Object::toString)
                .collect(Collectors.joining(", "))
                : Number.class.isAssignableFrom(type) || type.isPrimitive() && type != boolean.class ? ": it is a number"
                : type == boolean.class || type == Boolean.class ? ": it is true or false"
                : CharSequence.class.isAssignableFrom(type) ? ": it is a string" : "";
    }

    static String where(TokenStreamLocation at) {
        return at == null || at.getLineNr() < 1 ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static String path(List<JacksonException.Reference> path) {
        return path.stream().map(each -> each.getPropertyName() == null ? "[" + each.getIndex() + "]" : "." + each.getPropertyName())
                .collect(Collectors.joining()).replaceFirst("^\\.", "");
    }

    static String abbreviated(Object value) {
        String text = String.valueOf(value);
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }

    private static ProblemDetail of(String detail, String suggestion) {
        return Problems.of(HttpStatus.BAD_REQUEST, "bad-request", detail, suggestion);
    }

    private static <T extends Throwable> Optional<T> cause(Throwable fault, Class<T> wanted) {
        return Stream.iterate(fault, each -> each != null, Throwable::getCause).filter(wanted::isInstance).map(wanted::cast).findFirst();
    }
}

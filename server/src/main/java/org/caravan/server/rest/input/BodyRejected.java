package org.caravan.server.rest.input;

import java.io.IOException;
import java.time.Duration;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Signals that a body is not read to its end. An {@link IOException}, so that code which reads bodies does not catch it. */
public final class BodyRejected extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient ProblemDetail problem;

    private BodyRejected(ProblemDetail problem) {
        super(problem.getDetail());
        this.problem = problem;
    }

    /** @param size size in words, as far as it is known */
    static BodyRejected tooLarge(String size, long limit) {
        return new BodyRejected(Problems.of(HttpStatus.CONTENT_TOO_LARGE, "body-too-large",
                "The request body " + size + "; the limit is " + limit + " bytes.", "send less, or raise caravan.body-limit."));
    }

    static BodyRejected tooSlow(long leastBytesPerSecond) {
        return new BodyRejected(Problems.of(HttpStatus.REQUEST_TIMEOUT, "body-too-slow",
                "The request body came at less than " + leastBytesPerSecond + " bytes/s.", "send it again over a better connection."));
    }

    static BodyRejected tooLong(Duration longest) {
        return new BodyRejected(Problems.of(HttpStatus.REQUEST_TIMEOUT, "body-too-slow", "The request body did not arrive within "
                + longest.toMinutes() + " minutes.", "send less, or send it over a faster connection."));
    }

    static BodyRejected stalled() {
        return new BodyRejected(Problems.of(HttpStatus.REQUEST_TIMEOUT, "body-too-slow", "The rest of the request body did not arrive.",
                "send it again over a better connection."));
    }

    public ProblemDetail problem() {
        return problem;
    }
}

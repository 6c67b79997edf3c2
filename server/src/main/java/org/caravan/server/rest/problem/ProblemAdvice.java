package org.caravan.server.rest.problem;

import java.util.Locale;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.caravan.adapter.AdapterFault;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.StoreFault;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.Problems;
import org.caravan.server.rest.input.BodyRejected;
import org.caravan.server.rest.input.MalformedRequest;
import org.caravan.server.rest.input.UnreadableBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Maps exceptions to problem details in one form, without internal details. */
@RestControllerAdvice
public class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    private final StorageProblems storage;

    ProblemAdvice(StorageProblems storage) {
        this.storage = storage;
    }

    @ExceptionHandler
    ProblemDetail refused(ProblemException refusal) {
        return Problems.of(refusal.status(), refusal.code(), refusal.getMessage(), refusal.suggestion(),
                refusal.diagnostics());
    }

    @ExceptionHandler
    ProblemDetail rejected(RejectedInput rejected) {
        int count = rejected.diagnostics().size();
        return Problems.of(HttpStatus.UNPROCESSABLE_CONTENT, "rejected-input",
                "The input has " + count + (count == 1 ? " problem" : " problems") + " and was not accepted; nothing was changed.",
                "fix the problems listed in the diagnostics.", rejected.diagnostics());
    }

    @ExceptionHandler
    ProblemDetail machineFault(AdapterFault fault) {
        return Problems.of(HttpStatus.BAD_GATEWAY, code(fault.kind()), fault.sentence(),
                fault.wayOut().orElse("check the host, then try again."));
    }

    /** The database reconnects by itself, so a retry succeeds. */
    @ExceptionHandler
    ProblemDetail databaseAway(DataAccessResourceFailureException fault) {
        return storage.of(fault).orElseGet(() -> {
            LOG.warn("the database is unavailable: {}", fault.getMessage());
            return Problems.databaseAway();
        });
    }

    @ExceptionHandler
    ProblemDetail journalAway(StoreFault fault) {
        return storage.of(fault).orElseGet(() -> {
            LOG.warn("{}", fault.getMessage());
            return Problems.databaseAway();
        });
    }

    /** A retry does not help; only the owner of the record is affected. */
    @ExceptionHandler
    ProblemDetail recordUnreadable(UnreadableRecord unreadable) {
        LOG.error("{}", unreadable.getMessage());
        return Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "record-unreadable", unreadable.sentence(), unreadable.wayOut());
    }

    public static String code(AdapterFault.Kind kind) {
        return "host-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Thrown by resources that read the body as a stream. */
    @ExceptionHandler
    ProblemDetail bodyRefused(BodyRejected refused) {
        return refused.problem();
    }

    /** Tomcat parses a query only when a parameter is first read. */
    @ExceptionHandler
    ProblemDetail unreadable(InvalidParameterException fault) {
        return Problems.of(HttpStatus.BAD_REQUEST, "bad-request", "The query cannot be read.",
                "write it as NAME=VALUE&NAME=VALUE, percent-encoded.");
    }

    /** The fault number leads an operator to the cause in the log, which is not shown to the caller. */
    @ExceptionHandler
    ProblemDetail unexpected(Exception fault) {
        return storage.of(fault).orElseGet(() -> unknown(fault));
    }

    private static ProblemDetail unknown(Exception fault) {
        String number = Digest.abbreviated(Digest.of(fault + "@" + System.nanoTime()));
        LOG.error("unexpected fault {}", number, fault);
        return Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal-fault",
                "The server failed unexpectedly (fault " + number + ").", "search for this number in the server's log.");
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException fault, HttpHeaders headers,
            HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = UnreadableBody.rejected(fault).map(this::rejected).orElseGet(() -> UnreadableBody.problem(fault));
        return super.handleExceptionInternal(fault, problem, headers, HttpStatusCode.valueOf(problem.getStatus()), request);
    }

    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception fault, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String code = status.value() == 404 ? "unknown-resource" : "bad-request";
        Optional<MalformedRequest> misread = MalformedRequest.of(fault);
        if (misread.isPresent()) {
            ProblemDetail problem = Problems.of(status, code, misread.get().detail(), misread.get().suggestion());
            return super.handleExceptionInternal(fault, problem, headers, status, request);
        }
        ProblemDetail told = body instanceof ProblemDetail given ? given : fault instanceof ErrorResponse known ? known.getBody() : null;
        String detail = told != null && told.getDetail() != null ? told.getDetail() : "The request cannot be understood.";
        ProblemDetail problem = Problems.of(status, code, detail, "see the OpenAPI document at /api/v1/openapi.");
        return super.handleExceptionInternal(fault, problem, headers, status, request);
    }
}

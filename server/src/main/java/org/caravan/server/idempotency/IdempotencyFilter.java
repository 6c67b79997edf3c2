package org.caravan.server.idempotency;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.caravan.canonical.Digest;
import org.caravan.server.rest.Problems;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Makes POST requests with the header {@code Idempotency-Key} idempotent: a repetition with the same key and token gets the stored response
 * of the first request. A refused request had no effect, so its key is free again. Implements the draft
 * draft-ietf-httpapi-idempotency-key-header.
 */
@Component
@Order(IdempotencyFilter.AFTER_LIMITS)
class IdempotencyFilter extends OncePerRequestFilter {

    static final String HEADER = "Idempotency-Key";
    static final String REPLAYED = "Idempotency-Replayed";
    /** Runs after security and after the limit on request bodies, because it reads bodies completely. */
    static final int AFTER_LIMITS = 20;

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1,200}");
    /** Responses with tokens contain secrets that are shown once and must not be stored. */
    private static final String TOKENS = "/api/v1/tokens";
    /** Uploads do not fit into memory, and a service can be created only once. */
    private static final String SERVICES = "/api/v1/services";

    private final IdempotentAnswers answers;

    IdempotencyFilter(IdempotentAnswers answers) {
        this.answers = answers;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getMethod().equals("POST") || request.getHeader(HEADER) == null || request.getUserPrincipal() == null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String key = request.getHeader(HEADER);
        if (!FORM.matcher(key).matches() || Set.of(TOKENS, SERVICES).contains(request.getRequestURI())) {
            refuse(response, HttpStatus.UNPROCESSABLE_CONTENT, "idempotency-key-unfit", "The header " + HEADER
                    + " does not fit this request.",
                    "use 1 to 200 visible characters of ASCII, a UUID for example; do not use a key to create tokens, whose text is "
                            + "returned only once, or services, which exist only once.");
            return;
        }
        Principal caller = request.getUserPrincipal();
        ReadRequest read = new ReadRequest(request);
        String fingerprint = fingerprint(read);
        Optional<IdempotentAnswer> known = answers.take(caller.getName(), key, fingerprint);
        if (known.isPresent()) {
            answerAgain(response, known.get(), fingerprint);
            return;
        }
        carryOut(read, response, chain, caller.getName(), key, fingerprint);
    }

    private void carryOut(ReadRequest request, HttpServletResponse response, FilterChain chain, String tokenId, String key,
            String fingerprint)
            throws ServletException, IOException {
        ContentCachingResponseWrapper answer = new ContentCachingResponseWrapper(response);
        boolean done = false;
        try {
            chain.doFilter(request, answer);
            done = HttpStatus.valueOf(answer.getStatus()).is2xxSuccessful();
        } finally {
            if (done) {
                answers.keep(tokenId, key, new IdempotentAnswer(fingerprint, answer.getStatus(), answer.getContentType(),
                        answer.getHeader(HttpHeaders.LOCATION),
                        answer.getContentAsByteArray()));
            } else {
                answers.forget(tokenId, key);
            }
            answer.copyBodyToResponse();
        }
    }

    private static void answerAgain(HttpServletResponse response, IdempotentAnswer known, String fingerprint) throws IOException {
        if (!known.fingerprint().equals(fingerprint)) {
            refuse(response, HttpStatus.UNPROCESSABLE_CONTENT, "idempotency-key-reused", "The header " + HEADER
                    + " has a key of another request.",
                    "use a new key for each new request.");
        } else if (known.underWay()) {
            refuse(response, HttpStatus.CONFLICT, "idempotency-key-under-way",
                    "A request with this key has started; its result is unknown.",
                    "retry later; if the server stopped in the meantime, check the result of the request and use a new key.");
        } else {
            response.setStatus(known.status());
            response.setHeader(REPLAYED, "true");
            if (known.contentType() != null) {
                response.setContentType(known.contentType());
            }
            if (known.location() != null) {
                response.setHeader(HttpHeaders.LOCATION, known.location());
            }
            response.getOutputStream().write(known.body());
        }
    }

    private static void refuse(HttpServletResponse response, HttpStatus status, String code, String what, String suggestion)
            throws IOException {
        Problems.write(response, Problems.of(status, code, what, suggestion));
    }

    private static String fingerprint(ReadRequest request) {
        return Digest.of(String.join("\n", request.getMethod(), request.getRequestURI(), String.valueOf(request.getQueryString()),
                HexFormat.of().formatHex(request.content())));
    }
}

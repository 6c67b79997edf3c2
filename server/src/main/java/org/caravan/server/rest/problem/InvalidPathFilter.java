package org.caravan.server.rest.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.util.HtmlUtils;

/**
 * Response to a path with forbidden characters, which the server rejects before any resource is called: a problem detail for programs, a
 * page for browsers.
 */
public final class InvalidPathFilter {

    /** Sequences that no name contains, encoded or not. Access rules and handlers could interpret them differently. */
    private static final Pattern NO_NAME = Pattern.compile(
            "%[01][0-9a-f]|%7f|%c2%[89][0-9a-f]|%e2%80%a[89]|;|%3b|\\\\|%5c|//|%2f%2f|(?<=/|%2f)(?:\\.|%2e){1,2}(?=/|%2f|$)",
            Pattern.CASE_INSENSITIVE);
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
              <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>Refused by Caravan</title>
                <link rel="stylesheet" href="/style/theme.css">
                <link rel="stylesheet" href="/style/login.css">
              </head>
              <body><main><h1>Refused</h1><p>%s</p><p>Maybe %s</p><p><a href="/">To the console</a></p></main></body>
            </html>
            """;

    private InvalidPathFilter() {}

    /** Answers a request that no filter and no resource has processed. */
    public static void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = Optional.ofNullable(request.getRequestURI()).orElse("");
        ProblemDetail problem = problem(path);
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (isForPeople(path, request.getHeader(HttpHeaders.ACCEPT))) {
            response.setStatus(problem.getStatus());
            response.setContentType(MediaType.TEXT_HTML_VALUE);
            response.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
            String page = PAGE.formatted(HtmlUtils.htmlEscape(problem.getDetail()),
                    HtmlUtils.htmlEscape((String) problem.getProperties().get("suggestion")));
            response.getOutputStream().write(page.getBytes(StandardCharsets.UTF_8));
        } else {
            Problems.write(response, problem);
        }
    }

    private static boolean isForPeople(String path, String accept) {
        return !path.startsWith("/api/") && accept != null && accept.contains(MediaType.TEXT_HTML_VALUE);
    }

    /** @param path path as received, encoded */
    static ProblemDetail problem(String path) {
        Matcher found = NO_NAME.matcher(path);
        ProblemDetail problem = found.find()
                ? Problems.of(HttpStatus.BAD_REQUEST, "bad-request", "The path has (" + found.group() + "), which no name here has.",
                        "remove it: it may be part of a pasted text.")
                : ErrorProblems.of(HttpStatus.BAD_REQUEST);
        instance(path).ifPresent(problem::setInstance);
        return problem;
    }

    /** Empty if the path is empty or not a valid URI. */
    static Optional<URI> instance(String path) {
        try {
            return path.isEmpty() ? Optional.empty() : Optional.of(new URI(path));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}

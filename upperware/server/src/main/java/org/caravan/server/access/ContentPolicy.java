package org.caravan.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.web.header.HeaderWriter;

/** What a browser may load for a page of ours. */
final class ContentPolicy implements HeaderWriter {

    /** Nothing from elsewhere, nothing inline: text that a model carries into a page can never become a script. */
    private static final String CONSOLE = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** Monaco writes style sheets of its own while it runs, and its images are within them. Scripts stay ours. */
    private static final String EDITOR = CONSOLE.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace("img-src 'self'", "img-src 'self' data:");

    @Override
    public void writeHeaders(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", request.getRequestURI().startsWith("/editor/") ? EDITOR : CONSOLE);
    }
}

package org.caravan.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.web.header.HeaderWriter;

/** Content Security Policy of the console's pages. */
final class ContentPolicy implements HeaderWriter {

    /** No external and no inline content, so that text from a model never runs as a script. */
    private static final String CONSOLE = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** Monaco creates style sheets at run time, with embedded images. Scripts still come from this server only. */
    private static final String EDITOR = CONSOLE.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
            .replace("img-src 'self'", "img-src 'self' data:");

    @Override
    public void writeHeaders(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", request.getRequestURI().startsWith("/editor/") ? EDITOR : CONSOLE);
    }
}

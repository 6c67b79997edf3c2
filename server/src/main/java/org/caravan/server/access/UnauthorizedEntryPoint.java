package org.caravan.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Answers requests without a valid token: 401 for API clients, a redirect to the login page for browsers. */
final class UnauthorizedEntryPoint implements AuthenticationEntryPoint {

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
            throws IOException {
        if (request.getRequestURI().startsWith("/api/") || request.getRequestURI().startsWith("/actuator")) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            Problems.write(response, Problems.of(HttpStatus.UNAUTHORIZED, "token-missing",
                    "This request carries no valid token.",
                    "send the header Authorization: Bearer <token>; one is in the file named by caravan.token-file, admins make others, "
                            + "which expire."));
        } else {
            response.sendRedirect(LoginController.PATH);
        }
    }
}

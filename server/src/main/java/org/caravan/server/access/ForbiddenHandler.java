package org.caravan.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Answers 403 if the token is valid but its role does not allow the request. */
final class ForbiddenHandler implements AccessDeniedHandler {

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException cause) throws IOException {
        Caller caller = (Caller) SecurityContextHolder.getContext().getAuthentication().getPrincipal();
        Problems.write(response, Problems.of(HttpStatus.FORBIDDEN, "role-missing",
                "The token (%s, %s) has the role %s, which does not allow %s %s.".formatted(
                        caller.tokenId(), caller.name(), caller.standing(), request.getMethod(), request.getRequestURI()),
                "ask an admin for a token of another role: caravan token create NAME --role ROLE."));
    }
}

package org.caravan.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Writes each change request to the audit log before it is executed, and its result afterwards. Requests without a valid token are not
 * logged, because they could fill the disk.
 */
final class AuditFilter extends OncePerRequestFilter {

    private final AuditLog audit;

    AuditFilter(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null) {
            chain.doFilter(request, response);
            return;
        }
        AuditRequest asked = asked((Caller) authentication.getPrincipal(), request);
        if (AccessFilter.reads(request)) {
            chain.doFilter(request, response);
            if (response.getStatus() == HttpStatus.FORBIDDEN.value()) {
                audit.refused(asked, response.getStatus());
            }
            return;
        }
        request.setAttribute(AuditRequest.class.getName(), asked);
        long number = audit.asked(asked);
        int status = HttpStatus.INTERNAL_SERVER_ERROR.value();
        try {
            chain.doFilter(request, response);
            status = response.getStatus();
        } finally {
            audit.answered(number, asked, status);
        }
    }

    private static AuditRequest asked(Caller caller, HttpServletRequest request) {
        return new AuditRequest(caller.tokenId(), caller.name(), caller.role().word(), request.getRemoteAddr(),
                request.getMethod() + " " + request.getRequestURI(), caller.reach().organisation().orElse(""));
    }
}

package org.caravan.server.rest.input;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.Settings;
import org.caravan.server.rest.Problems;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits request bodies in size and duration, so that no request can fill the memory or block a thread. The size limit applies whether or
 * not the length was announced.
 */
@Component
@Order(10)
final class BodyLimit extends OncePerRequestFilter {

    /** Image uploads arrive in chunks that are written to disk as they come; their total size is limited there. */
    private static final String PIECES = "/api/v1/image-uploads/";
    private static final long PIECE = 16L << 20;

    private final long limit;

    BodyLimit(Settings settings) {
        limit = settings.bodyLimit().toBytes();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long limit = request.getRequestURI().startsWith(PIECES) ? Math.max(this.limit, PIECE) : this.limit;
        if (request.getContentLengthLong() > limit) {
            Problems.write(response, BodyRejected.tooLarge("has " + request.getContentLengthLong() + " bytes", limit).problem());
        } else {
            try {
                chain.doFilter(new Limited(request, limit), response);
            } catch (BodyRejected refused) {
                Problems.write(response, refused.problem());
            }
        }
    }

    private static final class Limited extends HttpServletRequestWrapper {

        private final long limit;

        Limited(HttpServletRequest request, long limit) {
            super(request);
            this.limit = limit;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedBody(super.getInputStream(), limit);
        }
    }
}

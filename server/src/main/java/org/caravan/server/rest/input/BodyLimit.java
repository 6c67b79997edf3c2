package org.caravan.server.rest.input;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
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
    /** Uploads of services are written to disk as they come; a folder of 1 GiB has headers beside its content. */
    private static final String SERVICES = "/api/v1/services";
    private static final long SERVICE = (1L << 30) + (160L << 20);
    /**
     * Minimum rates, in bytes per second, and longest times. A body holds a thread, and a service's upload also one of few places. The
     * client's pieces of images have 8 MiB, which take 34 min at the minimum rate.
     */
    private static final long LEAST = 4 << 10;
    private static final long LEAST_OF_SERVICE = 64 << 10;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration LONGEST_OF_UPLOAD = Duration.ofMinutes(60);

    private final long limit;

    BodyLimit(Settings settings) {
        limit = settings.bodyLimit().toBytes();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long limit = limit(request.getRequestURI());
        if (request.getContentLengthLong() > limit) {
            Problems.write(response, BodyRejected.tooLarge("has " + request.getContentLengthLong() + " bytes", limit).problem());
        } else {
            try {
                long least = request.getRequestURI().equals(SERVICES) ? LEAST_OF_SERVICE : LEAST;
                chain.doFilter(new Limited(request, limit, least, longest(request.getRequestURI())), response);
            } catch (BodyRejected refused) {
                Problems.write(response, refused.problem());
            }
        }
    }

    private long limit(String path) {
        return path.startsWith(PIECES) ? Math.max(this.limit, PIECE) : path.equals(SERVICES) ? Math.max(this.limit, SERVICE) : this.limit;
    }

    static Duration longest(String path) {
        return path.equals(SERVICES) || path.startsWith(PIECES) ? LONGEST_OF_UPLOAD : LONGEST;
    }

    private static final class Limited extends HttpServletRequestWrapper {

        private final long limit;
        private final long leastBytesPerSecond;
        private final Duration longest;

        Limited(HttpServletRequest request, long limit, long leastBytesPerSecond, Duration longest) {
            super(request);
            this.limit = limit;
            this.leastBytesPerSecond = leastBytesPerSecond;
            this.longest = longest;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new LimitedBody(super.getInputStream(), limit, leastBytesPerSecond, longest);
        }
    }
}

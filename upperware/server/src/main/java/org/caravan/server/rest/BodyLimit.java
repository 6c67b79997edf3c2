package org.caravan.server.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.Settings;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** No request can fill the memory: a body ends at the limit, whether its length was announced or not. */
@Component
@Order(10)
final class BodyLimit extends OncePerRequestFilter {

    /** Images come in pieces, which go to disk as they come; how much in all is bounded there. */
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
            Problems.write(response, Problems.of(HttpStatus.CONTENT_TOO_LARGE, "body-too-large",
                    "The request body has " + request.getContentLengthLong() + " bytes; the limit is " + limit + " bytes.",
                    "send less, or raise caravan.body-limit."));
        } else {
            chain.doFilter(new Limited(request, limit), response);
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
            return new Counted(super.getInputStream(), limit);
        }
    }

    private static final class Counted extends ServletInputStream {

        private final ServletInputStream body;
        private long left;

        Counted(ServletInputStream body, long limit) {
            this.body = body;
            left = limit;
        }

        @Override
        public int read() throws IOException {
            int value = body.read();
            return value < 0 ? value : count(1, value);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = body.read(target, offset, length);
            return read < 0 ? read : count(read, read);
        }

        private int count(int read, int result) throws IOException {
            left -= read;
            if (left < 0) {
                throw new IOException("request body above the limit");
            }
            return result;
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}

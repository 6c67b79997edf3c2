package org.caravan.server.rest;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.http.HttpHeaders;

/**
 * What was answered without reading the request to its end, most of all to who showed no token, holds no thread: Tomcat would wait for the rest, to
 * use the connection again. A rest that comes at once is read, since who still sends while the connection is closed may lose the answer (RFC 9112, 9.6);
 * a few threads may wait for it a moment; otherwise the connection ends with the answer.
 */
final class UnreadBodies extends ValveBase {

    /** Of the threads that serve requests, at most so many wait at once. */
    private static final int WAITING = 4;
    private static final Duration MOMENT = Duration.ofMillis(200);
    private static final Duration STEP = Duration.ofMillis(5);
    private static final int MOST_BYTES = 1 << 20;

    private final Semaphore waiting = new Semaphore(WAITING);

    UnreadBodies() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!request.isAsync() && !read(request) && (request.getCoyoteRequest().hasExpectation() || !restComes(request))) {
            response.setHeader(HttpHeaders.CONNECTION, "close"); // no word of it where the answer is on its way already
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    private static boolean read(Request request) {
        AtomicBoolean read = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, read);
        return read.get();
    }

    private boolean restComes(Request request) {
        boolean mayWait = waiting.tryAcquire();
        try {
            return restComes(request, mayWait ? MOMENT : Duration.ZERO);
        } catch (IOException gone) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            if (mayWait) {
                waiting.release();
            }
        }
    }

    /** Reads only what is there, so that it never waits longer than this. */
    private static boolean restComes(Request request, Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        byte[] rest = new byte[8192];
        for (int left = MOST_BYTES; left > 0 && !read(request);) {
            if (arrived(request)) {
                left -= Math.max(0, request.getStream().read(rest));
            } else if (System.nanoTime() < end) {
                Thread.sleep(STEP.toMillis());
            } else {
                return false;
            }
        }
        return read(request);
    }

    /** Whether some of it can be read without waiting. */
    private static boolean arrived(Request request) {
        request.getCoyoteRequest().action(ActionCode.AVAILABLE, Boolean.TRUE);
        return request.getCoyoteRequest().getAvailable() > 0;
    }
}

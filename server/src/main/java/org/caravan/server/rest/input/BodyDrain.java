package org.caravan.server.rest.input;

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
 * Handles request bodies that were not read to the end, for example of unauthenticated requests, without blocking threads. Tomcat would
 * wait for the rest, to reuse the connection. A rest that has arrived is read, because a client that still sends when the connection closes
 * may lose the response (RFC 9112, 9.6). A few threads wait briefly for the rest; otherwise the connection is closed after the response.
 */
public final class BodyDrain extends ValveBase {

    /** Maximum number of request threads that wait at the same time. */
    private static final int WAITING = 4;
    private static final Duration MOMENT = Duration.ofMillis(200);
    private static final Duration STEP = Duration.ofMillis(5);
    private static final int MOST_BYTES = 1 << 20;

    private final Semaphore waiting = new Semaphore(WAITING);

    public BodyDrain() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!request.isAsync() && !read(request) && (request.getCoyoteRequest().hasExpectation() || !restComes(request))) {
            response.setHeader(HttpHeaders.CONNECTION, "close"); // has no effect if the response is already committed
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

    /** Reads only available bytes, so that it never waits longer than the limit. */
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

    /** Whether bytes can be read without waiting. */
    private static boolean arrived(Request request) {
        request.getCoyoteRequest().action(ActionCode.AVAILABLE, Boolean.TRUE);
        return request.getCoyoteRequest().getAvailable() > 0;
    }
}

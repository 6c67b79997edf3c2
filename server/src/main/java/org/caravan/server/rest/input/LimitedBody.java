package org.caravan.server.rest.input;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Body stream with limits of size, rate and time: a client that sends single bytes would otherwise block one of few threads, and a large
 * upload at the minimum rate one of few places for hours. The connection's timeout limits a single read.
 */
final class LimitedBody extends ServletInputStream {

    /** Grace period before the minimum rate applies. */
    private static final Duration GRACE = Duration.ofSeconds(10);
    private final ServletInputStream body;
    private final long limit;
    private final long leastBytesPerSecond;
    private final Duration longest;
    private final long begun = System.nanoTime();
    private long read;

    /** @param longest time from the creation of this stream, when the request asks for its body, to the last byte */
    LimitedBody(ServletInputStream body, long limit, long leastBytesPerSecond, Duration longest) {
        this.body = body;
        this.limit = limit;
        this.leastBytesPerSecond = leastBytesPerSecond;
        this.longest = longest;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int got;
        try {
            got = body.read(target, offset, length);
        } catch (IOException e) {
            throw e.getCause() instanceof SocketTimeoutException ? BodyRejected.stalled() : e;
        }
        count(Math.max(0, got));
        return got;
    }

    private void count(int got) throws BodyRejected {
        read += got;
        if (read > limit) {
            throw BodyRejected.tooLarge("has more", limit);
        }
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);
        if (tooSlow(read, passed, leastBytesPerSecond)) {
            throw BodyRejected.tooSlow(leastBytesPerSecond);
        }
        if (got > 0 && passed.compareTo(longest) > 0) {
            throw BodyRejected.tooLong(longest);
        }
    }

    static boolean tooSlow(long bytes, Duration passed, long leastBytesPerSecond) {
        return passed.compareTo(GRACE) > 0 && bytes < passed.minus(GRACE).toSeconds() * leastBytesPerSecond;
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

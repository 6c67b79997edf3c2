package org.caravan.ssh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Collects a command's output up to a limit, so that endless output cannot exhaust the server's memory. For one writing thread. */
final class BoundedOutput extends OutputStream {

    private final int most;
    private final Runnable end;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private volatile boolean overflowed;

    /**
     * @param most limit in bytes
     * @param end run once, when the limit is exceeded; later output is dropped
     */
    BoundedOutput(int most, Runnable end) {
        this.most = most;
        this.end = end;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (overflowed) {
            return;
        }
        if (length > most - kept.size()) {
            overflowed = true;
            kept.reset();
            end.run();
        } else {
            kept.write(bytes, offset, length);
        }
    }

    boolean overflowed() {
        return overflowed;
    }

    /** The output as UTF-8; invalid bytes become replacement characters. */
    String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}

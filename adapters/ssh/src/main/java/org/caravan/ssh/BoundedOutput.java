package org.caravan.ssh;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a command on a machine writes, up to a limit: a machine that writes without end must not fill the server's memory. One thread writes. */
final class BoundedOutput extends OutputStream {

    private final int most;
    private final Runnable end;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private volatile boolean overflowed;

    /**
     * @param most bytes
     * @param end run once, when the command writes more; what comes after that is dropped
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

    /** As UTF-8; other bytes become replacement characters. */
    String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}

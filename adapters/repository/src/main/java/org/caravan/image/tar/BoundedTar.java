package org.caravan.image.tar;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a tar and refuses a tar above the limit. */
final class BoundedTar extends FilterInputStream {

    private final long limit;
    private long bytes;

    BoundedTar(InputStream tar, long limit) {
        super(tar);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        bytes += Math.max(0, read);
        if (bytes > limit) {
            throw new LayerRefused("it unpacks to more than " + limit / 1_000_000 + " MB",
                    "split it into several layers, or raise caravan.image-limit.");
        }
        return read;
    }

    /** Reads instead of skipping, because the digest covers skipped bytes. */
    @Override
    public long skip(long count) throws IOException {
        byte[] skipped = new byte[(int) Math.min(8192, Math.max(0, count))];
        return skipped.length == 0 ? 0 : Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    long bytes() {
        return bytes;
    }
}

package org.caravan.image.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Limits the length of a stream, because a small file can unpack to more than the disk can hold. */
final class Bounded extends FilterInputStream {

    private final Budget budget;

    Bounded(InputStream content, long limit) {
        this(content, new Budget(limit));
    }

    Bounded(InputStream content, Budget budget) {
        super(content);
        this.budget = budget;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        budget.take(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        budget.take(Math.max(0, read));
        return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        budget.take(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}

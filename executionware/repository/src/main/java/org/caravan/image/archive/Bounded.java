package org.caravan.image.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.caravan.image.ImageFault;

/** A stream that ends in a refusal where more comes than may: a small file can unpack to more than the disk holds. */
final class Bounded extends FilterInputStream {

    private final long limit;
    private long left;

    Bounded(InputStream content, long limit) {
        super(content);
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        count(Math.max(0, read));
        return read;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        count(skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The image unpacks to more than %d MB.\nMaybe raise caravan.image-limit."
                    .formatted(limit / 1_000_000));
        }
    }
}

package org.caravan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.caravan.image.ContentDigest;

/** Checks the digest of a stream. Reading to the end or closing fails if the digest does not match. */
final class DigestCheckedStream extends DigestInputStream {

    private final ContentDigest wanted;
    private boolean proven;

    DigestCheckedStream(InputStream content, ContentDigest wanted) {
        super(content, ContentDigest.newSum());
        this.wanted = wanted;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        return prove(value, value < 0);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        return prove(read, read < 0);
    }

    private int prove(int result, boolean ended) throws IOException {
        if (ended && !proven) {
            proven = true;
            MessageDigest sum = getMessageDigest();
            ContentDigest found = ContentDigest.of(sum);
            if (!found.equals(wanted)) {
                throw new IOException("a file of it has the digest " + found + ", not " + wanted);
            }
        }
        return result;
    }

    /** Reads the rest, because tar and gzip readers stop before the end and the digest covers all bytes. */
    @Override
    public void close() throws IOException {
        try {
            transferTo(OutputStream.nullOutputStream());
        } finally {
            super.close();
        }
    }
}

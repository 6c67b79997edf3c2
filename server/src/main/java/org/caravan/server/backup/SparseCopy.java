package org.caravan.server.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import org.caravan.image.ContentDigest;

/** Writes a file without its all-zero blocks: backups of earlier releases contain almost empty disks of test beds, of 32 GiB each. */
final class SparseCopy {

    private static final int BLOCK = 1 << 16;
    private static final byte[] ZEROS = new byte[BLOCK];

    private SparseCopy() {}

    /** @return SHA-256 of the content in lower-case hex; the content is flushed to disk */
    static String of(InputStream content, Path target, Progress progress) throws IOException {
        MessageDigest sum = ContentDigest.newSum();
        try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
            long at = 0;
            for (byte[] block = content.readNBytes(BLOCK); block.length > 0; block = content.readNBytes(BLOCK)) {
                sum.update(block);
                if (!Arrays.equals(block, 0, block.length, ZEROS, 0, block.length)) {
                    file.seek(at);
                    file.write(block);
                }
                at += block.length;
                progress.add(block.length);
            }
            file.setLength(at);
            file.getFD().sync();
        }
        return ContentDigest.of(sum).hex();
    }
}

package org.caravan.image.tar;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Validates a layer before any node unpacks it. Every layer passes this check, whatever its source. */
public final class LayerCheck {

    private static final int BUFFER = 128 << 10;
    private static final int LARGEST_WINDOW_LOG = 27;

    private final LayerLimits limits;

    public LayerCheck(LayerLimits limits) {
        this.limits = limits;
    }

    /**
     * @param file a tar compressed by Zstandard
     * @throws LayerRefused if a node must not unpack the layer, or could interpret it differently from this check
     * @throws IOException if the file cannot be read
     */
    public LayerContents contents(Path file) throws IOException {
        try (DataInputStream packed = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            ZstdFrame.check(packed, limits);
        }
        MessageDigest packedSum = newSum();
        MessageDigest tarSum = newSum();
        try (InputStream packed = new DigestInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER), packedSum);
                ZstdInputStream unpacked = new ZstdInputStream(packed).setLongMax(LARGEST_WINDOW_LOG);
                BoundedTar tar = new BoundedTar(new DigestInputStream(unpacked, tarSum), limits.tarBytesOf(Files.size(file)))) {
            LayerTree tree = tree(new BufferedInputStream(tar, BUFFER));
            packed.transferTo(OutputStream.nullOutputStream());
            return tree.contents(hex(packedSum), hex(tarSum), tar.bytes());
        } catch (EOFException e) {
            throw new LayerRefused("its tar ends too early", "it is truncated: send it again.");
        } catch (ZstdIOException e) {
            throw new LayerRefused("its packed form is damaged", "send it again, or pack the tar again with zstd.");
        }
    }

    private LayerTree tree(InputStream tar) throws IOException {
        TarReader reader = new TarReader(tar);
        LayerTree tree = new LayerTree(limits);
        for (Optional<TarEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
            tree.add(entry.get());
        }
        return tree;
    }

    private static MessageDigest newSum() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String hex(MessageDigest sum) {
        return HexFormat.of().formatHex(sum.digest());
    }

    /** Counts the bytes of a tar and refuses a tar above the limit. */
    private static final class BoundedTar extends FilterInputStream {

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
}

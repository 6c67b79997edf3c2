package org.caravan.image.tar;

/**
 * Limits of a layer.
 *
 * @param tarBytes maximum size of the tar, in bytes
 * @param freeBytes bytes of the tar that are exempt from {@code ratio}
 * @param ratio maximum tar bytes per packed byte; Zstandard reaches 32,000, file trees 3 to 10
 * @param entries maximum number of entries; each needs an inode of the node
 * @param nameBytes maximum of all names together, in bytes; the checker holds them in memory
 * @param window maximum window of the decompressor, in bytes (RFC 8878, section 3.1.1.1.2); {@code zstd} has the same limit
 */
public record LayerLimits(long tarBytes, long freeBytes, int ratio, int entries, long nameBytes, long window) {

    private static final long USUAL_TAR = 4_000_000_000L;
    private static final long FREE = 64L << 20;
    private static final int RATIO = 250;
    private static final int ENTRIES = 500_000;
    private static final long NAMES = 64L << 20;
    private static final long WINDOW = 128L << 20;

    public static final LayerLimits USUAL = of(USUAL_TAR);

    /** The default limits with another tar size, in bytes. */
    public static LayerLimits of(long tarBytes) {
        return new LayerLimits(tarBytes, FREE, RATIO, ENTRIES, NAMES, WINDOW);
    }

    /** Maximum tar size for a packed file of this size, in bytes. */
    long tarBytesOf(long packed) {
        return Math.min(tarBytes, freeBytes + packed * ratio);
    }
}

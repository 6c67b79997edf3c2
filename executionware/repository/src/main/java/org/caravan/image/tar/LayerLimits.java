package org.caravan.image.tar;

/**
 * How much a layer may bring.
 *
 * @param tarBytes of the tar within, in bytes
 * @param freeBytes of the tar that need no packed bytes; what goes beyond them is bounded by {@code ratio}
 * @param ratio bytes of tar for one packed byte: Zstandard makes 32,000 of one, file trees give 3 to 10
 * @param entries at most; each takes an inode of the node
 * @param nameBytes of all names together, in bytes; the checker holds them in memory
 * @param window bytes a packed layer may make its reader remember (RFC 8878, section 3.1.1.1.2); {@code zstd} refuses more, too
 */
public record LayerLimits(long tarBytes, long freeBytes, int ratio, int entries, long nameBytes, long window) {

    private static final long USUAL_TAR = 4_000_000_000L;
    private static final long FREE = 64L << 20;
    private static final int RATIO = 250;
    private static final int ENTRIES = 500_000;
    private static final long NAMES = 64L << 20;
    private static final long WINDOW = 128L << 20;

    public static final LayerLimits USUAL = of(USUAL_TAR);

    /** The usual ones with another size. */
    public static LayerLimits of(long tarBytes) {
        return new LayerLimits(tarBytes, FREE, RATIO, ENTRIES, NAMES, WINDOW);
    }

    /** Bytes of tar that a file of this many bytes may become. */
    long tarBytesOf(long packed) {
        return Math.min(tarBytes, freeBytes + packed * ratio);
    }
}

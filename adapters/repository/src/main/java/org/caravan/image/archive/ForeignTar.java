package org.caravan.image.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.caravan.image.ImageFault;

/**
 * Tar reader for untrusted files. Adds the limits that the library lacks: on names, extended headers, maps of sparse
 * files and the number of entries.
 */
final class ForeignTar extends TarArchiveInputStream {

    private static final long LARGEST_HEADER = 1 << 20;
    /** Blocks of 512 bytes that the header of one entry may have, with the map of a sparse file. */
    private static final int MOST_BLOCKS = 1024;

    private final int most;
    private int entries;
    private long globals;
    private int blocks;

    /** @param most maximum number of entries, including extended headers */
    ForeignTar(InputStream tar, int most) {
        super(new SparseMaps(tar), "UTF-8");
        this.most = most;
    }

    @Override
    public TarArchiveEntry getNextEntry() throws IOException {
        if (++entries > most) { // the library also calls this for the entry after an extended header
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The file has more than %d entries.\nMaybe split it: into several images, or layers.".formatted(most));
        }
        blocks = 0;
        return super.getNextEntry();
    }

    /** Limits the map of a sparse file in GNU's older format, a chain of blocks. */
    @Override
    protected byte[] readRecord() throws IOException {
        if (++blocks > MOST_BLOCKS) {
            throw largeMap();
        }
        return super.readRecord();
    }

    private static ImageFault largeMap() {
        return new ImageFault(ImageFault.Kind.REFUSED,
                "The file has a sparse file with too many holes.\nMaybe write its tar without --sparse.");
    }

    /** Limits maps of sparse files in the POSIX format, which only the library reads byte by byte, into memory. */
    private static final class SparseMaps extends FilterInputStream {

        private long bytes;

        SparseMaps(InputStream tar) {
            super(tar);
        }

        @Override
        public int read() throws IOException {
            if (++bytes > LARGEST_HEADER) {
                throw largeMap();
            }
            return super.read();
        }
    }

    /** Limits the size of extended headers, because the library reads them into memory through this method. */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        TarArchiveEntry entry = getCurrentEntry();
        if (entry != null && entry.getSize() > LARGEST_HEADER
                && (entry.isPaxHeader() || entry.isGlobalPaxHeader() || entry.isGNULongNameEntry() || entry.isGNULongLinkEntry())) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The file has an extended header of %d bytes.\nMaybe it is malicious: check its origin."
                    .formatted(entry.getSize()));
        }
        int read = super.read(target, offset, length);
        if (entry != null && entry.isGlobalPaxHeader()) {
            globals += Math.max(0, read);
            if (globals > LARGEST_HEADER) { // the library keeps the records of all global headers until the end
                throw new ImageFault(ImageFault.Kind.REFUSED, "The file has global headers of more than " + LARGEST_HEADER
                        + " bytes together.\nMaybe it is malicious: check its origin.");
            }
        }
        return read;
    }
}

package org.caravan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.caravan.image.ImageFault;

/** Tar reader for untrusted files. Adds the limits that the library lacks: on names, extended headers and the number of entries. */
final class ForeignTar extends TarArchiveInputStream {

    private static final long LARGEST_HEADER = 1 << 20;

    private final int most;
    private int entries;

    /** @param most maximum number of entries, including extended headers */
    ForeignTar(InputStream tar, int most) {
        super(tar, "UTF-8");
        this.most = most;
    }

    @Override
    public TarArchiveEntry getNextEntry() throws IOException {
        if (++entries > most) { // the library also calls this for the entry after an extended header
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The file has more than %d entries.\nMaybe split it: into several images, or layers.".formatted(most));
        }
        return super.getNextEntry();
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
        return super.read(target, offset, length);
    }
}

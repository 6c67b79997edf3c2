package org.caravan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.caravan.image.ImageFault;

/** A tar of others as the library reads it, with bounds that it does not have: on names and extended headers, and on how many entries there are. */
final class ForeignTar extends TarArchiveInputStream {

    private static final long LARGEST_HEADER = 1 << 20;

    private final int most;
    private int entries;

    /** @param most entries, extended headers included */
    ForeignTar(InputStream tar, int most) {
        super(tar, "UTF-8");
        this.most = most;
    }

    @Override
    public TarArchiveEntry getNextEntry() throws IOException {
        if (++entries > most) { // called by the library, too, for the entry behind an extended header
            throw new ImageFault(ImageFault.Kind.REFUSED, "The file has more than %d entries.\nMaybe split it: into several images, or layers.".formatted(most));
        }
        return super.getNextEntry();
    }

    /** The library reads extended headers by this method as a whole into memory. */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        TarArchiveEntry entry = getCurrentEntry();
        if (entry != null && entry.getSize() > LARGEST_HEADER && (entry.isPaxHeader() || entry.isGlobalPaxHeader() || entry.isGNULongNameEntry() || entry.isGNULongLinkEntry())) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The file has an extended header of %d bytes.\nMaybe it was made to do harm: look where it comes from."
                    .formatted(entry.getSize()));
        }
        return super.read(target, offset, length);
    }
}

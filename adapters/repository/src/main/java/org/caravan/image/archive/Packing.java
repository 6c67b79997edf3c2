package org.caravan.image.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Detects the compression of a tar by its first bytes, because media types and file names are often wrong. */
final class Packing {

    private static final int BUFFER = 128 << 10;

    private Packing() {}

    /** The uncompressed tar of a gzip, Zstandard or uncompressed stream. */
    static InputStream unpacked(InputStream packed) throws IOException {
        BufferedInputStream content = new BufferedInputStream(packed, BUFFER);
        content.mark(4);
        byte[] magic = content.readNBytes(4);
        content.reset();
        if (magic.length == 4 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b) {
            return new GZIPInputStream(content, BUFFER);
        }
        if (magic.length == 4 && (magic[0] & 0xff) == 0x28 && (magic[1] & 0xff) == 0xb5 && magic[2] == 0x2f && (magic[3] & 0xff) == 0xfd) {
            return new ZstdInputStream(content);
        }
        return content;
    }
}

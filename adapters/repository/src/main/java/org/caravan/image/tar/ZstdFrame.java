package org.caravan.image.tar;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/**
 * Checks the outer format of a packed layer: exactly one Zstandard frame without a dictionary (RFC 8878, section 3.1.1), and
 * nothing after it. Readers handle further frames, skippable frames and trailing data differently.
 */
final class ZstdFrame {

    private static final int MAGIC = 0x28B52FFD;
    private static final String PACK = "pack the tar again with the command zstd, without further options.";
    private static final int DICTIONARY = 0x03;
    private static final int SUMMED = 0x04;
    private static final int RESERVED = 0x08;
    private static final int SINGLE = 0x20;
    private static final int LAST = 1;
    private static final int RAW = 0;
    private static final int RUN = 1;
    private static final int COMPRESSED = 2;

    private ZstdFrame() {}

    /** Reads the whole file. */
    static void check(DataInputStream file, LayerLimits limits) throws IOException {
        try {
            if (file.readInt() != MAGIC) {
                throw new LayerRefused("it is not packed by Zstandard", PACK);
            }
            boolean sum = header(file, limits);
            blocks(file);
            file.skipNBytes(sum ? Integer.BYTES : 0);
        } catch (EOFException e) {
            throw new LayerRefused("its packed form ends too early", "it is truncated: send it again.");
        }
        if (file.read() >= 0) {
            throw new LayerRefused("something follows its packed form", PACK);
        }
    }

    /** @return true if a checksum follows the blocks */
    private static boolean header(DataInputStream file, LayerLimits limits) throws IOException {
        int descriptor = file.readUnsignedByte();
        boolean single = (descriptor & SINGLE) != 0;
        if ((descriptor & (RESERVED | DICTIONARY)) != 0) {
            throw new LayerRefused("its packed form needs a dictionary or is of a later version", PACK);
        }
        long window = single ? 0 : window(file.readUnsignedByte());
        long size = size(file, descriptor >> 6, single);
        if (Math.max(window, single ? size : 0) > limits.window() || window < 0 || size < 0) {
            throw new LayerRefused("unpacking it takes more than " + (limits.window() >> 20) + " MiB of memory", PACK);
        }
        return (descriptor & SUMMED) != 0;
    }

    private static long window(int descriptor) {
        long base = 1L << (10 + (descriptor >> 3));
        return base + base / 8 * (descriptor & 7);
    }

    private static long size(DataInputStream file, int flag, boolean single) throws IOException {
        int bytes = flag == 0 ? single ? 1 : 0 : 1 << flag;
        long size = 0;
        for (int shift = 0; shift < bytes * 8; shift += 8) {
            size |= (long) file.readUnsignedByte() << shift;
        }
        return size;
    }

    private static void blocks(DataInputStream file) throws IOException {
        int header;
        do {
            header = file.readUnsignedByte() | file.readUnsignedByte() << 8 | file.readUnsignedByte() << 16;
            int size = header >> 3;
            switch (header >> 1 & 3) {
                case RAW, COMPRESSED -> file.skipNBytes(size);
                case RUN -> file.skipNBytes(1);
                default -> throw new LayerRefused("its packed form is of a later version", PACK);
            }
        } while ((header & LAST) == 0);
    }
}

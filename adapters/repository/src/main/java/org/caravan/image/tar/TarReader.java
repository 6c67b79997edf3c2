package org.caravan.image.tar;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads a tar strictly and refuses content that readers could interpret differently. */
final class TarReader {

    private static final int LARGEST_HEADER = 1 << 20;
    private static final String WRITE = "write it again with tar --format=pax.";

    private final InputStream tar;
    private final byte[] block = new byte[TarHeader.BLOCK];
    private long content;

    TarReader(InputStream tar) {
        this.tar = tar;
    }

    /** Skips the content of the previous entry; empty at the end of the tar, if nothing follows. */
    Optional<TarEntry> next() throws IOException {
        tar.skipNBytes(padded(content));
        content = 0;
        PaxRecords extended = null;
        String name = null;
        String link = null;
        while (true) {
            block();
            if (TarHeader.isZero(block, 0, block.length)) {
                if (extended != null || name != null || link != null) {
                    throw new LayerRefused("an extended header has no entry", WRITE);
                }
                end();
                return Optional.empty();
            }
            TarHeader header = TarHeader.read(block);
            boolean first = extended == null;
            switch (header.type()) {
                case 'x' -> extended = once(first && name == null && link == null, PaxRecords.read(content(header)));
                case 'L' -> name = once(first && name == null, gnu(content(header)));
                case 'K' -> link = once(first && link == null, gnu(content(header)));
                default -> {
                    PaxRecords records = first ? PaxRecords.none() : extended;
                    TarEntry entry = entry(header, records, records.value(PaxRecords.PATH, name == null ? header.name() : name),
                            records.value(PaxRecords.LINK, link == null ? header.link() : link));
                    content = entry.size();
                    return Optional.of(entry);
                }
            }
        }
    }

    private static <T> T once(boolean allowed, T value) throws LayerRefused {
        if (!allowed) {
            throw new LayerRefused("an entry has two extended headers", WRITE);
        }
        return value;
    }

    private static TarEntry entry(TarHeader header, PaxRecords records, String name, String link) throws LayerRefused {
        TarEntry.Type type = switch (header.type()) {
            case '0' -> TarEntry.Type.FILE;
            case '1' -> TarEntry.Type.HARD_LINK;
            case '2' -> TarEntry.Type.SYMBOLIC_LINK;
            case '3' -> TarEntry.Type.DELETION;
            case '5' -> TarEntry.Type.FOLDER;
            case '6' -> TarEntry.Type.FIFO;
            case '4' -> throw new LayerRefused("the entry (" + LayerRefused.shown(name) + ") is a device",
                    "leave it out: hosts give copies their own devices.");
            case 'S' -> throw new LayerRefused("the file (" + LayerRefused.shown(name) + ") is written as sparse",
                    "write the tar without --sparse.");
            default -> throw new LayerRefused("the entry (" + LayerRefused.shown(name) + ") is of the type ("
                    + LayerRefused.shown("" + header.type())
                    + "), which nodes do not take", WRITE);
        };
        if (type == TarEntry.Type.DELETION && !header.device()) {
            throw new LayerRefused("the entry (" + LayerRefused.shown(name) + ") is a device",
                    "leave it out: hosts give copies their own devices.");
        }
        boolean links = type == TarEntry.Type.HARD_LINK || type == TarEntry.Type.SYMBOLIC_LINK;
        if (type != TarEntry.Type.FILE && header.size() != 0 || links == link.isEmpty()) {
            throw new LayerRefused("the entry (" + LayerRefused.shown(name) + ") has content or a target that its type does not have",
                    WRITE);
        }
        return new TarEntry(type, name, link, header.mode(), header.size(), records.attributes());
    }

    private byte[] content(TarHeader header) throws IOException {
        if (header.size() > LARGEST_HEADER) {
            throw new LayerRefused("an extended header has " + header.size() + " bytes", WRITE);
        }
        byte[] bytes = tar.readNBytes((int) header.size());
        tar.skipNBytes(padded(header.size()) - bytes.length);
        return bytes;
    }

    /** The text ends with one zero byte. */
    private static String gnu(byte[] bytes) throws LayerRefused {
        if (bytes.length < 2 || bytes[bytes.length - 1] != 0) {
            throw new LayerRefused("a long name is damaged", WRITE);
        }
        return TarHeader.text(java.util.Arrays.copyOf(bytes, bytes.length - 1));
    }

    private static long padded(long size) {
        return (size + TarHeader.BLOCK - 1) / TarHeader.BLOCK * TarHeader.BLOCK;
    }

    private void block() throws IOException {
        if (tar.readNBytes(block, 0, block.length) < block.length) {
            throw new EOFException("the tar ends too early");
        }
    }

    /** Requires a second block of zeros and then only zeros, because some readers continue after the end. */
    private void end() throws IOException {
        block();
        boolean zero = TarHeader.isZero(block, 0, block.length);
        for (int read = tar.read(block); zero && read >= 0; read = tar.read(block)) {
            zero = TarHeader.isZero(block, 0, read);
        }
        if (!zero) {
            throw new LayerRefused("something follows the end of the tar", WRITE);
        }
    }
}

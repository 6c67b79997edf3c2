package org.caravan.service;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a layer as a tar (POSIX.1-2001, with pax records for long names), compressed by gzip. Entries are sorted and have one owner, one
 * time and fixed modes, so that the same upload gives the same bytes on every machine.
 */
final class LayerTar {

    /** Seconds since 1970; the time of entries in the layers of image-build. */
    private static final long TIME = 1_700_000_000;
    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    /** Largest value of an octal size field, in bytes. */
    private static final long LARGEST = (1L << 33) - 1;

    private final OutputStream out;

    private LayerTar(OutputStream out) {
        this.out = out;
    }

    static void write(List<LayerFile> files, Upload.Content content, OutputStream target) throws IOException {
        TreeMap<String, UploadEntry> entries = new TreeMap<>();
        files.forEach(file -> entries.put(file.target().substring(1), file.entry()));
        for (String folder : folders(files)) {
            entries.putIfAbsent(folder, UploadEntry.folder(folder));
        }
        write(entries, content, target);
    }

    /** The entries of an upload, with their own paths. */
    static void write(Upload upload, OutputStream target) throws IOException {
        TreeMap<String, UploadEntry> entries = new TreeMap<>();
        upload.entries().forEach(entry -> entries.put(entry.path(), entry));
        write(entries, upload.content(), target);
    }

    private static void write(TreeMap<String, UploadEntry> entries, Upload.Content content, OutputStream target) throws IOException {
        GZIPOutputStream packed = new GZIPOutputStream(new KeptOpen(target));
        LayerTar tar = new LayerTar(packed);
        for (var entry : entries.entrySet()) {
            tar.add(entry.getKey(), entry.getValue(), content);
        }
        packed.write(new byte[2 * BLOCK]);
        packed.close();
    }

    /** All folders above the files, and the folder of uploads. */
    private static TreeSet<String> folders(List<LayerFile> files) {
        TreeSet<String> folders = new TreeSet<>(List.of("srv", "srv/service"));
        for (LayerFile file : files) {
            String path = file.target().substring(1);
            for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                folders.add(path.substring(0, slash));
            }
        }
        return folders;
    }

    private void add(String path, UploadEntry entry, Upload.Content content) throws IOException {
        switch (entry.type()) {
            case FOLDER -> header(path + "/", '5', 0755, 0, "");
            case LINK -> header(path, '2', 0777, 0, entry.target());
            case FILE -> {
                header(path, '0', 0644, entry.size(), "");
                copy(path, entry, content);
            }
            default -> throw new IllegalArgumentException("a layer cannot have " + path);
        }
    }

    private void copy(String path, UploadEntry entry, Upload.Content content) throws IOException {
        long copied;
        try (InputStream in = content.open(entry)) {
            copied = in.transferTo(out);
        }
        if (copied != entry.size()) {
            throw new IOException(path + " changed while it was read: " + copied + " bytes instead of " + entry.size());
        }
        pad(copied);
    }

    private void header(String name, char type, int mode, long size, String link) throws IOException {
        if (size > LARGEST) {
            throw new IOException(name + " is too large: " + size + " bytes");
        }
        byte[] bytes = utf8(name);
        byte[] target = utf8(link);
        if (bytes.length > NAME_LENGTH || target.length > NAME_LENGTH) {
            byte[] records = utf8((bytes.length > NAME_LENGTH ? record("path", name) : "")
                    + (target.length > NAME_LENGTH ? record("linkpath", link) : ""));
            out.write(block(utf8("pax"), 'x', 0644, records.length, new byte[0]));
            out.write(records);
            pad(records.length);
        }
        out.write(block(bytes, type, mode, size, target));
    }

    /** A pax record begins with its own length in bytes, in decimal digits that are part of it. */
    private static String record(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int length = utf8(rest).length;
        int digits = Integer.toString(length).length();
        int total = length + digits;
        total = Integer.toString(total).length() > digits ? total + 1 : total;
        return total + rest;
    }

    private static byte[] block(byte[] name, char type, int mode, long size, byte[] link) {
        byte[] block = new byte[BLOCK];
        put(block, 0, name, NAME_LENGTH);
        octal(block, 100, 8, mode);
        octal(block, 108, 8, 0);
        octal(block, 116, 8, 0);
        octal(block, 124, 12, size);
        octal(block, 136, 12, TIME);
        put(block, 148, utf8("        "), 8);
        block[156] = (byte) type;
        put(block, 157, link, NAME_LENGTH);
        put(block, 257, utf8("ustar\0" + "00"), 8);
        int sum = 0;
        for (byte one : block) {
            sum += one & 0xff;
        }
        put(block, 148, utf8(String.format(Locale.ROOT, "%06o\0 ", sum)), 8);
        return block;
    }

    private static void octal(byte[] block, int at, int length, long value) {
        put(block, at, utf8(String.format(Locale.ROOT, "%0" + (length - 1) + "o\0", value)), length);
    }

    /** Longer names are truncated here; readers take them from the pax record before. */
    private static void put(byte[] block, int at, byte[] text, int most) {
        System.arraycopy(text, 0, block, at, Math.min(text.length, most));
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The caller closes its stream. */
    private static final class KeptOpen extends FilterOutputStream {

        KeptOpen(OutputStream target) {
            super(target);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}

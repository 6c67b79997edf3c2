package org.caravan.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A tar written byte by byte, so that it can hold what no library writes. Each header is right until a test makes it wrong. */
public final class RawTar {

    private static final int BLOCK = 512;
    private static final int SUM = 148;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** What a header says; a test changes one field of one that is right. */
    public record Header(char type, String name, String link, int mode, long size, int major, int minor) {

        public Header withMode(int changed) {
            return new Header(type, name, link, changed, size, major, minor);
        }

        public Header withSize(long changed) {
            return new Header(type, name, link, mode, changed, major, minor);
        }
    }

    public static Header file(String name, long size) {
        return new Header('0', name, "", 0644, size, 0, 0);
    }

    public static Header folder(String name) {
        return new Header('5', name, "", 0755, 0, 0, 0);
    }

    /** @param type 1 for a hard link, 2 for a symbolic one */
    public static Header link(char type, String name, String to) {
        return new Header(type, name, to, 0777, 0, 0, 0);
    }

    /** @param type 3 for a character device, 4 for a block device */
    public static Header device(char type, String name, int major, int minor) {
        return new Header(type, name, "", 0666, 0, major, minor);
    }

    public RawTar add(Header header, byte[] content) {
        return raw(block(header)).raw(padded(content));
    }

    public RawTar add(Header header) {
        return raw(block(header));
    }

    public RawTar file(String name, String content) {
        byte[] text = content.getBytes(StandardCharsets.UTF_8);
        return add(file(name, text.length), text);
    }

    /** An extended header of POSIX with one record. */
    public RawTar pax(String key, String value) {
        return pax(record(key, value));
    }

    public RawTar pax(byte[] records) {
        return add(new Header('x', "pax", "", 0644, records.length, 0, 0), records);
    }

    public static byte[] record(String key, String value) {
        byte[] text = (" " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8);
        int length = text.length + 1;
        while (Integer.toString(length).length() + text.length != length) {
            length = Integer.toString(length).length() + text.length;
        }
        byte[] number = Integer.toString(length).getBytes(StandardCharsets.US_ASCII);
        byte[] record = Arrays.copyOf(number, length);
        System.arraycopy(text, 0, record, number.length, text.length);
        return record;
    }

    public RawTar raw(byte[] block) {
        bytes.writeBytes(block);
        return this;
    }

    /** With the end that belongs to a tar. */
    public byte[] ended() {
        return raw(new byte[2 * BLOCK]).bytes();
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    public static byte[] padded(byte[] content) {
        return Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK);
    }

    public static byte[] block(Header header) {
        byte[] block = new byte[BLOCK];
        put(block, 0, header.name(), 100);
        put(block, 100, "%07o".formatted(header.mode()), 8);
        put(block, 108, "0000000", 8);
        put(block, 116, "0000000", 8);
        put(block, 124, "%011o".formatted(header.size()), 12);
        put(block, 136, "00000000000", 12);
        block[156] = (byte) header.type();
        put(block, 157, header.link(), 100);
        put(block, 257, "ustar\00000", 8);
        put(block, 329, "%07o".formatted(header.major()), 8);
        put(block, 337, "%07o".formatted(header.minor()), 8);
        return summed(block);
    }

    /** Writes the checksum of what the block says now. */
    public static byte[] summed(byte[] block) {
        Arrays.fill(block, SUM, SUM + 8, (byte) ' ');
        int sum = 0;
        for (int at = 0; at < BLOCK; at++) {
            sum += block[at] & 0xff;
        }
        put(block, SUM, "%06o\0 ".formatted(sum), 8);
        return block;
    }

    /** Cut where the field ends. */
    public static void put(byte[] block, int from, String text, int length) {
        byte[] field = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(field, 0, block, from, Math.min(length, field.length));
    }
}

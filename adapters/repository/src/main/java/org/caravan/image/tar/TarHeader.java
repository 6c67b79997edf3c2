package org.caravan.image.tar;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A header block in POSIX format (pax, ustar interchange format) or of GNU tar. Accepts only encodings that all tar readers
 * interpret identically: no base-256 numbers, nothing after the end of a text, one checksum method.
 *
 * @param type the type flag
 * @param device true if both device numbers are 0 or absent
 */
record TarHeader(char type, String name, String link, int mode, long size, boolean device) {

    static final int BLOCK = 512;

    private static final String WRITE = "write it again with tar --format=pax.";
    private static final byte[] POSIX = {'u', 's', 't', 'a', 'r', 0, '0', '0'};
    private static final byte[] GNU = {'u', 's', 't', 'a', 'r', ' ', ' ', 0};
    private static final int SUM = 148;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_END = 500;
    private static final int MODE_BITS = 07777;

    static TarHeader read(byte[] block) throws LayerRefused {
        boolean posix = Arrays.equals(block, MAGIC, MAGIC + POSIX.length, POSIX, 0, POSIX.length);
        if (!posix && !Arrays.equals(block, MAGIC, MAGIC + GNU.length, GNU, 0, GNU.length)) {
            throw new LayerRefused("it is no tar of POSIX or GNU", WRITE);
        }
        if (number(block, SUM, 8) != sum(block)) {
            throw new LayerRefused("the checksum of an entry is wrong", "it was damaged: send it again.");
        }
        String name = text(block, 0, 100);
        String prefix = posix ? text(block, PREFIX, PREFIX_END - PREFIX) : "";
        if (!isZero(block, posix ? PREFIX_END : PREFIX, BLOCK)) {
            throw new LayerRefused("the entry (" + LayerRefused.shown(name) + ") has fields of a form of tar that nodes read otherwise",
                    WRITE);
        }
        number(block, 108, 8); // user, group and time must only be readable
        number(block, 116, 8);
        number(block, 136, 12);
        return new TarHeader((char) (block[156] & 0xff), prefix.isEmpty() ? name : prefix + "/" + name, text(block, 157, 100),
                (int) number(block, 100, 8) & MODE_BITS, number(block, 124, 12), number(block, 329, 8) == 0 && number(block, 337, 8) == 0);
    }

    static boolean isZero(byte[] block, int from, int to) {
        int seen = 0;
        for (int at = from; at < to; at++) {
            seen |= block[at];
        }
        return seen == 0;
    }

    private static long sum(byte[] block) {
        long sum = 8L * ' ';
        for (int at = 0; at < BLOCK; at++) {
            sum += at >= SUM && at < SUM + 8 ? 0 : block[at] & 0xff;
        }
        return sum;
    }

    /** Octal digits followed by spaces and zeros; an empty field is 0. */
    private static long number(byte[] block, int from, int length) throws LayerRefused {
        int end = from + length;
        int at = from;
        long value = 0;
        while (at < end && block[at] >= '0' && block[at] <= '7') {
            value = value << 3 | block[at++] - '0';
        }
        boolean empty = at == from;
        while (at < end && (block[at] == 0 || block[at] == ' ' && !empty)) {
            at++;
        }
        if (at < end) {
            throw new LayerRefused("a number of an entry is not written in octal digits", WRITE);
        }
        return value;
    }

    private static String text(byte[] block, int from, int length) throws LayerRefused {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        if (!isZero(block, end, from + length)) {
            throw new LayerRefused("something follows the end of a name", WRITE);
        }
        return text(Arrays.copyOfRange(block, from, end));
    }

    static String text(byte[] bytes) throws LayerRefused {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new LayerRefused("a name is not written in UTF-8", "rename the file in the tree that the layer is made of.");
        }
    }
}

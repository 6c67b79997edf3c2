package org.caravan.service;

import java.nio.charset.StandardCharsets;

/** Looks for a text in bytes that come in blocks, also across the end of a block. */
final class TextSearch {

    private final byte[] text;
    private byte[] before = {};
    private boolean found;

    /** @param text ASCII; an empty one is found nowhere */
    TextSearch(String text) {
        this.text = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** @param length number of bytes of the block that count */
    void read(byte[] block, int length) {
        if (found || text.length == 0) {
            return;
        }
        String all = new String(before, StandardCharsets.ISO_8859_1) + new String(block, 0, length, StandardCharsets.ISO_8859_1);
        found = all.contains(new String(text, StandardCharsets.ISO_8859_1));
        before = all.substring(Math.max(0, all.length() - text.length + 1)).getBytes(StandardCharsets.ISO_8859_1);
    }

    boolean found() {
        return found;
    }
}

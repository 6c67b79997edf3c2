package org.caravan.infrastructure;

import java.util.ArrayList;
import java.util.List;

/** Formats IP addresses in canonical form, so that equal addresses are equal strings. */
final class AddressText {

    private AddressText() {}

    static String of(byte[] address) {
        return address.length == 4 ? dotted(address) : colons(address);
    }

    private static String dotted(byte[] address) {
        return (address[0] & 255) + "." + (address[1] & 255) + "." + (address[2] & 255) + "." + (address[3] & 255);
    }

    /** RFC 5952: lower case, no leading zeros, the first longest run of two or more zero groups is "::". */
    private static String colons(byte[] address) {
        int bestStart = -1;
        int bestLength = 1;
        for (int start = 0; start < 8; start++) {
            int end = start;
            while (end < 8 && group(address, end) == 0) {
                end++;
            }
            if (end - start > bestLength) {
                bestStart = start;
                bestLength = end - start;
            }
        }
        if (bestStart < 0) {
            return groups(address, 0, 8);
        }
        return groups(address, 0, bestStart) + "::" + groups(address, bestStart + bestLength, 8);
    }

    private static String groups(byte[] address, int from, int to) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(Integer.toHexString(group(address, i)));
        }
        return String.join(":", texts);
    }

    private static int group(byte[] address, int index) {
        return (address[2 * index] & 255) << 8 | address[2 * index + 1] & 255;
    }
}

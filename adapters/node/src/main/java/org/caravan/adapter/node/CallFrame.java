package org.caravan.adapter.node;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.caravan.canonical.Digest;

/**
 * A call in the format of {@code attend.sh}: a header line and a line with the encoded script. The encoding is printable ASCII, so
 * the content has no line end, no NUL and no byte that both sides count differently. {@code printf %b} decodes it without an
 * external program.
 */
final class CallFrame {

    /** Maximum bytes of a script; {@code attend.sh} also rejects longer encoded texts. */
    static final int LONGEST = 1 << 20;


    private CallFrame() {}

    /**
     * {@code NUMBER SLOT LENGTH SIZE DIGEST}, line end, encoded script, line end.
     *
     * @throws IllegalArgumentException if there is a {@link #refusal}
     */
    static byte[] of(long number, int slot, byte[] script) {
        refusal(script).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        String encoded = encoded(script);
        String head = "%d %d %d %d".formatted(number, slot, encoded.length(), script.length);
        return (head + " " + Digest.of(head + " " + encoded) + "\n" + encoded + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Why a script cannot be sent: it contains a NUL, which bash cannot hold, or exceeds 1 MiB. */
    static Optional<String> refusal(byte[] script) {
        if (script.length > LONGEST) {
            return Optional.of("its script has %d bytes, more than %d".formatted(script.length, LONGEST));
        }
        for (int at = 0; at < script.length; at++) {
            if (script[at] == 0) {
                return Optional.of("byte %d of its script is a NUL, which no shell can hold".formatted(at + 1));
            }
        }
        return Optional.empty();
    }

    /** Ends the call on the machine if it is still running. */
    static byte[] end(long number, int slot) {
        return (number + " " + slot + " end\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Encodes line feeds as {@code \n}. Other bytes that are not printable ASCII, and the backslash, become {@code \0} and three
     * octal digits.
     */
    static String encoded(byte[] script) {
        StringBuilder text = new StringBuilder(script.length + script.length / 8);
        for (byte one : script) {
            if (one == '\n') {
                text.append("\\n");
            } else if (one >= ' ' && one < 127 && one != '\\') {
                text.append((char) one);
            } else {
                text.append("\\0").append((char) ('0' + (one >> 6 & 3))).append((char) ('0' + (one >> 3 & 7)))
                        .append((char) ('0' + (one & 7)));
            }
        }
        return text.toString();
    }
}

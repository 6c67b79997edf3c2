package org.caravan.adapter.node;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.caravan.canonical.Digest;

/**
 * Calls whose text tries to be more than text: headers, frames and answers of the protocol, escapes of {@code printf}, quotes, NULs, bytes
 * that are no UTF-8. The same seed gives the same calls. Text that runs as a program creates the file {@code proof}.
 */
final class HostileCalls {

    /** Of an answer, 3000 at most come back: longer texts are compared by their digest. */
    private static final int SHORT = 700;

    private final Random random;
    private final String proof;

    HostileCalls(long seed, String proof) {
        this.random = new Random(seed);
        this.proof = proof;
    }

    /**
     * One call.
     *
     * @param expected what the script writes if it runs exactly as it was made
     */
    record Call(byte[] script, String expected, boolean withNul) {}

    Call next() {
        byte[] text = text();
        boolean withNul = has(text, 0);
        String shown = new String(text, StandardCharsets.UTF_8);
        boolean plain = text.length <= SHORT && Arrays.equals(shown.getBytes(StandardCharsets.UTF_8), text);
        ByteArrayOutputStream script = new ByteArrayOutputStream();
        script.writeBytes("TEXT='".getBytes(StandardCharsets.UTF_8));
        for (byte one : text) {
            if (one == '\'') {
                script.writeBytes("'\\''".getBytes(StandardCharsets.UTF_8));
            } else {
                script.write(one);
            }
        }
        script.writeBytes((plain ? "'\nprintf '%s|' \"$TEXT\"\n" : "'\nprintf %s \"$TEXT\" | sha256sum\n")
                .getBytes(StandardCharsets.UTF_8));
        return new Call(script.toByteArray(), plain ? shown.replace('\1', '\n') + "|" : Digest.of(text) + "  -", withNul);
    }

    private byte[] text() {
        return switch (random.nextInt(12)) {
            case 0 -> bytes(random.nextInt(400), 0);
            case 1 -> bytes(random.nextInt(400), 1);
            case 2 -> utf8(header() + payload());
            case 3 -> utf8("x\n" + frame() + "\n" + frame());
            case 4 -> utf8(pieces("\\0101", "\\n", "\\", "\\\\", "\\0", "\\00", "\\c", "%s", "%b", "'", "\"", "$(touch " + proof + ")",
                    "`touch " + proof + "`", "${x}", "!", "\n", "\t"));
            case 5 -> utf8(pieces("ä", "€", "🚢", "\u0001", "\u007f", "\r", "\n", "\u2028", "\u202e", " ", "attends", "lost"));
            case 6 -> utf8("attends\nlost\n" + random.nextInt(99) + " 0 " + payload() + "\n" + random.nextInt(99) + " refused digest\n");
            case 7 -> utf8(pieces("\nend\n", "1 2 end\n", "} </dev/null\n", "\n'\n", "eval \"$text\"\n", payload() + "\n", "EOF\n"));
            case 8 -> random.nextInt(20) > 0 ? bytes(random.nextInt(64), 1)
                    : utf8("x\n" + "A".repeat(1_000 + random.nextInt(20_000)) + header() + payload() + "\0".repeat(random.nextInt(16_000)));
            case 9 -> random.nextInt(20) > 0 ? utf8("\u001b]0;title\u0007\u001b[2J") : bytes(4_000 + random.nextInt(30_000), 1);
            case 10 -> utf8(" ".repeat(random.nextInt(9)) + "-n -e --\n" + header());
            default -> new byte[random.nextInt(3)];
        };
    }

    private String payload() {
        return ": >" + proof;
    }

    /** As the next calls will have them, or nearly. */
    private String header() {
        String length = "" + (random.nextBoolean() ? payload().length() : random.nextInt(1 << 20));
        return "\n" + (1 + random.nextInt(2000)) + " " + random.nextInt(64) + " " + length + " " + payload().length() + " "
                + Digest.of(payload()) + "\n";
    }

    /** One that is right in itself. */
    private String frame() {
        return new String(CallFrame.of(1 + random.nextInt(2000), random.nextInt(64), utf8(payload())), StandardCharsets.US_ASCII);
    }

    private String pieces(String... pieces) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(30); count > 0; count--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    private byte[] bytes(int length, int least) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = (byte) (least + random.nextInt(256 - least));
        }
        return bytes;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static boolean has(byte[] text, int wanted) {
        for (byte one : text) {
            if (one == wanted) {
                return true;
            }
        }
        return false;
    }
}

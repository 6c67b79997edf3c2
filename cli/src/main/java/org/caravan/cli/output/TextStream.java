package org.caravan.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.caravan.diagnostic.VisibleText;

/**
 * Standard output or error in UTF-8. All text is escaped by {@link VisibleText}, because callers cannot distinguish text from a hostile
 * instance, node, model or user. There are two exceptions, each with its own method: trusted {@link #control control sequences}, and
 * requested {@link #content content} if the output is not a terminal.
 */
public final class TextStream extends PrintStream {

    private final Escaping escaping;
    private final boolean terminal;

    /** @param terminal whether the output is shown on a terminal */
    public TextStream(OutputStream raw, boolean terminal) {
        this(new Escaping(raw), terminal);
    }

    private TextStream(Escaping escaping, boolean terminal) {
        super(escaping, true, StandardCharsets.UTF_8);
        this.escaping = escaping;
        this.terminal = terminal;
    }

    /** Standard output of the process. */
    public static TextStream output() {
        return of(System.out);
    }

    /** Standard error of the process. */
    public static TextStream error() {
        return of(System.err);
    }

    private static TextStream of(PrintStream stream) {
        return stream instanceof TextStream text ? text : new TextStream(stream, false);
    }

    /** Writes trusted control sequences, such as colours. They must not contain untrusted text. */
    public void control(String sequence) {
        flush();
        escaping.past(sequence);
    }

    /** Writes output of an instance or the content of a file: unchanged to pipes and files, escaped on a terminal. */
    public void content(String text) {
        if (terminal) {
            print(text);
            flush();
        } else {
            raw(text);
        }
    }

    /** Writes the text unchanged even on a terminal, at the user's request. */
    public void raw(String text) {
        flush();
        escaping.past(text);
    }

    /** Escapes each character when all of its bytes have been written. */
    private static final class Escaping extends OutputStream {

        private final OutputStream raw;
        /** Incomplete character, or a carriage return whose next character is not yet known. */
        private byte[] begun = {};

        Escaping(OutputStream raw) {
            this.raw = raw;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            byte[] all = new byte[begun.length + length];
            System.arraycopy(begun, 0, all, 0, begun.length);
            System.arraycopy(bytes, offset, all, begun.length, length);
            int whole = whole(all);
            begun = Arrays.copyOfRange(all, whole, all.length);
            raw.write(VisibleText.of(new String(all, 0, whole, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
        }

        /** Length of the longest prefix that consists of complete characters. */
        private static int whole(byte[] bytes) {
            if (bytes.length > 0 && bytes[bytes.length - 1] == '\r') {
                return bytes.length - 1;
            }
            for (int back = 1; back <= Math.min(3, bytes.length); back++) {
                int one = bytes[bytes.length - back] & 0xff;
                if (one < 0x80) {
                    return bytes.length;
                }
                if (one >= 0xc0) {
                    int needed = one >= 0xf0 ? 4 : one >= 0xe0 ? 3 : 2;
                    return needed > back ? bytes.length - back : bytes.length;
                }
            }
            return bytes.length;
        }

        @Override
        public synchronized void flush() throws IOException {
            if (begun.length > 0) {
                byte[] last = begun;
                begun = new byte[0];
                raw.write(VisibleText.of(new String(last, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
            }
            raw.flush();
        }

        synchronized void past(String text) {
            try {
                raw.write(text.getBytes(StandardCharsets.UTF_8));
                raw.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            flush();
            raw.close();
        }
    }
}

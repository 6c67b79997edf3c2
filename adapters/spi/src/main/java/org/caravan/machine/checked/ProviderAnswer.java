package org.caravan.machine.checked;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Limits of one answer of a provider, checked before a library parses it. The libraries of providers read answers without a size limit,
 * and some parse recursively, so that deep nesting overflows the stack. An answer beyond a limit fails its own request.
 */
public final class ProviderAnswer {

    /** Size limit in bytes. The list of all machines and ports of a project is smaller. */
    public static final int MOST_BYTES = 16 << 20;
    /** Maximum depth of objects, arrays or elements. The APIs use fewer than 20. */
    public static final int MOST_DEPTH = 64;
    /** Maximum number of pages of one collection. */
    private static final int MOST_PAGES = 1_000;
    /** Time limit of one collection, across its pages. */
    private static final Duration MOST_TIME = Duration.ofMinutes(5);
    /** Maximum number of elements of one collection, across its pages. */
    public static final int MOST_ELEMENTS = 100_000;

    private ProviderAnswer() {}

    /** An answer beyond a limit; its message is a clause without text of the provider: {@code its answer has more than 16 MiB}. */
    public static final class Beyond extends IOException {

        private static final long serialVersionUID = 1L;

        private final boolean late;

        private Beyond(String message, boolean late) {
            super(message);
            this.late = late;
        }

        /** True if the answer was not complete in time. */
        public boolean late() {
            return late;
        }
    }

    /**
     * The whole body.
     *
     * @param encoding value of the header {@code Content-Encoding}; null or empty if there is none
     * @param within time limit from now on; checked between two reads, so that a read needs its own time limit
     * @throws Beyond if the body is larger than {@link #MOST_BYTES}, does not end in time, is compressed (its size would be unknown), or
     * is not what {@link #check} permits
     */
    public static byte[] read(InputStream body, String encoding, Duration within) throws IOException {
        if (encoding != null && !encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
            throw new Beyond("its answer is compressed, which was not requested", false);
        }
        long start = System.nanoTime();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] part = new byte[16 << 10];
        for (int read = body.read(part); read >= 0; read = body.read(part)) {
            if (whole.size() + read > MOST_BYTES) {
                throw tooLarge();
            }
            if (System.nanoTime() - start > within.toNanos()) {
                throw tooSlow(within);
            }
            whole.write(part, 0, read);
        }
        byte[] bytes = whole.toByteArray();
        check(bytes);
        return bytes;
    }

    /** Fault of a body above {@link #MOST_BYTES}. */
    public static Beyond tooLarge() {
        return new Beyond("its answer has more than " + (MOST_BYTES >> 20) + " MiB", false);
    }

    /** Fault of an answer that was not complete within this time. */
    public static Beyond tooSlow(Duration within) {
        return new Beyond("its answer did not end within " + within.toSeconds() + " s", true);
    }

    /**
     * Checks the structure of a body. A body that starts with {@code <} is read as XML, every other as JSON or text.
     *
     * @throws Beyond if it is nested deeper than {@link #MOST_DEPTH}, or is XML with a document type or invalid characters.
     * Document types define entities, which read files of the server or expand to any size
     */
    public static void check(byte[] body) throws Beyond {
        int start = 0;
        while (start < body.length && (body[start] <= ' ' && body[start] >= 0)) {
            start++;
        }
        if (start < body.length && body[start] == '<') {
            checkXml(new ByteArrayInputStream(body, start, body.length - start));
        } else {
            checkJson(body);
        }
    }

    /**
     * The pages of a collection, which a provider that names a next page forever does not extend beyond 1,000 pages or 5 minutes.
     *
     * @throws UncheckedIOException with a cause {@link Beyond}, when the iteration exceeds a limit
     */
    public static <P> Iterable<P> pages(Iterable<P> pages) {
        return () -> {
            long start = System.nanoTime();
            Iterator<P> all = pages.iterator();
            return new Iterator<>() {
                private int passed;

                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public P next() {
                    if (++passed > MOST_PAGES || System.nanoTime() - start > MOST_TIME.toNanos()) {
                        throw new UncheckedIOException(tooMany());
                    }
                    return all.next();
                }
            };
        };
    }

    /** Fault of a collection beyond the limits of {@link #pages}. */
    private static Beyond tooMany() {
        return new Beyond("its list has more than %d pages, or does not end within %d min".formatted(MOST_PAGES, MOST_TIME.toMinutes()),
                false);
    }

    private static void checkJson(byte[] body) throws Beyond {
        int depth = 0;
        boolean inText = false;
        for (int at = 0; at < body.length; at++) {
            byte sign = body[at];
            if (inText) {
                if (sign == '\\') {
                    at++;
                } else if (sign == '"') {
                    inText = false;
                }
            } else if (sign == '"') {
                inText = true;
            } else if (sign == '{' || sign == '[') {
                depth = deeper(depth);
            } else if (sign == '}' || sign == ']') {
                depth--;
            }
        }
    }

    private static void checkXml(InputStream body) throws Beyond {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory(); // with the JDK's limits, whatever other parsers are present
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        try {
            XMLStreamReader events = factory.createXMLStreamReader(body);
            int depth = 0;
            while (events.hasNext()) {
                switch (events.next()) {
                    case XMLStreamConstants.DTD -> throw new Beyond("its answer has a document type", false);
                    case XMLStreamConstants.START_ELEMENT -> depth = deeper(depth);
                    case XMLStreamConstants.END_ELEMENT -> depth--;
                    default -> { }
                }
            }
        } catch (XMLStreamException e) {
            // A page of a proxy is no XML either; the message of the parser would repeat parts of it.
            throw new Beyond("its answer is not well-formed XML", false);
        }
    }

    private static int deeper(int depth) throws Beyond {
        if (depth >= MOST_DEPTH) {
            throw new Beyond("its answer is nested deeper than " + MOST_DEPTH + " levels", false);
        }
        return depth + 1;
    }
}

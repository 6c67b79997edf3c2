package org.caravan.adapter;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Which copies of one host are captured together.
 *
 * @param copies at least 1, at most {@value #MOST_COPIES}
 * @param entries of these, copies that users reach: their packets are kept with {@value #REQUEST_LINE_BYTES} bytes, for the request line
 *     of HTTP; those of other copies with {@value #HEADER_BYTES}, for the headers of TCP and the type of a TLS record
 * @param length 1 s to 5 min
 */
public record CaptureOrder(List<CopyId> copies, Set<CopyId> entries, Duration length) {

    public static final int MOST_COPIES = 64;
    public static final int HEADER_BYTES = 128;
    public static final int REQUEST_LINE_BYTES = 320;

    /** Packets of one copy. */
    public static final int MOST_PACKETS = 200_000;

    /** Compressed bytes of all copies together, so that their text fits into the answer of one call. */
    public static final int MOST_BYTES = 8 << 20;

    private static final Duration LONGEST = Duration.ofMinutes(5);

    public CaptureOrder {
        copies = List.copyOf(copies);
        entries = Set.copyOf(entries);
        if (copies.isEmpty() || copies.size() > MOST_COPIES) {
            throw new IllegalArgumentException("1 to " + MOST_COPIES + " copies of a host are captured together: " + copies.size());
        }
        if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a capture has 1 s to 5 min: " + length);
        }
    }
}

package org.caravan.adapter.node;

import java.util.Optional;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/**
 * Parses a line of bandwidth in the output of {@code usages.sh}: counters in bytes, rates in bit/s, {@code -} for no maximum.
 *
 * <pre>
 *   bandwidth LABEL LINK PROCESS SECONDS GRANTED SENT REFUSED CAPACITY MIN MAX SHARE
 *   bandwidth …     BKK  4711    81.204  9000000 8700 0       20000000 0   -   1
 *   inbound   …
 * </pre>
 */
final class BandwidthLine {

    private static final int WORDS = 12;

    private BandwidthLine() {}

    /** Empty for a line that the script does not write, which must not hide the rest of the host. */
    static Optional<LinkUse> read(String[] words) {
        if (words.length != WORDS) {
            return Optional.empty();
        }
        try {
            CopyId.parse(words[1]);
            return Optional.of(use(words));
        } catch (IllegalArgumentException wrong) {
            return Optional.empty();
        }
    }

    private static LinkUse use(String[] words) {
        long declared = Long.parseLong(words[8]);
        Optional<BitRate> capacity = declared >= BandwidthFile.UNDECLARED - 1 ? Optional.empty() : Optional.of(new BitRate(declared));
        boolean inbound = words[0].equals("inbound");
        double share = Double.parseDouble(words[11]);
        double seconds = Double.parseDouble(words[4]);
        if (!(share > 0) || !(seconds >= 0) || Double.isInfinite(share) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("no bandwidth of a copy: share " + share + ", at " + seconds);
        }
        return new LinkUse(words[3], seconds, bytes(words[5]), bytes(words[6]), bytes(words[7]), new LinkBandwidth(words[2],
                inbound ? Optional.empty() : capacity, new BitRate(Long.parseLong(words[9])),
                words[10].equals("-") ? Optional.empty() : Optional.of(new BitRate(Long.parseLong(words[10]))), share,
                Optional.empty(), inbound ? capacity : Optional.empty()), inbound);
    }

    private static Bytes bytes(String word) {
        return new Bytes(Math.max(0, Long.parseLong(word)));
    }
}

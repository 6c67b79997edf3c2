package org.caravan.probe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parsed output of ping (iputils).
 *
 * @param replies first reply to each request, in order of arrival
 * @param sent number of requests
 */
record PingReport(List<Reply> replies, int sent) {

    /** One answered request: its sequence number from 1 and its round-trip time in ms. */
    record Reply(int sequence, double rttMillis) {}

    private static final Pattern REPLY =
            Pattern.compile("^\\d+ bytes from .*\\bicmp_[rs]eq=(\\d{1,6}) .*\\btime=([0-9]{1,7}(?:\\.[0-9]{1,9})?) ms", Pattern.MULTILINE);
    private static final Pattern SUMMARY = Pattern.compile("^(\\d{1,6}) packets transmitted, (\\d{1,6}) received", Pattern.MULTILINE);

    PingReport {
        replies = List.copyOf(replies);
    }

    /** Empty if the output has no summary, because ping failed before it sent a request. */
    static Optional<PingReport> parse(String output) {
        Matcher summary = SUMMARY.matcher(output);
        if (!summary.find()) {
            return Optional.empty();
        }
        return Optional.of(new PingReport(replies(output), Integer.parseInt(summary.group(1))));
    }

    /** Fraction of requests without a reply, 0 to 1. */
    double loss() {
        return sent == 0 ? 0 : Math.max(0, sent - replies.size()) / (double) sent;
    }

    private static List<Reply> replies(String output) {
        List<Reply> replies = new ArrayList<>();
        Set<Integer> answered = new HashSet<>();
        Matcher reply = REPLY.matcher(output);
        while (reply.find()) {
            // A duplicate reply (DUP!) took a longer path or came from a second machine.
            if (answered.add(Integer.valueOf(reply.group(1)))) {
                replies.add(new Reply(Integer.parseInt(reply.group(1)), Double.parseDouble(reply.group(2))));
            }
        }
        return replies;
    }
}

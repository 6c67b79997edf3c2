package org.caravan.application;

import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts of one kind of request at a router since the router started.
 *
 * @param received requests whose head arrived, at least 0; some may still be open
 * @param failed requests with a 5xx answer, without an answer in time, or received while no server was up, at least 0
 * @param times of the other answers
 */
public record RequestCounts(long received, long failed, RequestTimes times) {

    /** Before the first request. */
    public static final RequestCounts NONE = new RequestCounts(0, 0, RequestTimes.NONE);

    /** Failed and other answers together. */
    public long answered() {
        return failed + times.count();
    }

    /** The difference to an earlier observation of the same start of the router. */
    public RequestCounts since(RequestCounts earlier) {
        return new RequestCounts(Math.max(0, received - earlier.received), Math.max(0, failed - earlier.failed),
                times.since(earlier.times));
    }

    public RequestCounts plus(RequestCounts other) {
        return new RequestCounts(received + other.received, failed + other.failed, times.plus(other.times));
    }

    /** One word: received, failed, and pairs of a time and its count: {@code 9/1/42:7,513:1}. */
    public String text() {
        return received + "/" + failed + "/" + times.answered().entrySet().stream().map(time -> time.getKey() + ":" + time.getValue())
                .collect(Collectors.joining(","));
    }

    /** Counts without times. @param answered failed and other answers together */
    public record Totals(long received, long answered) {

        /** Reads {@link RequestCounts#text()}. @throws IllegalArgumentException for another text */
        public static Totals parse(String text) {
            String[] parts = parts(text);
            long answered = Long.parseLong(parts[1]);
            for (int colon = parts[2].indexOf(':'); colon >= 0; colon = parts[2].indexOf(':', colon + 1)) {
                int comma = parts[2].indexOf(',', colon);
                answered += Long.parseLong(parts[2], colon + 1, comma < 0 ? parts[2].length() : comma, 10);
            }
            return new Totals(Long.parseLong(parts[0]), answered);
        }
    }

    private static String[] parts(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("no counts of requests: " + text);
        }
        return parts;
    }

    /** @throws IllegalArgumentException for another text than {@link #text()} */
    public static RequestCounts parse(String text) {
        String[] parts = parts(text);
        TreeMap<Long, Long> times = new TreeMap<>();
        for (String pair : parts[2].isEmpty() ? new String[0] : parts[2].split(",")) {
            int colon = pair.indexOf(':');
            times.put(Long.valueOf(pair.substring(0, colon)), Long.valueOf(pair.substring(colon + 1)));
        }
        return new RequestCounts(Long.parseLong(parts[0]), Long.parseLong(parts[1]), new RequestTimes(times));
    }
}

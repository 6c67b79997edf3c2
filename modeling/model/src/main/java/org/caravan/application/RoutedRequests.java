package org.caravan.application;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Requests that a router recognises and counts, and the group of users that sends them. A router serves one group, so the group is known
 * without looking at addresses.
 *
 * @param patterns in the order of the model; the first that fits counts
 */
public record RoutedRequests(String usersId, List<Named> patterns) {

    /** Variable of a router copy that holds {@link #text()}. */
    public static final String VARIABLE = "CARAVAN_REQUESTS";

    /** One pattern of a request. */
    public record Named(String requestId, RequestPattern pattern) {}

    public RoutedRequests {
        patterns = List.copyOf(patterns);
    }

    /** Ids of the requests, each once, in the order of the model. */
    public List<String> requestIds() {
        return List.copyOf(new LinkedHashSet<>(patterns.stream().map(Named::requestId).toList()));
    }

    /** One line: {@code bergen;home GET /;order POST /orders}. */
    public String text() {
        return usersId + patterns.stream().map(named -> ";" + named.requestId() + " " + named.pattern()).collect(Collectors.joining());
    }

    /** @throws IllegalArgumentException for another text than {@link #text()} */
    public static RoutedRequests parse(String text) {
        String[] parts = text.split(";");
        List<Named> patterns = new ArrayList<>();
        for (int part = 1; part < parts.length; part++) {
            String[] words = parts[part].split(" ");
            if (words.length != 3) {
                throw new IllegalArgumentException("no pattern of a request: " + parts[part]);
            }
            patterns.add(new Named(words[0], new RequestPattern(words[1], words[2])));
        }
        return new RoutedRequests(parts[0], patterns);
    }
}

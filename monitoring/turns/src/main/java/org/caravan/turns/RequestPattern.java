package org.caravan.turns;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a kind of request is recognised where users enter.
 *
 * @param request name of the request in the model
 * @param method HTTP method; empty if each exchange of the capture is of this kind
 * @param path path of the request, without a query: what it has to match
 * @param precision if several patterns match, the one with the highest precision counts; of equal ones the first
 */
public record RequestPattern(String request, Optional<String> method, PathPattern path, int precision) {

    private static final int EXACT = 1_000_000;

    /** How paths are compared. */
    public interface PathPattern {

        boolean matches(String path);
    }

    /** As a model recognises the request, for the first pattern that matches. */
    public static RequestPattern of(String request, org.caravan.application.RequestPattern pattern) {
        // With one * per segment, a regular expression without backtracking across segments.
        String[] rest = pattern.path().endsWith("**") ? new String[] {pattern.path().substring(0, pattern.path().length() - 2), ".*"}
                : new String[] {pattern.path(), ""};
        Pattern compiled = Pattern.compile(Arrays.stream(rest[0].split("\\*", -1)).map(Pattern::quote)
                .collect(Collectors.joining("[^/]*")) + rest[1]);
        return new RequestPattern(request, Optional.of(pattern.method()), path -> compiled.matcher(path).matches(), 0);
    }

    /**
     * Reads {@code NAME} or {@code NAME=METHOD PATH}.
     *
     * @throws IllegalArgumentException for other text; the message is one sentence for users
     */
    public static RequestPattern parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0 && !text.isBlank()) {
            return new RequestPattern(text.strip(), Optional.empty(), path -> true, 0);
        }
        String[] words = equals < 1 ? new String[0] : text.substring(equals + 1).strip().split(" +");
        if (words.length != 2 || !words[1].startsWith("/") && !words[1].equals("*") || words[1].indexOf('*') >= 0
                && words[1].indexOf('*') != words[1].length() - 1) {
            throw new IllegalArgumentException("request " + text + " is not NAME=METHOD PATH with at most one * at the end of the path");
        }
        String path = words[1].endsWith("*") ? words[1].substring(0, words[1].length() - 1) : words[1];
        boolean exact = !words[1].endsWith("*");
        // An exact path is a better match than a prefix, and a longer prefix than a shorter one.
        return new RequestPattern(text.substring(0, equals).strip(), Optional.of(words[0]),
                asked -> exact ? asked.equals(path) : asked.startsWith(path), 1 + path.length() + (exact ? EXACT : 0));
    }

    /** @param requestLine {@code METHOD TARGET}; empty if the request is encrypted or not HTTP */
    boolean matches(Optional<String> requestLine) {
        if (method.isEmpty()) {
            return true;
        }
        return requestLine.filter(line -> {
            int space = line.indexOf(' ');
            return line.substring(0, space).equals(method.get()) && path.matches(path(line.substring(space + 1)));
        }).isPresent();
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}

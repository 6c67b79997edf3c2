package org.caravan.turns;

import java.util.Optional;

/**
 * How a kind of request is recognised where users enter.
 *
 * @param request name of the request in the model
 * @param method HTTP method; empty if each exchange of the capture is of this kind
 * @param path path of the request; a {@code *} at the end stands for any text, a query never counts
 */
public record RequestPattern(String request, Optional<String> method, String path) {

    /**
     * Reads {@code NAME} or {@code NAME=METHOD PATH}.
     *
     * @throws IllegalArgumentException for other text; the message is one sentence for users
     */
    public static RequestPattern parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0 && !text.isBlank()) {
            return new RequestPattern(text.strip(), Optional.empty(), "*");
        }
        String[] words = equals < 1 ? new String[0] : text.substring(equals + 1).strip().split(" +");
        if (words.length != 2 || !words[1].startsWith("/") && !words[1].equals("*") || words[1].indexOf('*') >= 0
                && words[1].indexOf('*') != words[1].length() - 1) {
            throw new IllegalArgumentException("request " + text + " is not NAME=METHOD PATH with at most one * at the end of the path");
        }
        return new RequestPattern(text.substring(0, equals).strip(), Optional.of(words[0]), words[1]);
    }

    /** @param requestLine {@code METHOD TARGET}; empty if the request is encrypted or not HTTP */
    boolean matches(Optional<String> requestLine) {
        if (method.isEmpty()) {
            return true;
        }
        return requestLine.filter(line -> {
            int space = line.indexOf(' ');
            return line.substring(0, space).equals(method.get()) && matchesPath(path(line.substring(space + 1)));
        }).isPresent();
    }

    /** An exact path is a better match than a prefix, and a longer prefix than a shorter one. */
    int precision() {
        return method.isEmpty() ? 0 : path.endsWith("*") ? path.length() : path.length() + 1_000_000;
    }

    private boolean matchesPath(String asked) {
        return path.endsWith("*") ? asked.startsWith(path.substring(0, path.length() - 1)) : asked.equals(path);
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}

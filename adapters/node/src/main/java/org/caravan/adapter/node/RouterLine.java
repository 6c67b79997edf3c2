package org.caravan.adapter.node;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.caravan.adapter.RouterCounts;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;

/**
 * Parses the line of a router in the output of {@code usages.sh}; {@code -} is an empty field, numbers of requests count from 1 and 0 is
 * for those that no pattern fits:
 *
 * <pre>
 *   requests LABEL START USERS NAMES   TIMES                 COUNTS
 *   requests …     4-81  bergen home,order 1000042:7,2000513:1 1:8:1:0,2:1:0:0
 * </pre>
 *
 * TIMES are number × 1,000,000 + tenths of a ms, and the count of answers; COUNTS are the number, received, failed, and received while
 * no server was up.
 */
final class RouterLine {

    /** Limits the digits, so that sums of counts fit in a long. */
    private static final Pattern TIME = Pattern.compile("[0-9]{1,9}:[0-9]{1,12}");
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,3}(:[0-9]{1,12}){3}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final long STEP = 1_000_000;

    private RouterLine() {}

    /** @throws RuntimeException for a line that the script does not write */
    static RouterCounts read(String[] words) {
        if (words.length != 7) {
            throw new IllegalArgumentException("no counts of a router: " + words.length + " words");
        }
        String[] names = parts(words[4]);
        for (String name : names) {
            check(NAME, name);
        }
        Map<String, SortedMap<Long, Long>> times = new HashMap<>();
        for (String pair : parts(words[5])) {
            long[] numbers = numbers(TIME, pair);
            times.computeIfAbsent(name(names, numbers[0] / STEP), unused -> new TreeMap<>())
                    .merge(numbers[0] % STEP, numbers[1], Long::sum);
        }
        SortedMap<String, RequestCounts> counts = new TreeMap<>();
        times.forEach((name, answered) -> {
            RequestTimes read = new RequestTimes(answered);
            counts.put(name, new RequestCounts(read.count(), 0, read));
        });
        for (String part : parts(words[6])) {
            long[] numbers = numbers(COUNT, part);
            String name = name(names, numbers[0]);
            RequestTimes answered = counts.getOrDefault(name, RequestCounts.NONE).times();
            counts.put(name, new RequestCounts(numbers[1], numbers[2] + numbers[3], answered));
        }
        return new RouterCounts(words[3].equals("-") ? "" : check(NAME, words[3]), words[2], counts);
    }

    private static String name(String[] names, long number) {
        if (number > names.length) {
            throw new IllegalArgumentException("no request of a router has number " + number);
        }
        return number == 0 ? RouterCounts.OTHER : names[(int) number - 1];
    }

    private static String[] parts(String word) {
        return word.equals("-") ? new String[0] : word.split(",");
    }

    private static long[] numbers(Pattern form, String text) {
        String[] parts = check(form, text).split(":");
        long[] numbers = new long[parts.length];
        for (int part = 0; part < parts.length; part++) {
            numbers[part] = Long.parseLong(parts[part]);
        }
        return numbers;
    }

    private static String check(Pattern form, String word) {
        if (!form.matcher(word).matches()) {
            throw new IllegalArgumentException("no counts of a router: " + word);
        }
        return word;
    }
}

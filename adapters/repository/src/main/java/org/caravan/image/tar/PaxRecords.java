package org.caravan.image.tar;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** An extended header (pax of POSIX.1-2017, section Extended Header); accepts only keys that nodes need. */
final class PaxRecords {

    static final String PATH = "path";
    static final String LINK = "linkpath";

    private static final String WRITE = "write it again with tar --format=pax, without further options.";
    private static final String ATTRIBUTE = "SCHILY.xattr.";
    private static final Set<String> NUMBERS = Set.of("uid", "gid");
    private static final Set<String> TIMES = Set.of("mtime", "atime", "ctime");
    private static final Set<String> TEXTS = Set.of(PATH, LINK, "uname", "gname");
    private static final int LONGEST_NUMBER = 10;
    private static final int LONGEST_TIME = 40;

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> attributes = new TreeSet<>();

    static PaxRecords none() {
        return new PaxRecords();
    }

    /** Parses consecutive records {@code LENGTH KEY=VALUE\n}; LENGTH counts the whole record. */
    static PaxRecords read(byte[] bytes) throws LayerRefused {
        PaxRecords records = new PaxRecords();
        int at = 0;
        while (at < bytes.length) {
            int blank = at;
            int length = 0;
            while (blank < bytes.length && bytes[blank] >= '0' && bytes[blank] <= '9' && length < bytes.length) {
                length = length * 10 + bytes[blank++] - '0';
            }
            int end = at + length;
            if (blank == at || bytes[at] == '0' || end > bytes.length || blank + 2 > end || bytes[blank] != ' ' || bytes[end - 1] != '\n') {
                throw new LayerRefused("an extended header is damaged", WRITE);
            }
            records.add(Arrays.copyOfRange(bytes, blank + 1, end - 1));
            at = end;
        }
        return records;
    }

    private void add(byte[] record) throws LayerRefused {
        int equals = 0;
        while (equals < record.length && record[equals] != '=') {
            equals++;
        }
        String key = TarHeader.text(Arrays.copyOf(record, equals));
        if (equals == 0 || equals == record.length || values.containsKey(key) || attributes.contains(key)) {
            throw new LayerRefused("an extended header is damaged", WRITE);
        }
        if (key.startsWith(ATTRIBUTE)) {
            attributes.add(key.substring(ATTRIBUTE.length()));
            return;
        }
        String value = TarHeader.text(Arrays.copyOfRange(record, equals + 1, record.length));
        boolean allowed = TEXTS.contains(key) && !value.isEmpty() || NUMBERS.contains(key) && digits(value, LONGEST_NUMBER)
                || TIMES.contains(key) && time(value);
        if (!allowed) {
            throw new LayerRefused(key.startsWith("GNU.sparse") ? "a file is written as sparse" : "an extended header ("
                    + LayerRefused.shown(key)
                    + ") is none that nodes know", WRITE);
        }
        values.put(key, value);
    }

    private static boolean digits(String value, int most) {
        return !value.isEmpty() && value.length() <= most && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private static boolean time(String value) {
        String[] parts = (value.startsWith("-") ? value.substring(1) : value).split("\\.", 2);
        return value.length() <= LONGEST_TIME && digits(parts[0], LONGEST_TIME) && (parts.length == 1 || digits(parts[1], LONGEST_TIME));
    }

    String value(String key, String otherwise) {
        return values.getOrDefault(key, otherwise);
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    Set<String> attributes() {
        return attributes;
    }
}

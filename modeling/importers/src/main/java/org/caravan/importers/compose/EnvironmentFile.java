package org.caravan.importers.compose;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a file of variables as Docker Compose does: {@code NAME=value}, quotes, comments, variables of earlier lines. */
final class EnvironmentFile {

    private static final Pattern ASSIGNMENT =
            Pattern.compile("^\\s*+(?:export\\s++)?+([A-Za-z_][A-Za-z0-9_.-]*+)\\s*+(?:[=:]\\s*+(.*+))?+");
    private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)#");
    private static final int LONGEST = 64 << 10;

    private EnvironmentFile() {}

    /**
     * @param known variables that its values may use
     * @return its variables in order; lines without an assignment are skipped, as in Compose
     */
    static Map<String, String> variables(String text, Map<String, String> known) {
        Map<String, String> all = new LinkedHashMap<>(known);
        Map<String, String> own = new LinkedHashMap<>();
        text.lines().filter(line -> line.length() <= LONGEST && !line.stripLeading().startsWith("#")).forEach(line -> {
            Matcher assignment = ASSIGNMENT.matcher(line);
            if (assignment.matches() && assignment.group(2) != null) {
                String value = value(assignment.group(2), all);
                own.put(assignment.group(1), value);
                all.put(assignment.group(1), value);
            }
        });
        return own;
    }

    private static String value(String written, Map<String, String> variables) {
        char quote = written.isEmpty() ? ' ' : written.charAt(0);
        int end = quote == '"' || quote == '\'' ? written.indexOf(quote, 1) : -1;
        if (end > 0 && quote == '\'') {
            return written.substring(1, end);
        }
        if (end > 0) {
            return Interpolation.of(written.substring(1, end).replace("\\n", "\n").replace("\\t", "\t"), variables).value();
        }
        Matcher comment = COMMENT.matcher(written);
        String bare = comment.find() ? written.substring(0, comment.start()) : written;
        return Interpolation.of(bare.strip(), variables).value();
    }
}

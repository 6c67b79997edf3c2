package org.caravan.routing.powerdns;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All records of one name and type.
 *
 * @param name lower case, with a dot at its end
 * @param contents addresses, sorted
 * @param mark owner of the records; empty if Caravan did not write them
 */
record RecordSet(String name, String type, long ttlSeconds, List<String> contents, Optional<Mark> mark) {

    /** Account name of Caravan's comments in PowerDNS. */
    static final String ACCOUNT = "caravan";

    private static final Pattern COMMENT = Pattern.compile("application (\\S+) generation (\\d+)");

    /** Marks records that Caravan wrote: the application and the generation of its plan. */
    record Mark(String application, long generation) {

        String text() {
            return "application " + application + " generation " + generation;
        }

        static Optional<Mark> parse(String text) {
            Matcher found = COMMENT.matcher(text);
            return found.matches() ? Optional.of(new Mark(found.group(1), Long.parseLong(found.group(2)))) : Optional.empty();
        }
    }

    RecordSet {
        contents = List.copyOf(new TreeSet<>(contents));
    }

    boolean isOf(String application) {
        return mark.filter(found -> found.application().equals(application)).isPresent();
    }

    boolean sameName(RecordSet other) {
        return name.equals(other.name) && type.equals(other.type);
    }
}

package org.caravan.adapter;

import java.time.Duration;
import java.util.List;
import org.caravan.unit.Bytes;

/**
 * A command to run inside of a copy, beside what it runs.
 *
 * @param words the program and its arguments, as they are: no shell reads them; at least one, none with a character 0
 * @param limit after which it is killed, 1 s to 5 min
 * @param most of each of its two outputs that comes back, 1 B to 1 MiB; more is read and thrown away
 */
public record CopyCommand(List<String> words, Duration limit, Bytes most) {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long LARGEST = 1 << 20;

    public CopyCommand {
        words = List.copyOf(words);
        if (words.isEmpty() || words.get(0).isBlank() || words.stream().anyMatch(word -> word.indexOf(0) >= 0)) {
            throw new IllegalArgumentException("a command begins with a program, and has no character 0 in it");
        }
        if (limit.compareTo(Duration.ofSeconds(1)) < 0 || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a command has 1 s to 5 min: " + limit);
        }
        if (most.value() < 1 || most.value() > LARGEST) {
            throw new IllegalArgumentException("of a command's output 1 B to 1 MiB come back: " + most);
        }
    }

    /** Its arguments may be secrets. */
    @Override
    public String toString() {
        return "CopyCommand[" + words.get(0) + ", " + (words.size() - 1) + " arguments]";
    }

    /**
     * How it ended.
     *
     * @param exitCode 0 to 255; 124 where its time was over
     * @param output what it wrote to standard output, in UTF-8
     * @param errorOutput what it wrote to standard error
     * @param cut whether it wrote more than comes back
     * @param timedOut whether it was killed because its time was over
     */
    public record Outcome(int exitCode, String output, String errorOutput, boolean cut, boolean timedOut) {}
}

package org.caravan.adapter;

import java.time.Duration;
import java.util.List;
import org.caravan.unit.Bytes;

/**
 * A command to run in a copy, in addition to its main process.
 *
 * @param words program and arguments, not interpreted by a shell; at least one, none with a NUL character
 * @param limit time limit after which the command is killed, 1 s to 5 min
 * @param most maximum bytes returned of each of its two outputs, 1 B to 1 MiB; the rest is read and discarded
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

    /** Omits the arguments, because they may contain secrets. */
    @Override
    public String toString() {
        return "CopyCommand[" + words.get(0) + ", " + (words.size() - 1) + " arguments]";
    }

    /**
     * Result of a command.
     *
     * @param exitCode 0 to 255; 124 after a timeout
     * @param output standard output, in UTF-8
     * @param errorOutput standard error
     * @param cut true if output was discarded
     * @param timedOut true if it was killed at the time limit
     */
    public record Outcome(int exitCode, String output, String errorOutput, boolean cut, boolean timedOut) {}
}

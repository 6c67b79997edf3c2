package org.caravan.application;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.caravan.canonical.Digest;

/**
 * Bash script that runs inside a virtual machine.
 *
 * @param file name in the model of the file with the script; empty if the model states the command itself
 * @param text at most {@link #LONGEST} bytes, without NUL characters
 */
public record Script(Optional<String> file, String text) {

    /** In bytes; scripts download larger content. */
    public static final int LONGEST = 64 * 1024;

    public Script {
        if (text.isBlank() || text.indexOf(0) >= 0 || text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new IllegalArgumentException("a script has 1 to " + LONGEST + " bytes, none of them 0: " + file.orElse("a command"));
        }
    }

    /** Script of a command that is stated in the model. */
    public static Script command(String text) {
        return new Script(Optional.empty(), text);
    }

    /** Digest of the text alone: scripts with equal text are equal, independent of their file names. */
    public String digest() {
        return Digest.of(text);
    }
}

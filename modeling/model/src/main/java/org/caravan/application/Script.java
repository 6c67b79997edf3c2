package org.caravan.application;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.caravan.canonical.Digest;

/**
 * What bash runs inside of a virtual machine.
 *
 * @param file beside the model that it came from, by which the model names it; empty where the model says the command itself
 * @param text at most {@link #LONGEST} bytes, without the character 0
 */
public record Script(Optional<String> file, String text) {

    /** In bytes: a script fetches what is large. */
    public static final int LONGEST = 64 * 1024;

    public Script {
        if (text.isBlank() || text.indexOf(0) >= 0 || text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw new IllegalArgumentException("a script has 1 to " + LONGEST + " bytes, none of them 0: " + file.orElse("a command"));
        }
    }

    /** A command that the model says itself. */
    public static Script command(String text) {
        return new Script(Optional.empty(), text);
    }

    /** Two of the same text do the same, whatever their files are called. */
    public String digest() {
        return Digest.of(text);
    }
}

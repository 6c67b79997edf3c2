package org.caravan.adapter.node;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;

/**
 * Encodes a command for a copy as variables of {@code exec.sh}, and parses the script's output. Both use base64, because words and
 * outputs may contain any bytes.
 */
final class CommandInside {

    private static final int TIMED_OUT = 124;

    private CommandInside() {}

    static Map<String, String> variables(CopyId id, CopyCommand command) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("WORDS", command.words().stream()
                .map(word -> "." + Base64.getEncoder().encodeToString(word.getBytes(StandardCharsets.UTF_8)) + "\n")
                .collect(Collectors.joining()));
        variables.put("LIMIT", Long.toString(command.limit().toSeconds()));
        variables.put("MOST", Long.toString(command.most().value()));
        return variables;
    }

    /** @throws RuntimeException for output that the script does not write */
    static CopyCommand.Outcome outcome(String written) {
        Map<String, String> facts = written.lines().map(line -> line.split(" ", 2)).filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1], (first, second) -> second));
        int code = Integer.parseInt(facts.getOrDefault("code", "255").strip());
        if (code < 0 || code > 255) {
            throw new IllegalArgumentException("no exit code: " + code);
        }
        return new CopyCommand.Outcome(code, text(facts.get("output")), text(facts.get("errors")), facts.containsKey("cut"),
                code == TIMED_OUT);
    }

    /** Invalid UTF-8 becomes the replacement character. */
    private static String text(String encoded) {
        return encoded == null ? "" : new String(Base64.getDecoder().decode(encoded.strip().substring(1)), StandardCharsets.UTF_8);
    }
}

package org.caravan.adapter;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.text.TextRule;

/**
 * What a host wrote for a call. A host can be taken over, and its start files can write anything: its text is hostile until it is parsed. Whatever it is, the
 * outcome is the parsed value or an {@link AdapterFault} whose message is short and printable.
 *
 * @param hostId of the host
 * @param call for messages: the script that ran
 * @param text that it wrote
 */
public record HostAnswer(String hostId, String call, String text) {

    private static final String FAULT = "caravan-fault ";
    /** Characters of each line of a fault. */
    private static final int LONGEST_LINE = 500;
    private static final int MOST_LINES = 8;

    /**
     * Parses the text.
     *
     * @param parser throws any RuntimeException for a text that is no answer
     * @throws AdapterFault what the parser throws of this type; of kind FAILED for anything else that it throws
     */
    public <T> T read(Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (AdapterFault fault) {
            throw fault;
        } catch (RuntimeException odd) {
            throw new AdapterFault(AdapterFault.Kind.FAILED, "The host (%s) answered the call %s with a text that cannot be read (%s): %s.\nMaybe its shell's start files write something: look at ~/.bashrc there."
                    .formatted(hostId, call, TextRule.excerpt(text), TextRule.excerpt(String.valueOf(odd.getMessage()))), odd);
        }
    }

    /** A fault that a script of ours reported in its errors: a line {@code caravan-fault KIND}, the message, and a line {@code Maybe …}. Empty if there is none. */
    public Optional<AdapterFault> reported() {
        int start = text.lastIndexOf(FAULT);
        if (start < 0) {
            return Optional.empty();
        }
        String[] kindAndMessage = text.substring(start + FAULT.length()).split("\n", 2);
        return Arrays.stream(AdapterFault.Kind.values()).filter(kind -> kind.name().equals(kindAndMessage[0]) && kindAndMessage.length == 2).findFirst()
                .map(kind -> new AdapterFault(kind, kindAndMessage[1].lines().limit(MOST_LINES).map(line -> TextRule.excerpt(line, LONGEST_LINE)).collect(Collectors.joining("\n"))
));
    }

    /** The last line, short and printable. */
    public String lastLine() {
        String said = text.strip();
        return said.isEmpty() ? "it says nothing" : TextRule.excerpt(said.substring(said.lastIndexOf('\n') + 1), LONGEST_LINE);
    }
}

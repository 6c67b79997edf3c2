package org.caravan.adapter;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.text.TextRule;

/**
 * Output of a host for a call. The output is untrusted: a host can be compromised, and its shell start files can write anything.
 * The result of reading is a parsed value, or an {@link AdapterFault} with a short, printable message.
 *
 * @param hostId host that answered
 * @param call script that ran, for messages
 * @param text output of the host
 */
public record HostAnswer(String hostId, String call, String text) {

    private static final String FAULT = "caravan-fault ";
    /** Characters per line of a fault. */
    private static final int LONGEST_LINE = 500;
    private static final int MOST_LINES = 8;

    /**
     * Parses the text.
     *
     * @param parser throws any RuntimeException for an invalid text
     * @throws AdapterFault a fault of the parser unchanged; of kind FAILED for any other exception
     */
    public <T> T read(Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (AdapterFault fault) {
            throw fault;
        } catch (RuntimeException odd) {
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    ("The host (%s) answered the call %s with a text that cannot be read (%s): %s.\nMaybe the start files of its shell "
                    + "write text: check ~/.bashrc there.")
                    .formatted(hostId, call, TextRule.excerpt(text), TextRule.excerpt(String.valueOf(odd.getMessage()))), odd);
        }
    }

    /**
     * A fault that a Caravan script reported: a line {@code caravan-fault KIND}, the message, and a line {@code Maybe …}. Empty if
     * there is none.
     */
    public Optional<AdapterFault> reported() {
        int start = text.lastIndexOf(FAULT);
        if (start < 0) {
            return Optional.empty();
        }
        String[] kindAndMessage = text.substring(start + FAULT.length()).split("\n", 2);
        return Arrays.stream(AdapterFault.Kind.values()).filter(kind -> kind.name().equals(kindAndMessage[0])
                && kindAndMessage.length == 2).findFirst()
                .map(kind -> new AdapterFault(kind,
                        kindAndMessage[1].lines().limit(MOST_LINES).map(line -> TextRule.excerpt(line, LONGEST_LINE))
                        .collect(Collectors.joining("\n"))
));
    }

    /** The last line, short and printable. */
    public String lastLine() {
        String said = text.strip();
        return said.isEmpty() ? "it says nothing" : TextRule.excerpt(said.substring(said.lastIndexOf('\n') + 1), LONGEST_LINE);
    }
}

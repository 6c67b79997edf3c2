package org.caravan.adapter.node;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.ssh.CommandResult;

/**
 * A line that {@code attend.sh} wrote, read strictly: a machine can be taken over, so its lines are hostile until parsed.
 */
sealed interface CallAnswer {

    /** Characters of a line: twice what {@code attend.sh} writes of an answer. */
    int LONGEST = 8192;

    Pattern NUMBERED = Pattern.compile("([1-9][0-9]{0,17}) .*", Pattern.DOTALL);
    Pattern ENDED = Pattern.compile("[0-9]+ (25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9]) (.*)", Pattern.DOTALL);
    Pattern REFUSED = Pattern.compile("[0-9]+ refused (digest|size)");

    /** The call ran to its end. */
    record Ended(long number, CommandResult result) implements CallAnswer {}

    /** The call arrived changed: none of it ran. */
    record Refused(long number) implements CallAnswer {}

    /** Something about a call that is no answer. */
    record Malformed(long number) implements CallAnswer {}

    /** Calls are taken from now on. */
    record Ready() implements CallAnswer {}

    /** What came was no call; nothing is read any more. */
    record Lost() implements CallAnswer {}

    /** About no call, such as what start files of the machine's shell write. */
    record Stray() implements CallAnswer {}

    static CallAnswer parse(String line) {
        switch (line) {
            case "attends":
                return new Ready();
            case "lost":
                return new Lost();
            default:
                OptionalLong number = number(line);
                return number.isEmpty() ? new Stray() : about(number.getAsLong(), line);
        }
    }

    private static OptionalLong number(String line) {
        Matcher numbered = NUMBERED.matcher(line);
        return numbered.matches() ? OptionalLong.of(Long.parseLong(numbered.group(1))) : OptionalLong.empty();
    }

    private static CallAnswer about(long number, String line) {
        if (line.length() > LONGEST) {
            return new Malformed(number);
        }
        if (REFUSED.matcher(line).matches()) {
            return new Refused(number);
        }
        Matcher ended = ENDED.matcher(line);
        if (!ended.matches()) {
            return new Malformed(number);
        }
        int code = Integer.parseInt(ended.group(1));
        String wrote = ended.group(2).replace('\1', '\n');
        return new Ended(number, code == 0 ? new CommandResult(0, wrote, "") : new CommandResult(code, "", wrote));
    }
}

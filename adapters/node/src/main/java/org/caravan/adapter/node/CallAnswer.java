package org.caravan.adapter.node;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.ssh.CommandResult;

/** A line from {@code attend.sh}, parsed strictly. A machine can be compromised, so its output is untrusted. */
sealed interface CallAnswer {

    /** Maximum characters of a line: twice the length of an answer of {@code attend.sh}. */
    int LONGEST = 8192;

    Pattern NUMBERED = Pattern.compile("([1-9][0-9]{0,17}) .*", Pattern.DOTALL);
    Pattern ENDED = Pattern.compile("[0-9]+ (25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9]) (.*)", Pattern.DOTALL);
    Pattern REFUSED = Pattern.compile("[0-9]+ refused (digest|size)");

    /** The call has ended. */
    record Ended(long number, CommandResult result) implements CallAnswer {}

    /** The call was corrupted in transit; none of it ran. */
    record Refused(long number) implements CallAnswer {}

    /** A malformed answer to a call. */
    record Malformed(long number) implements CallAnswer {}

    /** Calls are accepted from now on. */
    record Ready() implements CallAnswer {}

    /** The session received input that is not a call, and reads no further. */
    record Lost() implements CallAnswer {}

    /** A line that belongs to no call, for example output of the shell's start files. */
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

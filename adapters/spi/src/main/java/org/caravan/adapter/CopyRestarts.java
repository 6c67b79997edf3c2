package org.caravan.adapter;

import java.util.OptionalInt;

/**
 * How often a host has started a copy again by itself, as {@link RestartPolicy} says.
 *
 * @param count since the server started the copy, or since it last ran for {@link RestartPolicy#RESET}
 * @param lastExitCode of the process that ended last, 0 to 255; 128 + number for one that a signal ended (as shells and Docker count);
 *     empty where no process ended yet, or the host cannot tell
 */
public record CopyRestarts(int count, OptionalInt lastExitCode) {

    public static final CopyRestarts NONE = new CopyRestarts(0, OptionalInt.empty());

    public CopyRestarts {
        if (count < 0) {
            throw new IllegalArgumentException("a negative number of restarts: " + count);
        }
        if (lastExitCode.isPresent() && (lastExitCode.getAsInt() < 0 || lastExitCode.getAsInt() > 255)) {
            throw new IllegalArgumentException("no exit code: " + lastExitCode.getAsInt());
        }
    }

    /** State of a copy that is down. */
    public ObservedCopy.State down() {
        return count >= RestartPolicy.CRASH_LOOP ? ObservedCopy.State.CRASH_LOOP : ObservedCopy.State.STOPPED;
    }

    /** For people: {@code 3 restarts, last exit code 1}; empty without any. */
    public String text() {
        if (count == 0 && lastExitCode.isEmpty()) {
            return "";
        }
        return count + (count == 1 ? " restart" : " restarts") + (lastExitCode.isPresent() ? ", last exit code " + lastExitCode.getAsInt() : "");
    }
}

package org.caravan.adapter;

import java.util.OptionalInt;

/**
 * Automatic restarts of a copy by its host, according to {@link RestartPolicy}.
 *
 * @param count since the server started the copy, or since it last ran for {@link RestartPolicy#RESET}
 * @param lastExitCode exit code of the last process that ended, 0 to 255; 128 + number if a signal ended it (as in shells and
 *     Docker); empty if no process has ended yet, or the host cannot tell
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

    /** State of a copy that is not running. */
    public ObservedCopy.State down() {
        return count >= RestartPolicy.CRASH_LOOP ? ObservedCopy.State.CRASH_LOOP : ObservedCopy.State.STOPPED;
    }

    /** Text for display: {@code 3 restarts, last exit code 1}; empty if there are none. */
    public String text() {
        if (count == 0 && lastExitCode.isEmpty()) {
            return "";
        }
        return count + (count == 1 ? " restart" : " restarts") + (lastExitCode.isPresent() ? ", last exit code " + lastExitCode.getAsInt()
                : "");
    }
}

package org.caravan.probe.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.measure.ProbeFault;
import org.caravan.text.TextRule;

/**
 * Parsed output of a visit's script.
 *
 * @param first time by the machine's clock when the script started; {@code last}: when it ended
 * @param acknowledged number up to which results are acknowledged
 * @param carried clock that the machine has kept since an earlier visit, {@code sinceCarried} ago
 */
record AgentSyncAnswer(Instant first, Instant last, String spoolId, long acknowledged, int waiting, Optional<SiteClock> carried,
        Duration sinceCarried,
        List<SpooledResult> lines, boolean gone) {

    private static final int STATE_WORDS = 7;
    /** A UUID as the kernel writes it; the next visit's script contains it. */
    private static final Pattern SPOOL_ID = Pattern.compile("[0-9A-Za-z-]{1,64}");
    /** A century; larger clock offsets are invalid. */
    private static final double MOST_MILLIS = 100 * 365.25 * 86_400_000;

    private static double millis(String word) {
        double millis = Double.parseDouble(word);
        if (!(Math.abs(millis) <= MOST_MILLIS)) {
            throw new IllegalArgumentException("no time of a clock: " + word);
        }
        return millis;
    }

    /** Dropped results leave a gap in the numbers. */
    long dropped() {
        return lines.isEmpty() ? 0 : lines.get(0).number() - acknowledged - 1;
    }

    static AgentSyncAnswer parse(String machineId, String output) {
        List<Instant> clocks = new ArrayList<>();
        List<SpooledResult> results = new ArrayList<>();
        String[] state = new String[0];
        boolean gone = false;
        try {
            for (String line : output.lines().toList()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "clock" -> clocks.add(Instant.ofEpochMilli(Long.parseLong(words[1])));
                    case "state" -> state = words;
                    case "line" -> results.add(SpooledResult.parse(line.substring("line ".length())));
                    case "gone" -> gone = true;
                    default -> throw new IllegalArgumentException(line);
                }
            }
            if (gone) {
                return new AgentSyncAnswer(Instant.EPOCH, Instant.EPOCH, "", 0, 0, Optional.empty(), Duration.ZERO, List.of(), true);
            }
            return of(clocks.get(0), clocks.get(1), state, results);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException odd) {
            throw unreadable(machineId, odd);
        }
    }

    static ProbeFault unreadable(String machineId, RuntimeException odd) {
        return new ProbeFault("The probe agent at machine (" + machineId + ") returned an unreadable answer: "
                + TextRule.excerpt(String.valueOf(odd.getMessage()))
                + ".\nMaybe its login prints text: a non-interactive shell must be silent.", odd);
    }

    private static AgentSyncAnswer of(Instant first, Instant last, String[] state, List<SpooledResult> results) {
        boolean carried = state.length == STATE_WORDS && !state[4].equals("-");
        if (!SPOOL_ID.matcher(state[1]).matches()) {
            throw new IllegalArgumentException("no id of a spool: " + state[1]);
        }
        return new AgentSyncAnswer(first, last, state[1], Long.parseUnsignedLong(state[2]), Integer.parseUnsignedInt(state[3]),
                carried ? Optional.of(new SiteClock(millis(state[4]), millis(state[5]))) : Optional.empty(),
                carried ? Duration.ofMillis(Math.subtractExact(first.toEpochMilli(), Long.parseLong(state[6]))) : Duration.ZERO,
                        List.copyOf(results), false);
    }
}

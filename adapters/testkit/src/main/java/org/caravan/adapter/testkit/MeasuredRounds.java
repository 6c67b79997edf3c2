package org.caravan.adapter.testkit;

import static org.junit.jupiter.api.Assumptions.abort;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Rounds of a measurement of rates or times, until one is within its bounds. A round that is not within them counts if no wait for a
 * processor explains its figures, or if the programs of the measurement had a processor when they needed one; else it is repeated.
 * {@link #judge} fails with the figures of all rounds, or says SKIPPED with them if too few rounds count.
 *
 * <p>Bounds are the same on every machine: a busy one makes a round worthless, not a bound wider.
 */
public final class MeasuredRounds {

    private final String what;
    private final int counting;
    private final int most;
    private final List<Round> rounds = new ArrayList<>();

    /**
     * Result of one round.
     *
     * @param within if all figures are within their bounds
     * @param figures measured figures with their bounds, for the message
     * @param waits of the programs during the round
     * @param certain if figures outside their bounds are the product's however long programs waited: more than a maximum, which a sender
     *     that waits does not reach, or a wrong division of a line that was full, which is the kernel's
     */
    public record Round(boolean within, String figures, ProcessorWait.Shares waits, boolean certain) {

        /** A round whose figures depend on when programs run. */
        public Round(boolean within, String figures, ProcessorWait.Shares waits) {
            this(within, figures, waits, false);
        }

        boolean counts() {
            return within || certain || !waits.starved();
        }
    }

    /**
     * @param what the class of the test and what it measures
     * @param counting rounds that count and are not within their bounds until the measurement ends and has failed
     * @param most rounds in total, which bounds the time
     */
    public MeasuredRounds(String what, int counting, int most) {
        this.what = what;
        this.counting = counting;
        this.most = most;
    }

    /** Measures until a round is within its bounds, or the numbers of rounds are reached. Prints each round. Asserts nothing. */
    public MeasuredRounds measure(Supplier<Round> measurement) {
        rounds.clear();
        while (open()) {
            rounds.add(measurement.get());
            System.out.println(what + ": " + text(rounds.size() - 1));
        }
        return this;
    }

    private boolean open() {
        return outside() && rounds.size() < most && !failed();
    }

    private boolean outside() {
        return rounds.stream().noneMatch(Round::within);
    }

    private boolean failed() {
        return outside() && rounds.stream().filter(Round::counts).count() >= counting;
    }

    /** As {@link #judge(List)} for one measurement. */
    public void judge() {
        judge(List.of(this));
    }

    /**
     * Judges measurements together. Call it last, after all that does not depend on time, because it can end the test as skipped.
     *
     * @throws AssertionError if a measurement has as many rounds that count as it needs, and none of its rounds is within its bounds
     */
    public static void judge(List<MeasuredRounds> measurements) {
        List<MeasuredRounds> outside = measurements.stream().filter(MeasuredRounds::outside).toList();
        outside.stream().filter(MeasuredRounds::failed).findFirst().ifPresent(each -> {
            throw new AssertionError(each.what + ": no round is within its bounds.\n" + each);
        });
        if (!outside.isEmpty()) {
            String why = outside.get(0).what + ": in too many rounds, programs of the measurement waited for a processor, so the "
                    + "figures are those of the machine.\n" + outside.get(0);
            System.err.println("SKIPPED " + why);
            abort(why);
        }
    }

    /** Figures of all rounds, a line each. */
    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (int round = 0; round < rounds.size(); round++) {
            lines.append(text(round)).append('\n');
        }
        return lines.toString();
    }

    private String text(int index) {
        Round round = rounds.get(index);
        return String.format(Locale.ROOT, "round %d %s: %s; %s", index + 1, round.within() ? "within its bounds"
                : round.counts() ? "outside its bounds" : "does not count", round.figures(), round.waits());
    }
}

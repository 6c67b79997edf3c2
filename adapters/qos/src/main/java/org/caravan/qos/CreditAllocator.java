package org.caravan.qos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.unit.BitRate;

/**
 * Credit algorithm of qCon (Hong et al., Sensors 2018, section 4.2) for one access link. Pure; O(n²) for n claims.
 *
 * <table>
 * <caption>Symbols of the paper</caption>
 * <tr><td>C<sub>T</sub></td><td>total credit: the capacity of the link</td></tr>
 * <tr><td>w<sub>i</sub></td><td>weight: {@link Claim#share} divided by the sum of all shares (equation 1)</td></tr>
 * <tr><td>C<sub>i</sub></td><td>credit of copy i: the result</td></tr>
 * <tr><td>C<sub>i</sub><sup>R</sup></td><td>credit that a copy leaves, which others use (work conserving, equations 2 to 5)</td></tr>
 * <tr><td>C<sub>min</sub>, C<sub>max</sub></td><td>{@link Claim#min} and {@link Claim#max} (equations 6 to 9)</td></tr>
 * </table>
 *
 * <p>The paper's algorithm 1 makes one pass over the containers: a limited container that comes last leaves its surplus unused. Here the
 * rest is divided again until no limit is violated, as its equations 5 and 9 state. The result is water-filling: one level L exists with
 * C<sub>i</sub> = w<sub>i</sub>·L within the limits, for all i. It does not depend on the order of the claims. The caption of the paper's
 * figure 11 names a minimum of C2; its text and its figure have one of C1, which is used here.
 */
public final class CreditAllocator {

    private CreditAllocator() {}

    /**
     * Divides the capacity between copies that all have enough to send.
     *
     * @return credit of each claim in bit/s, in the order of the claims; their sum is the capacity, or less if maxima prevent it
     * @throws IllegalArgumentException with the text of {@link #contradiction} if the claims contradict each other
     */
    public static List<Double> credits(BitRate capacity, List<Claim> claims) {
        contradiction(capacity, claims).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        double[] credits = new double[claims.size()];
        List<Integer> open = new ArrayList<>();
        for (int claim = 0; claim < claims.size(); claim++) {
            open.add(claim);
        }
        double left = capacity.value();
        while (!open.isEmpty()) {
            left = divide(left, claims, open, credits);
        }
        return Arrays.stream(credits).boxed().toList();
    }

    /**
     * One round: divides the rest by shares. Copies beyond a limit are set to it, either those below their minimum or those above their
     * maximum, whichever deviate more in total; setting both could exceed the capacity.
     *
     * @param open claims without a final credit; those that get it are removed
     * @return credit left for the others
     */
    private static double divide(double left, List<Claim> claims, List<Integer> open, double[] credits) {
        double shares = open.stream().mapToDouble(claim -> claims.get(claim).share()).sum();
        double deviation = 0;
        List<Integer> low = new ArrayList<>();
        List<Integer> high = new ArrayList<>();
        for (int index : open) {
            Claim claim = claims.get(index);
            double credit = left * claim.share() / shares;
            double min = claim.min().value();
            double max = claim.max().map(most -> (double) most.value()).orElse(Double.POSITIVE_INFINITY);
            credits[index] = Math.min(Math.max(credit, min), max);
            deviation += credits[index] - credit;
            if (credit < min) {
                low.add(index);
            } else if (credit > max) {
                high.add(index);
            }
        }
        List<Integer> settled = List.copyOf(deviation > 0 ? low : deviation < 0 ? high : open);
        open.removeAll(settled);
        return Math.max(0, left - settled.stream().mapToDouble(index -> credits[index]).sum());
    }

    /**
     * The arithmetic of a contradiction: a minimum above its maximum, or minima above the capacity. In the second case names the fewest
     * claims that do not fit together.
     *
     * @return empty if all claims can be kept
     */
    public static Optional<String> contradiction(BitRate capacity, List<Claim> claims) {
        for (Claim claim : claims) {
            if (claim.max().filter(max -> claim.min().compareTo(max) > 0).isPresent()) {
                return Optional.of("%s has a minimum of %s, above its maximum of %s.".formatted(claim.name(), claim.min(),
                        claim.max().get()));
            }
        }
        List<Claim> named = new ArrayList<>();
        long sum = 0;
        for (Claim claim : claims.stream().sorted(Comparator.comparing(Claim::min).reversed().thenComparing(Claim::name)).toList()) {
            named.add(claim);
            sum += claim.min().value();
            if (sum > capacity.value()) {
                return Optional.of("%s = %s is above the uplink of %s.".formatted(
                        String.join(" + ", named.stream().map(one -> one.min() + " of " + one.name()).toList()), new BitRate(sum),
                        capacity));
            }
        }
        return Optional.empty();
    }
}

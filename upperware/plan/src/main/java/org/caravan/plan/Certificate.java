package org.caravan.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Optimality certificate of a plan: no placement that satisfies all hard constraints has fewer points than the bound.
 *
 * @param points points of the plan by all goals, including moves, in hundredths of 1 ms or 1 EUR/month at weight 1; less is better
 * @param bound lower bound for all placements, in the same points; 0 to {@code points}; negative if unknown
 * @param proof result of an exact solver, if requested
 * @param scope assumptions of the bound, as text after "by its goals", for example {@code " with these numbers of replicas"}; empty if
 * there are none
 */
public record Certificate(long points, long bound, Optional<Proof> proof, String scope) {

    /** For a plan without a bound. */
    public static final Certificate NONE = new Certificate(0, -1);

    public Certificate {
        // Null in reports stored by earlier versions.
        proof = proof == null ? Optional.empty() : proof;
        scope = scope == null ? "" : scope;
    }

    /** Certificate without assumptions. */
    public Certificate(long points, long bound, Optional<Proof> proof) {
        this(points, bound, proof, "");
    }

    /** Certificate without an exact solver. */
    public Certificate(long points, long bound) {
        this(points, bound, Optional.empty());
    }

    /** The same with another bound. */
    public Certificate within(long lower) {
        return new Certificate(points, lower, proof, scope);
    }

    public Certificate with(Proof said) {
        return new Certificate(points, bound, Optional.of(said), scope);
    }

    /** The same with assumptions. @param words see {@link #scope} */
    public Certificate covering(String words) {
        return new Certificate(points, bound, proof, words);
    }

    public boolean known() {
        return bound >= 0;
    }

    public boolean proved() {
        return bound >= points;
    }

    /** Fraction of the plan's points that another placement could save at most, 0 to 1. */
    public double gap() {
        return !known() || points == 0 ? 0 : (double) (points - bound) / points;
    }

    /** For example {@code within 0.6 % of the best possible}. */
    @Override
    public String toString() {
        if (!known()) {
            return "";
        }
        String words = proved() ? "the best possible by its goals" + scope + ", proved"
                : "within " + percent(points, bound) + " of the best possible by its goals" + scope;
        return words + proof.map(said -> said.words(this)).orElse("");
    }

    /** Rounded up, because the reported gap must not be better than the proved one. */
    static String percent(long points, long bound) {
        return String.format(Locale.ROOT, "%.1f %%", Math.ceil(new Certificate(points, bound).gap() * 1_000) / 10);
    }

    /** Remarks for users, one sentence each. */
    public List<String> remarks() {
        return proof.map(said -> said.remarks(this)).orElse(List.of());
    }
}

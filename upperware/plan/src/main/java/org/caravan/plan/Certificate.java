package org.caravan.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How good a plan is at most short of: no placement that keeps all obligations has less than the bound.
 *
 * @param points of the plan by all goals, moves among them, in hundredths of 1 ms or 1 EUR/month at weight 1; less is better
 * @param bound that no placement can stay below, in the same points; 0 to {@code points}
 * @param proof what an exact solver said, where somebody asked for it
 * @param scope what of the plan the bound takes as given, in words behind "by its goals", for example {@code " with these numbers of replicas"}; empty where it takes nothing as given
 */
public record Certificate(long points, long bound, Optional<Proof> proof, String scope) {

    /** Of a plan that nobody compared. */
    public static final Certificate NONE = new Certificate(0, -1);

    public Certificate {
        // Reports kept by earlier versions have none.
        proof = proof == null ? Optional.empty() : proof;
        scope = scope == null ? "" : scope;
    }

    /** One whose bound takes nothing as given. */
    public Certificate(long points, long bound, Optional<Proof> proof) {
        this(points, bound, proof, "");
    }

    /** One for which nobody asked an exact solver. */
    public Certificate(long points, long bound) {
        this(points, bound, Optional.empty());
    }

    /** The same with a bound of more than this. */
    public Certificate within(long lower) {
        return new Certificate(points, lower, proof, scope);
    }

    public Certificate with(Proof said) {
        return new Certificate(points, bound, Optional.of(said), scope);
    }

    /** The same where the bound takes something as given. @param words as of {@link #scope} */
    public Certificate covering(String words) {
        return new Certificate(points, bound, proof, words);
    }

    public boolean known() {
        return bound >= 0;
    }

    public boolean proved() {
        return bound >= points;
    }

    /** Part of the plan's points that another placement could save at most, 0 to 1. */
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

    /** Rounded up: a promise must not be better than what was proved. */
    static String percent(long points, long bound) {
        return String.format(Locale.ROOT, "%.1f %%", Math.ceil(new Certificate(points, bound).gap() * 1_000) / 10);
    }

    /** What a person should know beside it, one sentence each. */
    public List<String> remarks() {
        return proof.map(said -> said.remarks(this)).orElse(List.of());
    }
}

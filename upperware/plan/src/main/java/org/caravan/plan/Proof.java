package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of an exact solver for a plan, if requested.
 *
 * @param solver its name
 * @param seconds wall-clock time; 0 if it did not run
 * @param relaxed bound known without it, in points as in {@link Certificate}; negative if there is none
 * @param gained points by which the solver's placement is better than that of the search; 0 if the plan is from the search
 * @param leftOut parts of the score that the solver did not model; its bound is valid but can be lower
 * @param missing why it did not run, with a line of advice; empty if it ran or was not needed
 */
public record Proof(String solver, double seconds, long relaxed, long gained, List<String> leftOut, Optional<String> missing) {

    public Proof {
        leftOut = List.copyOf(leftOut);
    }

    /** Combines two proofs, for a plan that is the best of several. */
    public Proof with(Proof other) {
        return new Proof(solver, seconds + other.seconds, Math.min(relaxed, other.relaxed), gained, leftOut, missing.or(other::missing));
    }

    /** Suffix of the certificate's text, for example {@code  by CP-SAT in 3.2 s}. */
    String words(Certificate certificate) {
        if (certificate.proved()) {
            return certificate.bound() > relaxed ? " by " + solver + " in " + duration() : " (" + solver + " was not needed)";
        }
        if (certificate.bound() > relaxed) {
            return " (" + solver + "'s bound after " + duration()
                    + (relaxed < 0 ? "" : "; " + Certificate.percent(certificate.points(), relaxed) + " by relaxation") + ")";
        }
        return " (by relaxation; " + solver + (missing.isPresent() ? " did not run" : " proved no higher bound in " + duration()) + ")";
    }

    /** Remarks for users beside the certificate, one sentence each. */
    List<String> remarks(Certificate certificate) {
        List<String> remarks = new ArrayList<>();
        missing.ifPresent(why -> remarks.addAll(List.of((solver + " did not run: " + why).split("\n"))));
        if (gained > 0) {
            remarks.add(String.format(Locale.ROOT, "%s found this placement: it is better than the one of the search by %.2f points",
                    solver, gained / 100.0));
        }
        if (!leftOut.isEmpty() && !certificate.proved()) {
            remarks.add(solver + "'s model omits " + String.join(", ", leftOut) + ": its bound is valid, but a tighter one can exist");
        }
        return remarks;
    }

    private String duration() {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
